"""Claim, answer, change: the API's part for raters. Its views are asked often, so they answer in
plain dictionaries."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from annotator import serializers as shown
from annotator.actions.change_label import change_label, undo_label
from annotator.actions.claim_slots import claim_slots
from annotator.actions.extend_lease import keep_lease, release_slot
from annotator.actions.remarks import note_clip_failure
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.api.address import Address, call
from annotator.asked.answering import SlotAnswered
from annotator.masks import mask_number, unmask_number
from annotator.queries.waiting import keys_to_find
from annotator.slots.give import Claimed
from foundation.api.operation import operation
from foundation.asking.arguments import values_of
from foundation.refused import Refused
from people.actor import person_of
from people.api.authentication import token_of
from people.models import Role

ANSWER = shown.AnswerSerializer()
LARGEST = {"campaign_id": 2**31, "slot_id": 2**63, "label_id": 2**63}


class AnotherPerson(Refused):
    """Somebody else is signed in by now, so nothing of yours was sent. Sign in again."""

    reason = "another_person"


class Labelling(Address):
    """For raters and above. A number that no key can have is not asked of the database.

    A page that keeps answers until they can be sent says whose they are in X-Truepool-Person: they
    must not be taken for those of whoever has signed in since.
    """

    scope = "label"
    least_role = Role.RATER

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if any(number >= LARGEST[name] for name, number in kwargs.items()):
            raise Http404
        whose = request.headers.get("X-Truepool-Person")
        if whose is not None and whose != str(request.user.pk):
            raise AnotherPerson


class Claim(Labelling):
    @call("slots_claim", "Claim slots", "labelling", shown.ClaimSerializer, shown.ClaimedSerializer)
    def post(self, request: Request, campaign_id: int, asked: Any) -> dict[str, Any]:
        """What is held already comes first."""
        rater = person_of(request)
        claimed = claim_slots(rater=rater, campaign_id=campaign_id, count=asked.count)
        return {"slots": slots_of(request, campaign_id, claimed), "remaining": claimed.remaining}


class GiveLabels(Labelling):
    @operation(
        "labels_give",
        "Answer a slot",
        "labelling",
        shown.AnswerSerializer,
        {201: shown.CountedSerializer, 200: shown.CountedSerializer},
    )
    def post(self, request: Request) -> Response:
        """201 when it was counted; 200 when it had been counted before, under the same request
        id."""
        given: SlotAnswered = ANSWER.answer_to(request.data)
        slot = unmask_number(given.slot)
        client = "page" if token_of(request) is None else "api"
        counted = submit_label(
            rater=person_of(request),
            sent=Sent(
                slot,
                given.lease,
                given.answer,
                given.request_id,
                given.reason,
                given.shown,
                given.shown_group,
            ),
            evidence=Evidence(given.comment, given.active_ms, given.plays, client),
            then_claim=given.claim,
        )
        following = slots_of(request, counted.campaign, counted.next) if counted.next else []
        status = 201 if counted.is_new else 200
        return Response({"label": counted.label, "next": following}, status=status)


class Undo(Labelling):
    @call("labels_undo", "Take an answer back", "labelling", gives=shown.NewLabelSerializer)
    def post(self, request: Request, label_id: int) -> dict[str, int]:
        """The slot is one's own again. What was said stays in the log, superseded."""
        return {"label": undo_label(rater=person_of(request), label_id=label_id)}


class ChangeLabel(Labelling):
    @call(
        "labels_change",
        "Answer otherwise",
        "labelling",
        shown.JudgementSerializer,
        shown.NewLabelSerializer,
    )
    def post(self, request: Request, label_id: int, given: Any) -> dict[str, int]:
        rater = person_of(request)
        return {"label": change_label(rater=rater, label_id=label_id, **values_of(given))}


class ReleasePair(Labelling):
    @call("slots_release", "Give a slot back", "labelling", shown.ReleaseSerializer, {204: None})
    def post(self, request: Request, slot_id: int, asked: Any) -> None:
        slot = unmask_number(slot_id)
        release_slot(rater=person_of(request), slot_id=slot, **values_of(asked))


class ClipFails(Labelling):
    @call(
        "slots_clip_failed",
        "Note that a clip does not play",
        "labelling",
        shown.ClipFailedSerializer,
        {204: None},
    )
    def post(self, request: Request, slot_id: int, failed: Any) -> None:
        """The pair stays in hand."""
        browser, slot = request.headers.get("User-Agent", ""), unmask_number(slot_id)
        note_clip_failure(rater=person_of(request), slot_id=slot, failed=failed, browser=browser)


class Heartbeat(Labelling):
    @call(
        "slots_heartbeat",
        "Keep a slot",
        "labelling",
        shown.LeaseSerializer,
        shown.LeaseEndSerializer,
    )
    def post(self, request: Request, slot_id: int, kept: Any) -> dict[str, Any]:
        slot = unmask_number(slot_id)
        ends = keep_lease(rater=person_of(request), slot_id=slot, lease=kept.lease)
        return {"expires_at": ends}


def slots_of(request: Request, campaign_id: int, claimed: Claimed) -> list[dict[str, Any]]:
    """The database is asked for keys only where a clip has no address."""
    unseen = [held.video for held in claimed.slots if not held.path]
    keys = keys_to_find(campaign_id, unseen) if unseen else {}
    return [
        {
            "id": mask_number(held.slot),
            "lease": held.lease,
            "expires_at": held.ends,
            "caption": held.caption,
            "video": (
                shown.clip(request, held.path, held.poster, held.seconds)
                | ({"key": keys[held.video]} if held.video in keys else {})
            ),
            "guideline_version": claimed.guideline_version,
        }
        | (
            {"shown": claimed.show, "group": held.shown_group}
            if held.shown_group is not None
            else {}
        )
        for held in claimed.slots
    ]
