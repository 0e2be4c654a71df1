"""Training and known answers, as the API reads and shows them. What raters see tells of a pair no
more than the pair itself, before they have answered; and never where it came from.
"""

from typing import Any

from rest_framework import serializers

from annotator.models import KnownAnswer, Member, Trial
from annotator.queries.known_answers import state_of
from annotator.serializers import ClipSerializer
from foundation.api.fields import shows
from people.serializers import username

# Of an answer in training: what its rater sees, and what only leads do.
TRIAL = "caption attempt answer grade truth true_grade correct explanation words review answered_at"


# For raters


class QuestionSerializer(serializers.ModelSerializer[Trial]):
    """A pair to learn from."""

    caption = serializers.CharField(source="known.query.text")
    video = ClipSerializer(source="known.video", read_only=True)

    Meta = shows(Trial, "request_id caption video attempt")


class AnsweredSerializer(serializers.ModelSerializer[Trial]):
    """An answer that was given, and what would have been right."""

    caption = serializers.CharField(source="known.query.text")
    truth = serializers.ChoiceField(
        KnownAnswer.Truth.choices,
        source="known.answer",
        allow_blank=True,
        help_text="Empty for a pair of the training queue that nobody has settled.",
    )
    true_grade = serializers.IntegerField(
        source="known.grade",
        allow_null=True,
        read_only=True,
        help_text="On a scale of more than two values.",
    )
    explanation = serializers.CharField(source="known.explanation")
    words = serializers.CharField(
        source="known.words", help_text="The words of the caption that decide."
    )
    review = serializers.CharField(help_text="What a lead made of the answer.")

    Meta = shows(Trial, "request_id", TRIAL)


class OfOneAnswerSerializer(serializers.Serializer[Any]):
    right = serializers.IntegerField()
    counted = serializers.IntegerField(source="n")


class StandingSerializer(serializers.Serializer[Any]):
    """How a rater does in training."""

    state = serializers.ChoiceField(Member.State.choices, source="member.state")
    right = serializers.IntegerField(
        source="progress.all.right", help_text="Right answers among the last ones that count."
    )
    counted = serializers.IntegerField(
        source="progress.all.n",
        help_text="How many answers count so far, to questions of both answers.",
    )
    relevant = OfOneAnswerSerializer(
        source="progress.relevant",
        help_text="The last answers to questions whose answer is relevant.",
    )
    irrelevant = OfOneAnswerSerializer(
        source="progress.irrelevant",
        help_text="The last answers to questions whose answer is irrelevant.",
    )
    wanted = serializers.IntegerField(
        source="progress.wanted",
        help_text="How many answers of each are needed to pass: half of pass_window, rounded up.",
    )
    pass_mark = serializers.FloatField(
        source="member.campaign.pass_mark",
        help_text="The share of right answers that passes, within each of the two.",
    )
    pass_window = serializers.IntegerField(
        source="member.campaign.pass_window",
        help_text="How many of the last answers count, both together.",
    )


class QueuedSerializer(serializers.Serializer[Any]):
    """The training queue: pairs that nobody knows, which come after the questions."""

    answered = serializers.IntegerField()
    pairs = serializers.IntegerField()
    now = serializers.BooleanField(help_text="It is its turn.")


class TrainingSerializer(StandingSerializer):
    queue = QueuedSerializer()
    question = QuestionSerializer(
        allow_null=True, help_text="What was asked and is not answered yet."
    )
    last = AnsweredSerializer(many=True, help_text="The last answers, the newest first.")
    round = serializers.IntegerField(
        source="course.round",
        help_text="The round that the rater is in, from 1: a round asks every question.",
    )
    rounds = serializers.IntegerField(help_text="How many rounds there are.")
    left = serializers.IntegerField(
        source="course.left", help_text="Questions that are left in this round, at most."
    )
    over = serializers.BooleanField(
        source="course.over",
        help_text="All rounds are over without a pass: a lead decides how the rater goes on.",
    )


class FeedbackSerializer(AnsweredSerializer):
    standing = StandingSerializer()

    Meta = shows(Trial, "request_id", TRIAL, "standing")


class ExampleSerializer(serializers.ModelSerializer[KnownAnswer]):
    """A pair that the guidelines show as an example."""

    caption = serializers.CharField(source="query.text")
    video = ClipSerializer(read_only=True)

    Meta = shows(KnownAnswer, "caption video answer grade explanation words")


# For leads


class KnownAnswerSerializer(serializers.ModelSerializer[KnownAnswer]):
    caption = serializers.CharField(source="query.text")
    video = serializers.CharField(source="video.key")
    made_by = username()
    state = serializers.SerializerMethodField(
        help_text=(
            "One of: in use; retired; waiting, until the campaign no longer asks about its pair,"
            " its clip plays, and, unless it is only a check, it has an explanation."
        )
    )

    Meta = shows(
        KnownAnswer,
        "id caption video answer grade explanation words use origin active state made_by made_at",
    )

    def get_state(self, known: KnownAnswer) -> str:
        return state_of(known)


class MadeSerializer(serializers.Serializer[Any]):
    made = serializers.IntegerField()
    missing = serializers.CharField(
        help_text="What training cannot be passed without. Empty: it has all that it needs."
    )
    unasked_captions = serializers.IntegerField(
        help_text=(
            "Known answers in use for hidden gold whose caption the campaign does not ask about."
        )
    )


class TrialSerializer(AnsweredSerializer):
    """A rater's answer in training, as a lead sees it."""

    person = username(source="member.person")
    video = serializers.CharField(source="known.video.key")
    reviewed_by = username()

    Meta = shows(
        Trial, "id person video", TRIAL, "active_ms guideline_version reviewed_by reviewed_at"
    )
