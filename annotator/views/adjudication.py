"""Adjudication: the queue, worst first, and a pair with all that was said of it."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from annotator.actions.adjudicate import adjudicate, reopen
from annotator.forms import DecisionForm, ReopenForm
from annotator.models import Campaign, Item
from annotator.queries import disputes as queries
from annotator.queries.progress import progress_of
from annotator.queries.waiting import without_rater_sentence
from foundation.asking.arguments import values_of
from foundation.pages import refusals_shown
from people.actor import actor_of, person_of
from people.models import Role

RECENT = 10


@login_required
@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    found = list(queries.access_decided_campaigns(person_of(request))[:100])
    if len(found) == 1:
        return redirect("annotator:disputes", found[0].pk)
    return render(request, "annotator/disputes_list.html", {"campaigns": found})


@login_required
@require_safe
def disputes(request: HttpRequest, campaign_id: int) -> HttpResponse:
    asking = person_of(request)
    campaign = queries.access_decided_campaign(asking, campaign_id)
    queue = queries.queue_of(campaign, request.GET.get("after", ""))
    pairs = progress_of(campaign).without_rater if campaign.state != Campaign.State.CLOSED else 0
    context = {
        "campaign": campaign,
        "queue": queue,
        "decided": queries.decisions_of(asking, campaign)[:RECENT],
        "waiting": pairs and without_rater_sentence(pairs),
        "leads": asking.at_least(Role.LEAD),
    }
    return render(request, "annotator/disputes.html", context)


@login_required
@require_safe
def pair(request: HttpRequest, campaign_id: int, item_id: int) -> HttpResponse:
    item = queries.access_pair(person_of(request), campaign_id, item_id)
    return _show(request, item, DecisionForm(initial={"request_id": uuid.uuid4()}), ReopenForm())


def _show(
    request: HttpRequest,
    item: Item,
    decision: DecisionForm,
    reopening: ReopenForm,
    status: int = 200,
) -> HttpResponse:
    context = {
        "campaign": item.campaign,
        "item": item,
        "labels": queries.labels_of_pair(item),
        "form": decision,
        "reopening": reopening,
    }
    return render(request, "annotator/dispute.html", context, status=status)


@login_required
@require_POST
def decide(request: HttpRequest, campaign_id: int, item_id: int) -> HttpResponse:
    """And on to the next worst."""
    asking = person_of(request)
    item = queries.access_pair(asking, campaign_id, item_id)
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _show(request, item, form, ReopenForm(), status=422)
    with form.refusals():
        adjudicate(
            adjudicator=asking,
            campaign_id=campaign_id,
            item_id=item.pk,
            **values_of(form.asked),
        )
    if form.errors:
        return _show(request, item, form, ReopenForm(), status=409)
    messages.success(request, f"Decided: {form.asked.answer.label.lower()}.")
    following = queries.queue_of(item.campaign).rows[:1]
    return (
        redirect("annotator:dispute", campaign_id, following[0].pk)
        if following
        else redirect("annotator:disputes", campaign_id)
    )


@login_required
@require_POST
def open_again(request: HttpRequest, campaign_id: int, item_id: int) -> HttpResponse:
    item = queries.access_pair(person_of(request), campaign_id, item_id)
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _show(
            request, item, DecisionForm(initial={"request_id": uuid.uuid4()}), form, status=422
        )
    with refusals_shown(request):
        reopen(
            actor_of(request),
            campaign_id=campaign_id,
            item_id=item.pk,
            reason=form.asked.reason,
        )
        messages.success(request, "Open again; the decision stays in the log.")
    return redirect("annotator:dispute", campaign_id, item_id)
