"""The rating page. A GET only reads: what one holds, or a button that asks for the next pair."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from annotator.actions.change_label import undo_label
from annotator.actions.check_by_gold import REASON as BY_GOLD
from annotator.actions.claim_slots import claim_slots
from annotator.actions.extend_lease import put_off
from annotator.actions.not_saved import SavedBefore, SavedElsewhere
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.answer_forms import HeldForm, RateForm
from annotator.asked.answering import LONGEST_COMMENT
from annotator.called import called
from annotator.keys import actions_on
from annotator.locks.slot import ClipDoesNotPlay
from annotator.locks.standing import NotAMember
from annotator.models import Answer, Campaign, Label, Member, Reason, Shown
from annotator.queries import raters as queries
from annotator.queries.left import NO_COUNTS, counts_of
from annotator.views import rating_screen as screens
from annotator.views.doors import button_about, form_about, page_about
from foundation.pages import refusals_shown
from foundation.refused import Refused
from foundation.words import translated
from people.actor import person_of
from people.guards import button, page_view

CLIENT = "page"
NOT_COUNTED = (  # in the session: what the page of an answer that was not counted says
    "annotator.not_counted"
)


@page_view
def rate_list(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    memberships = list(
        queries.access_memberships(asking).exclude(campaign__state=Campaign.State.CLOSED)
    )
    today = queries.labels_today(asking)
    rows = [(member, today.pop(member.campaign_id, 0)) for member in memberships]
    elsewhere = sum(today.values())
    context = {
        "rows": rows,
        "today": sum(labels for _, labels in rows) + elsewhere,
        "elsewhere": elsewhere,
    }
    return render(request, "annotator/rate_list.html", context)


@gzip_page
@never_cache
@form_about(queries.access_membership)
def rate(request: HttpRequest, member: Member) -> HttpResponse:
    if queries.must_confirm(member):
        return redirect("annotator:guideline", member.campaign_id)
    if request.method == "POST":
        request.session.pop(NOT_COUNTED, None)
        with refusals_shown(request):
            claim_slots(rater=member.person, campaign_id=member.campaign_id, count=1)
        return redirect("annotator:rate", member.campaign_id)
    return _show(request, member)


@never_cache
@require_safe
def standing(request: HttpRequest, campaign_id: int) -> JsonResponse:
    """What the screen asks for: who is signed in by now, a fresh token for what it sends, and the
    counts. It never redirects to the sign-in page: the screen keeps what it has, and says so."""
    if not request.user.is_authenticated:
        return JsonResponse({"person": None})
    person = person_of(request)
    found = {"person": str(person.pk), "csrf": get_token(request)}
    member = queries.find_membership(person, campaign_id)
    return JsonResponse(found | (counts_of(member) if member else NO_COUNTS))


@button_about(queries.access_membership)
def answer(request: HttpRequest, member: Member) -> HttpResponse:
    """The next pair is claimed with the answer, and shown by the page that this leads to."""
    form = RateForm(request.POST)
    if not form.is_valid():
        return _show_again(request, member, form)
    try:
        if form.comes_too_soon(member.campaign.look_ms):
            messages.info(request, screens.LOOK_FIRST)
        else:
            _submit(member, form)
    except ClipDoesNotPlay as refused:
        form.add_error(None, translated(str(refused)))
        return _show(request, member, form, status=409)
    except (SavedBefore, SavedElsewhere) as refused:
        return _saved(request, member, form, refused)
    except NotAMember:
        member.refresh_from_db(fields=["state", "reason"])
        return _not_counted(request, member, form, why_idle(member))
    except Refused as refused:
        return _not_counted(request, member, form, str(refused))
    return redirect("annotator:rate", member.campaign_id)


def _submit(member: Member, form: RateForm) -> None:
    given = form.values
    evidence = Evidence(comment=given.pop("comment"), client=CLIENT)
    sent = Sent(slot=form.slot_id, lease=form.cleaned_data["lease"], **given)
    submit_label(rater=member.person, sent=sent, evidence=evidence, then_claim=1)


@button_about(queries.access_membership)
def later(request: HttpRequest, member: Member) -> HttpResponse:
    """Back behind all others, and the next pair."""
    form = HeldForm(request.POST)
    with refusals_shown(request):
        if form.is_valid():
            put_off(rater=member.person, slot_id=form.slot_id, lease=form.cleaned_data["lease"])
            messages.info(request, _("Moved to the end of your queue."))
        else:
            claim_slots(rater=member.person, campaign_id=member.campaign_id, count=1)
    return redirect("annotator:rate", member.campaign_id)


@button()
def undo(request: HttpRequest, campaign_id: int, label_id: int) -> HttpResponse:
    member = queries.access_membership(person_of(request), campaign_id)
    with refusals_shown(request):
        undo_label(rater=member.person, label_id=queries.access_my_label(member, label_id).pk)
        messages.info(request, _("Taken back: judge this pair again."))
    return redirect("annotator:rate", campaign_id)


def _show(
    request: HttpRequest, member: Member, form: RateForm | None = None, status: int = 200
) -> HttpResponse:
    on_screen = form.slot_id if form else screens.pair_on_screen(request)
    in_hand = queries.slots_in_hand(member, on_screen)
    counts = counts_of(member)
    last = queries.last_answer(member)
    context: dict[str, Any] = {
        "campaign": member.campaign,
        "member": member,
        "today": counts["today"],
        "counts": counts,
        "last": last,
    }
    if not in_hand:
        context |= {
            "free": queries.something_is_free(member),
            "why_idle": why_idle(member),
            "screen": screens.waiting_config(request, member.campaign),
        }
        return render(request, "annotator/rate_begin.html", context)
    if member.campaign.show != Shown.SINGLE:
        context |= screens.context_of_grid(request, member, in_hand, counts, last, form)
        return render(request, "annotator/rate_grid.html", context, status=status)
    held, answers = in_hand[0], screens.answers_of(member.campaign)
    context |= {
        "held": held,
        "form": form or RateForm.of(held),
        "can_be_seen": queries.can_be_seen(member.campaign, held.video),
        "answers": answers,
        "reasons": screens.REASONS,
        "actions": actions_on(answers, "mistake", "next", "others", "play_all"),
        "screen": screens.config_of(request, member, held, counts, last),
    }
    return render(request, "annotator/rate.html", context, status=status)


def _show_again(request: HttpRequest, member: Member, form: RateForm) -> HttpResponse:
    """Shows what was typed, as long as it is about the pair that is still held."""
    known = not {"slot", "lease"} & set(form.errors)
    held = queries.slots_in_hand(member, form.slot_id) if known else []
    if not any(one.slot == form.slot_id for one in held):
        why = "This answer is about a pair that you do not hold, or it is not complete."
        return _not_counted(request, member, form, why)
    return _show(request, member, form, status=422)


def _saved(
    request: HttpRequest, member: Member, form: RateForm, refused: SavedBefore | SavedElsewhere
) -> HttpResponse:
    """Another answer to the same pair counts already. Where it says the same, and no more, there is
    nothing to decide."""
    same = form.asked.value in (None, refused.saved.value)
    if same and form.asked.answer in (None, refused.saved.answer) and not form.asked.comment:
        messages.info(request, translated(str(refused)))
        return redirect("annotator:rate", member.campaign_id)
    return _not_counted(request, member, form, str(refused), saved=refused.saved.label)


def _not_counted(
    request: HttpRequest, member: Member, form: RateForm, why: str, saved: int | None = None
) -> HttpResponse:
    """Goes to a page of its own, which can be loaded again without sending anything. What was typed
    is not lost: it is shown there."""
    request.session[NOT_COUNTED] = {
        "campaign": member.campaign_id,
        "why": why,
        "typed": form.data.get("comment", "")[:LONGEST_COMMENT],
        "saved": saved,
        "instead": {
            name: form.cleaned_data[name]
            for name in ("answer", "value")
            if form.cleaned_data.get(name) not in (None, "")
        },
        "reason": form.asked.reason if saved else None,
    }
    return redirect("annotator:not_counted", member.campaign_id)


@never_cache
@page_about(queries.access_membership)
def not_counted(request: HttpRequest, member: Member) -> HttpResponse:
    """Why the last answer was not counted, what is saved in its place, and the way on."""
    kept = request.session.get(NOT_COUNTED)
    if kept is None or kept["campaign"] != member.campaign_id:
        return redirect("annotator:rate", member.campaign_id)
    label = queries.access_my_label(member, kept["saved"]) if kept["saved"] else None
    instead = _instead(member.campaign, kept["instead"], label) if kept["instead"] else None
    context = {
        "campaign": member.campaign,
        "why": kept["why"],
        "typed": kept["typed"],
        "label": label,
        "instead": instead,
        "reason": Reason(kept["reason"]) if kept.get("reason") else None,
        "may_change": bool(label and instead and queries.may_change(member, label)),
        "request_id": uuid.uuid4(),
    }
    return render(request, "annotator/not_counted.html", context)


def _instead(campaign: Campaign, typed: dict[str, Any], saved: Label | None) -> dict[str, Any]:
    """The button that puts what was sent in the place of what is saved."""
    answer, value = campaign.on_scale.said(typed.get("answer"), typed.get("value"))
    by_value = campaign.on_scale.is_graded and value is not None
    return {
        "name": "value" if by_value else "answer",
        "value": value if by_value else answer,
        "same": saved is not None and (saved.answer, saved.value) == (answer, value),
        "label": called(campaign.on_scale, answer, value, str(Answer(answer).label)),
    }


def why_idle(member: Member) -> str:
    """What somebody who is not given pairs reads. What an automatic pause says, no lead has
    written."""
    if member.state != Member.State.PAUSED:
        state = member.get_state_display().lower()
        return _("You are %(state)s in this campaign.") % {"state": state}
    if member.reason == BY_GOLD:
        return _("You are paused in this campaign: %(reason)s.") % {
            "reason": translated(member.reason)
        }
    return _("You are paused in this campaign. Your lead wrote: “%(reason)s”") % {
        "reason": member.reason
    }
