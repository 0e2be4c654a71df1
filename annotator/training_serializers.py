"""Training and known answers, as the API reads and shows them. What raters see tells of a pair no
more than the pair itself, before they have answered; and never where it came from.
"""

from typing import Any

from rest_framework import serializers

from annotator.actions.draw_known_answers import DRAWS, MOST
from annotator.models import KnownAnswer, Member, Trial
from annotator.queries.known_answers import state_of
from annotator.serializers import LARGEST_COUNT, ClipSerializer, Uuid, clip
from foundation.api.fields import StrictSerializer, WholeNumber
from people.serializers import username
from pooling.plain_text import no_controls

LONGEST_KEY = 500
LONGEST_TEXT = 2_000


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
    review = serializers.CharField(help_text="What a lead made of the answer.")

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


class TrainingAnswerSerializer(StrictSerializer):
    request_id = Uuid(help_text="The request_id of the question.")
    answer = serializers.ChoiceField(KnownAnswer.Truth.choices)
    active_ms = WholeNumber(min_value=0, max_value=LARGEST_COUNT, default=None, allow_null=True)


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
            "It is in use, retired, or waiting: used once the campaign no longer asks about its"
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


class NewKnownAnswerSerializer(StrictSerializer):
    """A pair by the keys of its caption and its video."""

    caption = serializers.CharField(max_length=LONGEST_KEY, trim_whitespace=False)
    video = serializers.CharField(max_length=LONGEST_KEY, trim_whitespace=False)
    answer = serializers.ChoiceField(KnownAnswer.Truth.choices)
    explanation = serializers.CharField(
        max_length=LONGEST_TEXT, default="", allow_blank=True, validators=[no_controls]
    )
    use = serializers.ChoiceField(KnownAnswer.Use.choices, default=KnownAnswer.Use.BOTH)


class KnownAnswersFileSerializer(StrictSerializer):
    file = serializers.FileField(
        help_text=(
            "CSV with the columns caption_id, video_id, answer, explanation. All of it or nothing."
        )
    )
    use = serializers.ChoiceField(KnownAnswer.Use.choices, default=KnownAnswer.Use.BOTH)


class DrawSerializer(StrictSerializer):
    origin = serializers.ChoiceField([(origin.value, origin.label) for origin in DRAWS])
    count = WholeNumber(
        min_value=1, max_value=MOST, default=50, help_text="How many are drawn at most."
    )
    seed = WholeNumber(min_value=0, max_value=LARGEST_COUNT, default=1)
    use = serializers.ChoiceField(KnownAnswer.Use.choices, default=KnownAnswer.Use.BOTH)


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


class UseSerializer(StrictSerializer):
    active = serializers.BooleanField(
        help_text="If it is false, it is asked no more; the answers given to it stay."
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


class ReviewSerializer(StrictSerializer):
    comment = serializers.CharField(
        max_length=LONGEST_TEXT, validators=[no_controls], help_text="The rater reads it."
    )
