"""Questions about pairs: a rater asks, a lead answers, and the answer may go into the
guidelines."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from annotator.actions.remarks import (
    answer_question,
    ask_about_label,
    ask_about_slot,
    ask_about_trial,
    note_answer,
)
from annotator.forms import AnswerQuestionForm, AskAboutSlotForm, AskForm
from annotator.masks import mask
from annotator.models import Member, PairQuestion
from annotator.queries import raters
from annotator.queries import remarks as queries
from annotator.queries.progress import access_led_campaign
from annotator.queries.training_queue import access_my_trial, access_training
from annotator.views.doors import button_about, form_about, page_about, sent
from annotator.views.rating_screen import pair_on_screen
from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from foundation.paging.by_key import page_by_key
from people.actor import actor_of, person_of
from people.guards import form_view, page_view
from people.models import User


@never_cache
@form_about(raters.access_membership)
def ask(request: HttpRequest, member: Member) -> HttpResponse:
    """Asks about the pair in hand, which stays there."""
    held = raters.slot_in_hand(member, pair_on_screen(request))
    if request.method != "POST" and held is None:
        return redirect("annotator:rate", member.campaign_id)
    form = AskAboutSlotForm(
        sent(request),
        initial=_fresh() | ({"slot": mask(held.slot), "lease": held.lease} if held else {}),
    )

    def save(given: dict[str, Any]) -> None:
        lease = form.cleaned_data["lease"]
        ask_about_slot(rater=member.person, slot_id=form.slot_id, lease=lease, **given)

    context = {
        "campaign": member.campaign,
        "caption": held.caption if held else "",
        "video": held.video if held else None,
    }
    return _ask(request, form, save, context, back=("annotator:rate", member.campaign_id))


@never_cache
@form_view
def ask_answer(request: HttpRequest, campaign_id: int, label_id: int) -> HttpResponse:
    """Asks about a pair that one has answered."""
    member = raters.access_membership(person_of(request), campaign_id)
    label = raters.access_my_label(member, label_id)
    form = AskForm(sent(request), initial=_fresh())

    def save(given: dict[str, Any]) -> None:
        ask_about_label(rater=member.person, label_id=label.pk, **given)

    context = {
        "campaign": member.campaign,
        "caption": label.item.query.text,
        "video": label.item.video,
    }
    return _ask(request, form, save, context, back=("annotator:my_answer", campaign_id, label_id))


@never_cache
@form_view
def ask_training(request: HttpRequest, campaign_id: int, trial_id: int) -> HttpResponse:
    """Asks about a training question that one has answered."""
    member = access_training(person_of(request), campaign_id)
    trial = access_my_trial(member, trial_id)
    form = AskForm(sent(request), initial=_fresh())

    def save(given: dict[str, Any]) -> None:
        ask_about_trial(member, trial, **given)

    context = {
        "campaign": member.campaign,
        "caption": trial.known.query.text,
        "video": trial.known.video,
    }
    return _ask(request, form, save, context, back=("annotator:train", campaign_id))


def _fresh() -> dict[str, Any]:
    return {"request_id": uuid.uuid4()}


def _ask(
    request: HttpRequest,
    form: AskForm,
    save: Callable[[dict[str, Any]], None],
    context: dict[str, Any],
    back: tuple[Any, ...],
) -> HttpResponse:
    """What was typed is shown again beside a refusal."""
    if form.is_valid():
        with form.refusals():
            save(values_of(form.asked))
            messages.success(
                request, _("Your lead has your question. The answer will be under Your questions.")
            )
            return redirect(*back)
    return with_form(request, "annotator/ask.html", {"form": form, **context})


@page_about(access_training)
def mine(request: HttpRequest, member: Member) -> HttpResponse:
    """A rater's own questions and the answers to them."""
    page = page_by_key(queries.questions_of(member), request.GET)
    context = {"campaign": member.campaign, "page": page, "older": page.older, "newer": page.newer}
    return render(request, "annotator/my_questions.html", context)


@page_view
def asked(request: HttpRequest, campaign_id: int) -> HttpResponse:
    return _show(request, person_of(request), campaign_id)


@button_about(queries.access_question)
def answer(request: HttpRequest, question: PairQuestion) -> HttpResponse:
    asking = person_of(request)
    form = AnswerQuestionForm(request.POST, auto_id=f"question{question.pk}_%s")
    if not form.is_valid():
        return _show(request, asking, question.campaign_id, {question.pk: form}, status=422)
    answer_question(actor_of(request), question.pk, **values_of(form.asked))
    messages.success(request, _("%(rater)s will read your answer.") % {"rater": question.asked_by})
    return redirect("annotator:questions", question.campaign_id)


@button_about(queries.access_question)
def note(request: HttpRequest, question: PairQuestion) -> HttpResponse:
    with refusals_shown(request):
        guideline = note_answer(actor_of(request), question.pk)
        said = _("Version %(version)s of the guidelines ends with this answer.")
        messages.success(request, said % {"version": guideline.version})
    return redirect("annotator:questions", question.campaign_id)


def _show(
    request: HttpRequest,
    asking: User,
    campaign_id: int,
    forms: dict[int, AnswerQuestionForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Those that are open, the oldest first; then the others, the newest first."""
    campaign = access_led_campaign(asking, campaign_id)
    found = queries.access_questions(asking, campaign_id)
    page = page_by_key(found.filter(answered_at__isnull=False), request.GET)
    forms = forms or {}
    waiting = list(found.filter(answered_at__isnull=True).order_by("pk")[:100])
    context = {
        "campaign": campaign,
        "count": queries.open_questions(campaign),
        "waiting": [(one, forms.get(one.pk) or AnswerQuestionForm.of(one)) for one in waiting],
        "answered": [(one, forms.get(one.pk) or AnswerQuestionForm.of(one)) for one in page.rows],
        "older": page.older,
        "newer": page.newer,
    }
    return render(request, "annotator/questions.html", context, status=status)
