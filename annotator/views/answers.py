"""What raters read again: the guidelines, their own answers, changed or taken back within the
campaign's time for it, and, where the lead wishes it, how they were statements."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotator.actions.change_label import change_label
from annotator.actions.write_guideline import confirm_guideline
from annotator.answer_forms import AnsweredForm
from annotator.asked.answering import Answered
from annotator.forms import ConfirmForm
from annotator.labels.live import is_live
from annotator.models import Label, Member
from annotator.queries import raters as queries
from annotator.queries import statements
from annotator.queries.known_answers import examples_of
from annotator.views.doors import form_about, page_about, sent
from annotator.views.rating_screen import answers_of, said_on
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from foundation.paging.by_key import page_by_key
from people.actor import person_of
from people.guards import form_view, page_view


@page_view
def answers_list(request: HttpRequest) -> HttpResponse:
    return _campaigns(request, "annotator:my_answers", "annotator/answers_list.html")


@page_view
def guidelines(request: HttpRequest) -> HttpResponse:
    return _campaigns(request, "annotator:guideline", "annotator/guidelines.html")


def _campaigns(request: HttpRequest, page: str, template: str) -> HttpResponse:
    """The campaigns that one rates in; of a single one its page."""
    memberships = list(queries.access_memberships(person_of(request)))
    if len(memberships) == 1:
        return redirect(page, memberships[0].campaign_id)
    return render(request, template, {"memberships": memberships})


@form_about(queries.access_membership)
def guideline(request: HttpRequest, member: Member) -> HttpResponse:
    if request.method == "POST":
        form = ConfirmForm(request.POST)
        with refusals_shown(request):
            confirm_guideline(member, form.asked.version if form.is_valid() else 0)
            return redirect("annotator:rate", member.campaign_id)
        return redirect("annotator:guideline", member.campaign_id)
    context = {
        "campaign": member.campaign,
        "guideline": queries.current_guideline(member.campaign_id),
        "must_confirm": queries.must_confirm(member),
        "in_training": member.in_training,
        "examples": examples_of(member.campaign),
    }
    return render(request, "annotator/guideline.html", context)


@page_about(queries.access_membership)
def my_answers(request: HttpRequest, member: Member) -> HttpResponse:
    page = page_by_key(queries.labels_of(member), request.GET)
    rows = [(label, queries.may_change(member, label)) for label in page.rows]
    context = {"campaign": member.campaign, "page": page, "rows": rows}
    return render(request, "annotator/answers.html", context)


@page_about(statements.access_feedback)
def feedback(request: HttpRequest, member: Member) -> HttpResponse:
    page = page_by_key(statements.overruled_labels(member), request.GET)
    rows = statements.with_decisions(page.rows)
    context = {"campaign": member.campaign, "page": page, "rows": rows}
    return render(request, "annotator/feedback.html", context)


@form_view
def my_answer(request: HttpRequest, campaign_id: int, label_id: int) -> HttpResponse:
    """One answer with its pair, and another answer in its place."""
    member = queries.access_membership(person_of(request), campaign_id)
    label = queries.access_my_label(member, label_id)
    given = {"request_id": uuid.uuid4(), "reason": label.reason}
    form = AnsweredForm(sent(request), initial=given)
    if form.is_valid():
        with refusals_shown(request):
            change_label(rater=member.person, label_id=label.pk, **form.values)
            messages.success(request, _changed(label, form.asked))
            following = "rate" if "then_rate" in request.POST else "my_answers"
            return redirect(f"annotator:{following}", campaign_id)
        return redirect("annotator:my_answer", campaign_id, label_id)
    context = {
        "form": form,
        "campaign": member.campaign,
        "label": label,
        "may_change": queries.may_change(member, label),
        "is_live": is_live(label),
        "can_be_seen": queries.can_be_seen(member.campaign, label.item.video),
        "answers": answers_of(member.campaign),
    }
    return with_form(request, "annotator/answer.html", context)


def _changed(label: Label, new: Answered) -> str:
    """What is new against the label before."""
    answer = {"answer": said_on(label.campaign, new)}
    said = label.campaign.on_scale.said(new.answer, new.value)
    if (*said, new.reason or "") != (label.answer, label.value, label.reason):
        return _("Changed to %(answer)s. Your earlier answer stays in the log.") % answer
    if new.comment == label.comment:
        return _("Saved again as %(answer)s.") % answer
    return _("Comment changed.") if label.comment else _("Comment added.")
