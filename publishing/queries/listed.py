"""The columns of the lists of releases and of submissions."""

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

SUBMISSIONS = Listing(
    (
        ListColumn("name", _("Run"), Lower("name")),
        ListColumn("model", _("Model"), Lower("model_name")),
        ListColumn("benchmark", _("Benchmark"), Lower("run__benchmark__name")),
        ListColumn("stage", _("Decision"), "stage", falling=True),
        ListColumn("state", _("State"), "run__state"),
        ListColumn("by", _("By"), called("run__submitted_by__"), leads=True),
        ListColumn("since", _("Handed in"), "pk", falling=True),
    ),
    usual="-since",
)
