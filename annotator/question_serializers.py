"""Questions to leads, as the API reads and shows them. The rater who asked sees the pair as it was
given; nothing tells what kind of slot it came from."""

from rest_framework import serializers

from annotator.asked import questions
from annotator.models import PairQuestion
from annotator.serializers import ClipSerializer
from foundation.api.fields import shows
from foundation.asking.serializers import serializer_of
from people.serializers import username

OF_RATERS = "id caption video text asked_at answer answered_at"

AskSlotSerializer = serializer_of(questions.LeadAskedAboutSlot, "AskAboutSlot")
AskSerializer = serializer_of(questions.LeadAsked, "Ask")
QuestionAnswerSerializer = serializer_of(questions.QuestionAnswered, "QuestionAnswer")


class MyQuestionSerializer(serializers.ModelSerializer[PairQuestion]):
    """A question that one has asked, and its answer, once there is one."""

    caption = serializers.CharField(source="query.text")
    video = ClipSerializer(read_only=True)

    Meta = shows(PairQuestion, OF_RATERS)


class PairQuestionSerializer(MyQuestionSerializer):
    """A rater's question, as a lead sees it."""

    asked_by = username()
    answered_by = username()

    Meta = shows(PairQuestion, OF_RATERS, "asked_by answered_by noted_version")
