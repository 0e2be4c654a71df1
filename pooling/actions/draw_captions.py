"""Which captions a pool is about: all of them, a seeded draw, or a draw from those that runs
miss."""

from dataclasses import asdict
from typing import Any, Literal

import numpy as np
from django.core.exceptions import ValidationError
from numpy.typing import NDArray

from foundation.asking.questions import asked
from foundation.frozen import frozen
from measures.misses import missed_by_any, right_of, spread_by_stratum
from measures.sampling import Sample, sample_captions, strata_of
from pooling.formats.runs import DEPTH_LIMIT
from pooling.models import Benchmark, PoolCaption, Run
from pooling.queries.axes import Axes, judged_pairs, original_pairs, read_targets, relevant_pairs

STRATA = 5
Counts = NDArray[np.int64]


@frozen
class PoolParameters:
    """All that a pool follows from. Runs and pools by their ids: names are for people."""

    runs: tuple[int, ...]
    beyond: tuple[int, ...] = ()  # pools whose pairs are left out: what is left is an increment
    misses: tuple[int, ...] = ()  # runs: only captions that one of them misses can be drawn
    pilot: int | None = None  # an earlier pool, whose labels say how far apart each stratum lies
    spread: tuple[int, ...] = ()  # of each stratum, where a pilot has told it already
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

    def as_json(self) -> dict[str, Any]:
        """The choices as a pool keeps them, without those that not every pool makes, so that a pool
        that does not make them is the one that it always was."""
        seldom = ("misses", "pilot", "spread")
        kept = asdict(self).items()
        return {
            name: value for name, value in kept if name not in seldom or value not in ((), None)
        }


@frozen
class Drawn:
    """sample: numbers of captions. among: (captions,) those that could have been drawn. spread:
    what a pilot told of each stratum; empty without one."""

    sample: Sample
    among: NDArray[np.bool_]
    spread: tuple[int, ...] = ()

    @property
    def population(self) -> int:
        return int(self.among.sum())

    def as_json(self, parameters: PoolParameters) -> dict[str, Any]:
        """What a pool of misses keeps beside its parameters, so that it can be drawn again whatever
        is labelled since."""
        if not parameters.misses:
            return {}
        kept: dict[str, Any] = {"population": self.population, "captions": len(self.among)}
        return kept | ({"spread": list(self.spread)} if self.spread else {})


def draw_captions(axes: Axes, benchmark: Benchmark, parameters: PoolParameters) -> Drawn:
    """Raises ValidationError for parameters that cannot be."""
    captions = len(axes.caption_keys)
    runs = runs_by_id(benchmark, parameters.misses, parameters.depth, "misses")
    tops = [read_targets(run, parameters.depth, captions) for run in runs]
    among = missed_by_any(tops, axes.own_videos) if runs else np.ones(captions, np.bool_)
    size = _size(parameters, int(among.sum()))
    by_key = np.array(sorted(range(captions), key=axes.caption_keys.__getitem__), np.int64)
    by_key = by_key[among[by_key]]
    spread = _spread(axes, benchmark, parameters, tops, by_key, size)
    drawn = sample_captions(
        axes.characters[by_key],
        size,
        parameters.seed,
        by=parameters.by,
        strata=STRATA,
        spread=spread or None,
    )
    return Drawn(Sample(by_key[drawn.chosen], drawn.stratum, drawn.inclusion), among, spread)


def _size(parameters: PoolParameters, population: int) -> int:
    size = population if parameters.sample is None else parameters.sample
    if parameters.misses and not population:
        raise ValidationError(
            "These runs miss no caption by the original positives: there is nothing to draw from."
        )
    if not 1 <= size <= population:
        raise ValidationError(
            f"Sample of {size}: expected 1 to {population} captions that are missed."
            if parameters.misses
            else f"Sample of {size}: expected 1 to {population} captions."
        )
    if parameters.by not in (None, "length"):
        raise ValidationError(
            f"Sample by {parameters.by!r}: expected length, or nothing for a simple sample."
        )
    if parameters.pilot is not None and not (parameters.misses and parameters.by):
        raise ValidationError(
            "A pilot says how far apart strata of misses lie: expected runs whose misses are drawn,"
            " and strata by length."
        )
    return size


