"""Every measure of a run in one call: rankings and positives in, values per caption and their
summaries out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from measures.arrays import Integers, Mask, Values
from measures.hits import Hits, Pairs, find_hits
from measures.measure import Found, Measure
from measures.names import parse_all
from measures.pool import find_pool
from measures.quantity import Quantity, undefined
from measures.views import Views
from measures.whole import Ranked

TIES = "score descending, then key descending"  # broken before, when a run is imported


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
    residual: Quantity | None = None  # None where the measure has none, or no verdicts are known


@dataclass(frozen=True, slots=True)
class Scores:
    """values: (captions,) by measure; nan for no value, infinity for an unknown rank below the
    depth (MedR, MeanR).

    A function of means (GMR) has no value per caption: its parts are there instead.
    """

    values: Mapping[Measure, Values]
    summaries: Mapping[Measure, Summary]


def score(  # noqa: PLR0913  (what may be known, by name)
    rankings: Ranked,
    positives: Pairs,
    measures: str | Iterable[str],
    *,
    judged: Pairs | None = None,
    full_ranks: ArrayLike | None = None,
    strata: Pairs | None = None,
    highest: float | None = None,
    relevant_from: int | None = None,
) -> Scores:
    """All measures, `"C@1,AP"` or a list of names, from one look at the rankings (captions, depth),
    or at whole ones.

    judged: the pairs with a verdict, for measures that follow from verdicts and for residuals.
    full_ranks: see `first_rank`. strata: what was pooled, see `find_pool`. highest: the highest
    grade of the scale, that of these positives if not given. relevant_from: the scale's grade from
    which a pair is relevant where grades do not count; full_ranks are of such pairs. Raises
    UnknownMeasure for a name.
    """
    asked = parse_all(measures)
    verdicts = None if judged is None else find_hits(rankings, judged)
    samples = any(measure.kind.samples for measure in asked)
    pool = find_pool(rankings, strata, judged.joined(positives)) if judged and samples else None
    views = Views(
        Found(
            find_hits(rankings, positives),
            positives,
            verdicts,
            full_ranks,
            pool,
            positives.gains.max(initial=0) if highest is None else highest,
            relevant_from is not None,
        ),
        relevant_from,
    )
    values = _values(views, asked)
    return Scores(values, {measure: _summary(views, measure, values) for measure in asked})


def score_parts(
    parts: Iterable[tuple[Ranked, Pairs]], measures: str | Iterable[str], rule: str
) -> Scores:
    """Scores like `score`'s, of rows that come some at a time, in their order, each with its own
    pairs: the pairs of all rows need not fit in memory. rule: what the positives are called.
    Gains go up to 1. There is one part at least."""
    asked = parse_all(measures)
    scored = [_part(rankings, pairs, asked) for rankings, pairs in parts]
    values, positives, lengths, depths, columns = zip(*scored, strict=True)
    joined = {part: np.concatenate([one[part] for one in values]) for part in values[0]}
    # A summary looks at how many positives and ranks a row has, not at the hits themselves.
    none, counts = np.empty(0, np.int64), np.concatenate(positives)
    hits = Hits(none, none, none, np.empty(0), counts, np.concatenate(lengths), depths[0])
    positives_of_all = Pairs(none, np.empty(0), len(counts), columns[0], rule)
    whole = Views(Found(hits, positives_of_all, highest=1.0))
    return Scores(joined, {measure: _summary(whole, measure, joined) for measure in asked})


def _part(
    rankings: Ranked, pairs: Pairs, asked: Iterable[Measure]
) -> tuple[dict[Measure, Values], Integers, Integers, int, int]:
    """Values, and of the rows how many positives and ranks they have; depth and columns."""
    hits = find_hits(rankings, pairs)
    views = Views(Found(hits, pairs, highest=1.0))
    return _values(views, asked), hits.positives, hits.lengths, hits.depth, pairs.columns


def _values(views: Views, asked: Iterable[Measure]) -> dict[Measure, Values]:
    parts = dict.fromkeys(part for measure in asked for part in measure.parts)
    return {part: _values_of(views.of(part), part) for part in parts if part.kind.values}


def _values_of(found: Found, part: Measure) -> Values:
    if _why_unfit(found, part) or part.kind.values is None:
        return np.full(found.hits.rows, np.nan)
    return part.kind.values(found, part)


def _why_unfit(found: Found, measure: Measure) -> str:
    return "" if measure.kind.unfit is None else measure.kind.unfit(found, measure)


def _summary(views: Views, measure: Measure, values: Mapping[Measure, Values]) -> Summary:
    # A function of means is looked at as its parts are.
    found = views.of(measure.parts[0])
    column = values[measure.parts[0]]
    valued = ~np.isnan(column)
    depth = min(measure.reads or found.hits.depth, found.hits.depth)
    why = _why_unfit(found, measure)
    return Summary(
        measure,
        undefined(why) if why else _value(measure, values, depth),
        n=int(valued.sum()),
        left_out=int((~valued).sum()),
        missing=int((found.hits.lengths[valued] == 0).sum()),
        below_depth=int(np.isinf(column).sum()),
        depth=depth,
        positives=found.positives.rule,
        convention=measure.convention,
        notes=_notes(found, measure),
        residual=_residual(found, measure, valued),
    )


def _value(measure: Measure, values: Mapping[Measure, Values], depth: int) -> Quantity:
    means = [part.kind.summary(values[part], depth) for part in measure.parts]
    return measure.kind.function.of_means(means) if measure.kind.function else means[0]


def _residual(found: Found, measure: Measure, valued: Mask) -> Quantity | None:
    """Over the captions with a value, like the value that it is beside. Of a ranking without what
    is not judged there is none."""
    if found.judged is None or measure.kind.residual is None or measure.condensed:
        return None
    return measure.kind.summary(measure.kind.residual(found, measure)[valued], measure.cut(found))


def _notes(found: Found, measure: Measure) -> tuple[str, ...]:
    stored, wanted, notes = found.hits.depth, measure.reads, []
    if wanted and stored < min(wanted, found.positives.columns):
        notes.append(f"ranks {stored + 1} to {wanted} are not stored and count as not relevant")
    by_positives = measure.kind.cut_by_positives and measure.depth is None
    deeper = int((found.hits.positives > stored).sum()) if by_positives else 0
    if deeper and stored < found.positives.columns:
        notes.append(f"{deeper} captions have more positives than ranks are stored")
    if measure.kind.remark and not _why_unfit(found, measure):
        notes += filter(None, [measure.kind.remark(found, measure)])
    return tuple(notes)
