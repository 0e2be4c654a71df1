"""Intervals of every cell of Table 1, those of GMR and of A - B included: from how far each caption
moves a number, with the captions that share a video or a text clustered."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from foundation.finding.fields import Found, always, found, unshown
from foundation.frozen import frozen
from measures.arrays import Values
from measures.dependence import Dependence
from measures.estimate import LEVEL, Interval
from measures.mean_intervals import Moved, intervals_of
from measures.measure import Measure
from metrics.snapshot import Snapshot
from metrics.studies.dependent import Grouped
from metrics.studies.scored import ScoredRun
from metrics.studies.study import about_clusters

Key = tuple[str, Measure, str]  # run, measure, and a rule or "delta"
OF_RANKS = "a rank may not be known, so no mean of ranks is resampled"


@frozen
class Draws(Found):
    """What the intervals of an evaluation rest on. seed, resamples: as asked; nothing of them is
    drawn."""

    level = always(LEVEL)
    seed: int = found()
    resamples: int = found()
    # Source videos (captions without a known one stand alone), of v2t runs videos.
    clusters: int = found()
    about_clusters: str = unshown()  # for people
    grouped: Grouped = found(key="dependence")


def drawn_as_json(draws: Draws | None) -> dict[str, Any]:
    """None for each where no intervals were asked for."""
    names = ("level", "seed", "resamples", "clusters", "dependence")
    return dict.fromkeys(names) if draws is None else draws.as_json()


def find_intervals(
    snapshot: Snapshot,
    scored: Sequence[ScoredRun],
    measures: Sequence[Measure],
    seed: int,
    resamples: int,
) -> tuple[dict[Key, Interval], Draws]:
    """None where nothing varied, and for MedR and MeanR: a rank may be unknown."""
    directions = {one.run.name: one.run.direction for one in scored}
    sides = {direction: snapshot.dependence(direction) for direction in directions.values()}
    found = {
        key: interval
        for one in scored
        for measure in measures
        for key, interval in _of_cell(one, measure, sides[one.run.direction]).items()
    }
    clusters = dict.fromkeys(sides, 0)
    for (run, _, _), interval in found.items():
        clusters[directions[run]] = max(clusters[directions[run]], interval.clusters)
    total = sum(clusters.values())
    return found, Draws(seed, resamples, total, about_clusters(snapshot), Grouped.of(snapshot))


def _of_cell(one: ScoredRun, measure: Measure, dependence: Dependence) -> dict[Key, Interval]:
    """Intervals by both rules, and of A - B as printed, each over its own captions."""
    name = one.run.name
    if measure.kind.of_ranks:
        named = [rule for rule, scores in one.by_rule.items() if measure in scores.summaries]
        deltas = ["delta"] if {"all", "original"} <= set(named) else []
        return {(name, measure, what): Interval(reason=OF_RANKS) for what in [*named, *deltas]}
    moved = {
        str(rule): of_measure(measure, scores.values)
        for rule, scores in one.by_rule.items()
        if all(part in scores.values for part in measure.parts)
    }
    if {"all", "original"} <= moved.keys():
        moved["delta"] = moved["all"].minus(moved["original"])
    return {(name, measure, what): intervals_of(of, dependence)[0] for what, of in moved.items()}


def of_measure(measure: Measure, values: Mapping[Measure, Values]) -> Moved:
    """One figure: the mean of the measure, or what it is of the means of its parts."""
    means = Moved.means(np.stack([values[part] for part in measure.parts]))
    function = measure.kind.function
    if function is None:
        return means
    value = float(function.of_resampled(means.value[:, None])[0])
    return means.function(value, function.slopes(means.value))
