"""Adjudication: the queue, the most urgent first, and a pair with all that was said of it."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from annotator.actions.adjudicate import adjudicate, reopen
from annotator.forms import DecisionForm, DisputesForm, ReopenForm
from annotator.keys import actions_but
from annotator.models import Campaign, Item
from annotator.queries import disputes as queries
from annotator.queries import statements
from annotator.queries.disputes import DisputesWaiting, waiting_in
from annotator.queries.progress import progress_of
from annotator.queries.raters import current_guideline
from annotator.queries.waiting import without_rater_sentence
from annotator.views.doors import button_about, page_about
from annotator.views.rating_screen import LOOK_FIRST, answers_of
from annotator.views.screen import config
from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from foundation.words import mid_sentence
from people.actor import actor_of, person_of
from people.guards import page_view
from people.models import Role

RECENT = 10
ACTIONS = actions_but("cannot_judge", "others", "play_all", "later", "ask")


@page_view
def campaigns(request: HttpRequest) -> HttpResponse:
    found = list(queries.access_decided_campaigns(person_of(request))[:100])
    if len(found) == 1:
        return redirect("annotator:disputes", found[0].pk)
    waiting = waiting_in(found)
    rows = [(campaign, waiting.get(campaign.pk, DisputesWaiting())) for campaign in found]
    return render(request, "annotator/disputes_list.html", {"rows": rows})


@page_about(queries.access_opinions)
def disputes(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    asking = person_of(request)
    form = DisputesForm(asking, campaign, request.GET)
    keys = {name: request.GET.get(name, "") for name in ("after", "before")}
    queue = queries.queue_of(campaign, wanted=form.wanted(), **keys)
    pairs = progress_of(campaign).without_rater if campaign.state != Campaign.State.CLOSED else 0
    context = {
        "campaign": campaign,
        "form": form,
        "queue": queue,
        "rows": [queries.dispute_of(item) for item in queue.rows],
        "counts": waiting_in([campaign]).get(campaign.pk, DisputesWaiting()),
        "asked": _asked(form),
        "decided": statements.decisions_of(asking, campaign)[:RECENT],
        "waiting": pairs and without_rater_sentence(pairs),
        "leads": asking.at_least(Role.LEAD),
    }
    return with_form(request, "annotator/disputes.html", context)


def _asked(form: DisputesForm) -> str:
    """The filters as an address has them, to be kept from pair to pair."""
    if not form.is_valid():
        return ""
    chosen = {name: value for name, value in form.cleaned_data.items() if value}
    said = {name: "on" if value is True else str(value) for name, value in chosen.items()}
    return f"?{urlencode(said)}" if said else ""


@never_cache  # the page has the key to what its person has typed
@page_about(queries.access_pair)
def pair(request: HttpRequest, item: Item) -> HttpResponse:
    return _show(request, item, _new_decision(request), ReopenForm())


def _new_decision(request: HttpRequest) -> DecisionForm:
    """A form with one of the reasons given before, where its link was followed."""
    given = {"request_id": uuid.uuid4(), "comment": request.GET.get("reason", "")}
    return DecisionForm(initial=given)


def _show(
    request: HttpRequest,
    item: Item,
    decision: DecisionForm,
    reopening: ReopenForm,
    status: int = 200,
) -> HttpResponse:
    asking, campaign = person_of(request), item.campaign
    filters = DisputesForm(asking, campaign, request.GET)
    context = {
        "campaign": campaign,
        "item": item,
        "statements": statements.statements_of(asking, item),
        "questions": statements.questions_about(asking, item),
        "form": decision,
        "answers": [one for one in answers_of(campaign) if one.judges],
        "reopening": reopening,
        "asked": _asked(filters),
        "following": queries.following(asking, item, filters.wanted()),
        "left": queries.count_of(campaign, filters.wanted()),
        "own": statements.met_by(asking, item),
        "last": statements.last_decision(asking, campaign),
        "reasons": statements.reasons_of(asking, campaign),
        "guideline": current_guideline(campaign.pk),
        "actions": ACTIONS,
        "screen": config(request, _words(), lookMs=campaign.look_ms),
    }
    return render(request, "annotator/dispute.html", context, status=status)


def _words() -> dict[str, Any]:
    return {
        "saving": _("Saving..."),
        "why": _("Give a reason, then press Ctrl+Enter."),
        "why_by_key": _("Press {key} to give a reason, then Ctrl+Enter."),
        "choose": _("Choose an answer first."),
        "look_first": LOOK_FIRST,
        "offline": _("Not saved: the server cannot be reached. Try again."),
    }


@button_about(queries.access_pair)
def decide(request: HttpRequest, item: Item) -> HttpResponse:
    """And on to the next of the same queue."""
    asking = person_of(request)
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _show(request, item, form, ReopenForm(), status=422)
    filters = DisputesForm(asking, item.campaign, request.GET)
    following = queries.following(asking, item, filters.wanted())
    with form.refusals():
        adjudicate(
            adjudicator=asking,
            campaign_id=item.campaign_id,
            item_id=item.pk,
            **values_of(form.asked),
        )
    if form.errors:
        item.refresh_from_db()
        return _show(request, item, form, ReopenForm(), status=409)
    messages.success(
        request, _("Decided: %(answer)s.") % {"answer": mid_sentence(form.asked.answer.label)}
    )
    kept = _asked(filters)
    if following is None:
        return redirect(reverse("annotator:disputes", args=[item.campaign_id]) + kept)
    return redirect(reverse("annotator:dispute", args=[item.campaign_id, following.pk]) + kept)


@button_about(queries.access_pair)
def open_again(request: HttpRequest, item: Item) -> HttpResponse:
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _show(request, item, _new_decision(request), form, status=422)
    with refusals_shown(request):
        reopen(
            actor_of(request),
            campaign_id=item.campaign_id,
            item_id=item.pk,
            reason=form.asked.reason,
        )
        messages.success(request, _("Open again; the decision stays in the log."))
    return redirect("annotator:dispute", item.campaign_id, item.pk)
