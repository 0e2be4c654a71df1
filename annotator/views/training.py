"""Training: a pair whose answer is known; an answer; at once whether it was right, and why."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotator.actions.answer_training import answer_training
from annotator.actions.serve_training import serve_training
from annotator.forms import TrainingForm
from annotator.queries import known_answers as queries
from foundation.asking.arguments import values_of
from foundation.pages import refusals_shown
from people.actor import actor_of, person_of


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def train(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """POST asks the next question."""
    member = queries.access_training(person_of(request), campaign_id)
    if request.method == "POST":
        with refusals_shown(request):
            serve_training(member.pk)
        return redirect("annotator:train", campaign_id)
    context = {
        "member": member,
        "campaign": member.campaign,
        "question": queries.open_question(member),
        "last": queries.last_trials(member),
        "progress": queries.training_progress(member, member.campaign),
    }
    return render(request, "annotator/train.html", context)


@login_required
@require_POST
def answer(request: HttpRequest, campaign_id: int) -> HttpResponse:
    member = queries.access_training(person_of(request), campaign_id)
    form = TrainingForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Expected one of the two answers to the question that was asked.")
        return redirect("annotator:train", campaign_id)
    with refusals_shown(request):
        feedback = answer_training(actor_of(request), member.pk, **values_of(form.asked))
        if feedback.qualified:
            messages.success(request, "You have passed the training: pairs are waiting for you.")
    return redirect("annotator:train", campaign_id)
