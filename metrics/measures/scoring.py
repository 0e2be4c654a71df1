"""Every measure of a run in one call: rankings and positives in, values per caption and their
summaries out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from metrics.measures.effectiveness import TIES, by_depth, first_rank, judged_at, ndcg
from metrics.measures.hits import Hits, Pairs, Rankings, Values, find_hits
from metrics.measures.names import Measure, parse_all
from metrics.measures.quantity import Quantity, undefined

GMR_PARTS = tuple(Measure("C", k) for k in (1, 5, 10))

CONVENTIONS = {
    "C": "1 if any of the first K is positive",
    "P": "positives in the first K, over K",
    "R": "positives in the first K, over all positives (textbook recall)",
    "AP": "precision at each hit, summed, over all positives, found or not",
    "AP-found": (
        "mean precision at the hits that were found, 0 if none (the FIRE release's convention)"
    ),
    "RR": "one over the first positive's rank, 0 below the depth",
    "MedR": (
        "median rank of the first positive; below the stored depth counts as below every known rank"
    ),
    "MeanR": "mean rank of the first positive; undefined if a rank is not known",
    "GMR": "geometric mean of the means of C@1, C@5 and C@10",
    "nDCG": (
        "linear gain, discount log2(rank + 1); without K each caption is cut at the number of its"
        " positives"
    ),
    "nDCG-exp": (
        "gain 2^g - 1, discount log2(rank + 1); without K each caption is cut at the number of its"
        " positives"
    ),
    "Judged": "share of the first K, or of a shorter ranking, with a verdict",
}


@dataclass(frozen=True, slots=True)
class Summary:
    """A measure of a run, as a table shows it, with what has to be known to repeat it."""

    measure: Measure
    value: Quantity
    n: int  # captions with a value
    left_out: int  # captions without positives, which have none
    missing: int  # captions among the n that the run does not rank
    below_depth: int  # captions among the n whose first positive has no known rank
    depth: int  # ranks looked at: the measure's, or those stored if these are fewer
    positives: str
    convention: str
    ties: str = TIES
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """values: (captions,) by measure; nan for no value, infinity for an unknown rank below the
    depth (MedR, MeanR).

    GMR is a function of means and has no value per caption: its parts C@1, C@5 and C@10 are there
    instead.
    """

    values: Mapping[Measure, Values]
    summaries: Mapping[Measure, Summary]


@dataclass(frozen=True, slots=True)
class _Run:
    hits: Hits
    positives: Pairs
    judged: Hits | None
    full_ranks: ArrayLike | None


def score(
    rankings: Rankings,
    positives: Pairs,
    measures: str | Iterable[str],
    *,
    judged: Pairs | None = None,
    full_ranks: ArrayLike | None = None,
) -> Scores:
    """All measures, `"C@1,AP"` or a list of names, from one look at the rankings (captions, depth).

    judged: the pairs with a verdict, for Judged@K. full_ranks: see `first_rank`. Raises
    UnknownMeasure for a name.
    """
    asked = parse_all(measures)
    if judged is None and any(measure.kind == "Judged" for measure in asked):
        raise ValueError("Judged@K needs the pairs that have a verdict")
    run = _Run(
        find_hits(rankings, positives),
        positives,
        None if judged is None else find_hits(rankings, judged),
        full_ranks,
    )
    parts = dict.fromkeys(
        part for measure in asked for part in (GMR_PARTS if measure.kind == "GMR" else (measure,))
    )
    values = {part: _values(run, part) for part in parts}
    return Scores(values, {measure: _summary(run, measure, values) for measure in asked})


def _values(run: _Run, measure: Measure) -> Values:
    hits, kind, k = run.hits, measure.kind, measure.depth
    if kind in ("MedR", "MeanR"):
        return first_rank(hits, run.full_ranks)
    if kind in ("nDCG", "nDCG-exp"):
        return ndcg(hits, run.positives, k, exponential=kind == "nDCG-exp")
    if kind == "Judged" and run.judged is not None and k is not None:
        return judged_at(run.judged, k)
    return by_depth(kind)(hits, hits.depth if k is None else k)


def _summary(run: _Run, measure: Measure, values: Mapping[Measure, Values]) -> Summary:
    column = values[GMR_PARTS[0] if measure.kind == "GMR" else measure]
    valued = ~np.isnan(column)
    wanted = GMR_PARTS[-1].depth if measure.kind == "GMR" else measure.depth
    depth = min(wanted or run.hits.depth, run.hits.depth)
    return Summary(
        measure,
        _value(measure, values, depth),
        n=int(valued.sum()),
        left_out=int((~valued).sum()),
        missing=int((run.hits.lengths[valued] == 0).sum()),
        below_depth=int(np.isinf(column).sum()),
        depth=depth,
        positives=run.positives.rule,
        convention=CONVENTIONS[measure.kind],
        notes=_notes(run, measure, wanted),
    )


def _value(measure: Measure, values: Mapping[Measure, Values], depth: int) -> Quantity:
    if measure.kind == "GMR":
        return geometric_mean([mean(values[part]) for part in GMR_PARTS])
    return median_rank(values[measure], depth) if measure.kind == "MedR" else mean(values[measure])


def mean(values: Values) -> Quantity:
    """Over the captions with a value; undefined without any, and where a rank is not known."""
    known = values[~np.isnan(values)]
    if not len(known):
        return undefined("no caption has a positive")
    unknown = int(np.isinf(known).sum())
    if unknown:
        return undefined(
            f"the first positive of {unknown} of {len(known)} captions stands below the stored"
            " depth"
        )
    return Quantity(float(known.mean()))


def median_rank(ranks: Values, depth: int) -> Quantity:
    """Of two in the middle the mean. Undefined where the middle, or one of the two, is a rank that
    is not known."""
    known = np.sort(ranks[~np.isnan(ranks)])
    if not len(known):
        return undefined("no caption has a positive")
    middle = known[(len(known) - 1) // 2 : len(known) // 2 + 1]
    return (
        undefined(f"> {depth}: the middle rank stands below the stored depth")
        if np.isinf(middle).any()
        else mean(middle)
    )


def geometric_mean(means: list[Quantity]) -> Quantity:
    """0 if one of them is; undefined if one of them is, for that one's reason."""
    for one in means:
        if one.value is None:
            return one
    return Quantity(float(np.prod([float(one) for one in means]) ** (1 / len(means))))


def _notes(run: _Run, measure: Measure, wanted: int | None) -> tuple[str, ...]:
    stored, notes = run.hits.depth, []
    if wanted and stored < min(wanted, run.positives.columns):
        notes.append(f"ranks {stored + 1} to {wanted} are not stored and count as not relevant")
    deeper = (
        int((run.hits.positives > stored).sum())
        if measure in (Measure("nDCG"), Measure("nDCG-exp"))
        else 0
    )
    if deeper and stored < run.positives.columns:
        notes.append(f"{deeper} captions have more positives than ranks are stored")
    return tuple(notes)
