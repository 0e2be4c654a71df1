"""Campaigns, slots and labels, as the API reads and shows them."""

from typing import Any
from uuid import UUID

from rest_framework import serializers

from annotator.actions.claim_slots import MOST_AT_ONCE
from annotator.actions.create_campaign import POLICY
from annotator.actions.write_guideline import LONGEST
from annotator.models import (
    Answer,
    Campaign,
    Guideline,
    Item,
    Label,
    MeasuredPace,
    Member,
    Reason,
    Slot,
)
from annotator.queries.raters import may_change
from foundation.api.fields import Accessed, NamedSerializer, StrictSerializer, WholeNumber
from people.actor import person_of
from people.models import Role
from people.queries import access_people
from people.serializers import username
from pooling.media_links import media_link
from pooling.plain_text import no_controls
from pooling.queries.pools import access_pools

LARGEST_ID = 2**63 - 1
LARGEST_COUNT = 2**31 - 1  # of what the database keeps in four bytes
ANSWERS = [choice for choice in Answer.choices if choice[0] != Answer.WITHDRAWN]
VERDICTS = [choice for choice in ANSWERS if choice[0] != Answer.CANNOT_JUDGE]


class Uuid(serializers.UUIDField):
    """As text: the library would read a number as one, too."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


# What is asked of raters


class ClaimSerializer(StrictSerializer):
    count = WholeNumber(
        min_value=1,
        max_value=MOST_AT_ONCE,
        default=5,
        help_text="How many slots to hold, those held included.",
    )


class JudgementSerializer(StrictSerializer):
    """An answer, and what comes with it."""

    answer = serializers.ChoiceField(ANSWERS)
    reason = serializers.ChoiceField(
        Reason.choices, default=None, allow_null=True, help_text="Why it cannot be judged."
    )
    comment = serializers.CharField(
        max_length=2_000, default="", allow_blank=True, validators=[no_controls]
    )
    request_id = Uuid(help_text="Drawn by the client for this answer; the same again counts once.")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        unable = sent["answer"] == Answer.CANNOT_JUDGE
        if unable and sent["reason"] is None:
            raise serializers.ValidationError({"reason": "Choose a reason for cannot_judge."})
        if sent["reason"] is not None and not unable:
            raise serializers.ValidationError(
                {"reason": "Leave the reason out: only cannot_judge takes one."}
            )
        return {
            **sent,
            "answer": Answer(sent["answer"]),
            "reason": Reason(sent["reason"]) if unable else None,
        }


class AnswerSerializer(JudgementSerializer):
    slot = WholeNumber(min_value=1, max_value=LARGEST_ID)
    lease = Uuid(help_text="The token that the claim gave.")
    active_ms = WholeNumber(min_value=0, max_value=LARGEST_COUNT, default=None, allow_null=True)
    plays = WholeNumber(min_value=0, max_value=LARGEST_COUNT, default=None, allow_null=True)
    claim = WholeNumber(
        min_value=0,
        max_value=MOST_AT_ONCE,
        default=0,
        help_text="How many further slots to return.",
    )


class LeaseSerializer(StrictSerializer):
    lease = Uuid()


class ReleaseSerializer(LeaseSerializer):
    later = serializers.BooleanField(default=False, help_text="Move it to the end of the queue.")


# What raters are given


class ClipSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(allow_null=True, help_text="For whoever asked, for a while.")
    poster = serializers.CharField(allow_null=True)
    duration = serializers.FloatField(allow_null=True, help_text="How long it plays, in seconds.")


class HeldClipSerializer(ClipSerializer):
    key = serializers.CharField(
        required=False,
        help_text=(
            "Its name in the benchmark. Only in campaigns without clips, where there is no url."
        ),
    )


class HeldSlotSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    lease = Uuid()
    expires_at = serializers.DateTimeField()
    caption = serializers.CharField()
    video = HeldClipSerializer()
    guideline_version = serializers.IntegerField()


class ClaimedSerializer(serializers.Serializer[Any]):
    slots = HeldSlotSerializer(many=True)
    remaining = serializers.BooleanField(
        help_text="It is false if there is nothing for this rater at the moment."
    )


class CountedSerializer(serializers.Serializer[Any]):
    label = serializers.IntegerField()  # type: ignore[assignment]  # the contract's word; the base has one for forms
    next = HeldSlotSerializer(many=True)


class NewLabelSerializer(serializers.Serializer[Any]):
    label = serializers.IntegerField(  # type: ignore[assignment]
        help_text="The label that stands in place of the old one."
    )


class MyLabelSerializer(serializers.ModelSerializer[Label]):
    """What a rater said. Its kind is not told: it would tell which pairs are checks."""

    caption = serializers.CharField(source="item.query.text")
    video = serializers.SerializerMethodField()
    superseded = serializers.BooleanField(help_text="Another label stands in its place.")
    may_change = serializers.SerializerMethodField(
        help_text="Still: by labels/{id}/change or undo."
    )

    class Meta:
        model = Label
        fields = (
            "id",
            "caption",
            "video",
            "answer",
            "reason",
            "comment",
            "given_at",
            "guideline_version",
            "supersedes",
            "superseded",
            "may_change",
        )
        read_only_fields = fields

    def get_video(self, label: Label) -> ClipSerializer:
        video = label.item.video
        return clip(self.context["request"], video.path, video.poster, video.seconds)  # type: ignore[return-value]

    def get_may_change(self, label: Label) -> bool:
        return may_change(self.context["member"], label)


class LeaseEndSerializer(serializers.Serializer[Any]):
    expires_at = serializers.DateTimeField()


# Campaigns


class PaceSerializer(serializers.ModelSerializer[MeasuredPace]):
    class Meta:
        model = MeasuredPace
        fields = ("answers", "mean_seconds", "long_seconds", "measured_at")
        read_only_fields = fields


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    """Leads see all of it; raters only what they need to choose one: what it was made from would
    tell them what to answer."""

    FOR_RATERS = ("id", "name", "state")

    benchmark = NamedSerializer(required=False)
    pool = NamedSerializer(required=False)
    created_by = username(required=False)
    pace = PaceSerializer(required=False, allow_null=True)

    class Meta:
        model = Campaign
        fields: tuple[str, ...] = (
            "id",
            "name",
            "state",
            "benchmark",
            "pool",
            "created_by",
            "created_at",
            "opened_at",
            "closed_at",
            "items_count",
            "pace",
            *POLICY,
        )
        read_only_fields = fields
        extra_kwargs = {
            name: {"required": False} for name in fields if name not in ("id", "name", "state")
        }

    def to_representation(self, campaign: Campaign) -> dict[str, Any]:
        shown = super().to_representation(campaign)
        if person_of(self.context["request"]).at_least(Role.LEAD):
            return shown
        return {name: shown[name] for name in self.FOR_RATERS}


class NewCampaignSerializer(StrictSerializer, serializers.ModelSerializer[Campaign]):
    pool = Accessed(access=access_pools)

    class Meta:
        model = Campaign
        fields = ("pool", "name", *POLICY)
        validators: list[
            Any
        ] = []  # the action says whether the name is taken, in the pool's benchmark


class ChangeCampaignSerializer(NewCampaignSerializer):
    pool = Accessed(access=access_pools, required=False)

    class Meta(NewCampaignSerializer.Meta):
        extra_kwargs = {"name": {"required": False}}


class StateSerializer(StrictSerializer):
    state = serializers.ChoiceField(
        [choice for choice in Campaign.State.choices if choice[0] != Campaign.State.DRAFT]
    )
    without_clips = serializers.BooleanField(
        default=False,
        help_text=(
            "For a draft: open it although its clips do not play, because raters see them"
            " elsewhere."
        ),
    )


class MemberSerializer(serializers.ModelSerializer[Member]):
    person = username()

    class Meta:
        model = Member
        fields: tuple[str, ...] = (
            "id",
            "person",
            "role",
            "state",
            "reason",
            "confirmed_version",
            "joined_at",
        )
        read_only_fields = fields


class NewMemberSerializer(StrictSerializer):
    person = Accessed(access=access_people)
    role = serializers.ChoiceField(Member.Role.choices, default=Member.Role.RATER)


class GuidelineSerializer(serializers.ModelSerializer[Guideline]):
    class Meta:
        model = Guideline
        fields = ("version", "html", "confirm", "written_at")
        read_only_fields = fields


class ConfirmSerializer(StrictSerializer):
    version = WholeNumber(min_value=1, max_value=LARGEST_COUNT)


class NewGuidelineSerializer(StrictSerializer):
    markdown = serializers.CharField(max_length=LONGEST, validators=[no_controls])
    confirm = serializers.BooleanField(
        default=False, help_text="Raters confirm this version before they are given more pairs."
    )


# Disputes


class SaidSerializer(serializers.ModelSerializer[Label]):
    rater = username()
    kind = serializers.ChoiceField(Slot.Kind.choices, source="slot.kind")
    superseded = serializers.SerializerMethodField()

    class Meta:
        model = Label
        fields = (
            "id",
            "rater",
            "kind",
            "answer",
            "reason",
            "comment",
            "given_at",
            "guideline_version",
            "superseded",
        )
        read_only_fields = fields

    def get_superseded(self, label: Label) -> bool:
        return hasattr(label, "superseded_by")


class DisputeSerializer(serializers.ModelSerializer[Item]):
    caption = serializers.CharField(source="query.text")
    video = serializers.SerializerMethodField()
    labels = SaidSerializer(many=True)

    class Meta:
        model = Item
        fields = ("id", "caption", "video", "verdict", "dispute", "labels")
        read_only_fields = fields

    def get_video(self, item: Item) -> ClipSerializer:
        return clip(self.context["request"], item.video.path, item.video.poster, item.video.seconds)  # type: ignore[return-value]


class DecisionSerializer(StrictSerializer):
    answer = serializers.ChoiceField(VERDICTS)
    comment = serializers.CharField(
        max_length=2_000, validators=[no_controls], help_text="Why it is decided so."
    )
    request_id = Uuid()


class ReopenSerializer(StrictSerializer):
    reason = serializers.CharField(max_length=2_000, validators=[no_controls])


def clip(request: Any, path: str, poster: str, seconds: float | None) -> dict[str, Any]:
    """What plays a video for whoever asked: the same for every video, wherever it came from."""
    person = person_of(request)
    links = (media_link(person, file) if file else None for file in (path, poster))
    return {**dict(zip(("url", "poster"), links, strict=True)), "duration": seconds}
