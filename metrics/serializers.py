"""Reports, as the API reads and shows them."""

from typing import Any

from rest_framework import serializers

from foundation.api.fields import NamedSerializer, WholeNumber
from foundation.asking.serializers import AskedSerializer
from foundation.finding.schema import serializer_of
from metrics.actions.start_evaluation import NewEvaluation
from metrics.models import Report
from metrics.queries.changes import EvaluationChanges
from metrics.queries.reports import result_of
from people.serializers import maker


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
    """With all that was found: `{"benchmark", "parts": {name: {"told", "tables"} or {"nothing":
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
