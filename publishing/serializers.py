"""Submissions, leaderboards and releases, as the API reads and shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.leading_serializers import ExportedFileSerializer
from foundation.api.fields import NamedSerializer, StrictSerializer, shows
from foundation.asking.serializers import serializer_of
from metrics.actions.standing_kept import find_standing
from metrics.actions.try_run import TryAsked
from metrics.models import FrozenRelease
from people.actor import person_of
from people.serializers import maker
from pooling.media_links import media_link
from pooling.models import Benchmark, Run, Submission
from pooling.queries.submissions import Checked, checks_for, id_for
from publishing.actions.decide_submission import ApprovalAsked, RefusalAsked
from publishing.actions.set_board import BoardAsked, IssueAsked, RunsAsked
from publishing.actions.start_release import ReleaseWanted
from publishing.queries.boards import BoardState
from publishing.queries.submissions import campaigns_named, history_of, standing_as_json

TryRunSerializer = serializer_of(TryAsked, "TryRun", leaves_out=("model", "name"))
ApprovalSerializer = serializer_of(ApprovalAsked, "Approval")
RefusalSerializer = serializer_of(RefusalAsked, "Refusal")


class RunStateSerializer(StrictSerializer):
    state = serializers.ChoiceField(
        Run.State.choices, help_text="Who may learn of the run outside the team."
    )


class TakesSubmissionsSerializer(StrictSerializer):
    open = serializers.BooleanField(help_text="Whether submitters may hand in runs.")


class CheckedSerializer(serializers.Serializer[Checked]):
    """How often a submitter had files checked for a benchmark without handing them in."""

    benchmark = NamedSerializer()
    submitter = serializers.CharField(source="submitter.username")
    today = serializers.IntegerField(help_text="Within the last 24 hours.")
    all = serializers.IntegerField()
    latest = serializers.DateTimeField()


class OpenBenchmarkSerializer(serializers.ModelSerializer[Benchmark]):
    """A benchmark, as far as somebody needs to know it who hands in a run."""

    Meta = shows(Benchmark, "id name title description caption_count video_count")


class SubmissionSerializer(serializers.ModelSerializer[Submission]):
    id = serializers.SerializerMethodField(
        help_text="It is the id of its run, too; for its author, its number."
    )
    checks = serializers.SerializerMethodField(
        help_text="What was looked at in the file; for its author, without numbers that follow from"
        " original positives."
    )
    benchmark = NamedSerializer(source="run.benchmark")
    shown_as = serializers.CharField(
        source="run.name", help_text="What viewers call it, if they may know of it at all."
    )
    model = serializers.CharField(source="model_name")
    state = serializers.CharField(source="run.state")
    direction = serializers.CharField(source="run.direction")
    depth = serializers.IntegerField(source="run.depth")
    items = serializers.IntegerField(source="run.items")
    sha256 = serializers.CharField(source="run.sha256")
    submitted_by = maker(source="run.submitted_by")
    decided_by = maker()

    Meta = shows(
        Submission,
        "id benchmark name model shown_as number state wish stage reason budget direction depth",
        "items file_name sha256 checks submitted_at submitted_by decided_at decided_by",
    )

    def get_id(self, row: Submission) -> int:
        return id_for(self.context["request"].user, row)

    def get_checks(self, row: Submission) -> list[dict[str, Any]]:
        return checks_for(self.context["request"].user, row)


class OneSubmissionSerializer(SubmissionSerializer):
    """With its scores as they are now, as far as they are computed: `current` says whether they
    are of the newest labels."""

    standing = serializers.SerializerMethodField(help_text="It is null until it has been computed.")
    current = serializers.SerializerMethodField()
    history = serializers.SerializerMethodField()
    campaigns = serializers.SerializerMethodField(
        help_text="The campaigns that ask about it; others than leads get null."
    )

    Meta = shows(
        Submission, *SubmissionSerializer.Meta.fields, "standing current history campaigns"
    )

    def to_representation(self, instance: Submission) -> dict[str, Any]:
        self.kept = find_standing(instance).kept
        return dict(super().to_representation(instance))

    @extend_schema_field({"type": ["object", "null"]})
    def get_standing(self, row: Submission) -> dict[str, Any] | None:
        if self.kept is None:
            return None
        return standing_as_json(self.kept.result, self.context["request"].user, row)

    def get_current(self, row: Submission) -> bool:
        return self.kept is not None and self.kept.current

    @extend_schema_field({"type": "array", "items": {"type": "object"}})
    def get_history(self, row: Submission) -> list[dict[str, Any]]:
        return [one.as_json() for one in history_of(row)]

    @extend_schema_field({"type": ["array", "null"], "items": {"type": "object"}})
    def get_campaigns(self, row: Submission) -> Any:
        return campaigns_named(row) if self.context["request"].user.is_lead else None


BoardAskedSerializer = serializer_of(BoardAsked, "BoardAsked")
BoardRunsSerializer = serializer_of(RunsAsked, "BoardRuns")
IssueAskedSerializer = serializer_of(IssueAsked, "IssueAsked")


class BoardRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField(help_text="Private, blinded or published.")


class BoardReportSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="report_id")
    sha256 = serializers.CharField(source="report.sha256")
    made_at = serializers.DateTimeField(source="report.made_at")


class BoardStateSerializer(serializers.Serializer[BoardState]):
    """What a leaderboard is set to, and what it shows."""

    benchmark = serializers.CharField(source="benchmark.name")
    public = serializers.BooleanField(
        source="is_public", read_only=True, help_text="Whether it is switched on."
    )
    shown = serializers.BooleanField(source="is_shown", help_text="Whether anybody can read it.")
    measures = serializers.ListField(child=serializers.CharField(), read_only=True)
    report = serializers.IntegerField(
        source="report_id",
        allow_null=True,
        read_only=True,
        help_text="The id of the report that it shows.",
    )
    runs = BoardRunSerializer(many=True)
    reports = BoardReportSerializer(many=True, source="issues")


NewReleaseSerializer = serializer_of(ReleaseWanted, "NewRelease")
FACTS = ("id", "benchmark", "name", "asked", "log_position", "report_id", "left_out")


class ReleaseSerializer(serializers.ModelSerializer[FrozenRelease]):
    """All formats of a benchmark's labels, frozen. card, croissant: the names of the files that say
    how to read the others."""

    benchmark = NamedSerializer()
    made_by = maker()
    files = ExportedFileSerializer(many=True)
    archive = ExportedFileSerializer()
    card = serializers.SerializerMethodField()
    croissant = serializers.SerializerMethodField()

    Meta = shows(FrozenRelease, *FACTS, "files archive card croissant made_at made_by")

    def to_representation(self, release: FrozenRelease) -> dict[str, Any]:
        person = person_of(self.context["request"])
        for file in (*release.files, release.archive):
            file["url"] = media_link(person, f"{release.folder}/{file['name']}")
        return super().to_representation(release)

    def get_card(self, release: FrozenRelease) -> str:
        return "README.md"

    def get_croissant(self, release: FrozenRelease) -> str:
        return "croissant.json"
