"""Reports, agreement and kept studies, as the API is asked for them and shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import NamedSerializer, WholeNumber, shows
from foundation.asking.serializers import AskedParameters, AskedSerializer
from foundation.asking.serializers import serializer_of as serializer_of_asked
from foundation.finding.schema import FoundSerializer, serializer_of
from metrics.actions.agreement_kept import AgreementAsked
from metrics.actions.doctor_kept import DoctorAsked
from metrics.actions.judge_kept import find_judge_standing
from metrics.actions.start_evaluation import NewEvaluation
from metrics.models import Report
from metrics.queries.changes import EvaluationChanges
from metrics.queries.outside_judge import standing_as_json
from metrics.queries.reports import result_of
from metrics.studies.agreement import AgreementStudy
from metrics.studies.agreement_slices import AgreementSlice, ColumnSlice
from metrics.studies.doctor_found import Doctor
from metrics.studies.proxies import UnderProxies
from metrics.studies.witness_study import WitnessStudy
from people.serializers import maker
from witnesses.asked.judges import JudgeAsked
from witnesses.models import JudgeSubmission
from witnesses.queries.judges import id_for


class NewEvaluationSerializer(AskedSerializer):
    asks = NewEvaluation


class ReportSerializer(serializers.ModelSerializer[Report]):
    """A frozen report: what was asked, and what it was computed from."""

    benchmark = NamedSerializer()
    made_by = maker()

    class Meta:
        model = Report
        fields: tuple[str, ...] = (
            "id",
            "benchmark",
            "kind",
            "title",
            "asked",
            "inputs",
            "sha256",
            "made_at",
            "made_by",
        )
        read_only_fields: tuple[str, ...] = fields


class OneReportSerializer(ReportSerializer):
    """With all that was found: `{"benchmark", "parts": {name: {"found", "tables"} or {"nothing":
    why}}}`."""

    result = serializers.SerializerMethodField()

    class Meta(ReportSerializer.Meta):
        fields: tuple[str, ...] = (*ReportSerializer.Meta.fields, "result")
        read_only_fields: tuple[str, ...] = fields

    def get_result(self, report: Report) -> dict[str, Any]:
        return result_of(report)


class ChangesAskedSerializer(serializers.Serializer[Any]):
    run = serializers.CharField(default="", help_text="Only changes of this run.")
    measure = serializers.CharField(default="", help_text="Only changes of this measure.")
    cursor = serializers.RegexField(
        r"^[0-9]{1,18}$",
        default="",
        help_text="Where the page begins, taken from an answer's next.",
    )
    limit = WholeNumber(min_value=1, max_value=1_000, default=100)


ChangesSerializer = serializer_of(EvaluationChanges)


class DoctorParameters(AskedParameters):
    asks = DoctorAsked
    leaves_out = ("benchmark",)


class ExamineSerializer(AskedSerializer):
    asks = DoctorAsked
    leaves_out = ("benchmark",)


class DoctorSerializer(FoundSerializer):
    finds = Doctor
    current = serializers.BooleanField(
        help_text="Whether captions, clips and runs are still those that were looked at."
    )
    computed_at = serializers.DateTimeField()


class UnderProxiesSerializer(FoundSerializer):
    finds = UnderProxies
    current = serializers.BooleanField(
        help_text="Whether labels, proxies and runs are still those that were looked at."
    )
    computed_at = serializers.DateTimeField()


class WitnessStudySerializer(FoundSerializer):
    finds = WitnessStudy
    current = serializers.BooleanField(
        help_text="Whether labels, opinions and runs are still those that were looked at."
    )
    computed_at = serializers.DateTimeField()


# What the address calls fields whose names Python has taken, or that read better so there.
NAMES = {"since": "from", "until": "to"}


class AgreementParameters(AskedParameters):
    asks = AgreementAsked

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for name in NAMES:
            fields[name].source = name
        return {NAMES.get(name, name): field for name, field in fields.items()}


class PairsParameters(AgreementParameters):
    """Of figures that are drawn, nothing is asked."""

    leaves_out = ("seed", "resamples", "raters_as")


class TwoRatersSerializer(serializers.Serializer[Any]):
    a = serializers.CharField()
    b = serializers.CharField()
    shared = serializers.IntegerField()
    agreement = serializers.FloatField()


class RepeatedSerializer(serializers.Serializer[Any]):
    """Labels by a rater who had labelled the pair before. Of each rater the first one counts; these
    are compared with nothing."""

    pairs = serializers.IntegerField()
    labels = serializers.IntegerField()
    contradicting = serializers.IntegerField(
        help_text="Labels that say otherwise than the rater's first one."
    )


class FiltersSerializer(serializers.Serializer[Any]):
    to = serializers.CharField(allow_null=True)
    raters = serializers.ListField(child=serializers.CharField())

    def get_fields(self) -> dict[str, Any]:
        return {"from": serializers.CharField(allow_null=True)} | super().get_fields()


class TimeSliceSerializer(FoundSerializer):
    finds = AgreementSlice
    day = serializers.DateField(required=False, help_text="If `time_step` is day.")
    week = serializers.DateField(required=False, help_text="Its Monday, if `time_step` is week.")


class LengthSliceSerializer(FoundSerializer):
    finds = AgreementSlice
    words = serializers.CharField(help_text="The class of lengths, as `5 to 6`.")


class NumberSliceSerializer(FoundSerializer):
    finds = AgreementSlice
    name = serializers.CharField(help_text="How many labels the pairs have, as `3 labels`.")


class ColumnSliceSerializer(FoundSerializer):
    finds = ColumnSlice
    value = serializers.CharField(help_text="The column's value, or how many other values.")


class CountedPairSerializer(serializers.Serializer[Any]):
    """Why a pair counts in agreement, or does not."""

    pair = serializers.IntegerField()
    campaign = serializers.CharField()
    caption = serializers.CharField()
    video = serializers.CharField()
    verdict = serializers.CharField()
    reason = serializers.CharField()
    why = serializers.CharField(help_text="The reason in words.")
    labels = serializers.IntegerField(help_text="All that were given.")
    compared = serializers.IntegerField(help_text="Those that are left after all steps.")
    aside = serializers.DictField(
        child=serializers.IntegerField(), help_text="Labels that each step set aside."
    )


class AgreementSerializer(FoundSerializer):
    finds = AgreementStudy
    filters = FiltersSerializer()
    repeated = RepeatedSerializer()
    by_time = TimeSliceSerializer(many=True)
    by_length = LengthSliceSerializer(many=True)
    by_number_of_all_labels = NumberSliceSerializer(many=True)
    by_column = ColumnSliceSerializer(many=True)
    pairwise = TwoRatersSerializer(many=True)
    newer_labels = serializers.IntegerField(
        required=False,
        help_text="Only where this is not of the newest labels: how many were given since.",
    )


SubmitJudgeSerializer = serializer_of_asked(JudgeAsked, "SubmitJudge")


class JudgeSerializer(serializers.ModelSerializer[JudgeSubmission]):
    """A judge from outside: its opinions are a witness's."""

    id = serializers.SerializerMethodField(
        help_text="It is the id of its witness, too; for its author, its number."
    )
    benchmark = NamedSerializer(source="witness.benchmark")
    model = serializers.CharField(source="model_name")
    shown_as = serializers.CharField(source="blind_name", help_text="What its witness is called.")
    submitted_by = maker()

    Meta = shows(
        JudgeSubmission,
        "id benchmark model family shown_as number file_name sha256 submitted_at submitted_by",
    )

    def get_id(self, row: JudgeSubmission) -> int:
        return id_for(self.context["request"].user, row)


class OneJudgeSerializer(JudgeSerializer):
    """With what it is worth beside the labels as they are now, as far as that is computed:
    `current` says whether it is of the newest labels."""

    standing = serializers.SerializerMethodField(help_text="It is null until it has been computed.")
    current = serializers.SerializerMethodField()

    Meta = shows(JudgeSubmission, *JudgeSerializer.Meta.fields, "standing current")

    def to_representation(self, instance: JudgeSubmission) -> dict[str, Any]:
        self.kept = find_judge_standing(instance).kept
        return dict(super().to_representation(instance))

    @extend_schema_field({"type": ["object", "null"]})
    def get_standing(self, row: JudgeSubmission) -> dict[str, Any] | None:
        if self.kept is None:
            return None
        return standing_as_json(self.kept.result, self.context["request"].user, row)

    def get_current(self, row: JudgeSubmission) -> bool:
        return self.kept is not None and self.kept.current
