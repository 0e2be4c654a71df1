"""Known answers, for leads: made one by one, from a file, or drawn; and what raters in training
made of them. And training itself: a pair whose answer is known; an answer; at once whether it was
right, and why. It passes 300 lines, as leads and raters meet in it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from annotator.actions.draw_known_answers import draw_known_answers
from annotator.actions.know_answers import (
    explain_known_answer,
    import_known_answers,
    know_answer_by_keys,
    show_as_example,
    use_known_answer,
)
from annotator.actions.training import (
    answer_training,
    decide_training,
    review_training,
    serve_training,
    settle_queued,
)
from annotator.answer_forms import TrainingForm
from annotator.called import called
from annotator.forms import (
    DecideTrainingForm,
    DrawForm,
    ExplainForm,
    KnownAnswerForm,
    KnownAnswersFileForm,
    ReviewForm,
    SettleForm,
)
from annotator.keys import actions_on
from annotator.models import Campaign, KnownAnswer, Member, Trial
from annotator.passing import ROUNDS
from annotator.queries import known_answers as queries
from annotator.queries import training_queue as queue
from annotator.queries.disputes import access_opinions
from annotator.queries.gold import about_strangers
from annotator.queries.known_answers import examples_of
from annotator.queries.progress import access_led_campaign, access_led_member
from annotator.queries.raters import current_guideline
from annotator.queries.trainees import answers_to, training_table
from annotator.views.doors import button_about, form_about, page_about, sent
from annotator.views.rating_screen import LOOK_FIRST, answers_of
from annotator.views.screen import config
from foundation.pages import refusals_shown
from foundation.paging.in_order import page_in_order
from people.actor import actor_of, person_of
from people.models import Role
from pooling.formats.problem import Unreadable, naming

# Three forms on one page, with fields of the same names: each has ids of its own.
BY_FILE, BY_DRAWING = "file_%s", "draw_%s"
QUEUED = 10  # pairs of the queue on a page
TO_EXPLAIN = 6  # at once, each beside its clip
NOT_HERE = ("cannot_judge", "undo", "others", "play_all", "later", "comment", "mistake")


@form_about(access_led_campaign)
def known(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = KnownAnswerForm(sent(request), scale=of.on_scale)
    if form.is_valid():
        new = form.asked
        with form.refusals():
            made = know_answer_by_keys(actor_of(request), of, new)
            answer = called(of.on_scale, made.answer, made.grade, made.get_answer_display())
            words = {"caption": new.caption, "video": new.video, "answer": answer}
            messages.success(request, _("Added: %(caption)s with %(video)s, %(answer)s.") % words)
            return redirect("annotator:known", of.pk)
    return _show(request, of, status=422 if form.is_bound else 200, form=form)


@button_about(access_led_campaign)
def known_file(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = KnownAnswersFileForm(request.POST, request.FILES, auto_id=BY_FILE, scale=of.on_scale)
    if form.is_valid():
        file = form.asked.file
        with form.refusals():
            try:
                with naming(file.name):
                    made = import_known_answers(actor_of(request), of, file.file, form.asked.use)
            except Unreadable as unreadable:  # each of its problems on a line of its own
                form.add_error("file", unreadable.lines())
            else:
                read = ngettext(
                    "%(n)s known answer from %(file)s.",
                    "%(n)s known answers from %(file)s.",
                    len(made),
                ) % {"n": f"{len(made):,}", "file": file.name}
                messages.success(request, _with_wants(of, read))
                return redirect("annotator:known", of.pk)
    return _show(request, of, status=422, file_form=form)


@button_about(access_led_campaign)
def known_draw(request: HttpRequest, of: Campaign) -> HttpResponse:
    form = DrawForm(request.POST, auto_id=BY_DRAWING)
    if form.is_valid():
        with form.refusals():
            made = draw_known_answers(actor_of(request), of, **form.values)
            drawn = ngettext(
                "%(n)s known answer drawn.", "%(n)s known answers drawn.", len(made)
            ) % {"n": f"{len(made):,}"}
            messages.success(request, _with_wants(of, drawn))
            return redirect("annotator:known", of.pk)
    return _show(request, of, status=422, draw_form=form)


@button_about(queries.access_known_answer)
def known_use(request: HttpRequest, of: KnownAnswer) -> HttpResponse:
    """Retires what is used, and the other way round."""
    use_known_answer(actor_of(request), of.pk, active=request.POST.get("active") == "yes")
    return redirect("annotator:known", of.campaign_id)


@button_about(queries.access_known_answer)
def known_explain(request: HttpRequest, of: KnownAnswer) -> HttpResponse:
    form = ExplainForm(request.POST, auto_id=f"known{of.pk}_%s")
    if form.is_valid():
        with form.refusals():
            explain_known_answer(actor_of(request), of.pk, **form.values)
            messages.success(request, _("Saved: raters read this after their answer."))
            return _back(request, of.campaign_id)
    campaign = access_led_campaign(person_of(request), of.campaign_id)
    return _show(request, campaign, status=422, unexplained=[(of, form)], more_unexplained=0)


@button_about(queries.access_known_answer)
def known_example(request: HttpRequest, of: KnownAnswer) -> HttpResponse:
    """Shown with the guidelines from now on."""
    with refusals_shown(request):
        show_as_example(actor_of(request), of.pk)
        messages.success(
            request, _("The guidelines show this pair as an example. It is asked no more.")
        )
    return _back(request, of.campaign_id)


@page_about(access_led_campaign)
def training_answers(request: HttpRequest, of: Campaign) -> HttpResponse:
    """Trainees by question; with `?question=`, one question with its clip and what each said."""
    asking = person_of(request)
    page, question = (_number(request.GET.get(name, "")) for name in ("page", "question"))
    chosen = queries.access_known_answer(asking, of.pk, question) if question else None
    context = {
        "campaign": of,
        "table": training_table(asking, of, page or 1),
        "chosen": chosen,
        "trials": answers_to(asking, chosen) if chosen else [],
        "form": ExplainForm.of(chosen) if chosen else None,
        "here": request.get_full_path(),
    }
    return render(request, "annotator/training_answers.html", context)


@page_about(access_opinions)
def training_queue(request: HttpRequest, of: Campaign) -> HttpResponse:
    """Pairs that nobody knows, with how many trainees said what, each to be settled."""
    return _show_queue(request, of)


@button_about(queue.access_queued)
def settle(request: HttpRequest, of: KnownAnswer) -> HttpResponse:
    if of.use != KnownAnswer.Use.QUEUE:
        messages.error(request, _("This pair has been settled already."))
        return redirect("annotator:training_queue", of.campaign_id)
    form = SettleForm.of(of, request.POST)
    if form.is_valid():
        with form.refusals():
            settle_queued(actor_of(request), of.pk, **form.values)
            messages.success(request, _("Settled: trainees see it beside their answers."))
            return redirect("annotator:training_queue", of.campaign_id)
    return _show_queue(request, of.campaign, of, form)


def _show_queue(
    request: HttpRequest, of: Campaign, wrong: KnownAnswer | None = None, form: Any = None
) -> HttpResponse:
    page = page_in_order(queue.queue_with_answers(of), request.GET, by=("id",), size=QUEUED)
    pairs = [(one, form if one == wrong else SettleForm.of(one)) for one in page.rows]
    context = {"campaign": of, "page": page, "pairs": pairs}
    context["leads"] = person_of(request).at_least(Role.LEAD)
    return render(request, "annotator/training_queue.html", context, status=422 if form else 200)


@button_about(access_led_member)
def training_decide(request: HttpRequest, member: Member) -> HttpResponse:
    """Whether a rater in training rates from now on, or trains for two more rounds."""
    form = DecideTrainingForm(request.POST)
    with refusals_shown(request):
        passed = form.is_valid() and form.asked.passed
        decide_training(actor_of(request), member.pk, passed=passed)
        sentence = _("%(rater)s rates now.") if passed else _("%(rater)s has two more rounds.")
        messages.success(request, sentence % {"rater": member.person})
    return redirect("annotator:training_answers", member.campaign_id)


@button_about(queries.access_trial)
def training_review(request: HttpRequest, trial: Trial) -> HttpResponse:
    form = ReviewForm(request.POST)
    if form.is_valid():
        review_training(actor_of(request), trial.pk, form.asked.comment)
        messages.success(request, _("%(rater)s will read it.") % {"rater": trial.member.person})
    else:
        messages.error(request, _("Write a comment of at most 2,000 characters."))
    address = reverse("annotator:training_answers", args=[trial.member.campaign_id])
    return redirect(f"{address}?question={trial.known_id}#question")


def _back(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Goes back to where the button was: several pages have it."""
    there = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(there, None):
        return redirect(there)
    return redirect("annotator:known", campaign_id)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _with_wants(of: Campaign, what: str) -> str:
    """And what training lacks still, for drawn from one place, all answers are the same; and which
    checks would stand out."""
    return " ".join(filter(None, [what, queries.missing_for_training(of), about_strangers(of)]))


