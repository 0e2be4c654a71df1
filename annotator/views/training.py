"""Training: a pair whose answer is known; an answer; at once whether it was right, and why."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from annotator.actions.training import answer_training, serve_training
from annotator.forms import TrainingForm
from annotator.keys import actions_but
from annotator.models import Member, Trial
from annotator.passing import ROUNDS
from annotator.queries import training_queue as queries
from annotator.queries.known_answers import examples_of
from annotator.queries.raters import current_guideline
from annotator.views.doors import button_about, form_about
from annotator.views.rating_screen import LOOK_FIRST
from annotator.views.screen import config
from foundation.asking.arguments import values_of
from foundation.pages import refusals_shown
from people.actor import actor_of

ACTIONS = actions_but("cannot_judge", "undo", "others", "play_all", "later", "comment", "mistake")


@never_cache
@form_about(queries.access_training)
def train(request: HttpRequest, member: Member) -> HttpResponse:
    """POST asks the next question."""
    if request.method == "POST":
        with refusals_shown(request):
            serve_training(member.pk)
        return redirect("annotator:train", member.campaign_id)
    question = queries.open_question(member)
    told = None if question else queries.just_answered(member, request.GET.get("answered", ""))
    context = {
        "member": member,
        "campaign": member.campaign,
        "progress": queries.training_progress(member),
        "course": queries.course_of(member),
        "rounds": ROUNDS,
    }
    if question or told:
        context |= _on_screen(request, member, question, told)
        return render(request, "annotator/train.html", context)
    context["last"] = queries.last_trials(member)
    return render(request, "annotator/train_begin.html", context)


def _on_screen(
    request: HttpRequest, member: Member, question: Trial | None, told: Trial | None
) -> dict[str, Any]:
    words = {
        "unsent": _("This could not be sent. Check your connection and press again."),
        "look_first": str(LOOK_FIRST),
    }
    return {
        "question": question,
        "told": told,
        "trial": question or told,
        "guideline": current_guideline(member.campaign_id),
        "examples": examples_of(member.campaign),
        "actions": ACTIONS,
        "screen": config(request, words, lookMs=member.campaign.look_ms),
    }


@button_about(queries.access_training)
def answer(request: HttpRequest, member: Member) -> HttpResponse:
    address = reverse("annotator:train", args=[member.campaign_id])
    form = TrainingForm(request.POST)
    if not form.is_valid():
        messages.error(
            request, _("Choose one of the two answers to the question that you were asked.")
        )
        return redirect(address)
    with refusals_shown(request):
        feedback = answer_training(actor_of(request), member.pk, **values_of(form.asked))
        if feedback.qualified:
            messages.success(request, _("You have passed the training: pairs are waiting for you."))
        return redirect(f"{address}?answered={feedback.trial.pk}")
    return redirect(address)
