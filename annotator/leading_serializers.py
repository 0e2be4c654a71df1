"""What leads see and decide, as the API reads and shows it: how far a campaign is, what comes
first, how its members fare."""

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.asked.leading import AskAgainWanted, MemberStateWanted, PriorityWanted
from annotator.models import Campaign, ClipFailure, Guideline, Label, Member, Shown
from annotator.queries.originals import Originals, originals_of
from annotator.queries.overview import warning_of
from annotator.queries.progress import (
    NO_PACE,
    Cost,
    Pace,
    Progress,
    cost_of_campaign,
    labels_by_campaign,
    progress_of,
)
from annotator.queries.remarks import remarks_of
from annotator.serializers import OF_MEMBER, CampaignSerializer, MemberSerializer
from foundation.api.fields import shows
from foundation.asking.serializers import AskedSerializer, serializer_of
from foundation.finding.schema import serializer_of as shown_as
from measures.accuracy import Accuracy
from people.actor import person_of
from people.models import Role
from people.serializers import username

IN_FULL = ("progress", "labels", "originals", "cost", "comments", "reported_clips", "warning")


# A campaign


class EstimateSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    clusters = serializers.IntegerField(help_text="Clips that they are about.")
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class ComparedSerializer(serializers.Serializer[Any]):
    single = EstimateSerializer()
    together = EstimateSerializer()
    difference = EstimateSerializer(help_text="Together less singly.")


class ShownEffectSerializer(serializers.Serializer[Any]):
    show = serializers.ChoiceField(Shown.choices)
    relevant = ComparedSerializer(
        allow_null=True, help_text="Share of relevant ones among first judgements."
    )
    agreement = ComparedSerializer(
        allow_null=True, help_text="Share of pairs labelled twice on which both raters agree."
    )
    cannot_judge = ComparedSerializer(
        allow_null=True, help_text="Share of first labels that could not judge."
    )


class CampaignInFullSerializer(CampaignSerializer):
    progress = serializers.SerializerMethodField()
    labels = serializers.SerializerMethodField(help_text="How many were given.")
    originals = serializers.SerializerMethodField(
        help_text="Only of a campaign that looks at original pairs."
    )
    cost = serializers.SerializerMethodField(help_text="What it would cost, while it is a draft.")
    comments = serializers.SerializerMethodField(help_text="Answers with a comment.")
    reported_clips = serializers.SerializerMethodField(
        help_text="Clips that did not play for a rater."
    )
    warning = serializers.SerializerMethodField(
        help_text="What its lead should know; empty where there is nothing."
    )

    class Meta(CampaignSerializer.Meta):
        fields = (*CampaignSerializer.Meta.fields, *IN_FULL)
        read_only_fields = fields

    @extend_schema_field(shown_as(Progress))
    def get_progress(self, campaign: Campaign) -> dict[str, Any] | None:
        return progress_of(campaign).as_json() if self._for_a_lead else None

    def get_labels(self, campaign: Campaign) -> int | None:
        return labels_by_campaign([campaign]).get(campaign.pk, 0) if self._for_a_lead else None

    @extend_schema_field(shown_as(Originals)(allow_null=True))
    def get_originals(self, campaign: Campaign) -> dict[str, Any] | None:
        found = originals_of(campaign) if self._for_a_lead else None
        return found.as_json() if found else None

    @extend_schema_field(shown_as(Cost)(allow_null=True))
    def get_cost(self, campaign: Campaign) -> dict[str, Any] | None:
        if campaign.state != Campaign.State.DRAFT or campaign.pool is None or not self._for_a_lead:
            return None
        cost = cost_of_campaign(
            campaign.pool, double_share=campaign.double_share, ask_again=campaign.ask_again
        )
        return cost.as_json()

    def get_comments(self, campaign: Campaign) -> int | None:
        return remarks_of(campaign).comments if self._for_a_lead else None

    def get_reported_clips(self, campaign: Campaign) -> int | None:
        return remarks_of(campaign).clips if self._for_a_lead else None

    def get_warning(self, campaign: Campaign) -> str:
        return warning_of(campaign) if self._for_a_lead else ""

    @property
    def _for_a_lead(self) -> bool:
        """Others are shown none of this: nothing is counted for them."""
        return person_of(self.context["request"]).at_least(Role.LEAD)


