"""What raters write: questions about pairs, which a lead answers, and the answer may go into the
guidelines; and for leads two lists of a campaign, comments and clips that did not play."""

import uuid
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from annotator.actions.remarks import (
    answer_question,
    ask_about_label,
    ask_about_slot,
    ask_about_trial,
    mark_read,
    note_answer,
)
from annotator.answer_forms import AskAboutSlotForm, AskForm
from annotator.forms import AnswerQuestionForm, RemarksReadForm
from annotator.masks import mask
from annotator.models import Campaign, ClipFailure, Label, Member, PairQuestion
from annotator.queries import raters, remarks
from annotator.queries.progress import access_led_campaign
from annotator.queries.training_queue import access_my_trial, access_training
from annotator.views.doors import button_about, form_about, page_about, sent
from annotator.views.rating_screen import pair_on_screen
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from foundation.paging.by_key import page_by_key
from people.actor import actor_of, person_of
from people.guards import form_view, page_view

MOST_FAILURES = 200


@never_cache
@form_about(raters.access_membership)
def ask(request: HttpRequest, member: Member) -> HttpResponse:
    """Asks about the pair in hand, which stays there."""
    held = raters.slot_in_hand(member, pair_on_screen(request))
    if request.method != "POST" and held is None:
        return redirect("annotator:rate", member.campaign_id)
    known = {"slot": mask(held.slot), "lease": held.lease} if held else {}
    form = AskAboutSlotForm(sent(request), initial=_fresh() | known)

    def save(**given: Any) -> None:
        lease = form.cleaned_data["lease"]
        ask_about_slot(rater=member.person, slot_id=form.slot_id, lease=lease, **given)

    pair = (held.caption, held.video) if held else ("", None)
    return _ask(request, member, form, save, pair, "annotator:rate")


@never_cache
@form_view
def ask_answer(request: HttpRequest, campaign_id: int, label_id: int) -> HttpResponse:
    """Asks about a pair that one has answered."""
    member = raters.access_membership(person_of(request), campaign_id)
    label = raters.access_my_label(member, label_id)
    form = AskForm(sent(request), initial=_fresh())
    save = partial(ask_about_label, rater=member.person, label_id=label.pk)
    pair = (label.item.query.text, label.item.video)
    return _ask(request, member, form, save, pair, "annotator:my_answer", label_id)


@never_cache
@form_view
def ask_training(request: HttpRequest, campaign_id: int, trial_id: int) -> HttpResponse:
    """Asks about a training question that one has answered."""
    member = access_training(person_of(request), campaign_id)
    trial = access_my_trial(member, trial_id)
    form = AskForm(sent(request), initial=_fresh())
    save, pair = (
        partial(ask_about_trial, member, trial),
        (trial.known.query.text, trial.known.video),
    )
    return _ask(request, member, form, save, pair, "annotator:train")


def _fresh() -> dict[str, Any]:
    return {"request_id": uuid.uuid4()}


def _ask(
    request: HttpRequest,
    member: Member,
    form: AskForm,
    save: Callable[..., Any],
    pair: tuple[str, Any],
    *back: Any,
) -> HttpResponse:
    """What was typed is shown again beside a refusal. pair: its caption and its video. back: the
    page that it leads to, and what its address has after the campaign's number."""
    if form.is_valid():
        with form.refusals():
            save(**form.values)
            messages.success(
                request, _("Your lead has your question. The answer will be under Your questions.")
            )
            page, *more = back
            return redirect(page, member.campaign_id, *more)
    caption, video = pair
    context = {"form": form, "campaign": member.campaign, "caption": caption, "video": video}
    return with_form(request, "annotator/ask.html", context)


@page_about(access_training)
def my_questions(request: HttpRequest, member: Member) -> HttpResponse:
    """A rater's own questions and the answers to them."""
    page = page_by_key(remarks.questions_of(member), request.GET)
    context = {"campaign": member.campaign, "page": page}
    return render(request, "annotator/my_questions.html", context)


@page_view
def questions(request: HttpRequest, campaign_id: int) -> HttpResponse:
    return _show(request, campaign_id)


@button_about(remarks.access_question)
def answer(request: HttpRequest, question: PairQuestion) -> HttpResponse:
    form = AnswerQuestionForm(request.POST, auto_id=f"question{question.pk}_%s")
    if not form.is_valid():
        return _show(request, question.campaign_id, {question.pk: form}, status=422)
    answer_question(actor_of(request), question.pk, **form.values)
    messages.success(request, _("%(rater)s will read your answer.") % {"rater": question.asked_by})
    return redirect("annotator:questions", question.campaign_id)


@button_about(remarks.access_question)
def note_question(request: HttpRequest, question: PairQuestion) -> HttpResponse:
    with refusals_shown(request):
        guideline = note_answer(actor_of(request), question.pk)
        sentence = _("Version %(version)s of the guidelines ends with this answer.")
        messages.success(request, sentence % {"version": guideline.version})
    return redirect("annotator:questions", question.campaign_id)


def _show(
    request: HttpRequest,
    campaign_id: int,
    sent_forms: dict[int, AnswerQuestionForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Those that are open, the oldest first; then the others, the newest first."""
    asking, forms = person_of(request), sent_forms or {}
    campaign = access_led_campaign(asking, campaign_id)
    found = remarks.access_questions(asking, campaign_id)
    page = page_by_key(found.filter(answered_at__isnull=False), request.GET)
    waiting = list(found.filter(answered_at__isnull=True).order_by("pk")[:100])
    context = {
        "campaign": campaign,
        "count": remarks.open_questions(campaign),
        "waiting": [(one, forms.get(one.pk) or AnswerQuestionForm.of(one)) for one in waiting],
        "answered": [(one, forms.get(one.pk) or AnswerQuestionForm.of(one)) for one in page.rows],
        "page": page,
    }
    return render(request, "annotator/questions.html", context, status=status)


@page_view
def comments(request: HttpRequest, campaign_id: int) -> HttpResponse:
    labels = remarks.access_comments(person_of(request), campaign_id)
    return _remarks(request, campaign_id, labels, "comments")


@page_view
def reported_clips(request: HttpRequest, campaign_id: int) -> HttpResponse:
    asking = person_of(request)
    failures = remarks.access_failures(asking, campaign_id)[:MOST_FAILURES]
    labels = remarks.access_reports(asking, campaign_id)
    return _remarks(request, campaign_id, labels, "reports", failures)


def _remarks(
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
        "page": page,
        "labels": page.rows,
        "of": of,
        "failures": failures,
        # On the first page: with it, all that there is has been offered to read.
        "newest": page.rows[0].pk if is_first and page.rows else None,
        "remarks": remarks.remarks_of(campaign),
    }
    return render(request, "annotator/remarks.html", context)


@button_about(access_led_campaign)
def remarks_read(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """What was shown is read; what came since is not."""
    form = RemarksReadForm(request.POST)
    if form.is_valid():
        mark_read(actor_of(request), campaign, form.asked)
    return redirect("annotator:campaign", campaign.pk)
