"""Models, runs and rankings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import DIGITS, Accessed, NamedSerializer, shows
from foundation.asking.serializers import AskedSerializer, parameters_of, serializer_of
from people.serializers import maker
from pooling.actions.hand_in import RunAsked
from pooling.actions.register_model import ModelAsked
from pooling.actions.submit_run import SubmissionAsked
from pooling.formats.checks import for_author
from pooling.models import Provenance, RetrievalModel, Run
from pooling.queries.runs import OfBenchmark, access_models


class ModelSerializer(serializers.ModelSerializer[RetrievalModel]):
    created_by = maker()

    Meta = shows(RetrievalModel, "id name version family link notes created_at created_by")


RegisterModelSerializer = serializer_of(ModelAsked, "RegisterModel")


class ProvenanceSerializer(serializers.ModelSerializer[Provenance]):
    """What the model of a run was trained on, of one that was trained here."""

    trained_on = NamedSerializer()
    labels_of = NamedSerializer(allow_null=True)
    saw_evaluated = serializers.BooleanField(
        help_text="Whether the model learnt from labels of evaluated captions, or their videos."
    )

    Meta = shows(
        Provenance,
        "trained_on captions videos captions_sha256 relevance tau labels_of log_position"
        " labels evaluated_labels evaluated_videos shared_texts saw_evaluated",
    )


class RunSerializer(serializers.ModelSerializer[Run]):
    """A submitter's own has its number in place of ids, which count, and of its warnings those that
    its author is shown."""

    benchmark = NamedSerializer()
    model = NamedSerializer()
    created_by = maker()
    warnings = serializers.ListField(child=serializers.CharField())
    provenance = ProvenanceSerializer(
        allow_null=True,
        read_only=True,
        help_text="What its model was trained on; null where that is not known.",
    )

    Meta = shows(
        Run,
        "id name benchmark model direction depth format file_name sha256 items ties"
        " full_ranks warnings provenance created_at created_by",
    )

    def to_representation(self, instance: Run) -> dict[str, Any]:
        told: dict[str, Any] = super().to_representation(instance)
        if self.context["request"].user.is_submitter:
            submission = instance.submission
            told["id"] = told["model"]["id"] = submission.number
            checks = for_author(submission.checks)
            told["warnings"] = [one["detail"] for one in checks if one["state"] == "warning"]
        return told


@extend_schema_field({"type": ["integer", "string"]})
class AccessedModel(Accessed):
    """A model by its id, or by its name; the name itself where no model has it yet."""

    takes_text = True

    def to_internal_value(self, data: Any) -> RetrievalModel | str:
        if not isinstance(data, str) or DIGITS.match(data):
            model: RetrievalModel = super().to_internal_value(data)
            return model
        try:
            wanted: str = serializers.CharField(
                validators=RetrievalModel._meta.get_field("name").validators
            ).run_validation(data)
        except serializers.ValidationError as invalid:
            raise serializers.ValidationError(list(invalid.detail)[:1]) from None
        return self.get_queryset().filter(name__iexact=wanted).first() or wanted


class ImportRunSerializer(AskedSerializer):
    asks = RunAsked
    model = AccessedModel(
        access=access_models,
        help_text="The model, by its id or its name. A new name is registered with the run.",
    )


SubmitRunSerializer = serializer_of(SubmissionAsked, "SubmitRun")
OfBenchmarkSerializer = parameters_of(OfBenchmark, "OfBenchmark")
