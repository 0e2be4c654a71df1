"""Campaigns, slots and labels, as the API reads and shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.actions.create_campaign import POLICY, SCALE
from annotator.actions.goals import goal_of
from annotator.asked.guidelines import left_to_write
from annotator.asked.presets import PRESET_HELP, TITLES
from annotator.asked.scales import SCALE_HELP, check_words, read_scale
from annotator.models import (
    Campaign,
    Guideline,
    Label,
    Look,
    MeasuredPace,
    Member,
    PairQuestion,
    Shown,
)
from annotator.queries.raters import may_change
from foundation.api.fields import Accessed, NamedSerializer, StrictSerializer, Uuid, numbers, shows
from people.actor import person_of
from people.models import Role
from people.serializers import username
from pooling.media_links import media_link
from pooling.models import Video
from pooling.queries.pools import access_pools

# Of a label: what was answered, when, and by which guidelines.
GIVEN = "answer value reason comment given_at guideline_version"
# Of a campaign: what its raters see; how it was made; how it is since.
FOR_RATERS = ("id", "name", "state")
MADE = ("benchmark", "pool", "created_by", "created_at")
SINCE = ("opened_at", "closed_at", "items_count", "pace")

OF_MEMBER = "id person role state reason confirmed_version joined_at"


# What raters are given


class ClipSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(
        allow_null=True, help_text="A link for the caller, valid for a while."
    )
    poster = serializers.CharField(allow_null=True)
    duration = serializers.FloatField(allow_null=True, help_text="How long it plays, in seconds.")

    def to_representation(self, video: Video) -> dict[str, Any]:
        return clip(self.context["request"], video.path, video.poster, video.seconds)


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
    scale = serializers.ListField(
        child=serializers.CharField(),
        help_text="What can be said of the pair, the lowest value first: a value is its place.",
    )
    shown = serializers.ChoiceField(
        Shown.choices,
        required=False,
        help_text="How those of one group are shown. Only of slots that have a group.",
    )
    group = Uuid(
        required=False, help_text="Slots with the same group are shown together; others singly."
    )


class ClaimedSerializer(serializers.Serializer[Any]):
    slots = HeldSlotSerializer(many=True)
    remaining = serializers.BooleanField(
        help_text="Whether there is more for this rater at the moment."
    )


class CountedSerializer(serializers.Serializer[Any]):
    label = serializers.IntegerField()  # type: ignore[assignment]  # the contract's word; the base has one for forms
    next = HeldSlotSerializer(many=True)


NewLabelSerializer = numbers("NewLabel", label="The label that replaces the old one.")


class MyLabelSerializer(serializers.ModelSerializer[Label]):
    """What a rater said. Its kind is not told: it would tell which pairs are checks."""

    caption = serializers.CharField(source="item.query.text")
    video = ClipSerializer(source="item.video", read_only=True)
    superseded = serializers.BooleanField(help_text="Another label has replaced it.")
    may_change = serializers.SerializerMethodField(
        help_text="Still: by labels/{id}/change or undo."
    )

    Meta = shows(Label, "id caption video", GIVEN, "supersedes superseded may_change")

    def get_may_change(self, label: Label) -> bool:
        return may_change(self.context["of"], label)


class LeaseEndSerializer(serializers.Serializer[Any]):
    expires_at = serializers.DateTimeField()


# Campaigns


class PaceSerializer(serializers.ModelSerializer[MeasuredPace]):
    Meta = shows(MeasuredPace, "answers mean_seconds long_seconds measured_at")


class GoalSerializer(serializers.Serializer[Any]):
    """What a campaign is asked until, and how far that was when it was last looked at."""

    measure = serializers.CharField(source="goal.measure")
    runs = serializers.ListField(source="goal.runs", child=serializers.CharField())
    points = serializers.FloatField(source="goal.points", help_text="Of a hundred, either way.")
    half_width = serializers.FloatField(
        source="look.half_width", allow_null=True, help_text="Known to these points by now."
    )
    difference = serializers.FloatField(source="look.difference", allow_null=True)
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    captions = serializers.IntegerField(
        source="look.captions",
        allow_null=True,
        help_text="Texts of captions whose pairs are all done.",
    )
    population = serializers.IntegerField(
        source="look.population", allow_null=True, help_text="Texts that the difference is about."
    )
    to_go = serializers.IntegerField(
        source="look.to_go", allow_null=True, help_text="About how many more."
    )
    reached = serializers.BooleanField(source="look.reached", help_text="The campaign may stop.")
    why = serializers.CharField(allow_null=True, help_text="Why there is no interval.")
    looked_at = serializers.DateTimeField(source="look.looked_at", allow_null=True)


def goal_as_json(campaign: Campaign) -> dict[str, Any] | None:
    goal = goal_of(campaign)
    if goal is None:
        return None
    look = getattr(campaign, "look", None) or Look()
    ends = None if look.low is None else [look.low, look.high]
    found = {"goal": goal, "look": look, "interval": ends, "why": look.reason or None}
    return GoalSerializer(found).data


@extend_schema_field({"type": "array", "items": {"type": "string"}})
class ScaleField(serializers.Field):  # type: ignore[type-arg]  # at run time it takes no argument
    """A campaign's scale is sent as its name or as its words, and shown as its words."""

    def to_internal_value(self, data: Any) -> list[str]:
        if isinstance(data, str):
            return read_scale(data)
        if not isinstance(data, list) or not all(isinstance(word, str) for word in data):
            raise serializers.ValidationError("Expected a name, as 0-4, or a list of words.")
        return check_words(data)

    def to_representation(self, value: list[str]) -> list[str]:
        return value


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    """Leads see all of it; raters only what they need to choose one: what it was made from would
    tell them what to answer."""

    benchmark = NamedSerializer(required=False)
    pool = NamedSerializer(required=False)
    created_by = username(required=False)
    pace = PaceSerializer(required=False, allow_null=True)
    until = serializers.SerializerMethodField(
        help_text="It is sent as a text: C@1:CLIP4CLIP,TeachText:2."
    )

    class Meta:
        model = Campaign
        fields: tuple[str, ...] = (*FOR_RATERS, *MADE, *SINCE, *SCALE, *POLICY)
        read_only_fields = fields
        extra_kwargs = {
            name: {"required": False}
            for name in (*MADE, *SINCE, *SCALE, *POLICY)
            if name != "until"
        }

    @extend_schema_field(GoalSerializer(allow_null=True))
    def get_until(self, campaign: Campaign) -> dict[str, Any] | None:
        return goal_as_json(campaign)

    def to_representation(self, campaign: Campaign) -> dict[str, Any]:
        shown = super().to_representation(campaign)
        return shown if self.for_a_lead else {name: shown[name] for name in FOR_RATERS}

    @property
    def for_a_lead(self) -> bool:
        return person_of(self.context["request"]).at_least(Role.LEAD)


