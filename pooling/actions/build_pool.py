"""Choose pairs and freeze them; or say what that would cost, by the same arithmetic.

1. Captions are chosen: all, or a seeded draw that depends on nothing but the parameters and the
captions.
2. The tops of the runs' rankings of those captions are united into pairs (pooling/union.py).
3. What is known of the pairs is looked up, and they are counted. A dry run ends here.
4. The rows are copied into the pool, which never changes afterwards.
"""

from dataclasses import asdict, fields
from typing import Any

import numpy as np
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import QuerySet
from numpy.typing import NDArray

from foundation.asking.questions import asked
from foundation.database.copy import fixed_rows
from foundation.database.statistics import analyze
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import Job
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.draw_captions import (
    STRATA,
    Drawn,
    PoolParameters,
    draw_captions,
    query_inclusion,
    runs_by_id,
)
from pooling.models import Benchmark, Pool, PoolCaption, PoolPair, Run
from pooling.queries.axes import (
    Axes,
    judged_pairs,
    original_pairs,
    pooled_pairs,
    read_axes,
    read_targets,
)
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.pace import ASSUMED_PACE, FASTEST, PACE, SLOWEST
from pooling.union import PairsFound, unite

CAPTIONS = "pooling_poolcaption (pool_id, caption_id, stratum, inclusion)"
PAIRS = (
    "pooling_poolpair (pool_id, query_id, video_id, ranks, best_rank, stratum, inclusion, original,"
    " judged)"
)
Columns = list[NDArray[Any]]


@frozen
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
    pace: float | None = asked(
        "Pairs that one person judges in an hour, to work out the hours. If it is not given, as"
        f" last measured in a campaign of this benchmark, or {ASSUMED_PACE}.",
        default=None,
        at_least=SLOWEST,
        at_most=FASTEST,
        label="Pairs an hour",
    )
    dry_run: bool = asked("Only say what the pool would hold and cost.", default=False)

    def check(self) -> None:
        of, pools = self.benchmark, self.benchmark.pools.all()
        self._check_rows("runs", of.runs.all())
        self._check_rows("beyond", pools)
        self._check_rows("misses", of.runs.filter(direction="t2v"))
        if self.pilot and not pools.filter(pk=self.pilot).exists():
            raise Refused("Expected a pool of this benchmark.", field="pilot")
        if Run.objects.filter(pk__in=self.runs).exclude(direction="t2v").exists():
            raise Refused("Expected runs that rank videos for captions.", field="runs")
        if not self.dry_run:
            check_name(of, self.name)

    @property
    def an_hour(self) -> float:
        return PACE.of(self.benchmark) if self.pace is None else self.pace

    def _check_rows(self, field: str, rows: QuerySet[Any]) -> None:
        given = getattr(self, field)
        if rows.filter(pk__in=given).count() < len(given):
            raise Refused(f"Expected {field} of this benchmark, each named once.", field=field)

    def arguments(self) -> dict[str, Any]:
        """What the job gets."""
        about = {"benchmark": self.benchmark.pk, "name": self.name}
        return about | {"parameters": self.parameters().as_json()}

    def parameters(self) -> PoolParameters:
        return PoolParameters(
            **{one.name: getattr(self, one.name) for one in fields(PoolParameters)}
        )


def check_name(benchmark: Benchmark, name: str) -> None:
    """Checks the name before a job is asked for; the table decides when the pool is written."""
    if not name:
        raise Refused("Expected a name for the pool.", field="name")
    if benchmark.pools.filter(name=name).exists():
        raise Refused(f"{benchmark} has a pool called {name}: expected another name.", field="name")


@frozen
class PoolCost:
    captions: int
    pairs: int
    unjudged: int
    # The run's name -> pairs it found, and those that only it found.
    by_run: dict[str, dict[str, int]]
    population: int  # captions that could have been drawn

    def hours(self, pairs_per_hour: float) -> float:
        return self.unjudged / pairs_per_hour


@frozen
class PoolPlan:
    """A pool that is not written yet."""

    axes: Axes
    drawn: Drawn
    pairs: PairsFound
    judged: NDArray[np.bool_]
    cost: PoolCost


def cost_of_pool(benchmark: Benchmark, parameters: PoolParameters) -> PoolCost:
    return plan_pool(benchmark, parameters).cost