class GuidelineVersionSerializer(serializers.ModelSerializer[Guideline]):
    written_by = username()

    Meta = shows(Guideline, "version markdown html confirm written_by written_at")


class PrioritySerializer(AskedSerializer):
    """A caption, one pair, or all that one of the pool's runs found: a run by its id."""

    asks = PriorityWanted

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A run becomes its place in the pool, once it is clear that a run is meant."""
        super().validate(attrs)
        if self.asked.run is not None:
            self.asked = replace(self.asked, run=self._place(self.asked.run))
        return attrs

    def _place(self, run: int) -> int:
        pool = self.context["of"].pool
        runs = list(pool.parameters["runs"]) if pool else []
        if run not in runs:
            expected = "Expected the id of a run of this campaign's pool."
            raise serializers.ValidationError({"run": expected})
        return runs.index(run)


class RemarkSerializer(serializers.ModelSerializer[Label]):
    """An answer with its comment, the pair, and who gave it."""

    caption = serializers.CharField(source="item.query.text")
    video = serializers.CharField(source="item.video.key", help_text="The key of the video.")
    rater = username()

    Meta = shows(Label, "id item caption video rater answer reason comment given_at")


class ClipFailureSerializer(serializers.ModelSerializer[ClipFailure]):
    """What one rater's player said of a clip."""

    video = serializers.CharField(source="video.key", help_text="The key of the video.")
    rater = username()

    Meta = shows(ClipFailure, "id video rater cause detail browser at")


class SentSerializer(serializers.Serializer[Any]):
    sent = serializers.IntegerField(help_text="How many pairs an adjudicator decides now.")


class MovedSerializer(serializers.Serializer[Any]):
    moved = serializers.IntegerField(
        help_text="How many labels that are wanted stand at the front now."
    )


# Its members


class AccuracySerializer(serializers.Serializer[Any]):
    """By answers that are known."""

    right = serializers.IntegerField()
    n = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(
        child=serializers.FloatField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text="Wilson's, of 95 %.",
    )


class MeasuredMemberSerializer(MemberSerializer):
    """The context has the paces and accuracies of all members that are shown, each by the person's
    number."""

    pace = serializers.SerializerMethodField()
    gold = serializers.SerializerMethodField(
        help_text="Over the last answers that count for the bar."
    )

    Meta = shows(Member, OF_MEMBER, "qualified_at pace gold")

    @extend_schema_field(shown_as(Pace))
    def get_pace(self, member: Member) -> Any:
        return self.context["paces"].get(member.person_id, NO_PACE).as_json()

    @extend_schema_field(AccuracySerializer)
    def get_gold(self, member: Member) -> Any:
        return AccuracySerializer(
            self.context["accuracies"].get(member.person_id, Accuracy(0, 0))
        ).data


class CheckSerializer(serializers.Serializer[Any]):
    """An answer to hidden gold, and how its rater stood after it."""

    given_at = serializers.DateTimeField()
    caption = serializers.CharField()
    answer = serializers.CharField()
    truth = serializers.CharField()
    correct = serializers.BooleanField()
    after = AccuracySerializer(help_text="Over the last answers that counted for the bar.")


class ChecksSerializer(serializers.Serializer[Any]):
    all = AccuracySerializer()
    last = AccuracySerializer(help_text="Over the last answers that count for the bar.")
    answers = CheckSerializer(many=True, help_text="The newest first.")


MemberStateSerializer = serializer_of(MemberStateWanted, "MemberState")
AskAgainSerializer = serializer_of(AskAgainWanted, "AskAgain")


class AskedAgainSerializer(serializers.Serializer[Any]):
    labels = serializers.IntegerField(help_text="How many are asked for again.")
