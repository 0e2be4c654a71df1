"""Submissions, as the API reads and shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import NamedSerializer, StrictSerializer, shows
from foundation.asking.serializers import serializer_of
from metrics.actions.standing_kept import find_standing
from metrics.actions.try_run import TryAsked
from people.serializers import maker
from pooling.models import Benchmark, Run, Submission
from pooling.queries.submissions import Checked, checks_for, id_for
from publishing.actions.decide_submission import ApprovalAsked, RefusalAsked
from publishing.queries.submissions import campaigns_told, history_of, standing_as_json

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
        return campaigns_told(row) if self.context["request"].user.is_lead else None