def cost_as_json(wanted: PoolAsked) -> dict[str, Any]:
    """A dry run's answer."""
    cost = cost_of_pool(wanted.benchmark, wanted)
    return {"pool": None, **asdict(cost), "hours": round(cost.hours(wanted.an_hour), 1)}


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
    cost, sample = plan.cost, plan.drawn.sample
    kept = {
        **parameters.as_json(),
        "strata": STRATA,
        "run_names": list(cost.by_run),
        **plan.drawn.as_json(parameters),
    }
    pool = Pool(
        benchmark=benchmark,
        name=name,
        depth=parameters.depth,
        parameters=kept,
        captions=cost.captions,
        pairs=cost.pairs,
        unjudged=cost.unjudged,
        by_run=cost.by_run,
    )
    chosen: Columns = [plan.axes.caption_ids[sample.chosen], sample.stratum.astype(np.int16)]
    chosen.append(sample.inclusion)
    pairs = _pair_columns(benchmark, plan)
    return freeze(actor, pool, chosen, pairs, captions=pool.captions, parameters=kept)


def freeze(actor: Actor, pool: Pool, chosen: Columns, pairs: Columns, **shown: Any) -> Pool:
    """Writes the pool and its rows. chosen, pairs: the columns of CAPTIONS and PAIRS behind the
    pool's. shown: what the audit log has of it, beside how many pairs."""
    pool.frozen_by = actor.user
    pool.full_clean(exclude=["frozen_by", "by_run"])
    pool.save(force_insert=True)
    with connection.cursor() as cursor:
        for target, columns in ((CAPTIONS, chosen), (PAIRS, pairs)):
            owner = np.full(len(columns[0]), pool.pk)
            with cursor.copy(f"COPY {target} FROM STDIN (FORMAT BINARY)") as copy:
                for chunk in fixed_rows([owner, *columns]):
                    copy.write(chunk)
        record_audit(actor, "froze", pool, after={"pairs": pool.pairs, **shown})
        analyze(cursor, PoolCaption, PoolPair, rows=max(pool.pairs, pool.captions))
    return pool


def plan_pool(benchmark: Benchmark, parameters: PoolParameters) -> PoolPlan:
    runs = runs_by_id(benchmark, parameters.runs, parameters.depth)
    axes = read_axes(benchmark)
    drawn = draw_captions(axes, benchmark, parameters)
    chosen = drawn.sample.chosen
    tops = [read_targets(run, parameters.depth, len(axes.caption_keys))[chosen] for run in runs]
    pairs = unite(tops, axes.caption_queries[chosen], len(axes.video_keys))
    for earlier in benchmark.pools.filter(pk__in=parameters.beyond).order_by("pk"):
        pairs = pairs.where(~_among(pairs, axes, pooled_pairs(earlier)))
    judged = _among(pairs, axes, judged_pairs(benchmark))
    found, alone = pairs.found_by_run.tolist(), pairs.found_by_it_alone.tolist()
    by_run = {run.name: {"pairs": found[n], "only": alone[n]} for n, run in enumerate(runs)}
    cost = PoolCost(len(chosen), len(pairs), int((~judged).sum()), by_run, drawn.population)
    return PoolPlan(axes, drawn, pairs, judged, cost)


def _among(pairs: PairsFound, axes: Axes, others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """others: (n, 2) ids of query and video."""
    return are_among(axes.query_ids[pairs.queries], axes.video_ids[pairs.videos], others)


def are_among(
    queries: NDArray[np.int64], videos: NDArray[np.int64], others: NDArray[np.int64]
) -> NDArray[np.bool_]:
    return np.isin(queries << 32 | videos, others[:, 0] << 32 | others[:, 1])


def _pair_columns(benchmark: Benchmark, plan: PoolPlan) -> Columns:
    axes, pairs, drawn = plan.axes, plan.pairs, plan.drawn
    stratum, inclusion = np.zeros(len(axes.query_ids), np.int16), np.zeros(len(axes.query_ids))
    of_chosen = axes.caption_queries[drawn.sample.chosen]
    stratum[of_chosen] = drawn.sample.stratum
    inclusion[of_chosen] = query_inclusion(drawn.sample, axes.caption_queries, drawn.among)
    columns: Columns = [axes.query_ids[pairs.queries], axes.video_ids[pairs.videos], pairs.ranks]
    columns += [pairs.best_ranks, stratum[pairs.queries], inclusion[pairs.queries]]
    return [*columns, _among(pairs, axes, original_pairs(benchmark)), plan.judged]
