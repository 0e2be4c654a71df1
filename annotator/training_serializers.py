"""Training and known answers, as the API reads and shows them. What raters see tells of a pair no
more than the pair itself, before they have answered; and never where it came from.
"""

from typing import Any

from rest_framework import serializers

from annotator.asked.answering import TrainingAnswered, TrainingReviewed
from annotator.asked.known_answers import (
    DrawWanted,
    KnownAnswersFileWanted,
    KnownAnswerWanted,
    UseWanted,
)
from annotator.models import KnownAnswer, Member, Trial
from annotator.queries.known_answers import state_of
from annotator.serializers import ClipSerializer, clip
from foundation.asking.serializers import AskedSerializer
from people.serializers import username

# For raters


class QuestionSerializer(serializers.ModelSerializer[Trial]):
    """A pair to learn from."""

    caption = serializers.CharField(source="known.query.text")
    video = serializers.SerializerMethodField()

    class Meta:
        model = Trial
        fields = ("request_id", "caption", "video", "attempt")
        read_only_fields = fields

    def get_video(self, trial: Trial) -> ClipSerializer:
        video = trial.known.video
        return clip(self.context["request"], video.path, video.poster, video.seconds)  # type: ignore[return-value]


class AnsweredSerializer(serializers.ModelSerializer[Trial]):
    """An answer that was given, and what would have been right."""

    caption = serializers.CharField(source="known.query.text")
    truth = serializers.ChoiceField(KnownAnswer.Truth.choices, source="known.answer")
    explanation = serializers.CharField(source="known.explanation")
    review = serializers.CharField(help_text="By a lead.")

    class Meta:
        model = Trial
        fields: tuple[str, ...] = (
            "request_id",
            "caption",
            "attempt",
            "answer",
            "truth",
            "correct",
            "explanation",
            "review",
            "answered_at",
        )
        read_only_fields = fields


class OfOneAnswerSerializer(serializers.Serializer[Any]):
    right = serializers.IntegerField()
    counted = serializers.IntegerField()


class StandingSerializer(serializers.Serializer[Any]):
    """How a rater does in training."""

    state = serializers.ChoiceField(Member.State.choices)
    right = serializers.IntegerField(help_text="Right answers among the last ones that count.")
    counted = serializers.IntegerField(
        help_text="How many answers count so far, to questions of both answers."
    )
    relevant = OfOneAnswerSerializer(
        help_text="The last answers to questions whose answer is relevant."
    )
    irrelevant = OfOneAnswerSerializer(
        help_text="The last answers to questions whose answer is irrelevant."
    )
    wanted = serializers.IntegerField(
        help_text="How many answers of each are needed to pass: half of pass_window, rounded up."
    )
    pass_mark = serializers.FloatField(
        help_text="The share of right answers that passes, within each of the two."
    )
    pass_window = serializers.IntegerField(
        help_text="How many of the last answers count, both together."
    )


class TrainingSerializer(StandingSerializer):
    question = QuestionSerializer(
        allow_null=True, help_text="What was asked and is not answered yet."
    )
    last = AnsweredSerializer(many=True, help_text="The last answers, the newest first.")


class FeedbackSerializer(AnsweredSerializer):
    standing = StandingSerializer()

    class Meta(AnsweredSerializer.Meta):
        fields = (*AnsweredSerializer.Meta.fields, "standing")
        read_only_fields = fields


# For leads


class KnownAnswerSerializer(serializers.ModelSerializer[KnownAnswer]):
    caption = serializers.CharField(source="query.text")
    video = serializers.CharField(source="video.key")
    made_by = username()
    state = serializers.SerializerMethodField(
        help_text=(
            "in use; retired; or waiting: it is used once the campaign no longer asks about its"
            " pair and its clip plays."
        )
    )

    class Meta:
        model = KnownAnswer
        fields = (
            "id",
            "caption",
            "video",
            "answer",
            "explanation",
            "use",
            "origin",
            "active",
            "state",
            "made_by",
            "made_at",
        )
        read_only_fields = fields

    def get_state(self, known: KnownAnswer) -> str:
        return state_of(known)


class MadeSerializer(serializers.Serializer[Any]):
    made = serializers.IntegerField()
    missing = serializers.CharField(
        help_text="What training cannot be passed without. Empty: it has all that it needs."
    )
    unasked_captions = serializers.IntegerField(
        help_text=(
            "Of all known answers in use for hidden gold: those whose caption the campaign does not"
            " ask about."
        )
    )


class TrialSerializer(AnsweredSerializer):
    """A rater's answer in training, as a lead sees it."""

    person = username(source="member.person")
    video = serializers.CharField(source="known.video.key")
    reviewed_by = username()

    class Meta(AnsweredSerializer.Meta):
        fields = (
            "id",
            "person",
            "caption",
            "video",
            "attempt",
            "answer",
            "truth",
            "correct",
            "explanation",
            "active_ms",
            "guideline_version",
            "answered_at",
            "review",
            "reviewed_by",
            "reviewed_at",
        )
        read_only_fields = fields


# What is asked


class TrainingAnswerSerializer(AskedSerializer):
    asks = TrainingAnswered


class ReviewSerializer(AskedSerializer):
    asks = TrainingReviewed


class NewKnownAnswerSerializer(AskedSerializer):
    asks = KnownAnswerWanted


class KnownAnswersFileSerializer(AskedSerializer):
    asks = KnownAnswersFileWanted


class DrawSerializer(AskedSerializer):
    asks = DrawWanted


class UseSerializer(AskedSerializer):
    asks = UseWanted
