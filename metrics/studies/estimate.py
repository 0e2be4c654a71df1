"""What runs would score had every caption been labelled, from a pool that holds a sample of
them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from measures.estimate import LEVEL, USUAL, Estimate, Interval, interval_of
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
from metrics.studies.estimate_notes import ESTIMATORS as TITLES
from metrics.studies.estimate_notes import about_estimators, about_sample, definitions
from metrics.studies.pooled import of_videos, pooled_runs
from metrics.studies.sampled import PoolSample, Sampled
from metrics.studies.scored import require_means
from metrics.studies.study import NothingToStudy

BOUNDS = "bounds"
ABOVE_ONE = (
    "the sum comes to more than 1, as it may where captions are drawn with unequal probabilities;"
    " Hajek's does not"
)
ESTIMATORS: tuple[Estimator, ...] = ("simple", "strata", "misses", "ht", "hajek")
ALL_MISSES = "every miss was drawn, so nothing is left to the draw: the interval is a point"


@dataclass(frozen=True, slots=True)
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
            return Estimate(None, self.reason, {USUAL: Interval(reason=self.reason)})
        low, high = self.low, self.high
        value = low.value if low.value == high.value else None
        bounds, drawn = (
            Interval(low.value, high.value),
            interval_of(low.low, high.high, self.reason),
        )
        return Estimate(value, intervals={BOUNDS: bounds, USUAL: drawn})

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


@dataclass(frozen=True, slots=True)
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
                by.setdefault((row.run, row.measure, reason), []).append(TITLES[row.estimator])
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


STUDY = Study(
    name="estimate",
    title="Estimates from a sample",
    version=3,
    findings=(Estimates,),
    part=_part,
    option="estimate",
    needs=(Need.SAMPLE,),
    place=7,
)
