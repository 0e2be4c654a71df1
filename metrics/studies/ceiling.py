"""How far instance-based scores may be off: the least and the most that they could be, when all
that a proxy has above 0.8 counts as the same as a caption's own video (Wray et al., 2021, section
5.2 and Figure 5)."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from foundation.finding.fields import SPREAD, Found, always, computed, found, unshown
from foundation.frozen import frozen
from measures.arrays import Values
from measures.dependence import Dependence
from measures.estimate import USUAL, Estimate
from measures.hits import Hits, Pairs
from measures.mean_intervals import estimate_of
from measures.measure import Found as FoundAt
from measures.measure import LooksAt, Measure
from measures.names import parse_all
from measures.scoring import TIES
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.dependent import Grouped, told_of
from metrics.studies.estimated import estimate
from metrics.studies.intervals import of_measure
from metrics.studies.proxied import Proxied
from metrics.studies.scored import check_runs
from metrics.studies.study import NothingToStudy
from metrics.studies.under_proxy import UnderOne, checked_draws
from semantics.graded.instances import SAME_ABOVE, Ranks

MEASURES = "C@1,C@5,C@10,GMR"
KINDS = ("least", "reported", "most")
NO_SOURCE = "no caption has a known video"


@frozen
class Ceiling(Found):
    """A run under one measure: as reported with each caption's own video, and if the highest or the
    lowest ranked of all that is the same stood in its place."""

    run: str = found()
    direction: str = found()
    measure: str = found()
    n: int = found()
    open: int = found()  # of the n, some of whose same ones are not in the ranking as it is stored
    least: Estimate = estimate()
    reported: Estimate = estimate()
    most: Estimate = estimate()
    sure = computed(Mapping, lambda row: told_of(row.reported.intervals.get(USUAL)), key=SPREAD)


@frozen
class Ceilings(UnderOne):
    same_above = always(SAME_ABOVE)
    grouped: Grouped = found(key="dependence")
    rows: tuple[Ceiling, ...] = found()  # by runs, then measures
    definitions: tuple[str, ...] = unshown()  # of the measures, for people
    ties = always(TIES)


def ceilings(
    snapshot: Snapshot,
    proxied: Proxied,
    measures: Sequence[Measure] = parse_all(MEASURES),
    **draws: int,
) -> Ceilings:
    """Ceilings of all runs, from the ranks that were taken. NothingToStudy where there is none, and
    for a measure that follows from more than the first positive's rank."""
    drawn, snapshot = checked_draws(**draws), snapshot.between()
    _check(snapshot, measures)
    rows: list[Ceiling] = []
    for run in snapshot.runs:
        dependence = snapshot.dependence(run.direction)
        rows += _rows(run, proxied.ranks[run.name], measures, dependence)
    definitions = tuple(measure.definition for measure in measures)
    return Ceilings.of(snapshot, proxied, drawn, rows=tuple(rows), definitions=definitions)


def fits(measure: Measure) -> bool:
    """Whether it follows from the rank of the first positive, and a mean of it is resampled."""
    return all(
        part.kind.looks_at is LooksAt.FIRST_HIT
        and not part.kind.of_ranks
        and part.level is None
        and not part.condensed
        for part in measure.parts
    )


def _check(snapshot: Snapshot, measures: Sequence[Measure]) -> None:
    check_runs(snapshot)
    for measure in measures:
        if not fits(measure):
            raise NothingToStudy(
                f"{measure} does not follow from the rank of one video: ask for {MEASURES}"
            )
    if not len(snapshot.original().keys):
        raise NothingToStudy(
            f"no caption of {snapshot.benchmark} has a known video, so it has no instance-based"
            " score"
        )


def _rows(
    run: StoredRun, ranks: Ranks, measures: Sequence[Measure], dependence: Dependence
) -> Iterator[Ceiling]:
    parts = list(dict.fromkeys(part for measure in measures for part in measure.parts))
    of_kinds = zip(KINDS, (ranks.worst, ranks.own, ranks.best), strict=True)
    values = {kind: {part: _values(part, run.depth, of) for part in parts} for kind, of in of_kinds}
    n, is_open = int((~np.isnan(ranks.own)).sum()), int(np.isinf(ranks.worst).sum())
    for measure in measures:
        figures = (of_measure(measure, values[kind]) for kind in KINDS)
        three = (estimate_of(figure, dependence, NO_SOURCE) for figure in figures)
        yield Ceiling(run.name, run.direction, str(measure), n, is_open, *three)


def _values(part: Measure, depth: int, ranks: Values) -> Values:
    """(items,): what the measure says of a ranking whose only positive is at this rank. ranks:
    infinity below the run's depth, nan for an item without a source."""
    row, valued = np.flatnonzero(np.isfinite(ranks)), ~np.isnan(ranks)
    ones, lengths = np.ones(len(row)), np.full(len(ranks), depth)
    rank, nth, positives = (of.astype(np.int64) for of in (ranks[row], ones, valued))
    hits = Hits(row, rank, nth, ones, positives, lengths, depth)
    if part.kind.values is None:
        raise TypeError(f"{part} has no value per item")
    return part.kind.values(FoundAt(hits, Pairs(row * depth, ones, len(ranks), depth)), part)