def _show(request: HttpRequest, of: Campaign, *, status: int = 200, **forms: Any) -> HttpResponse:
    rows = queries.access_known_answers(person_of(request), of.pk).exclude(answer="")
    missing, for_want_of_clips = queries.wants_of_training(of)
    unexplained = queries.without_explanation(rows)
    page = page_in_order(rows, request.GET, by=("id",))
    context = {
        "campaign": of,
        "missing": missing,
        "for_want_of_clips": for_want_of_clips,
        "strangers": about_strangers(of),
        "usable": queries.usable_questions(of),
        "unexplained": [(known, ExplainForm.of(known)) for known in unexplained[:TO_EXPLAIN]],
        "more_unexplained": max(0, unexplained.count() - TO_EXPLAIN),
        "page": page,
        "rows": [(known, queries.waits_for(known)) for known in page.rows],
        "form": KnownAnswerForm(scale=of.on_scale),
        "file_form": KnownAnswersFileForm(auto_id=BY_FILE, scale=of.on_scale),
        "draw_form": DrawForm(auto_id=BY_DRAWING),
    }
    return render(request, "annotator/known.html", context | forms, status=status)


@never_cache
@form_about(queue.access_training)
def train(request: HttpRequest, member: Member) -> HttpResponse:
    """POST asks the next question."""
    if request.method == "POST":
        with refusals_shown(request):
            serve_training(member.pk)
        return redirect("annotator:train", member.campaign_id)
    question = queue.open_question(member)
    shown = None if question else queue.just_answered(member, request.GET.get("answered", ""))
    made, through = queue.training_progress(member), queue.course_of(member)
    queued = queue.queue_for(member, trained=made.passes)
    context = {
        "member": member,
        "campaign": member.campaign,
        "progress": made,
        "queue": queued,
        "course": through,
        "goes_on": queue.goes_on(queued, through),
        "rounds": ROUNDS,
    }
    if question or shown:
        answers = answers_of(member.campaign)
        words = {
            "unsent": _("This could not be sent. Check your connection and press again."),
            "look_first": str(LOOK_FIRST),
        }
        context |= {
            "question": question,
            "told": shown,
            "trial": question or shown,
            "guideline": current_guideline(member.campaign_id),
            "examples": examples_of(member.campaign),
            "answers": answers,
            "actions": actions_on(answers, *NOT_HERE),
            "screen": config(
                request, words, member.campaign.on_scale, lookMs=member.campaign.look_ms
            ),
        }
        return render(request, "annotator/train.html", context)
    context["last"] = queue.last_trials(member)
    return render(request, "annotator/train_begin.html", context)


@button_about(queue.access_training)
def train_answer(request: HttpRequest, member: Member) -> HttpResponse:
    address = reverse("annotator:train", args=[member.campaign_id])
    form = TrainingForm(request.POST)
    if not form.is_valid():
        messages.error(request, _unanswered(member.campaign))
        return redirect(address)
    with refusals_shown(request):
        feedback = answer_training(actor_of(request), member.pk, **form.values)
        if feedback.qualified:
            messages.success(request, _("You have passed the training: pairs are waiting for you."))
        return redirect(f"{address}?answered={feedback.trial.pk}")
    return redirect(address)


def _unanswered(campaign: Campaign) -> str:
    if campaign.on_scale.is_graded:
        return _("Choose one of the grades for the question that you were asked.")
    return _("Choose one of the two answers to the question that you were asked.")