def _spread(
    axes: Axes, benchmark: Benchmark, parameters: PoolParameters, tops: list[NDArray[np.int32]],
    population: Counts, size: int,
) -> tuple[int, ...]:  # fmt: skip
    """The spread of the new draw's strata, from those of the pilot's captions that are in its
    population and judged as far as it takes."""
    if parameters.pilot is None or parameters.spread:
        return parameters.spread
    pilot = benchmark.pools.filter(pk=parameters.pilot).first()
    if pilot is None:
        raise ValidationError("Expected a pool of this benchmark as a pilot.")
    stratum = np.full(len(axes.caption_keys), -1, np.int64)
    stratum[population] = strata_of(axes.characters[population], size, by="length", strata=STRATA)
    numbers = PoolCaption.objects.filter(pool=pilot).values_list("caption__number", flat=True)
    known = np.array(sorted(numbers), np.int64)
    known = known[stratum[known] >= 0]
    judged = np.concatenate([judged_pairs(benchmark), original_pairs(benchmark)])
    keys = [axes.as_codes(pairs) for pairs in (relevant_pairs(benchmark), judged)]
    # Of each run by itself: a caption that several miss tells of each of them.
    right = np.concatenate(
        [right_of(top[known], axes.caption_queries[known], *keys) for top in tops]
    )
    shown = right >= 0
    if not shown.any():
        raise ValidationError(
            f"Pilot {pilot.name}: none of its captions is both missed and judged to depth"
            f" {parameters.depth}, so it tells of no stratum."
        )
    strata = int(stratum.max()) + 1
    of = np.tile(stratum[known], len(tops))
    return tuple(spread_by_stratum(of[shown], right[shown], strata))


def runs_by_id(
    benchmark: Benchmark, ids: tuple[int, ...], depth: int, field: str = "runs"
) -> list[Run]:
    """The runs in that order. Raises ValidationError where one is not there, or not as deep."""
    found = benchmark.runs.in_bulk(ids)
    if len(found) < len(ids) or (field == "runs" and not ids):
        raise ValidationError(
            "Expected at least one run of this benchmark, each named once."
            if field == "runs"
            else "Expected runs of this benchmark, whose misses are drawn, each named once."
        )
    runs = [found[number] for number in ids]
    for run in runs:
        if run.direction != Run.Direction.TEXT_TO_VIDEO:
            raise ValidationError(
                f"Run {run.name} does not rank videos for captions: expected runs that do."
            )
        if not 1 <= depth <= run.depth:
            raise ValidationError(
                f"Depth {depth}: expected 1 to {run.depth}, the depth to which run"
                f" {run.name} was imported."
            )
    return runs


def query_inclusion(
    sample: Sample, queries: Counts, among: NDArray[np.bool_] | None = None
) -> NDArray[np.float64]:
    """(chosen,): the probability that a draw like this one has at least one of the captions that
    share the chosen one's text.

    queries: (captions,). among: (captions,) those that could have been drawn; None: all. Captions
    with the same text are as long as each other, so they share a stratum. Where n of N are drawn,
    none of k is drawn with probability (N-n)(N-n-1)... / N(N-1)..., k factors each.
    """
    could = queries if among is None else queries[among]
    shared = np.bincount(could, minlength=len(queries))[queries[sample.chosen]]
    drawn = np.bincount(sample.stratum)[sample.stratum]
    size = np.rint(drawn / sample.inclusion)
    none = np.ones(len(shared))
    for factor in range(int(shared.max(initial=0))):
        step = np.clip((size - drawn - factor) / np.maximum(size - factor, 1), 0, 1)
        none = np.where(factor < shared, none * step, none)
    return 1 - none
