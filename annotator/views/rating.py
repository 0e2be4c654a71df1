"""The rating page. A GET only reads: what one holds, or a button that asks for the next pair."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotator.actions.change_label import undo_label
from annotator.actions.claim_slots import claim_slots
from annotator.actions.locked_slot import ClipDoesNotPlay
from annotator.actions.mind_lease import release_slot
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.forms import HeldForm, RateForm
from annotator.models import Campaign, Member
from annotator.queries import raters as queries
from people.actor import person_of
from people.refused import Refused

CLIENT = "page"


@login_required
@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    memberships = list(queries.access_memberships(asking).exclude(campaign__state=Campaign.State.CLOSED))
    today = queries.labels_today(asking, [member.campaign_id for member in memberships])
    rows = [(member, today.get(member.campaign_id, 0)) for member in memberships]
    return render(request, "annotator/rate_list.html", {"rows": rows, "today": sum(today.values())})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rate(request: HttpRequest, campaign_id: int) -> HttpResponse:
    member = queries.access_membership(person_of(request), campaign_id)
    if queries.must_confirm(member):
        return redirect("annotator:guideline", campaign_id)
    if request.method == "POST":
        try:
            claim_slots(rater=member.person, campaign_id=campaign_id, count=1)
        except Refused as refused:
            messages.error(request, str(refused))
        return redirect("annotator:rate", campaign_id)
    return _show(request, member)


@login_required
@require_POST
def answer(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """The next pair is claimed with the answer, and shown by the page that this leads to."""
    member = queries.access_membership(person_of(request), campaign_id)
    form = RateForm(request.POST)
    if not form.is_valid():
        return _show_again(request, member, form)
    said = form.said
    try:
        submit_label(
            rater=member.person,
            sent=Sent(slot=form.slot_id, lease=form.cleaned_data["lease"], **said),
            evidence=Evidence(comment=form.cleaned_data["comment"], client=CLIENT),
            then_claim=1,
        )
    except ClipDoesNotPlay as refused:
        form.add_error(None, str(refused))
        return _show(request, member, form, status=409)
    except Refused as refused:
        return _not_counted(request, member, form, str(refused))
    return redirect("annotator:rate", campaign_id)


@login_required
@require_POST
def later(request: HttpRequest, campaign_id: int) -> HttpResponse:
    """Back behind all others, and the next pair."""
    member = queries.access_membership(person_of(request), campaign_id)
    form = HeldForm(request.POST)
    try:
        if form.is_valid():
            release_slot(rater=member.person, slot_id=form.slot_id, lease=form.cleaned_data["lease"], later=True)
            messages.info(request, "Put behind all other pairs.")
        claim_slots(rater=member.person, campaign_id=campaign_id, count=1)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("annotator:rate", campaign_id)


@login_required
@require_POST
def undo(request: HttpRequest, campaign_id: int, label_id: int) -> HttpResponse:
    member = queries.access_membership(person_of(request), campaign_id)
    try:
        undo_label(rater=member.person, label_id=queries.access_my_label(member, label_id).pk)
        messages.info(request, "Taken back: judge this pair again.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("annotator:rate", campaign_id)


def _show(request: HttpRequest, member: Member, form: RateForm | None = None, status: int = 200) -> HttpResponse:
    held = queries.slot_in_hand(member)
    context: dict[str, Any] = {
        "campaign": member.campaign,
        "member": member,
        "today": queries.labels_today(member.person, [member.campaign_id]).get(member.campaign_id, 0),
        "last": queries.last_answer(member),
    }
    if held is None:
        return render(request, "annotator/rate_begin.html", context | {"free": queries.something_is_free(member)})
    context |= {"held": held, "form": form or RateForm.of(held), "can_be_seen": queries.can_be_seen(member.campaign, held.video)}
    return render(request, "annotator/rate.html", context, status=status)


def _show_again(request: HttpRequest, member: Member, form: RateForm) -> HttpResponse:
    """With what was typed, as long as it is about the pair that is still held."""
    held = queries.slot_in_hand(member)
    if {"slot", "lease"} & set(form.errors) or held is None or held.slot != form.slot_id:
        return _not_counted(request, member, form, "This answer is about a pair that you do not hold, or it is not complete.")
    return _show(request, member, form, status=422)


def _not_counted(request: HttpRequest, member: Member, form: RateForm, why: str) -> HttpResponse:
    """What was typed is not lost: it stands on the page, to be copied."""
    typed = form.data.get("comment", "")
    context = {"campaign": member.campaign, "why": why, "typed": typed}
    return render(request, "annotator/not_counted.html", context, status=409)
