"""What a rater has said: read again, changed, taken back, within the campaign's time for it."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from annotator.actions.change_label import change_label
from annotator.asked.answering import Answered
from annotator.forms import AnsweredForm
from annotator.labels.live import is_live
from annotator.models import Label, Member
from annotator.queries import raters as queries
from annotator.views.doors import page_about, sent
from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from foundation.paging.by_key import page_by_key
from foundation.words import translated
from people.actor import person_of
from people.guards import form_view, page_view


@page_view
def campaigns(request: HttpRequest) -> HttpResponse:
    memberships = list(queries.access_memberships(person_of(request)))
    if len(memberships) == 1:
        return redirect("annotator:my_answers", memberships[0].campaign_id)
    return render(request, "annotator/answers_list.html", {"memberships": memberships})


@page_about(queries.access_membership)
def my_answers(request: HttpRequest, member: Member) -> HttpResponse:
    page = page_by_key(queries.labels_of(member), request.GET)
    rows = [(label, queries.may_change(member, label)) for label in page.rows]
    context = {"campaign": member.campaign, "rows": rows, "older": page.older, "newer": page.newer}
    return render(request, "annotator/answers.html", context)


@form_view
def my_answer(request: HttpRequest, campaign_id: int, label_id: int) -> HttpResponse:
    """One answer with its pair, and another answer in its place."""
    member = queries.access_membership(person_of(request), campaign_id)
    label = queries.access_my_label(member, label_id)
    given = {"request_id": uuid.uuid4(), "reason": label.reason}
    form = AnsweredForm(sent(request), initial=given)
    if form.is_valid():
        with refusals_shown(request):
            change_label(rater=member.person, label_id=label.pk, **values_of(form.asked))
            messages.success(request, _changed(label, form.asked))
            following = "rate" if "then_rate" in request.POST else "my_answers"
            return redirect(f"annotator:{following}", campaign_id)
        return redirect("annotator:my_answer", campaign_id, label_id)
    may_change = queries.may_change(member, label)
    can_be_seen = queries.can_be_seen(member.campaign, label.item.video)
    return with_form(
        request,
        "annotator/answer.html",
        {
            "form": form,
            "campaign": member.campaign,
            "label": label,
            "may_change": may_change,
            "is_live": is_live(label),
            "can_be_seen": can_be_seen,
        },
    )


def _changed(label: Label, new: Answered) -> str:
    """What is new against the label before."""
    if (new.answer, new.reason or "") != (label.answer, label.reason):
        return _("Changed to %(answer)s. Your earlier answer stays in the log.") % {
            "answer": translated(new.answer.label)
        }
    if new.comment == label.comment:
        return _("Saved again as %(answer)s.") % {"answer": translated(new.answer.label)}
    return _("Comment changed.") if label.comment else _("Comment added.")
