"""Choose pairs and freeze them; or say what that would cost, by the same arithmetic.

1. Captions are chosen: all, or a seeded draw that depends on nothing but the parameters and the
captions.
2. The tops of the runs' rankings of those captions are united into pairs (pooling/union.py).
3. What is known of the pairs is looked up, and they are counted. A dry run ends here.
4. The rows are copied into the pool, which never changes afterwards.
"""

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

import numpy as np
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import QuerySet
from numpy.typing import NDArray

from foundation.asking.questions import asked
from foundation.database.copy import fixed_rows
from foundation.database.statistics import analyze
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import Job
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.formats.runs import DEPTH_LIMIT
from pooling.models import Benchmark, Pool, PoolCaption, PoolPair, Run
from pooling.queries.axes import Axes, read_axes
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.pairs import judged_pairs, original_pairs, pooled_pairs
from pooling.queries.rankings import read_targets
from pooling.sampling import Sample, sample_captions
from pooling.union import PairsFound, unite

STRATA = 5
ASSUMED_PACE = 180  # pairs an hour, until a campaign has measured it


@dataclass(frozen=True, slots=True)
class PoolParameters:
    """All that a pool follows from. Runs and pools by their ids: names are for people."""

    runs: tuple[int, ...]
    beyond: tuple[int, ...] = ()  # pools whose pairs are left out: what is left is an increment
    depth: int = asked(
        "How far down each run's rankings the pairs are taken from.",
        default=10,
        at_least=1,
        at_most=DEPTH_LIMIT,
    )
    sample: int | None = asked(
        "How many captions are drawn at random. All are taken if it is not given.",
        default=None,
        at_least=1,
        label="Sample of captions",
    )
    by: Literal["length"] | None = asked(
        "Draw from the captions of each length their share of the sample.", default=None
    )
    seed: int = asked(
        "The seed of the draw. The same seed draws the same captions.",
        default=1,
        at_least=0,
        at_most=2**31 - 1,
    )


@dataclass(frozen=True, slots=True)
class PoolAsked(PoolParameters):
    """A pool to freeze, or a plan of one whose cost is asked for."""

    benchmark: Benchmark = asked("The benchmark whose pairs are pooled.", rows=access_benchmarks)
    name: str = asked(
        "The name of the pool. A dry run needs none.",
        default="",
        longest=120,
        option="NAME",
        checks=Pool._meta.get_field("name").validators,
    )
    pace: float = asked(
        "Pairs that one person judges in an hour, to work out the hours: assumed until a campaign"
        " has measured it.",
        default=ASSUMED_PACE,
        at_least=1,
        at_most=100_000,
        label="Pairs an hour",
    )
    dry_run: bool = asked("Only say what the pool would hold and cost.", default=False)

    def check(self) -> None:
        of = self.benchmark
        self._check_rows("runs", Run.objects.filter(benchmark=of))
        self._check_rows("beyond", Pool.objects.filter(benchmark=of))
        if Run.objects.filter(pk__in=self.runs).exclude(direction="t2v").exists():
            raise Refused("Expected runs that rank videos for captions.", field="runs")
        if not self.dry_run:
            check_name(of, self.name)

    def _check_rows(self, field: str, rows: QuerySet[Any]) -> None:
        given = getattr(self, field)
        if rows.filter(pk__in=given).count() < len(given):
            raise Refused(f"Expected {field} of this benchmark, each named once.", field=field)

    def arguments(self) -> dict[str, Any]:
        """What the job gets."""
        about = {"benchmark": self.benchmark.pk, "name": self.name}
        return about | {"parameters": asdict(self.parameters())}

    def parameters(self) -> PoolParameters:
        return PoolParameters(
            **{one.name: getattr(self, one.name) for one in fields(PoolParameters)}
        )


def check_name(benchmark: Benchmark, name: str) -> None:
    """Before a job is asked for; the table itself decides when the pool is written."""
    if not name:
        raise Refused("Expected a name for the pool.", field="name")
    if benchmark.pools.filter(name=name).exists():
        taken = f"{benchmark} has a pool called {name}: expected another name."
        raise Refused(taken, field="name")


