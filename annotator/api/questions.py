"""Questions about pairs by API: raters ask, leads answer."""

from typing import Any

from rest_framework.request import Request

from annotator import question_serializers as shown
from annotator.actions.remarks import answer_question, ask_about_label, ask_about_slot, note_answer
from annotator.api.address import Address, Listed, call
from annotator.api.labelling import Labelling
from annotator.masks import unmask_number
from annotator.models import Guideline, PairQuestion
from annotator.queries import remarks as queries
from annotator.queries.raters import access_membership
from annotator.serializers import GuidelineSerializer
from foundation.asking.arguments import values_of
from people.actor import actor_of, person_of
from people.models import Role, User

ASKED = {201: shown.MyQuestionSerializer}


class AskAboutSlot(Labelling):
    @call(
        "slots_ask", "Ask a lead about a pair in hand", "questions", shown.AskSlotSerializer, ASKED
    )
    def post(self, request: Request, slot_id: int, asked: Any) -> PairQuestion:
        """The slot stays held, and its lease begins anew. Sent again, it is asked once."""
        slot = unmask_number(slot_id)
        return ask_about_slot(rater=person_of(request), slot_id=slot, **values_of(asked))


class AskAboutLabel(Labelling):
    @call("labels_ask", "Ask a lead about a pair answered", "questions", shown.AskSerializer, ASKED)
    def post(self, request: Request, label_id: int, asked: Any) -> PairQuestion:
        return ask_about_label(rater=person_of(request), label_id=label_id, **values_of(asked))


class MyQuestions(
    Listed,
    rows=lambda asking, campaign_id: queries.questions_of(access_membership(asking, campaign_id)),
    says=("questions_mine", "What one has asked, newest first", "questions"),
):
    """One's own questions in this campaign, with their answers."""

    serializer_class = shown.MyQuestionSerializer
    least_role = Role.RATER


def access_all(asking: User, campaign_id: int) -> Any:
    return queries.access_questions(asking, campaign_id).select_related("answered_by")


class Questions(
    Listed, rows=access_all, says=("questions_list", "What raters ask, newest first", "questions")
):
    """All questions of a campaign. A lead who rates in it is not shown them."""

    serializer_class = shown.PairQuestionSerializer
    least_role = Role.LEAD


class OneQuestion(Address, of=queries.access_question):
    least_role = Role.LEAD


class AnswerQuestion(OneQuestion):
    @call(
        "questions_answer",
        "Answer a question",
        "questions",
        shown.QuestionAnswerSerializer,
        shown.PairQuestionSerializer,
    )
    def post(self, request: Request, question: PairQuestion, asked: Any) -> PairQuestion:
        """Another answer takes the place of the one before."""
        answer_question(actor_of(request), question.pk, **values_of(asked))
        return queries.access_question(person_of(request), question.campaign_id, question.pk)


class NoteAnswer(OneQuestion):
    @call(
        "questions_note",
        "Add an answer to the guidelines",
        "questions",
        gives={201: GuidelineSerializer},
    )
    def post(self, request: Request, question: PairQuestion) -> Guideline:
        """A new version of the guidelines, which ends with the question and its answer and names no
        pair."""
        return note_answer(actor_of(request), question.pk)
