"""The columns of the list of submissions."""

from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from foundation.paging.sorting import ListColumn, Listing
from people.lists import called

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
