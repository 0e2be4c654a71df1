"""Reports, as the API reads and shows them."""

from typing import Any

from rest_framework import serializers

from foundation.api.fields import Accessed, NamedSerializer, StrictSerializer, WholeNumber
from metrics.measures.names import UnknownMeasure, parse_all
from metrics.models import Report
from metrics.queries.reports import result_of
from metrics.studies.report import MEASURES
from metrics.studies.report import Asked as Wanted
from people.serializers import maker
from pooling.models import Run
from pooling.plain_text import one_plain_line
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.pools import access_pools
from pooling.queries.runs import access_runs

MOST_RUNS = 50


class NewEvaluationSerializer(StrictSerializer):
    benchmark = Accessed(access=access_benchmarks)
    runs = serializers.ListField(
        child=Accessed(access=access_runs),
        default=list,
        max_length=MOST_RUNS,
        help_text="The ids of the runs. All that rank videos for captions are taken if not given.",
    )
    title = serializers.CharField(
        max_length=Report._meta.get_field("title").max_length,
        default="",
        allow_blank=True,
        validators=[one_plain_line],
    )
    measures = serializers.ListField(
        child=serializers.CharField(max_length=20), default=list(MEASURES), max_length=30
    )
    positives = serializers.ChoiceField(["both", "original", "all"], default="both")
    same_text = serializers.BooleanField(
        default=False,
        help_text="The videos of captions with the same text are original positives too.",
    )
    intervals = serializers.BooleanField(default=True)
    comparisons = serializers.BooleanField(default=True)
    overlap = WholeNumber(
        min_value=0, max_value=1_000, default=10, help_text="The depth; 0 for none."
    )
    leave_out = serializers.ChoiceField(["", "run", "family"], default="", allow_blank=True)
    sample_sizes = serializers.ListField(
        child=WholeNumber(min_value=2), default=list, max_length=20
    )
    unjudged = WholeNumber(
        min_value=0, max_value=1_000, default=0, help_text="The depth; 0 for none."
    )
    estimate = Accessed(
        access=access_pools,
        default=None,
        allow_null=True,
        help_text="The pool, by its id, whose captions are a sample of all.",
    )
    reuse = serializers.BooleanField(default=False)
    seed = WholeNumber(min_value=0, max_value=2**31 - 1, default=0)
    resamples = WholeNumber(min_value=100, max_value=100_000, default=10_000)

    def validate_measures(self, measures: list[str]) -> list[str]:
        try:
            return [str(measure) for measure in parse_all(measures)]
        except UnknownMeasure as unknown:
            raise serializers.ValidationError(f"{unknown}.") from None

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        of = asked["benchmark"]
        asked["runs"] = asked["runs"] or list(
            of.runs.filter(direction=Run.Direction.TEXT_TO_VIDEO).order_by("pk")[:MOST_RUNS]
        )
        if not asked["runs"]:
            raise serializers.ValidationError({"runs": f"{of} has no run yet: import one."})
        if any(run.benchmark_id != of.pk for run in asked["runs"]):
            raise serializers.ValidationError({"runs": f"Expected runs of {of}."})
        if asked["estimate"] and asked["estimate"].benchmark_id != of.pk:
            raise serializers.ValidationError({"estimate": f"Expected a pool of {of}."})
        if any(size > of.caption_count for size in asked["sample_sizes"]):
            raise serializers.ValidationError(
                {"sample_sizes": f"Expected at most {of.caption_count:,}, the captions of {of}."}
            )
        return asked

    def arguments(self) -> dict[str, Any]:
        """What the job is told."""
        asked = dict(self.validated_data)
        of, runs, title = asked.pop("benchmark"), asked.pop("runs"), asked.pop("title")
        asked["estimate"] = asked["estimate"].pk if asked["estimate"] else 0
        return {
            "benchmark": of.pk,
            "runs": [run.pk for run in runs],
            "asked": Wanted.of(asked).as_json(),
            "name": title,
        }


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


class ChangeSerializer(serializers.Serializer[Any]):
    """key: of the caption, or of the video where the run ranks captions. null: no value, or a rank
    that is not known."""

    key = serializers.CharField()
    text = serializers.CharField()
    run = serializers.CharField()
    measure = serializers.CharField()
    positives = serializers.CharField()
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class SettingSerializer(serializers.Serializer[Any]):
    """A setting that is not the same in both. null: it was not recorded."""

    name = serializers.CharField()
    title = serializers.CharField(help_text="What pages call it.")
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    changes_scores = serializers.BooleanField(
        help_text="Whether a caption's score may differ because of it."
    )


class PositionsSerializer(serializers.Serializer[Any]):
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class LabelsChangedSerializer(serializers.Serializer[Any]):
    """In pairs of query and video."""

    log_position = PositionsSerializer(help_text="The newest label that each report has read.")
    newly_judged = serializers.IntegerField()
    no_longer_judged = serializers.IntegerField()
    newly_relevant = serializers.IntegerField()
    no_longer_relevant = serializers.IntegerField()


class ChangesSerializer(serializers.Serializer[Any]):
    settings = SettingSerializer(many=True, help_text="Those that differ.")
    labels = LabelsChangedSerializer(help_text="What differs in verdicts.")
    changes = serializers.IntegerField(help_text="All of them.")
    items = serializers.IntegerField(help_text="The captions and videos that they are of.")
    results = ChangeSerializer(many=True)
    next = serializers.CharField(allow_null=True)
