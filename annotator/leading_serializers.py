"""What leads see and decide, as the API reads and shows it: how far a campaign is, what comes
first, how its members fare."""

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.asked.leading import AskAgainWanted, MemberStateWanted, PriorityWanted
from annotator.models import Campaign, ClipFailure, Guideline, Label, Member, Shown
from annotator.queries.overview import InFull, in_full
from annotator.queries.progress import NO_PACE, Pace
from annotator.serializers import OF_MEMBER, CampaignSerializer, MemberSerializer
from foundation.api.fields import shows
from foundation.asking.serializers import AskedSerializer, serializer_of
from foundation.finding.schema import fields_of
from foundation.finding.schema import serializer_of as shown_as
from measures.accuracy import Accuracy
from people.serializers import username

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
    def get_fields(self) -> dict[str, Any]:
        more = fields_of(InFull)
        for field in more.values():
            field.read_only = True
        return super().get_fields() | more

    def to_representation(self, campaign: Campaign) -> dict[str, Any]:
        """Others than leads are shown none of this: nothing is counted for them."""
        shown = CampaignSerializer(campaign, context=self.context).data
        return shown | in_full(campaign).as_json() if self.for_a_lead else shown


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
