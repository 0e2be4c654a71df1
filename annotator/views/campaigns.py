"""Campaigns, for their leads: what there is, how far it is, and the moves that its state allows."""

from datetime import timedelta
from typing import Any

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
from annotator.models import Campaign, LabelImport
from annotator.pacing import ENOUGH, per_hour
from annotator.queries import progress as queries
from annotator.queries.clips import clips_of_draft
from annotator.queries.known_answers import told_of_strangers, wants_of_training
from annotator.queries.pace import OF_EACH, measured_pace
from annotator.queries.remarks import remarks_of
from annotator.queries.waiting import MARGIN, rater_warning, without_rater_sentence
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
    paces = queries.paces_of(of)
    draft, under_way = (
        of.state == Campaign.State.DRAFT,
        of.state in (Campaign.State.OPEN, Campaign.State.PAUSED),
    )
    progress = queries.progress_of(of)
    missing, for_want_of_clips = (
        wants_of_training(of) if of.state != Campaign.State.CLOSED else ("", False)
    )
    context = {
        "campaign": of,
        "progress": progress,
        "members": [
            (member, paces.get(member.person_id, queries.Pace()))
            for member in queries.members_of(of)
        ],
        "timed_of": OF_EACH,
        "labels": sum(pace.labels for pace in paces.values()),
        "guideline": queries.guidelines_of(of).first(),
        "missing_for_training": missing,
        "for_want_of_clips": for_want_of_clips,
        "strangers": told_of_strangers(of) if of.state != Campaign.State.CLOSED else "",
        "moves": [
            (move, said)
            for move, said in MOVES.items()
            if of.state in CAMPAIGN_MOVES[Campaign.State(move)]
        ],
        "cost": queries.cost_of_campaign(
            of.pool, double_share=of.double_share, ask_again=of.ask_again
        )
        if draft and of.pool
        else None,
        "clips": clips_of_draft(of.pool, ask_again=of.ask_again)
        if draft and of.pool and not of.without_clips
        else None,
        "warning": rater_warning(of, spare=MARGIN if draft else 0)
        if of.pool and (draft or under_way)
        else "",
        "waiting": under_way
        and progress.without_rater
        and without_rater_sentence(progress.without_rater),
        "remarks": remarks_of(of),
        "imported": LabelImport.objects.filter(campaign=of).select_related("imported_by").first(),
        "form": form or MemberForm(),
    }
    return render(request, "annotator/campaign.html", context | pace_of(of), status=status)


def pace_of(campaign: Campaign) -> dict[str, Any]:
    """How long answers take, the lease, and why it is that."""
    pace = measured_pace(campaign)
    return {
        "pace": pace,
        "per_hour": per_hour(pace.mean_seconds) if pace else None,
        "follows": pace is not None and pace.answers >= ENOUGH,
        "enough": ENOUGH,
        "lease": timedelta(seconds=campaign.lease_seconds),
    }


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
