"""What a rater has said: read again, changed, taken back, within the campaign's time for it."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotator.actions.change_label import change_label
from annotator.forms import SaidForm
from annotator.labels.live import is_live
from annotator.models import Label
from annotator.queries import raters as queries
from foundation.paging.by_key import page_by_key
from foundation.refused import Refused
from people.actor import person_of


@login_required
@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    memberships = list(queries.access_memberships(person_of(request)))
    if len(memberships) == 1:
        return redirect("annotator:my_answers", memberships[0].campaign_id)
    return render(request, "annotator/answers_list.html", {"memberships": memberships})


@login_required
@require_safe
def my_answers(request: HttpRequest, campaign_id: int) -> HttpResponse:
    member = queries.access_membership(person_of(request), campaign_id)
    page = page_by_key(queries.labels_of(member), request.GET)
    rows = [(label, queries.may_change(member, label)) for label in page.rows]
    context = {"campaign": member.campaign, "rows": rows, "older": page.older, "newer": page.newer}
    return render(request, "annotator/answers.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_answer(request: HttpRequest, campaign_id: int, label_id: int) -> HttpResponse:
    """One answer with its pair, and another answer in its place."""
    member = queries.access_membership(person_of(request), campaign_id)
    label = queries.access_my_label(member, label_id)
    given = {"request_id": uuid.uuid4(), "reason": label.reason}
    form = SaidForm(request.POST) if request.method == "POST" else SaidForm(initial=given)
    if form.is_bound and form.is_valid():
        try:
            change_label(
                rater=member.person,
                label_id=label.pk,
                comment=form.cleaned_data["comment"],
                **form.said,
            )
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("annotator:my_answer", campaign_id, label_id)
        messages.success(request, _changed(label, form))
        return redirect(
            "annotator:rate" if "then_rate" in request.POST else "annotator:my_answers", campaign_id
        )
    may_change = queries.may_change(member, label)
    can_be_seen = queries.can_be_seen(member.campaign, label.item.video)
    context = {
        "campaign": member.campaign,
        "label": label,
        "form": form,
        "may_change": may_change,
        "is_live": is_live(label),
        "can_be_seen": can_be_seen,
    }
    return render(request, "annotator/answer.html", context, status=422 if form.is_bound else 200)


def _changed(label: Label, form: SaidForm) -> str:
    """What is new against the label that stood before."""
    said = form.said
    if (said["answer"], said["reason"] or "") != (label.answer, label.reason):
        return f"Changed to {said['answer'].label}. Your earlier answer stays in the log."
    if form.cleaned_data["comment"] == label.comment:
        return f"Saved again as {said['answer'].label}."
    return f"Comment {'changed' if label.comment else 'added'}."
