"""Known answers, for leads: made one by one, from a file, or drawn; and what raters in training
made of them."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotator.actions.draw_known_answers import draw_known_answers
from annotator.actions.import_known_answers import import_known_answers
from annotator.actions.know_answers import know_answer_by_keys, use_known_answer
from annotator.actions.review_training import review_training
from annotator.forms import DrawForm, KnownAnswerForm, KnownAnswersFileForm, ReviewForm
from annotator.models import Campaign
from annotator.queries import known_answers as queries
from annotator.queries.progress import access_led_campaign
from foundation.asking.arguments import values_of
from foundation.paging.by_key import page_by_key
from foundation.paging.in_order import page_in_order
from people.actor import actor_of, person_of
from pooling.formats.problem import Unreadable, naming

# Three forms on one page, with fields of the same names: each has ids of its own.
BY_FILE, BY_DRAWING = "file_%s", "draw_%s"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def known(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = access_led_campaign(person_of(request), campaign_id)
    if request.method != "POST":
        return _show(request, of)
    form = KnownAnswerForm(request.POST)
    if form.is_valid():
        new = form.asked
        with form.refusals():
            know_answer_by_keys(actor_of(request), of, **values_of(new))
            messages.success(request, f"{new.caption} and {new.video} are {new.answer}.")
            return redirect("annotator:known", campaign_id)
    return _show(request, of, status=422, form=form)


@login_required
@require_POST
def from_file(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = access_led_campaign(person_of(request), campaign_id)
    form = KnownAnswersFileForm(request.POST, request.FILES, auto_id=BY_FILE)
    if form.is_valid():
        file = form.asked.file
        with form.refusals():
            try:
                with naming(file.name):
                    made = import_known_answers(actor_of(request), of, file.file, form.asked.use)
            except Unreadable as unreadable:  # each of its problems on a line of its own
                form.add_error("file", unreadable.lines())
            else:
                read = f"{len(made):,} known answers from {file.name}."
                messages.success(request, _with_wants(of, read))
                return redirect("annotator:known", campaign_id)
    return _show(request, of, status=422, file_form=form)


@login_required
@require_POST
def draw(request: HttpRequest, campaign_id: int) -> HttpResponse:
    of = access_led_campaign(person_of(request), campaign_id)
    form = DrawForm(request.POST, auto_id=BY_DRAWING)
    if form.is_valid():
        with form.refusals():
            made = draw_known_answers(actor_of(request), of, **values_of(form.asked))
            messages.success(request, _with_wants(of, f"{len(made):,} known answers drawn."))
            return redirect("annotator:known", campaign_id)
    return _show(request, of, status=422, draw_form=form)


@login_required
@require_POST
def use(request: HttpRequest, campaign_id: int, known_id: int) -> HttpResponse:
    """Retires what is used, and the other way round."""
    of = queries.access_known_answer(person_of(request), campaign_id, known_id)
    use_known_answer(actor_of(request), of.pk, active=request.POST.get("active") == "yes")
    return redirect("annotator:known", campaign_id)


@login_required
@require_safe
def answered(request: HttpRequest, campaign_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_led_campaign(asking, campaign_id)
    page = page_by_key(queries.access_trials(asking, campaign_id), request.GET)
    context = {"campaign": of, "trials": page.rows, "older": page.older, "newer": page.newer}
    return render(request, "annotator/training_answers.html", context)


@login_required
@require_POST
def review(request: HttpRequest, campaign_id: int, trial_id: int) -> HttpResponse:
    trial = queries.access_trial(person_of(request), campaign_id, trial_id)
    form = ReviewForm(request.POST)
    if form.is_valid():
        review_training(actor_of(request), trial.pk, form.asked.comment)
        messages.success(request, f"{trial.member.person} will read it.")
    else:
        messages.error(request, "Expected a comment of at most 2,000 characters.")
    return redirect("annotator:training_answers", campaign_id)


def _with_wants(of: Campaign, what: str) -> str:
    """And what training lacks still, for drawn from one place, all answers are the same; and which
    checks would stand out."""
    return " ".join(
        filter(None, [what, queries.missing_for_training(of), queries.told_of_strangers(of)])
    )


def _show(request: HttpRequest, of: Campaign, *, status: int = 200, **forms: Any) -> HttpResponse:
    rows = queries.access_known_answers(person_of(request), of.pk)
    missing, for_want_of_clips = queries.wants_of_training(of)
    context = {
        "campaign": of,
        "missing": missing,
        "for_want_of_clips": for_want_of_clips,
        "strangers": queries.told_of_strangers(of),
        "page": page_in_order(rows, request.GET, by=("id",)),
        "form": KnownAnswerForm(),
        "file_form": KnownAnswersFileForm(auto_id=BY_FILE),
        "draw_form": DrawForm(auto_id=BY_DRAWING),
    }
    return render(request, "annotator/known.html", context | forms, status=status)
