"""Claim, answer, change, ask: the API's part for raters, and what leads answer to their questions.
Views of raters are asked often, so they answer in plain dictionaries."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import serializers as shown
from annotator.actions.change_label import change_label, undo_label
from annotator.actions.claim_slots import claim_slots
from annotator.actions.extend_lease import keep_lease, release_slot
from annotator.actions.remarks import (
    answer_question,
    ask_about_label,
    ask_about_slot,
    note_answer,
    note_clip_failure,
)
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.api.address import Addresses
from annotator.asked import answering as asks
from annotator.masks import mask_number, unmask_number
from annotator.models import Guideline, PairQuestion
from annotator.queries import remarks as queries
from annotator.queries.raters import access_membership, labels_of, scale_of
from annotator.queries.waiting import keys_to_find
from annotator.slots.give import Claimed
from foundation.asking.arguments import values_of
from foundation.asking.serializers import serializer_of
from foundation.refused import Refused
from people.actor import actor_of, person_of
from people.api.authentication import token_of
from people.models import Role, User

LARGEST = {"campaign_id": 2**31, "slot_id": 2**63, "label_id": 2**63}


class AnotherPerson(Refused):
    """Somebody else is signed in by now, so nothing of yours was sent. Sign in again."""

    reason = "another_person"


class Labelling(APIView):
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


RATERS = Addresses("labelling", base=Labelling)


@RATERS.post(
    "campaigns/<int:campaign_id>/claim",
    "Claim slots",
    serializer_of(asks.ClaimWanted, "Claim"),
    shown.ClaimedSerializer,
)
def slots_claim(request: Request, campaign_id: int, asked: asks.ClaimWanted) -> dict[str, Any]:
    """What is held already comes first."""
    rater = person_of(request)
    claimed = claim_slots(rater=rater, campaign_id=campaign_id, count=asked.count)
    return {"slots": slots_of(request, campaign_id, claimed), "remaining": claimed.remaining}


@RATERS.post(
    "labels",
    "Answer a slot",
    serializer_of(asks.SlotAnswered, "Answer")(),
    {201: shown.CountedSerializer, 200: shown.CountedSerializer},
)
def labels_give(request: Request, given: asks.SlotAnswered) -> Response:
    """201 when it was counted; 200 when it had been counted before, under the same request
    id."""
    counted = submit_label(
        rater=person_of(request),
        sent=Sent(
            unmask_number(given.slot),
            given.lease,
            given.answer,
            given.request_id,
            given.reason,
            given.shown,
            given.shown_group,
            given.value,
        ),
        evidence=Evidence(
            given.comment,
            given.active_ms,
            given.plays,
            "page" if token_of(request) is None else "api",
        ),
        then_claim=given.claim,
    )
    following = slots_of(request, counted.campaign, counted.next) if counted.next else []
    status = 201 if counted.is_new else 200
    return Response({"label": counted.label, "next": following}, status=status)


@RATERS.post("labels/<int:label_id>/undo", "Take an answer back", gives=shown.NewLabelSerializer)
def labels_undo(request: Request, label_id: int) -> dict[str, int]:
    """The slot is one's own again. What was said stays in the log, superseded."""
    return {"label": undo_label(rater=person_of(request), label_id=label_id)}


@RATERS.post(
    "labels/<int:label_id>/change",
    "Answer otherwise",
    serializer_of(asks.Answered, "Judgement"),
    shown.NewLabelSerializer,
)
def labels_change(request: Request, label_id: int, given: asks.Answered) -> dict[str, int]:
    rater = person_of(request)
    return {"label": change_label(rater=rater, label_id=label_id, **values_of(given))}


@RATERS.post(
    "slots/<int:slot_id>/release",
    "Give a slot back",
    serializer_of(asks.SlotReleased, "Release"),
    {204: None},
)
def slots_release(request: Request, slot_id: int, asked: asks.SlotReleased) -> None:
    release_slot(rater=person_of(request), slot_id=unmask_number(slot_id), **values_of(asked))


@RATERS.post(
    "slots/<int:slot_id>/clip-failed",
    "Note that a clip does not play",
    serializer_of(asks.ClipFailed, "ClipFailed"),
    {204: None},
)
def slots_clip_failed(request: Request, slot_id: int, failed: asks.ClipFailed) -> None:
    """The pair stays in hand."""
    browser, slot = request.headers.get("User-Agent", ""), unmask_number(slot_id)
    note_clip_failure(rater=person_of(request), slot_id=slot, failed=failed, browser=browser)


