"""Intervals of every cell of Table 1 from one set of draws, those of GMR and of A - B included."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from metrics.measures.arrays import Values
from metrics.measures.estimate import LEVEL, Interval, interval_of
from metrics.measures.measure import Measure
from metrics.measures.resampling import Resampled, resample
from metrics.snapshot import Direction, Snapshot
from metrics.studies.scored import ScoredRun
from metrics.studies.study import about_clusters

Key = tuple[str, Measure, str]  # run, measure, and a rule or "delta"
OF_RANKS = "a rank may not be known, so no mean of ranks is resampled"


@dataclass(frozen=True, slots=True)
class Draws:
    """How the intervals of an evaluation were drawn."""

    seed: int
    resamples: int
    # What was drawn: source videos (captions without a known one stand alone), of v2t runs videos.
    clusters: int
    about_clusters: str  # for people


def find_intervals(
    snapshot: Snapshot,
    scored: Sequence[ScoredRun],
    measures: Sequence[Measure],
    seed: int,
    resamples: int,
) -> tuple[dict[Key, Interval], Draws]:
    """The runs of a direction share their draws, and with them all measures, rules and differences.

    No interval where nothing varied, and for MedR and MeanR: a rank may be unknown.
    """
    found = _of_ranks(scored)
    clusters = 0
    for direction in dict.fromkeys(one.run.direction for one in scored):
        if cells := _cells(scored, direction):
            drawn = resample(
                np.stack(list(cells.values())),
                clusters=snapshot.clusters(direction),
                resamples=resamples,
                seed=seed,
            )
            found |= _intervals(_with_functions(_Drawn.of(cells, drawn), measures), seed)
            clusters += int(drawn.clusters.max())
    return found, Draws(seed, resamples, clusters, about_clusters(snapshot))


def _of_ranks(scored: Sequence[ScoredRun]) -> dict[Key, Interval]:
    ranks = [
        (one, rule, part) for one in scored for rule, part, _ in one.values() if part.kind.of_ranks
    ]
    found = {(one.run.name, part, rule): Interval(reason=OF_RANKS) for one, rule, part in ranks}
    both = [(one, part) for one, rule, part in ranks if rule == "original" and "all" in one.by_rule]
    return found | {(one.run.name, part, "delta"): Interval(reason=OF_RANKS) for one, part in both}


def _cells(scored: Sequence[ScoredRun], direction: Direction) -> dict[Key, Values]:
    return {
        (one.run.name, part, rule): values
        for one in scored
        if one.run.direction == direction
        for rule, part, values in one.values()
        if not part.kind.of_ranks
    }


@dataclass(frozen=True, slots=True)
class _Drawn:
    means: dict[Key, Values]  # (resamples,) each
    clusters: dict[Key, int]  # with a value

    @classmethod
    def of(cls, cells: Mapping[Key, Values], drawn: Resampled) -> "_Drawn":
        return cls(
            dict(zip(cells, drawn.means, strict=True)),
            dict(zip(cells, drawn.clusters.tolist(), strict=True)),
        )


def _with_functions(drawn: _Drawn, measures: Sequence[Measure]) -> _Drawn:
    """Functions of means (GMR) and A - B, resample by resample. A - B is of the two means as
    printed, each over its own captions."""
    means, clusters = dict(drawn.means), dict(drawn.clusters)
    drawn_for = dict.fromkeys((run, rule) for run, _, rule in drawn.means)
    for measure in measures:
        function = measure.kind.function
        for run, rule in drawn_for if function else ():
            parts = [(run, part, rule) for part in measure.parts]
            if function and all(part in drawn.means for part in parts):
                means[run, measure, rule] = function.of_resampled(
                    np.stack([means[part] for part in parts])
                )
                clusters[run, measure, rule] = clusters[parts[0]]
    for run, measure, rule in list(means):
        original, delta = (run, measure, "original"), (run, measure, "delta")
        if rule == "all" and original in means:
            means[delta] = means[run, measure, rule] - means[original]
            clusters[delta] = min(clusters[run, measure, rule], clusters[original])
    return _Drawn(means, clusters)


def _intervals(drawn: _Drawn, seed: int) -> dict[Key, Interval]:
    rows, none = np.stack(list(drawn.means.values())), np.zeros(len(drawn.means), np.int64)
    shown = Resampled(
        rows, rows.mean(axis=1), none, none, np.array(list(drawn.clusters.values())), seed
    ).intervals(LEVEL)
    ends = zip(drawn.means, shown.low.tolist(), shown.high.tolist(), shown.why, strict=True)
    return {key: interval_of(low, high, why) for key, low, high, why in ends}
