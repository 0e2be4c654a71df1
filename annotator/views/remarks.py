"""What raters wrote, and which clips did not play for them: two lists of a campaign, for its
lead."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.actions.remarks import mark_read
from annotator.forms import RemarksReadForm
from annotator.models import ClipFailure, Label
from annotator.queries import remarks as queries
from annotator.queries.progress import access_led_campaign
from foundation.paging.by_key import page_by_key
from people.actor import actor_of, person_of
from people.guards import button, page_view

MOST_FAILURES = 200


@page_view
def comments(request: HttpRequest, campaign_id: int) -> HttpResponse:
    labels = queries.access_comments(person_of(request), campaign_id)
    return _show(request, campaign_id, labels, "comments")


@page_view
def reports(request: HttpRequest, campaign_id: int) -> HttpResponse:
    asking = person_of(request)
    failures = queries.access_failures(asking, campaign_id)[:MOST_FAILURES]
    labels = queries.access_reports(asking, campaign_id)
    return _show(request, campaign_id, labels, "reports", failures)


@button()
def read(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """What was shown is read; what came since is not."""
    asking = person_of(request)
    form = RemarksReadForm(request.POST)
    campaign = access_led_campaign(asking, campaign_id)
    if form.is_valid():
        mark_read(actor_of(request), campaign, form.asked)
    return redirect("annotator:campaign", campaign_id)


def _show(
    request: HttpRequest,
    campaign_id: int,
    labels: QuerySet[Label],
    of: str,
    failures: Iterable[ClipFailure] = (),
) -> HttpResponse:
    campaign = access_led_campaign(person_of(request), campaign_id)
    page = page_by_key(labels, request.GET)
    is_first = "older" not in request.GET and "newer" not in request.GET
    context = {
        "campaign": campaign,
        "labels": page.rows,
        "older": page.older,
        "newer": page.newer,
        "of": of,
        "failures": failures,
        # On the first page: with it, all that there is has been offered to read.
        "newest": page.rows[0].pk if is_first and page.rows else None,
        "remarks": queries.remarks_of(campaign),
    }
    return render(request, "annotator/remarks.html", context)