@RATERS.post(
    "slots/<int:slot_id>/heartbeat",
    "Keep a slot",
    serializer_of(asks.LeaseKept, "Lease"),
    shown.LeaseEndSerializer,
)
def slots_heartbeat(request: Request, slot_id: int, kept: asks.LeaseKept) -> dict[str, Any]:
    slot = unmask_number(slot_id)
    ends = keep_lease(rater=person_of(request), slot_id=slot, lease=kept.lease)
    return {"expires_at": ends}


READ_AGAIN = Addresses("labelling", "campaigns/<int:campaign_id>/", least_role=Role.RATER)
READ_AGAIN.lists(
    "labels",
    "labels_list",
    "What one has said, newest first",
    labels_of,
    shown.MyLabelSerializer,
    "One's own labels in this campaign, those that were changed and taken back too.",
    of=access_membership,
)


def slots_of(request: Request, campaign_id: int, claimed: Claimed) -> list[dict[str, Any]]:
    """The database is asked for keys only where a clip has no address."""
    unseen = [held.video for held in claimed.slots if not held.path]
    keys = keys_to_find(campaign_id, unseen) if unseen else {}
    scale = scale_of(campaign_id) if claimed.slots else []
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
            "scale": scale,
        }
        | (
            {"shown": claimed.show, "group": held.shown_group}
            if held.shown_group is not None
            else {}
        )
        for held in claimed.slots
    ]


ASKED = {201: shown.MyQuestionSerializer}
IN_HAND = Addresses("questions", base=Labelling)


@IN_HAND.post(
    "slots/<int:slot_id>/ask",
    "Ask a lead about a pair in hand",
    serializer_of(asks.LeadAskedAboutSlot, "AskAboutSlot"),
    ASKED,
)
def slots_ask(request: Request, slot_id: int, asked: asks.LeadAskedAboutSlot) -> PairQuestion:
    """The slot stays held, and its lease begins anew. Sent again, it is asked once."""
    slot = unmask_number(slot_id)
    return ask_about_slot(rater=person_of(request), slot_id=slot, **values_of(asked))


@IN_HAND.post(
    "labels/<int:label_id>/ask",
    "Ask a lead about a pair answered",
    serializer_of(asks.LeadAsked, "Ask"),
    ASKED,
)
def labels_ask(request: Request, label_id: int, asked: asks.LeadAsked) -> PairQuestion:
    return ask_about_label(rater=person_of(request), label_id=label_id, **values_of(asked))


def access_all(asking: User, campaign_id: int) -> Any:
    return queries.access_questions(asking, campaign_id).select_related("answered_by")


QUESTIONS = Addresses(
    "questions", "campaigns/<int:campaign_id>/", queries.access_question, least_role=Role.LEAD
)
QUESTIONS.lists(
    "my-questions",
    "questions_mine",
    "What one has asked, newest first",
    queries.questions_of,
    shown.MyQuestionSerializer,
    "One's own questions in this campaign, with their answers.",
    of=access_membership,
    least_role=Role.RATER,
)
QUESTIONS.lists(
    "questions",
    "questions_list",
    "What raters ask, newest first",
    access_all,
    shown.PairQuestionSerializer,
    "All questions of a campaign. A lead who rates in it is not shown them.",
)


@QUESTIONS.post(
    "questions/<int:question_id>/answer",
    "Answer a question",
    serializer_of(asks.QuestionAnswered, "QuestionAnswer"),
    shown.PairQuestionSerializer,
)
def questions_answer(request: Request, question: PairQuestion, asked: Any) -> PairQuestion:
    """Another answer takes the place of the one before."""
    answer_question(actor_of(request), question.pk, **values_of(asked))
    return queries.access_question(person_of(request), question.campaign_id, question.pk)


@QUESTIONS.post(
    "questions/<int:question_id>/note",
    "Add an answer to the guidelines",
    gives={201: shown.GuidelineSerializer},
)
def questions_note(request: Request, question: PairQuestion) -> Guideline:
    """A new version of the guidelines, which ends with the question and its answer and names no
    pair."""
    return note_answer(actor_of(request), question.pk)
