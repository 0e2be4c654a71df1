"""Claim, answer, change: the API's part for raters. Its views are asked often, so they answer in
plain dictionaries."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import serializers as shown
from annotator.actions.change_label import change_label, undo_label
from annotator.actions.claim_slots import claim_slots
from annotator.actions.extend_lease import keep_lease, release_slot
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.masks import mask_number, unmask_number
from annotator.queries.clips import keys_to_find
from annotator.slots.give import Claimed
from foundation.api.reading import read, read_as
from people.actor import person_of
from people.api.authentication import token_of
from people.models import Role

ANSWER = shown.AnswerSerializer()
LARGEST = {"campaign_id": 2**31, "slot_id": 2**63, "label_id": 2**63}


class Labelling(APIView):
    """For raters and above. A number that no key can have is not asked of the database."""

    scope = "label"
    least_role = Role.RATER

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if any(number >= LARGEST[name] for name, number in kwargs.items()):
            raise Http404


class Claim(Labelling):
    @extend_schema(
        operation_id="slots_claim",
        summary="Claim slots",
        tags=["labelling"],
        request=shown.ClaimSerializer,
        responses=shown.ClaimedSerializer,
    )
    def post(self, request: Request, campaign_id: int) -> Response:
        """What is held already comes first."""
        count = read(request, shown.ClaimSerializer).validated_data["count"]
        claimed = claim_slots(rater=person_of(request), campaign_id=campaign_id, count=count)
        return Response(
            {"slots": slots_of(request, campaign_id, claimed), "remaining": claimed.remaining}
        )


class Labels(Labelling):
    @extend_schema(
        operation_id="labels_give",
        summary="Answer a slot",
        tags=["labelling"],
        request=shown.AnswerSerializer,
        responses={201: shown.CountedSerializer, 200: shown.CountedSerializer},
    )
    def post(self, request: Request) -> Response:
        """201 when it was counted; 200 when it had been counted before, under the same request
        id."""
        asked = read_as(request, ANSWER)
        said = {name: asked[name] for name in ("lease", "answer", "request_id", "reason")}
        sent = Sent(slot=unmask_number(asked["slot"]), **said)
        client = "page" if token_of(request) is None else "api"
        evidence = Evidence(
            **{name: asked[name] for name in ("comment", "active_ms", "plays")}, client=client
        )
        counted = submit_label(
            rater=person_of(request), sent=sent, evidence=evidence, then_claim=asked["claim"]
        )
        following = slots_of(request, counted.campaign, counted.next) if counted.next else []
        return Response(
            {"label": counted.label, "next": following}, status=201 if counted.is_new else 200
        )


class Undo(Labelling):
    @extend_schema(
        operation_id="labels_undo",
        summary="Take an answer back",
        tags=["labelling"],
        request=None,
        responses=shown.NewLabelSerializer,
    )
    def post(self, request: Request, label_id: int) -> Response:
        """The slot is one's own again. What was said stays in the log, superseded."""
        return Response({"label": undo_label(rater=person_of(request), label_id=label_id)})


class Change(Labelling):
    @extend_schema(
        operation_id="labels_change",
        summary="Answer otherwise",
        tags=["labelling"],
        request=shown.JudgementSerializer,
        responses=shown.NewLabelSerializer,
    )
    def post(self, request: Request, label_id: int) -> Response:
        asked = read(request, shown.JudgementSerializer).validated_data
        return Response(
            {"label": change_label(rater=person_of(request), label_id=label_id, **asked)}
        )


class Release(Labelling):
    @extend_schema(
        operation_id="slots_release",
        summary="Give a slot back",
        tags=["labelling"],
        request=shown.ReleaseSerializer,
        responses={204: None},
    )
    def post(self, request: Request, slot_id: int) -> Response:
        asked = read(request, shown.ReleaseSerializer).validated_data
        release_slot(rater=person_of(request), slot_id=unmask_number(slot_id), **asked)
        return Response(status=204)


class Heartbeat(Labelling):
    @extend_schema(
        operation_id="slots_heartbeat",
        summary="Keep a slot",
        tags=["labelling"],
        request=shown.LeaseSerializer,
        responses=shown.LeaseEndSerializer,
    )
    def post(self, request: Request, slot_id: int) -> Response:
        asked = read(request, shown.LeaseSerializer).validated_data
        return Response(
            {
                "expires_at": keep_lease(
                    rater=person_of(request), slot_id=unmask_number(slot_id), **asked
                )
            }
        )


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
        for held in claimed.slots
    ]
