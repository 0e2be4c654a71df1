"""What raters wrote, and which clips did not play for them: two lists of a campaign, for its
lead."""

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotator.models import Label
from annotator.queries import remarks as queries
from annotator.queries.progress import access_led_campaign
from foundation.paging.by_key import page_by_key
from people.actor import person_of


@login_required
@require_safe
def comments(request: HttpRequest, campaign_id: int) -> HttpResponse:
    labels = queries.access_comments(person_of(request), campaign_id)
    return _show(request, campaign_id, labels, "comments")


@login_required
@require_safe
def reports(request: HttpRequest, campaign_id: int) -> HttpResponse:
    labels = queries.access_reports(person_of(request), campaign_id)
    return _show(request, campaign_id, labels, "reports")


def _show(request: HttpRequest, campaign_id: int, labels: QuerySet[Label], of: str) -> HttpResponse:
    campaign = access_led_campaign(person_of(request), campaign_id)
    page = page_by_key(labels, request.GET)
    context = {
        "campaign": campaign,
        "labels": page.rows,
        "older": page.older,
        "newer": page.newer,
        "of": of,
        "remarks": queries.remarks_of(campaign),
    }
    return render(request, "annotator/remarks.html", context)
