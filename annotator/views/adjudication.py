"""Adjudication: the queue, the most urgent first, and a pair with all that was said of it; and what
follows from decisions, the kinds of mistakes that they name."""

import uuid
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from annotator.actions.adjudicate import adjudicate, reopen
from annotator.actions.create_campaign import change_policy
from annotator.answer_forms import DecisionForm
from annotator.asked.answering import UNDECIDABLE, Decided
from annotator.forms import DisputesForm, ReopenForm
from annotator.keys import CANNOT_JUDGE, Action, Choice, actions_on
from annotator.models import Campaign, Item
from annotator.queries import disputes as queries
from annotator.queries import statements
from annotator.queries.disputes import DisputesWaiting, waiting_in
from annotator.queries.mistakes import MistakesWanted, mistakes_in, tables_of
from annotator.queries.progress import access_led_campaign, progress_of
from annotator.queries.raters import current_guideline
from annotator.queries.waiting import without_rater_sentence
from annotator.views.doors import button_about, grade_asked, page_about
from annotator.views.rating_screen import LOOK_FIRST, answers_of, said_on
from annotator.views.screen import config
from foundation.asking.forms import AskedForm
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from foundation.spreadsheet import spreadsheet_rows
from foundation.words import mid_sentence
from people.actor import actor_of, person_of
from people.guards import page_view
from people.models import Role

RECENT = 10
NEITHER = "Neither: take the pair out of the scores"
NONE_OF_THEM = "No grade: take the pair out of the scores"


@page_view
def disputes_list(request: HttpRequest) -> HttpResponse:
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
    asked, graded = _asked(form), campaign.on_scale.is_graded
    given = queries.grades_given(list(queue.rows)) if graded else {}
    pairs = 0 if campaign.is_closed else progress_of(campaign).without_rater
    context = {
        "campaign": campaign,
        "form": form,
        "queue": queue,
        "rows": [queries.dispute_of(item, given.get(item.pk, ())) for item in queue.rows],
        "counts": waiting_in([campaign]).get(campaign.pk, DisputesWaiting()),
        "asked": asked,
        "matching": queries.count_of(campaign, form.wanted()) if asked else 0,
        "graded": graded,
        "decided": statements.decisions_of(asking, campaign)[:RECENT],
        "waiting": pairs and without_rater_sentence(pairs),
        "leads": asking.at_least(Role.LEAD),
    }
    return with_form(request, "annotator/disputes.html", context)


def _asked(form: DisputesForm) -> str:
    """The filters as an address has them, to be kept from pair to pair."""
    if not form.is_valid():
        return ""
    chosen = {
        name: value
        for name, value in form.cleaned_data.items()
        if value not in ("", None) and value is not False  # but 0 is a grade
    }
    sentence = {name: "on" if value is True else str(value) for name, value in chosen.items()}
    return f"?{urlencode(sentence)}" if sentence else ""


@never_cache  # the page has the key to what its person has typed
@page_about(queries.access_pair)
def dispute(request: HttpRequest, item: Item) -> HttpResponse:
    return _show(request, item)


