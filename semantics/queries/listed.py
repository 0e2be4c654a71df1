"""The columns of the list of a benchmark's proxies."""

from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from foundation.paging.sorting import ListColumn, Listing
from people.lists import called

PROXIES = Listing(
    (
        ListColumn("name", _("Name"), Lower("name")),
        ListColumn("kind", _("Kind"), "kind"),
        ListColumn("pairs", _("Pairs above 0"), "pairs", number=True),
        ListColumn("share", _("Share of all pairs"), "pairs", number=True),
        ListColumn(
            "wordless", _("Captions without words"), "without_words", number=True, gaps=True
        ),
        ListColumn("size", _("Size"), "bytes", number=True),
        ListColumn("made", _("Made"), "pk", falling=True),
        ListColumn("by", _("By"), called("created_by__"), gaps=True, leads=True),
    ),
    usual="-made",
)
