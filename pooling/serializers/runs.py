"""Models, runs and rankings; pools and their pairs."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import DIGITS, Accessed, NamedSerializer, shows
from foundation.asking.serializers import AskedSerializer, parameters_of, serializer_of
from people.serializers import maker
from pooling.actions.build_pool import PoolAsked
from pooling.actions.hand_in import RunAsked
from pooling.actions.register_model import ModelAsked
from pooling.actions.submit_run import SubmissionAsked
from pooling.formats.checks import for_author
from pooling.models import Pool, PoolPair, Provenance, RetrievalModel, Run
from pooling.queries.benchmarks import runs_of
from pooling.queries.pools import PairFilter, access_pools
from pooling.queries.runs import OfBenchmark, access_models, access_runs


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
    whole = serializers.BooleanField(
        read_only=True, help_text="Whether every rank is kept, and not those to its depth alone."
    )
    provenance = ProvenanceSerializer(
        allow_null=True,
        read_only=True,
        help_text="What its model was trained on; null where that is not known.",
    )

    Meta = shows(
        Run,
        "id name benchmark model direction depth format file_name sha256 items ties"
        " full_ranks whole warnings provenance created_at created_by",
    )

    def to_representation(self, instance: Run) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        if self.context["request"].user.is_submitter:
            submission = instance.submission
            shown["id"] = shown["model"]["id"] = submission.number
            checks = for_author(submission.checks)
            shown["warnings"] = [one["detail"] for one in checks if one["state"] == "warning"]
        return shown


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


class FoundSerializer(serializers.Serializer[Any]):
    pairs = serializers.IntegerField(help_text="How many pairs the run found.")
    only = serializers.IntegerField(help_text="How many pairs only this run found.")


class PoolCostSerializer(serializers.Serializer[Any]):
    """What a dry run answers."""

    pool = serializers.IntegerField(
        allow_null=True, help_text="It is null, as nothing was written."
    )
    captions = serializers.IntegerField()
    pairs = serializers.IntegerField()
    unjudged = serializers.IntegerField()
    by_run = serializers.DictField(
        child=FoundSerializer(), help_text="What each run found, by the runs' names."
    )
    population = serializers.IntegerField(help_text="Captions that could have been drawn.")
    hours = serializers.FloatField(help_text="Of rating, for the pairs that are not judged yet.")


class PoolSerializer(serializers.ModelSerializer[Pool]):
    benchmark = NamedSerializer()
    frozen_by = maker()
    by_run = serializers.DictField(child=FoundSerializer())
    parameters = serializers.DictField(
        help_text="All that it follows from: runs, depth, sample, seed, what it adds to."
    )

    Meta = shows(
        Pool,
        "id name benchmark depth parameters captions pairs unjudged by_run frozen_at frozen_by",
    )

    def to_representation(self, instance: Pool) -> dict[str, Any]:
        """Without the ids of pools that the reader may not know of."""
        answer: dict[str, Any] = super().to_representation(instance)
        beyond = instance.parameters.get("beyond", ())
        if beyond:
            known = access_pools(self.context["request"].user).filter(pk__in=beyond)
            shown = set(known.values_list("pk", flat=True))
            kept = [key for key in beyond if key in shown]
            answer["parameters"] = {**instance.parameters, "beyond": kept}
        return answer


class PoolPairSerializer(serializers.ModelSerializer[PoolPair]):
    text = serializers.CharField(source="query.text")
    video_key = serializers.CharField(source="video.key")
    ranks = serializers.SerializerMethodField(
        help_text="The pair's ranks by the runs' names; null where a run did not find it."
    )

    Meta = shows(
        PoolPair, "query text video video_key ranks best_rank stratum inclusion original judged"
    )

    @extend_schema_field({"type": "object", "additionalProperties": {"type": ["integer", "null"]}})
    def get_ranks(self, pair: PoolPair) -> dict[str, int | None]:
        names = pair.pool.parameters["run_names"]
        return {name: rank or None for name, rank in zip(names, pair.ranks, strict=True)}


# What is asked


PairFilterSerializer = parameters_of(PairFilter, "PairFilter")


class FreezePoolSerializer(AskedSerializer):
    asks = PoolAsked
    runs = Accessed(
        access=access_runs,
        many=True,
        required=False,
        allow_empty=False,
        help_text="The ids of the runs. All that rank videos for captions are taken if not given.",
    )
    beyond = Accessed(
        access=access_pools,
        many=True,
        required=False,
        help_text="The ids of pools whose pairs are left out.",
    )
    misses = Accessed(
        access=access_runs,
        many=True,
        required=False,
        help_text=(
            "The ids of runs. Only captions that one of them misses are drawn from: their own video"
            " is not among its first ranks down to the depth."
        ),
    )
    pilot = Accessed(
        access=access_pools,
        required=False,
        allow_null=True,
        help_text=(
            "With misses and by length, the id of an earlier pool: strata whose labels there differ"
            " more give more captions."
        ),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["runs"] = ids_of(attrs.get("runs", runs_of(attrs["benchmark"])))
        attrs["beyond"] = ids_of(attrs.get("beyond", ()))
        attrs["misses"] = ids_of(attrs.get("misses", ()))
        attrs["pilot"] = attrs["pilot"].pk if attrs.get("pilot") else None
        return super().validate(attrs)


def ids_of(rows: Iterable[Run | Pool]) -> tuple[int, ...]:
    return tuple(row.pk for row in rows)
