"""What leads see and decide, as the API reads and shows it: how far a campaign is, what comes
first, how its members fare, the hours worked, labels that come and go; and what adjudicators do:
disputes, decisions and what follows from them."""

from dataclasses import replace
from typing import Any

from rest_framework import serializers

from annotator.asked.exchange import (
    ExportWanted,
    HoursWanted,
    ImportLabelsWanted,
    access_hours_campaigns,
)
from annotator.asked.grades import RescaleWanted
from annotator.asked.leading import PriorityWanted
from annotator.models import (
    Campaign,
    ClipFailure,
    Export,
    Guideline,
    Item,
    Label,
    Member,
    Mistake,
    Slot,
)
from annotator.pseudonyms import pseudonym
from annotator.queries.disputes import DisputeKind, DisputesWanted, kind_of
from annotator.queries.hours import Worked
from annotator.queries.overview import InFull, in_full
from annotator.queries.progress import Pace
from annotator.queries.statements import knows_names
from annotator.queries.stuck.finding import Stuck
from annotator.queries.urgency import points_of
from annotator.serializers import (
    GIVEN,
    OF_MEMBER,
    CampaignSerializer,
    ClipSerializer,
    MemberSerializer,
)
from foundation.api.fields import Accessed, NamedSerializer, shows
from foundation.asking.serializers import (
    AskedParameters,
    AskedSerializer,
    parameters_of,
    serializer_of,
)
from foundation.finding.schema import fields_of
from foundation.finding.schema import serializer_of as shown_as
from measures.accuracy import Accuracy
from people.actor import person_of
from people.serializers import username
from pooling.media_links import media_link


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

    Meta = shows(Label, "id item caption video rater answer value reason comment given_at")


class ClipFailureSerializer(serializers.ModelSerializer[ClipFailure]):
    """What one rater's player said of a clip."""

    video = serializers.CharField(source="video.key", help_text="The key of the video.")
    rater = username()

    Meta = shows(ClipFailure, "id video rater cause detail browser at")


class StuckListSerializer(serializers.Serializer[Any]):
    stuck = shown_as(Stuck)(many=True, help_text="What holds up most comes first.")


class MeasuredMemberSerializer(MemberSerializer):
    pace = shown_as(Pace)(read_only=True)
    gold = shown_as(Accuracy)(
        read_only=True, help_text="Over the last answers that count for the bar."
    )

    Meta = shows(Member, OF_MEMBER, "qualified_at pace gold")


class HoursParameters(AskedParameters):
    asks = HoursWanted
    campaign = Accessed(
        access=access_hours_campaigns,
        required=False,
        allow_null=True,
        help_text="Only this campaign. Without one, all campaigns count, closed ones too.",
    )


class HoursSerializer(serializers.Serializer[Any]):
    time_zone = serializers.CharField(help_text="The time zone in which days begin.")
    days = shown_as(Worked)(many=True)


DisputeFilterSerializer = parameters_of(DisputesWanted, "DisputeFilter")


class SaidSerializer(serializers.ModelSerializer[Label]):
    rater = serializers.SerializerMethodField(
        help_text="The username for leads; for adjudicators the pseudonym."
    )
    pseudonym = serializers.SerializerMethodField(
        help_text="The same in the whole campaign, and another in every other."
    )
    kind = serializers.ChoiceField(Slot.Kind.choices, source="slot.kind")
    superseded = serializers.SerializerMethodField()

    Meta = shows(Label, "id rater pseudonym kind", GIVEN, "mistake superseded")

    def get_rater(self, label: Label) -> str:
        if knows_names(person_of(self.context["request"])):
            return label.rater.username
        return self.get_pseudonym(label)

    def get_pseudonym(self, label: Label) -> str:
        return pseudonym(label.campaign_id, label.rater_id)

    def get_superseded(self, label: Label) -> bool:
        return hasattr(label, "superseded_by")


class DisputeSerializer(serializers.ModelSerializer[Item]):
    caption = serializers.CharField(source="query.text")
    video = ClipSerializer(read_only=True)
    kind = serializers.SerializerMethodField(help_text="Why it waits for an adjudicator.")
    since = serializers.DateTimeField(help_text="When its newest label was given.")
    urgency = serializers.SerializerMethodField(help_text="Its points as of today.")
    labels = SaidSerializer(many=True)

    Meta = shows(Item, "id caption video verdict grade dispute kind since urgency labels")

    def get_kind(self, item: Item) -> DisputeKind:
        return kind_of(item)

    def get_urgency(self, item: Item) -> int:
        return points_of(item)


class OverruledSerializer(serializers.Serializer[Any]):
    """One's own answer, and the decision in its place."""

    label = serializers.IntegerField(source="label.pk")  # type: ignore[assignment]
    caption = serializers.CharField(source="label.item.query.text")
    video = ClipSerializer(source="label.item.video")
    answer = serializers.CharField(source="label.answer")
    value = serializers.IntegerField(source="label.value", allow_null=True)
    given_at = serializers.DateTimeField(source="label.given_at")
    decision = serializers.CharField(source="decision.answer")
    decided_value = serializers.IntegerField(source="decision.value", allow_null=True)
    reason = serializers.CharField(source="decision.comment")
    mistake = serializers.ChoiceField(
        [*Mistake.choices, ("", "Not named")], source="decision.mistake"
    )
    decided_at = serializers.DateTimeField(source="decision.given_at")

    Meta = shows(Label)


class ExportedFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    rows = serializers.IntegerField()
    bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    url = serializers.CharField(
        allow_null=True,
        help_text="A link for the caller, valid for a while; null if a command wrote the file.",
    )


class ExportSerializer(serializers.ModelSerializer[Export]):
    """Files that were written, and the manifest that lies beside them."""

    benchmark = NamedSerializer(source="release.benchmark")
    campaign = NamedSerializer(allow_null=True)
    release = serializers.CharField(source="release.name")
    created_by = username()
    files = ExportedFileSerializer(source="manifest.files", many=True)
    manifest = serializers.JSONField()

    Meta = shows(
        Export, "id benchmark campaign format release created_at created_by files manifest"
    )

    def to_representation(self, export: Export) -> dict[str, Any]:
        person = person_of(self.context["request"])
        for file in export.manifest["files"]:
            file["url"] = (
                media_link(person, f"{export.folder}/{file['name']}") if export.folder else None
            )
        facts = {name: fact for name, fact in export.manifest.items() if name != "files"}
        return super().to_representation(export) | {"manifest": facts}


NewExportSerializer = serializer_of(ExportWanted, "NewExport")
NewRescaledSerializer = serializer_of(RescaleWanted, "NewRescaled")


class ImportLabelsSerializer(AskedSerializer):
    asks = ImportLabelsWanted
    leaves_out = ("benchmark",)
