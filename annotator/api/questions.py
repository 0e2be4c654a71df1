"""Questions about pairs by API: raters ask, leads answer."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import question_serializers as shown
from annotator.actions.answer_question import answer_question, note_answer
from annotator.actions.ask_lead import ask_about_label, ask_about_slot
from annotator.api.labelling import Labelling
from annotator.masks import unmask_number
from annotator.models import PairQuestion
from annotator.queries import questions as queries
from annotator.queries.raters import access_membership
from annotator.serializers import GuidelineSerializer
from foundation.api.operation import operation
from foundation.api.reading import read
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.models import Role

ASKED = {201: shown.MyQuestionSerializer}


class AskAboutSlot(Labelling):
    @operation(
        "slots_ask", "Ask a lead about a pair in hand", "questions", shown.AskSlotSerializer, ASKED
    )
    def post(self, request: Request, slot_id: int) -> Response:
        """The slot stays held, and its lease begins anew. Sent again, it is asked once."""
        asked = values_of(read(request, shown.AskSlotSerializer).asked)
        slot = unmask_number(slot_id)
        made = ask_about_slot(rater=person_of(request), slot_id=slot, **asked)
        return _made(request, made)


class AskAboutLabel(Labelling):
    @operation(
        "labels_ask", "Ask a lead about a pair answered", "questions", shown.AskSerializer, ASKED
    )
    def post(self, request: Request, label_id: int) -> Response:
        asked = values_of(read(request, shown.AskSerializer).asked)
        made = ask_about_label(rater=person_of(request), label_id=label_id, **asked)
        return _made(request, made)


@extend_schema_view(
    get=operation("questions_mine", "What one has asked, newest first", "questions")
)
class MyQuestions(ListAPIView[PairQuestion]):
    """One's own questions in this campaign, with their answers."""

    serializer_class = shown.MyQuestionSerializer
    queryset = PairQuestion.objects.none()  # for the schema; each request gets its own
    least_role = Role.RATER

    def get_queryset(self) -> QuerySet[PairQuestion]:
        member = access_membership(person_of(self.request), self.kwargs["campaign_id"])
        return queries.questions_of(member)


@extend_schema_view(get=operation("questions_list", "What raters ask, newest first", "questions"))
class Questions(ListAPIView[PairQuestion]):
    """All questions of a campaign. A lead who rates in it is not shown them."""

    serializer_class = shown.PairQuestionSerializer
    queryset = PairQuestion.objects.none()
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[PairQuestion]:
        found = queries.access_questions(person_of(self.request), self.kwargs["campaign_id"])
        return found.select_related("answered_by")


class AnswerQuestion(APIView):
    least_role = Role.LEAD

    @operation(
        "questions_answer",
        "Answer a question",
        "questions",
        shown.QuestionAnswerSerializer,
        shown.PairQuestionSerializer,
    )
    def post(self, request: Request, campaign_id: int, question_id: int) -> Response:
        """Another answer takes the place of the one before."""
        question = queries.access_question(person_of(request), campaign_id, question_id)
        asked = read(request, shown.QuestionAnswerSerializer).asked
        answer_question(actor_of(request), question.pk, **values_of(asked))
        answered = queries.access_question(person_of(request), campaign_id, question_id)
        return Response(_shown(request, shown.PairQuestionSerializer, answered))


class NoteAnswer(APIView):
    least_role = Role.LEAD

    @operation(
        "questions_note",
        "Add an answer to the guidelines",
        "questions",
        None,
        {201: GuidelineSerializer},
    )
    def post(self, request: Request, campaign_id: int, question_id: int) -> Response:
        """A new version of the guidelines, which ends with the question and its answer and names no
        pair."""
        question = queries.access_question(person_of(request), campaign_id, question_id)
        guideline = note_answer(actor_of(request), question.pk)
        return Response(GuidelineSerializer(guideline).data, status=201)


def _made(request: Request, question: PairQuestion) -> Response:
    return Response(_shown(request, shown.MyQuestionSerializer, question), status=201)


def _shown(request: Request, kind: type[shown.MyQuestionSerializer], question: PairQuestion) -> Any:
    return kind(question, context={"request": request}).data
