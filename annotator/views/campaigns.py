"""Campaigns, for their leads: what there is, how far it is, and the moves that its state allows."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotator.actions.begin_campaign import begin_campaign
from annotator.actions.change_state import CAMPAIGN_MOVES, change_campaign_state
from annotator.actions.measure_pace import measure_pace
from annotator.actions.send_to_adjudication import send_to_adjudication
from annotator.forms import MemberForm
from annotator.models import Campaign
from annotator.queries import progress as queries
from annotator.queries.overview import overview_of
from annotator.queries.waiting import rater_warning
from foundation.pages import refusals_shown
from foundation.paging.by_key import page_by_key
from people.actor import actor_of, person_of

# By the state that a move leads to: what its button says.
MOVES = {"open": "Go on", "paused": "Pause", "closed": "Close"}


@login_required
@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    page = page_by_key(queries.access_led_campaigns(person_of(request)), request.GET)
    context = {
        "campaigns": page.rows,
        "labels": queries.labels_by_campaign(page.rows),
        "older": page.older,
        "newer": page.newer,
    }
    return render(request, "annotator/campaigns.html", context)


@login_required
@require_safe
def campaign(request: HttpRequest, campaign_id: int) -> HttpResponse:
    return show(request, queries.access_led_campaign(person_of(request), campaign_id))


def show(
    request: HttpRequest, of: Campaign, form: MemberForm | None = None, status: int = 200
) -> HttpResponse:
    moves = [
        (move, words)
        for move, words in MOVES.items()
        if of.state in CAMPAIGN_MOVES[Campaign.State(move)]
    ]
    context = overview_of(of) | {"moves": moves, "form": form or MemberForm()}
    return render(request, "annotator/campaign.html", context, status=status)


@login_required
@require_POST
def open_draft(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    without_clips = "without_clips" in request.POST
    with refusals_shown(request):
        begun = begin_campaign(actor_of(request), of.pk, without_clips=without_clips)
        if begun.job:
            return redirect("jobs:detail", begun.job.pk)
        pairs = f"{begun.campaign.items_count:,} pairs"
        messages.success(request, f"Open: {pairs} wait for their raters.")
        if warning := rater_warning(begun.campaign):
            messages.warning(request, warning)
    return redirect("annotator:campaign", campaign_id)


@login_required
@require_POST
def measure(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    if measure_pace(actor_of(request), of.pk) is None:
        messages.info(request, "There is nothing to measure yet: no rater has given two answers.")
    return redirect("annotator:campaign", campaign_id)


@login_required
@require_POST
def send(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    with refusals_shown(request):
        sent = send_to_adjudication(actor_of(request), of.pk)
        messages.success(request, f"{sent:,} pair{'s' * (sent != 1)} sent to adjudication.")
    return redirect("annotator:campaign", campaign_id)


@login_required
@require_POST
def move(request: HttpRequest, campaign_id: int, state: str) -> HttpResponse:
    of = queries.access_led_campaign(person_of(request), campaign_id)
    with refusals_shown(request):
        moved = change_campaign_state(actor_of(request), of.pk, Campaign.State(state))
        messages.success(request, f"{moved} is {moved.get_state_display().lower()}.")
    return redirect("annotator:campaign", campaign_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """It asks first, by showing what is lost."""
    if request.method == "POST":
        return move(request, campaign_id, Campaign.State.CLOSED)
    of = queries.access_led_campaign(person_of(request), campaign_id)
    return render(
        request, "annotator/close.html", {"campaign": of, "lost": queries.lost_by_closing(of)}
    )
