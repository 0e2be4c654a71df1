"""What runs would score had every caption been labelled, from a pool that holds a sample of
them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from foundation.frozen import frozen
from measures.estimate import LEVEL, USUAL, Estimate, Interval, interval_of, unknown
from measures.estimates import SampleMean
from measures.measure import Measure, Unit
from measures.scoring import TIES
from measures.spread import ROUNDING
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.description import Need, Setup, Study
from metrics.studies.estimate_cells import (
    EstimateCell,
    Estimator,
    estimated,
    why_no_interval,
    why_not,
)
from metrics.studies.pooled import of_videos, pooled_runs
from metrics.studies.questions import TRUSTED
from metrics.studies.sampled import PoolSample, Sampled
from metrics.studies.scored import require_means
from metrics.studies.study import NothingToStudy

BOUNDS = "bounds"
ABOVE_ONE = (
    "the sum comes to more than 1, as it may where captions are drawn with unequal probabilities;"
    " Hajek's does not"
)
CALLED: Mapping[Estimator, str] = {
    "simple": "Simple",
    "strata": "Stratified",
    "misses": "From misses",
    "ht": "Horvitz-Thompson",
    "hajek": "Hajek",
}
DEFINED: Mapping[Estimator, str] = {
    "simple": "the mean of the captions drawn, as if each had been as likely as any other",
    "strata": "the mean of each stratum, weighed by the captions it has in the benchmark",
    "misses": (
        "of C@K: what is right by the original positives stays right, so only the misses drawn are"
        " estimated from; a caption without an original positive is a miss"
    ),
    "ht": "each value over its caption's probability of being drawn, summed, over all captions",
    "hajek": (
        "the same sum over the sum of one over the probabilities; it does without captions that"
        " have no positive"
    ),
}
ESTIMATORS = tuple(CALLED)
ALL_MISSES = "every miss was drawn, so nothing is left to the draw: the interval is a point"


@frozen
class EstimateRow:
    """A run under a measure by an estimator. low and high are one and the same where all that
    matters is judged."""

    run: str
    measure: Measure
    estimator: Estimator
    low: SampleMean | None
    high: SampleMean | None
    reason: str  # why there is no estimate, or no interval
    trusted: bool = False
    exact: bool = False  # nothing was left to the draw, though not all captions were in it

    @property
    def mean(self) -> Estimate:
        """No value while it is only known between bounds. The interval then reaches from the lower
        one's low end to the upper one's high end; it is not there where there is a reason."""
        if not self.low or not self.high:
            return unknown(self.reason)
        low, high = self.low, self.high
        value = low.value if low.value == high.value else None
        drawn = interval_of(low.low, high.high, self.reason)
        bounds = {BOUNDS: Interval(low.value, high.value)}
        return Estimate(value, intervals=bounds | {USUAL: drawn})

    def as_json(self) -> dict[str, Any]:
        mean = self.mean
        return {
            "run": self.run,
            "measure": str(self.measure),
            "estimator": self.estimator,
            "estimate": mean.value,
            "bounds": mean.ends(BOUNDS),
            "interval": mean.ends(),
            "why": self.reason or None,
            "n": self.low.n if self.low else 0,
            "left_out": self.low.left_out if self.low else 0,
            "population": self.low.population if self.low else 0,
            "trusted": self.trusted,
            "reason": self.reason or None,
        }


@frozen
class Estimates:
    benchmark: str
    rule: str
    sample: PoolSample
    captions: int  # of the benchmark as it is now
    unjudged: int
    rows: tuple[EstimateRow, ...]
    stopped: int = 0  # captions with a positive that people found, and with pairs not judged

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "pool": self.sample.name,
            "depth": self.sample.depth,
            "positives": self.rule,
            "sampled": len(self.sample.captions),
            "population": self.sample.whole,
            "misses_of": list(self.sample.missed_by),
            "drawn_from": self.sample.population,
            "strata": self.sample.several_strata,
            "census": self.sample.census,
            "unjudged": self.unjudged,
            "rows": [row.as_json() for row in self.rows],
            "notes": list(self.notes()),
            "level": LEVEL,
            "ties": TIES,
        }

    def notes(self) -> list[str]:
        by = list(dict.fromkeys(row.estimator for row in self.rows))
        measures = list(dict.fromkeys(row.measure for row in self.rows))
        return list(
            dict.fromkeys(
                [
                    *about_sample(self.sample, self.captions, self.unjudged, self.stopped),
                    *about_estimators(by, self.sample),
                    *definitions(measures, self.rule),
                    *self._reasons(),
                ]
            )
        )

    def _reasons(self) -> list[str]:
        """Each once, with the estimators that it is about."""
        by: dict[tuple[str, Measure, str], list[str]] = {}
        for row in self.rows:
            if reason := row.reason or (ALL_MISSES if row.exact else ""):
                by.setdefault((row.run, row.measure, reason), []).append(CALLED[row.estimator])
        return [
            f"{run}, {measure} ({', '.join(names)}): {reason}."
            for (run, measure, reason), names in by.items()
        ]


def estimate(
    snapshot: Snapshot,
    sample: PoolSample,
    measures: Sequence[Measure],
    by: Sequence[Estimator] = ESTIMATORS,
) -> Estimates:
    """Estimates for all runs of the snapshot. NothingToStudy if nothing can be estimated from."""
    _check_measures(measures)
    sampled = Sampled(snapshot, sample)
    runs = pooled_runs(snapshot)
    if not len(sampled.positives.keys):
        raise NothingToStudy(
            f"{snapshot.benchmark} has no positive at all: label some pairs, or import captions"
            " with their videos"
        )
    rows = tuple(row for run in runs for row in _rows(sampled, run, measures, by))
    if not rows:
        raise NothingToStudy(
            "estimates from misses are of C@K alone: ask for such a measure, or for another"
            " estimator"
        )
    return Estimates(
        snapshot.benchmark,
        sampled.positives.rule,
        sample,
        snapshot.captions,
        sampled.unjudged_queries,
        rows,
        sampled.stopped,
    )


def _check_measures(measures: Sequence[Measure]) -> None:
    require_means(measures, "estimated")
    for measure in measures:
        if not measure.kind.needs_positives:
            raise NothingToStudy(
                f"{measure} is known of every caption without an estimate: ask for it in evaluate"
            )
        if measure.needs_verdicts:
            raise NothingToStudy(
                f"{measure} tells apart what was not judged, which a draw of captions leaves open:"
                " ask for it in evaluate"
            )


def _rows(
    sampled: Sampled, run: StoredRun, measures: Sequence[Measure], by: Sequence[Estimator]
) -> Iterator[EstimateRow]:
    known = sampled.known(run, measures)
    for measure in measures:
        misses = sampled.misses(run, measure) if measure.kind.binary and measure.rises else None
        cell = EstimateCell(sampled, run, measure, known[measure], misses)
        # Without an interval nothing tells how far off an estimate may be, so there is nothing to
        # trust.
        trusted = next((one for one in cell.sharpest if _row(cell, one).mean.ends()), None)
        yield from (
            replace(_row(cell, one), trusted=one == trusted)
            for one in by
            if one != "misses" or misses
        )


def _row(cell: EstimateCell, by: Estimator) -> EstimateRow:
    reason = cell.known.reason or why_not(cell, by)
    if reason:
        return EstimateRow(cell.run.name, cell.measure, by, None, None, reason)
    low, high = estimated(cell, by, cell.known.low), estimated(cell, by, cell.known.high)
    if by == "ht" and cell.measure.kind.unit is Unit.SHARE and high.value > 1 + ROUNDING:
        return EstimateRow(cell.run.name, cell.measure, by, None, None, ABOVE_ONE)
    reason = why_no_interval(cell, by, low, high)
    exact = not reason and low.low == high.high and not cell.sampled.sample.census
    return EstimateRow(cell.run.name, cell.measure, by, low, high, reason, exact=exact)


def _part(setup: Setup) -> Estimates:
    sample = setup.context.sample
    if sample is None:
        raise NothingToStudy("there is no pool to estimate from: choose one")
    # Of a measure of verdicts nothing has to be estimated.
    known = [one for one in setup.tested if not one.needs_verdicts] or setup.tested
    return estimate(of_videos(setup.snapshot), sample, known)


def about_sample(sample: PoolSample, captions: int, unjudged: int, stopped: int = 0) -> list[str]:
    notes = [_how_drawn(sample)]
    if captions > sample.whole:
        notes.append(
            f"{captions - sample.whole:,} captions came after the pool was frozen: nothing is"
            " said of them."
        )
    if unjudged:
        notes.append(
            f"{unjudged:,} pairs of the pool are not judged yet: where they matter, bounds stand in"
            " the place of an estimate (all of them irrelevant, all of them relevant), and the"
            " interval reaches beyond both."
        )
    if stopped:
        notes.append(
            f"{stopped:,} captions have a positive that people found and pairs that are not judged,"
            " as when judging stops at a caption's first positive. C@K of a run is known for those"
            " of them whose positive stands in its first K, and open for the others; every other"
            " measure needs all of the pool's pairs, or has bounds."
        )
    return [
        *notes,
        (
            "Captions with the text of one that was drawn share its labels, but were not drawn:"
            " they play no part."
        ),
        (
            "Intervals are about these captions, from what was left to the draw; not about other"
            " captions like them."
        ),
    ]


def _how_drawn(sample: PoolSample) -> str:
    n, population, several = len(sample.captions), sample.population, sample.several_strata
    if sample.census:
        return (
            f"{sample.name} holds all {population:,} captions: nothing was drawn, and intervals are"
            " points."
        )
    if sample.among is not None:
        by = f", in {several} strata by the length of their text" if several else ""
        return (
            f"{sample.name} drew {n:,} of the {population:,} captions (of {sample.whole:,}) that"
            f" {' or '.join(sample.missed_by)} misses at {sample.depth} by the original positives,"
            f" each with a known probability{by}."
        )
    how = (
        f"in {several} strata by the length of their text"
        if several
        else "each as likely as any other"
    )
    return f"{sample.name} drew {n:,} of {population:,} captions, {how}."


def about_estimators(by: Sequence[Estimator], sample: PoolSample) -> list[str]:
    return [*(f"{CALLED[name]}: {DEFINED[name]}." for name in by), _trust(sample)]


def _trust(sample: PoolSample) -> str:
    if sample.census:
        return (
            "With all captions in the pool every estimator gives the score itself, over its own"
            " captions."
        )
    if sample.among is not None:
        return (
            "The pool drew misses alone: trust the estimate from misses where it has an interval."
            " Where strata hold too few of a run's misses, it weighs each by its stored probability"
            " (Hajek)."
        )
    best = (
        "For C@K trust the estimate from misses where it has an interval: it uses the original"
        " positives of every caption, drawn or not. An estimate without an interval is not marked"
        " as one to trust: how far off it may be is not known. "
    )
    if sample.several_strata:
        return (
            best
            + "For the rest trust the stratified one: the simple one forgets that strata were drawn"
            " in different shares, and the errors of Horvitz-Thompson and Hajek forget that"
            " strata were drawn apart."
        )
    return (
        best
        + "For the rest trust the simple one; with equal probabilities the others come to the same"
        " value."
    )


def definitions(measures: Sequence[Measure], rule: str) -> list[str]:
    pooled = [str(measure) for measure in measures if not measure.rises]
    note = (
        f"{', '.join(pooled)}: with all that people found for those drawn, as if all captions had"
        " been judged like these."
    )
    return [
        f"Positives: {rule}.",
        *(measure.definition for measure in measures),
        f"Ties: {TIES}.",
        *([note] if pooled else []),
    ]


STUDY = Study(
    name="estimate",
    title="Estimates from a sample",
    question=TRUSTED,
    version=3,
    findings=(Estimates,),
    part=_part,
    option="estimate",
    needs=(Need.SAMPLE,),
    place=7,
)