class NewCampaignSerializer(StrictSerializer, serializers.ModelSerializer[Campaign]):
    pool = Accessed(access=access_pools)
    preset = serializers.ChoiceField(list(TITLES.items()), required=False, help_text=PRESET_HELP)
    scale = ScaleField(required=False, help_text=SCALE_HELP)

    class Meta:
        model = Campaign
        fields = ("pool", "name", "preset", *SCALE, *POLICY)
        # The action says whether the name is taken, in the pool's benchmark.
        validators: list[Any] = []


class ChangeCampaignSerializer(NewCampaignSerializer):
    pool = Accessed(access=access_pools, required=False)

    class Meta(NewCampaignSerializer.Meta):
        extra_kwargs = {"name": {"required": False}}


class MemberSerializer(serializers.ModelSerializer[Member]):
    person = username()

    Meta = shows(Member, OF_MEMBER)


OF_QUESTION = "id caption video text asked_at answer answered_at"


class MyQuestionSerializer(serializers.ModelSerializer[PairQuestion]):
    """A question that one has asked, and its answer, once there is one."""

    # The pair as it was given: nothing tells what kind of slot it came from.
    caption = serializers.CharField(source="query.text")
    video = ClipSerializer(read_only=True)

    Meta = shows(PairQuestion, OF_QUESTION)


class PairQuestionSerializer(MyQuestionSerializer):
    """A rater's question, as a lead sees it."""

    asked_by = username()
    answered_by = username()

    Meta = shows(PairQuestion, OF_QUESTION, "asked_by answered_by noted_version")


class GuidelineSerializer(serializers.ModelSerializer[Guideline]):
    Meta = shows(Guideline, "version html confirm written_at")


class WrittenGuidelineSerializer(GuidelineSerializer):
    warning = serializers.SerializerMethodField(
        help_text="What raters should not read: sentences of the template that were not replaced."
    )
    Meta = shows(Guideline, "version html confirm written_at warning")

    def get_warning(self, guideline: Guideline) -> str:
        return left_to_write(guideline.markdown)


def clip(request: Any, path: str, poster: str, seconds: float | None) -> dict[str, Any]:
    """What plays a video for whoever asked: the same for every video, wherever it came from."""
    person = person_of(request)
    links = (media_link(person, file) if file else None for file in (path, poster))
    return {**dict(zip(("url", "poster"), links, strict=True)), "duration": seconds}
