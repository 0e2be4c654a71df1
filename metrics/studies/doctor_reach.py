"""The doctor on differences: how near the top runs are, and which differences can be seen."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from measures.arrays import Values
from measures.dependence import errors_of_means
from measures.estimate import known
from measures.names import parse_all
from measures.power import ALPHA, smallest_detectable
from measures.scoring import Scores, score
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.comparison import Comparison, compare_runs
from metrics.studies.doctor_found import ComparedPair, ScoredAt, Typical
from metrics.words import percent

MEASURES = parse_all("C@1,C@5,C@10")
FIRST = str(MEASURES[0])
# Of all pairs of runs the best ones are compared, by C@1: 28 pairs.
MOST_COMPARED = 8
USUAL_SCORE, USUAL_CORRELATION = 0.5, 0.5


def score_by_originals(snapshot: Snapshot, runs: Sequence[StoredRun]) -> dict[str, Scores]:
    """C@K by run."""
    original = snapshot.original()
    if not len(original.keys):
        return {}
    return {run.name: score(run.targets, original, map(str, MEASURES)) for run in runs}


def scores_of(scored: Mapping[str, Scores]) -> list[ScoredAt]:
    return [
        ScoredAt(name, str(measure), one.value.value, one.n)
        for name, of in scored.items()
        for measure, one in of.summaries.items()
    ]


def compare_best(
    snapshot: Snapshot, runs: Sequence[StoredRun], scores: Sequence[ScoredAt]
) -> Sequence[ComparedPair]:
    first = {one.run: one.value for one in scores if one.measure == FIRST}
    best = sorted(first, key=lambda name: -(first[name] or 0))[:MOST_COMPARED]
    chosen = [run for run in runs if run.name in best]
    if len(chosen) < 2 or all(first[run.name] is None for run in chosen):
        return []
    of = replace(snapshot, runs=tuple(chosen))
    by = {(one.run, one.measure): one.value for one in scores}
    return [_pair(row, by) for row in compare_runs(of, None, MEASURES, "original", seed=0).rows]


def _pair(row: Comparison, by: dict[tuple[str, str], float | None]) -> ComparedPair:
    """The better run first."""
    difference, ends = row.difference.value, row.difference.ends()
    a, b = row.a, row.b
    if difference is not None and difference < 0:
        a, b, difference = b, a, -difference
        ends = None if ends is None else [-ends[1], -ends[0]]
    measure = str(row.measure)
    apart = None if row.p_holm is None else row.p_holm <= ALPHA
    found = ComparedPair(
        a,
        b,
        measure,
        by[a, measure],
        by[b, measure],
        difference,
        ends,
        row.difference.why_not(),
        row.p,
        row.p_holm,
        row.p_max,
        row.detectable.value,
        row.n,
        row.clusters,
        apart,
        verdict="",
    )
    return replace(found, verdict=_verdict(found))


def _verdict(found: ComparedPair) -> str:
    """The better run first, as the difference is read. With the p of this test alone, as papers
    print it; whether the two are told apart is asked of all tests together."""
    scores = f"{percent(found.score_a)} against {percent(found.score_b)}"
    named = f"{found.measure} of {found.a} and {found.b}, {scores}"
    if found.p is None or found.difference is None or found.interval is None:
        return f"{named}: nothing can be said of their difference ({found.why or 'no values'})."
    low, high = (percent(end) for end in found.interval)
    p = "< 0.001" if found.p < 0.001 else f"{found.p:.3f}"
    tested = f"difference {percent(found.difference)} points, 95 % interval {low} to {high}, p {p}"
    seen = (
        "no difference could have been seen here"
        if found.detectable is None
        else f"a difference of {percent(found.detectable)} points could have been seen"
    )
    apart = "can be told apart" if found.apart else "cannot be told apart"
    return f"{named}, {apart}: {tested}; {seen}."


def typical_difference(snapshot: Snapshot, scored: Mapping[str, Scores]) -> Typical | None:
    """sqrt(2 s (1 - s) (1 - r) d / n): score s, correlation r, design effect d, n captions."""
    known = snapshot.own_videos >= 0
    captions, videos = int(known.sum()), len(np.unique(snapshot.own_videos[known]))
    if captions < 2:
        return None
    seen = _seen(snapshot, [of.values[MEASURES[0]] for of in scored.values()])
    correlation, design = seen or (USUAL_CORRELATION, 1.0)
    per_caption = 2 * USUAL_SCORE * (1 - USUAL_SCORE) * (1 - correlation)
    together = captions / videos
    return Typical(
        USUAL_SCORE,
        captions,
        videos,
        correlation,
        design,
        seen is not None,
        _detectable(per_caption * design / captions, videos),
        None if seen else _detectable(per_caption * together / captions, videos),
    )


def _detectable(variance: float, videos: int) -> float | None:
    """None also where so few videos let no test reject, whatever the difference."""
    if 2.0 ** (1 - videos) > ALPHA:
        return None
    return known(float(smallest_detectable(np.sqrt(variance), videos - 1)))


def _seen(snapshot: Snapshot, values: Sequence[Values]) -> tuple[float, float] | None:
    """The correlation of the scores of runs two by two, and the design effect of clusters."""
    if len(values) < 2:
        return None
    pairs = list(combinations(values[:MOST_COMPARED], 2))
    differences = np.stack([one - other for one, other in pairs])
    designs = errors_of_means(differences, snapshot.dependence()).design_effect
    correlations = [_correlation(one, other) for one, other in pairs]
    if not (np.isfinite(designs).any() and np.isfinite(correlations).any()):
        return None
    finite = np.array(correlations)[np.isfinite(correlations)]
    return float(np.median(finite)), float(np.median(designs[np.isfinite(designs)]))


def _correlation(one: Values, other: Values) -> float:
    both = ~(np.isnan(one) | np.isnan(other))
    a, b = one[both], other[both]
    if len(a) < 2 or not a.std() or not b.std():
        return float("nan")
    return float(np.corrcoef(a, b)[0, 1])