@dataclass(frozen=True, slots=True)
class PoolCost:
    captions: int
    pairs: int
    unjudged: int
    by_run: dict[
        str, dict[str, int]
    ]  # the run's name -> pairs it found, and those that only it found

    def hours(self, pairs_per_hour: float) -> float:
        return self.unjudged / pairs_per_hour


@dataclass(frozen=True, slots=True)
class Plan:
    """A pool that is not written yet."""

    axes: Axes
    sample: Sample
    pairs: PairsFound
    judged: NDArray[np.bool_]
    cost: PoolCost


def cost_of_pool(benchmark: Benchmark, parameters: PoolParameters) -> PoolCost:
    return plan_pool(benchmark, parameters).cost


def cost_as_json(wanted: PoolAsked) -> dict[str, Any]:
    """A dry run's answer."""
    cost = cost_of_pool(wanted.benchmark, wanted)
    return {"pool": None, **asdict(cost), "hours": round(cost.hours(wanted.pace), 1)}


def ask_for_pool(actor: Actor, wanted: PoolAsked) -> Job:
    """The job that freezes it."""
    title = f"Freeze pool {wanted.name} of {wanted.benchmark}"[:200]
    return start_job("pooling.build_pool", actor=actor, title=title, **wanted.arguments())


@transaction.atomic
def build_pool(
    *, actor: Actor, benchmark: Benchmark, name: str, parameters: PoolParameters
) -> Pool:
    """Raises ValidationError if the name is taken, or if there is nothing to pool."""
    plan = plan_pool(benchmark, parameters)
    if not plan.cost.pairs:
        raise ValidationError("These runs and parameters find no pair: there is nothing to pool.")
    pool = Pool(benchmark=benchmark, name=name, depth=parameters.depth, frozen_by=actor.user)
    pool.parameters = {**asdict(parameters), "strata": STRATA, "run_names": list(plan.cost.by_run)}
    pool.captions, pool.pairs, pool.unjudged = (
        plan.cost.captions,
        plan.cost.pairs,
        plan.cost.unjudged,
    )
    pool.by_run = plan.cost.by_run
    pool.full_clean(exclude=["frozen_by"])
    pool.save(force_insert=True)
    _copy_captions(pool, plan)
    _copy_pairs(pool, plan)
    record_audit(
        actor,
        "froze",
        pool,
        after={"pairs": pool.pairs, "captions": pool.captions, "parameters": pool.parameters},
    )
    with connection.cursor() as cursor:
        analyze(cursor, PoolCaption, PoolPair, rows=max(pool.pairs, pool.captions))
    return pool


def plan_pool(benchmark: Benchmark, parameters: PoolParameters) -> Plan:
    runs = _runs(benchmark, parameters)
    axes = read_axes(benchmark)
    sample = _sample(axes, parameters)
    chosen = sample.chosen
    tops = [read_targets(run, parameters.depth, len(axes.caption_keys))[chosen] for run in runs]
    pairs = unite(tops, axes.caption_queries[chosen], len(axes.video_keys))
    for earlier in Pool.objects.filter(benchmark=benchmark, pk__in=parameters.beyond).order_by(
        "pk"
    ):
        pairs = pairs.where(~_among(pairs, axes, pooled_pairs(earlier)))
    judged = _among(pairs, axes, judged_pairs(benchmark))
    found, alone = pairs.found_by_run.tolist(), pairs.found_by_it_alone.tolist()
    by_run = {run.name: {"pairs": found[n], "only": alone[n]} for n, run in enumerate(runs)}
    return Plan(
        axes, sample, pairs, judged, PoolCost(len(chosen), len(pairs), int((~judged).sum()), by_run)
    )