def _show(
    request: HttpRequest,
    item: Item,
    decision: DecisionForm | None = None,
    reopening: AskedForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """A new decision begins with one of the reasons given before, where its link was followed."""
    asking, campaign = person_of(request), item.campaign
    given = {"request_id": uuid.uuid4(), "comment": request.GET.get("reason", "")}
    filters = DisputesForm(asking, campaign, request.GET)
    words = {
        "saving": _("Saving..."),
        "why": _("Give a reason, then choose the answer again, or press Enter."),
        "why_by_key": _("Press the key of a reason, or {key} to write one, then Enter."),
        "write_by_key": _("Press {key} to write a reason, then Enter."),
        "undecided": _("Not decided yet: give a reason. Esc takes the answer back."),
        "choose": _("Choose an answer first."),
        "look_first": LOOK_FIRST,
        "offline": _("Not saved: the server cannot be reached. Try again."),
    }
    answers, scale = answers_of(campaign), campaign.on_scale
    grades = {"grades": len(scale.words)} if scale.is_graded else {}
    context = {
        "campaign": campaign,
        "item": item,
        "statements": statements.statements_of(asking, item),
        "questions": statements.questions_about(asking, item),
        "form": decision or DecisionForm(initial=given),
        "answers": answers,
        "undecidable": UNDECIDABLE,
        "reopening": reopening or ReopenForm(),
        "asked": _asked(filters),
        "following": queries.following(asking, item, filters.wanted()),
        "left": queries.count_of(campaign, filters.wanted()),
        "own": statements.met_by(asking, item),
        "last": statements.last_decision(asking, campaign),
        "reasons": statements.reasons_near(asking, item),
        "asks_why": statements.asks_why(item.pk),
        "guideline": current_guideline(campaign.pk),
        "actions": _actions(answers, NONE_OF_THEM if grades else NEITHER),
        "screen": config(request, words, scale, lookMs=campaign.look_ms, **grades),
    }
    return render(request, "annotator/dispute.html", context, status=status)


def _actions(answers: list[Choice], unable: str) -> list[Action]:
    """unable: what the third answer, or the last, does."""
    return [
        replace(action, label=unable) if action.name == CANNOT_JUDGE else action
        for action in actions_on(answers, "others", "play_all", "later", "ask")
    ]


@button_about(queries.access_pair)
def decide(request: HttpRequest, item: Item) -> HttpResponse:
    """And on to the next of the same queue."""
    asking, campaign_id = person_of(request), item.campaign_id
    form = DecisionForm.sent(request.POST)
    if not form.is_valid():
        return _show(request, item, form, status=422)
    filters = DisputesForm(asking, item.campaign, request.GET)
    following = queries.following(asking, item, filters.wanted())
    with form.refusals():
        given = form.values
        adjudicate(adjudicator=asking, campaign_id=campaign_id, item_id=item.pk, **given)
    if form.errors:
        item.refresh_from_db()
        return _show(request, item, form, status=409)
    messages.success(request, _decided(item.campaign, form.asked))
    page, more = ("dispute", [following.pk]) if following else ("disputes", [])
    return redirect(reverse(f"annotator:{page}", args=[campaign_id, *more]) + _asked(filters))


def _decided(campaign: Campaign, made: Decided) -> str:
    if made.reason:
        reason = {"reason": mid_sentence(made.reason.label)}
        return _("Taken out of the scores: %(reason)s.") % reason
    return _("Decided: %(answer)s.") % {"answer": said_on(campaign, made, inside=True)}


@button_about(queries.access_pair)
def open_again(request: HttpRequest, item: Item) -> HttpResponse:
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _show(request, item, reopening=form, status=422)
    of, reason = item.campaign_id, form.asked.reason
    with refusals_shown(request):
        reopen(actor_of(request), campaign_id=of, item_id=item.pk, reason=reason)
        messages.success(request, _("Open again; the decision stays in the log."))
    return redirect("annotator:dispute", of, item.pk)


@page_about(queries.access_opinions)
def mistakes(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    asking, wanted = person_of(request), MistakesWanted(grade=grade_asked(request))
    context = {
        "campaign": campaign,
        "grade": wanted.grade,
        "found": mistakes_in(asking, campaign, wanted),
        "leads": statements.knows_names(asking),
    }
    return render(request, "annotator/mistakes.html", context)


@page_view
def mistakes_download(request: HttpRequest, campaign_id: int, table: str) -> HttpResponseBase:
    asking = person_of(request)
    campaign = queries.access_opinions(asking, campaign_id)
    found = mistakes_in(asking, campaign, MistakesWanted(grade=grade_asked(request)))
    tables: dict[str, Any] = tables_of(found)
    if table not in tables:
        raise Http404("no such table")
    named = f"mistakes-{campaign_id}-{table}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{named}"'}
    lines = spreadsheet_rows(*tables[table])
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


@button_about(access_led_campaign)
def give_feedback(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    given = request.POST.get("feedback") == "on"
    change_policy(actor_of(request), campaign.pk, feedback=given)
    sentence = _("Raters see how they were overruled.") if given else _("Raters see no decisions.")
    messages.success(request, sentence)
    return redirect("annotator:mistakes", campaign.pk)
