"""The columns of the list of releases."""

from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from foundation.paging.sorting import ListColumn, Listing
from people.lists import called
from pooling.queries.listed import BENCHMARK, Length

RELEASES = Listing(
    (
        ListColumn("release", _("Release"), Lower("name")),
        ListColumn("benchmark", _("Benchmark"), BENCHMARK),
        ListColumn("position", _("Label log up to"), "log_position", number=True),
        ListColumn("files", _("Files"), Length("files"), number=True),
        ListColumn("made", _("Made"), "pk", falling=True),
        ListColumn("by", _("By"), called("made_by__"), gaps=True, leads=True),
    ),
    usual="-made",
)