def _runs(benchmark: Benchmark, parameters: PoolParameters) -> list[Run]:
    found = Run.objects.filter(benchmark=benchmark).in_bulk(parameters.runs)
    if not parameters.runs or len(found) < len(parameters.runs):
        raise ValidationError("Expected at least one run of this benchmark, each named once.")
    runs = [found[number] for number in parameters.runs]
    for run in runs:
        if run.direction != Run.Direction.TEXT_TO_VIDEO:
            raise ValidationError(
                f"Run {run.name} ranks captions for videos: expected runs that rank videos for"
                " captions."
            )
        if not 1 <= parameters.depth <= run.depth:
            raise ValidationError(
                f"Depth {parameters.depth}: expected 1 to {run.depth}, the depth to which run"
                f" {run.name} was imported."
            )
    return runs


def _sample(axes: Axes, parameters: PoolParameters) -> Sample:
    captions = len(axes.caption_keys)
    size = captions if parameters.sample is None else parameters.sample
    if not 1 <= size <= captions:
        raise ValidationError(f"Sample of {size}: expected 1 to {captions} captions.")
    if parameters.by not in (None, "length"):
        raise ValidationError(
            f"Sample by {parameters.by!r}: expected length, or nothing for a simple sample."
        )
    by_key = np.array(sorted(range(captions), key=axes.caption_keys.__getitem__), np.int64)
    drawn = sample_captions(
        axes.characters[by_key], size, parameters.seed, by=parameters.by, strata=STRATA
    )
    return Sample(by_key[drawn.chosen], drawn.stratum, drawn.inclusion)


def _among(pairs: PairsFound, axes: Axes, others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """others: (n, 2) ids of query and video."""
    ours = axes.query_ids[pairs.queries] << 32 | axes.video_ids[pairs.videos]
    return np.isin(ours, others[:, 0] << 32 | others[:, 1])


def query_inclusion(sample: Sample, queries: NDArray[np.int64]) -> NDArray[np.float64]:
    """(chosen,): the probability that a draw like this one has at least one of the captions that
    share the chosen one's text.

    queries: (captions,). Captions with the same text are as long as each other, so they share a
    stratum. Where n of N are drawn, none of k is drawn with probability (N-n)(N-n-1)... /
    N(N-1)..., k factors each.
    """
    shared = np.bincount(queries)[queries[sample.chosen]]
    drawn = np.bincount(sample.stratum)[sample.stratum]
    size = np.rint(drawn / sample.inclusion)
    none = np.ones(len(shared))
    for factor in range(int(shared.max(initial=0))):
        step = np.clip((size - drawn - factor) / np.maximum(size - factor, 1), 0, 1)
        none = np.where(factor < shared, none * step, none)
    return 1 - none


def _copy_captions(pool: Pool, plan: Plan) -> None:
    chosen, sample = plan.sample.chosen, plan.sample
    columns = [np.full(len(chosen), pool.pk), plan.axes.caption_ids[chosen]]
    columns += [sample.stratum.astype(np.int16), sample.inclusion]
    _copy("pooling_poolcaption (pool_id, caption_id, stratum, inclusion)", columns)


def _copy_pairs(pool: Pool, plan: Plan) -> None:
    axes, pairs = plan.axes, plan.pairs
    queries, videos = axes.query_ids[pairs.queries], axes.video_ids[pairs.videos]
    stratum, inclusion = np.zeros(len(axes.query_ids), np.int16), np.zeros(len(axes.query_ids))
    of_chosen = axes.caption_queries[plan.sample.chosen]
    stratum[of_chosen] = plan.sample.stratum
    inclusion[of_chosen] = query_inclusion(plan.sample, axes.caption_queries)
    original = _among(pairs, axes, original_pairs(pool.benchmark))
    columns = [np.full(len(pairs), pool.pk), queries, videos, pairs.ranks, pairs.best_ranks]
    columns += [stratum[pairs.queries], inclusion[pairs.queries], original, plan.judged]
    names = "pool_id, query_id, video_id, ranks, best_rank, stratum, inclusion, original, judged"
    _copy(f"pooling_poolpair ({names})", columns)


def _copy(target: str, columns: list[NDArray[np.generic]]) -> None:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {target} FROM STDIN (FORMAT BINARY)") as copy,
    ):
        for chunk in fixed_rows(columns):
            copy.write(chunk)
