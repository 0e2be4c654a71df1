"""Pools and their pairs."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import Accessed, FiniteNumber, StrictSerializer, WholeNumber
from pooling.actions.build_pool import PoolParameters
from pooling.models import Pool, PoolPair, Run
from pooling.queries.benchmarks import access_benchmarks, runs_of
from pooling.queries.pools import access_pools
from pooling.queries.runs import access_runs
from pooling.serializers.fields import NamedSerializer, maker

# Until a campaign has measured it.
ASSUMED_PACE = 180


class FoundSerializer(serializers.Serializer[Any]):
    pairs = serializers.IntegerField(help_text="That the run found.")
    only = serializers.IntegerField(help_text="That no other run found.")


class PoolCostSerializer(serializers.Serializer[Any]):
    """What a dry run answers."""

    pool = serializers.IntegerField(allow_null=True, help_text="null: nothing was written.")
    captions = serializers.IntegerField()
    pairs = serializers.IntegerField()
    unjudged = serializers.IntegerField()
    by_run = serializers.DictField(child=FoundSerializer(), help_text="By the runs' names.")
    hours = serializers.FloatField(help_text="Of rating, for the pairs that are not judged yet.")


class PoolSerializer(serializers.ModelSerializer[Pool]):
    benchmark = NamedSerializer()
    frozen_by = maker()
    by_run = serializers.DictField(child=FoundSerializer())
    parameters = serializers.DictField(
        help_text="All that it follows from: runs, depth, sample, seed, what it adds to."
    )

    class Meta:
        model = Pool
        fields = (
            "id",
            "name",
            "benchmark",
            "depth",
            "parameters",
            "captions",
            "pairs",
            "unjudged",
            "by_run",
            "frozen_at",
            "frozen_by",
        )
        read_only_fields = fields


class PoolPairSerializer(serializers.ModelSerializer[PoolPair]):
    text = serializers.CharField(source="query.text")
    video_key = serializers.CharField(source="video.key")
    ranks = serializers.SerializerMethodField(
        help_text="By the runs' names; null where a run did not find it."
    )

    class Meta:
        model = PoolPair
        fields = (
            "query",
            "text",
            "video",
            "video_key",
            "ranks",
            "best_rank",
            "stratum",
            "inclusion",
            "original",
            "judged",
        )
        read_only_fields = fields

    @extend_schema_field({"type": "object", "additionalProperties": {"type": ["integer", "null"]}})
    def get_ranks(self, pair: PoolPair) -> dict[str, int | None]:
        names = pair.pool.parameters["run_names"]
        return {name: rank or None for name, rank in zip(names, pair.ranks, strict=True)}


class PairFilterSerializer(serializers.Serializer[Any]):
    unjudged = serializers.BooleanField(
        default=False, help_text="Only those without a verdict when the pool was frozen."
    )


class FreezePoolSerializer(StrictSerializer):
    benchmark = Accessed(access=access_benchmarks)
    name = serializers.CharField(
        max_length=120,
        default="",
        allow_blank=True,
        validators=Pool._meta.get_field("name").validators,
        help_text="A dry run needs none.",
    )
    runs = Accessed(
        access=access_runs,
        many=True,
        required=False,
        allow_empty=False,
        help_text="All that rank videos for captions if not given.",
    )
    depth = WholeNumber(
        min_value=1, max_value=1_000, default=10, help_text="The first so many ranks of each run."
    )
    sample = WholeNumber(
        min_value=1,
        default=None,
        allow_null=True,
        help_text="How many captions are drawn; all if null.",
    )
    by = serializers.ChoiceField(
        ["length"], default=None, allow_null=True, help_text="Draw from each length its share."
    )
    seed = WholeNumber(
        min_value=0,
        max_value=2**31 - 1,
        default=1,
        help_text="The same seed draws the same captions.",
    )
    beyond = Accessed(
        access=access_pools, many=True, required=False, help_text="Pools whose pairs are left out."
    )
    pace = FiniteNumber(
        min_value=1,
        max_value=100_000,
        default=ASSUMED_PACE,
        help_text="Pairs an hour, for a dry run's hours.",
    )
    dry_run = serializers.BooleanField(
        default=False, help_text="Only say what it would hold and cost."
    )

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        benchmark = asked["benchmark"]
        for field in ("runs", "beyond"):
            given = asked.setdefault(field, list(runs_of(benchmark)) if field == "runs" else [])
            if any(row.benchmark_id != benchmark.pk for row in given) or len(set(given)) < len(
                given
            ):
                raise serializers.ValidationError(
                    {field: f"Expected {field} of this benchmark, each named once."}
                )
        self._check_runs(asked["runs"])
        if not asked["dry_run"]:
            self._check_name(asked)
        return asked

    def _check_runs(self, runs: list[Run]) -> None:
        if any(run.direction != Run.Direction.TEXT_TO_VIDEO for run in runs):
            raise serializers.ValidationError(
                {"runs": "Expected runs that rank videos for captions."}
            )

    def _check_name(self, asked: dict[str, Any]) -> None:
        if not asked["name"]:
            raise serializers.ValidationError({"name": "Expected a name for the pool."})
        if asked["benchmark"].pools.filter(name=asked["name"]).exists():
            raise serializers.ValidationError({"name": "This name is taken."})

    def parameters(self) -> PoolParameters:
        asked = self.validated_data
        chosen = {name: asked[name] for name in ("depth", "sample", "by", "seed")}
        runs, beyond = (tuple(row.pk for row in asked[name]) for name in ("runs", "beyond"))
        return PoolParameters(runs=runs, beyond=beyond, **chosen)
