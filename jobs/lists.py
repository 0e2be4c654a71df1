"""The columns of the list of jobs."""

from django.db.models import F
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from foundation.paging.sorting import ListColumn, Listing
from people.lists import called

JOBS = Listing(
    (
        ListColumn("job", _("Job"), Lower("title")),
        ListColumn("state", _("State"), "state"),
        ListColumn("by", _("Asked by"), called("requested_by__"), gaps=True),
        ListColumn("at", _("Asked at"), "pk", falling=True),
        ListColumn("took", _("Took"), F("finished_at") - F("started_at"), number=True, gaps=True),
    ),
    usual="-at",
)
