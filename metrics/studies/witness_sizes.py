"""How many captions people have to label until a corrected score is sure to so many points: alone,
and with witnesses, as far as labels that are there show what these save."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, isnan
from typing import Literal

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.estimate import Estimate, interval_of, sure, unknown
from measures.measure import Measure
from measures.quantity import Quantity, undefined
from measures.witness import REACH, labels_needed
from metrics.snapshot import Snapshot
from metrics.studies.estimated import estimate, whole
from metrics.studies.opinions import Opinions, SaidOfRuns
from metrics.studies.pooled import pooled_runs
from metrics.studies.sampled import PoolSample, Sampled
from metrics.studies.study import NothingToStudy
from metrics.studies.witness_figures import Ground, RunFigure
from metrics.studies.witness_sample import HowDrawn, SampledFigure, between
from metrics.studies.witnessed import deepest_asked

WITHIN = (0.05, 0.02, 0.01)
MOST_VARIANCE = 0.25  # of what lies between 0 and 1
LEAST_LABELS = 10  # from which they tell how values vary
NO_MISSES = "every caption is right by the original positives, so nothing is left to label"
NO_LABELS = "people alone: nothing of it was judged to the end, so nothing tells what it saves"
NOT_SHOWN = "no saving shown: its worth is {}"
NO_WORTH = "no saving shown: of its worth no interval is known"

Basis = Literal["", "labels", "most", "scores"]


@frozen
class Needed(Found):
    """What people have to label for one figure to be this sure."""

    run: str = found()
    measure: str = found()
    half_width: float = found("Half of the 95 % interval that is wanted.")
    unit: str = found("What is drawn: `captions` or `pairs`.")
    population: int = found("How many of these there are.")
    labelled: int = found("Units that people judged to the end so far, which say what is here.")
    basis: Basis = found(
        "How values vary is known from `labels`, is the `most` that it could be where there are too"
        " few, or is of `scores` as they are, where witnesses do not help."
    )
    people: Quantity = whole("people")
    witness: Estimate = estimate("With the witnesses' opinions of all.")
    worth: Estimate = estimate(
        "How many times as many labels people alone would need, from the labels that are there."
    )

    @property
    def figure(self) -> str:
        return f"{self.run}, {self.measure}"


@frozen
class _Figure:
    """What is known of a figure, whatever is wanted. variance: of one unit; of none where there is
    a reason."""

    unit: str
    population: int
    labelled: int
    basis: Basis
    variance: float
    worth: Estimate
    reason: str = ""  # why nothing is known of people either


@frozen
class SpreadOfScores:
    """How a run's values vary over captions, as they are: where witnesses do not help."""

    variance: float
    captions: int

    @classmethod
    def of(cls, expected: Estimate, size: int, captions: int) -> "SpreadOfScores":
        """expected: 1.96 sd / sqrt(size)."""
        return cls(size * ((expected.value or 0.0) / REACH) ** 2, captions)


def needed_with_witnesses(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    opinions: Sequence[Opinions],
    scores: Mapping[tuple[str, str], SpreadOfScores],
    sample: PoolSample | None = None,
    within: Sequence[float] = WITHIN,
) -> tuple[Needed, ...]:
    """opinions: captions x videos. scores: by run and measure. sample: a pool whose draw is known;
    what is judged counts as drawn without one. Raises NothingToStudy."""
    snapshot = replace(snapshot, runs=tuple(pooled_runs(snapshot)))
    ground = Ground(
        snapshot,
        SaidOfRuns(opinions, snapshot.videos),
        HowDrawn(),
        deepest_asked(measures, snapshot),
        None if sample is None else Sampled(snapshot, sample),
    )
    return tuple(_rows(ground, measures, scores, within))


def _rows(
    ground: Ground,
    measures: Sequence[Measure],
    scores: Mapping[tuple[str, str], SpreadOfScores],
    within: Sequence[float],
) -> Iterator[Needed]:
    for run in ground.snapshot.runs:
        for measure in measures:
            figure = _known(ground, RunFigure(run, measure), scores[run.name, str(measure)])
            yield from (_row(run.name, str(measure), one, figure) for one in within)


def _known(ground: Ground, of: RunFigure, scores: SpreadOfScores) -> _Figure:
    try:
        counted = ground.figure(of, None)
    except NothingToStudy as nothing:
        reason = "" if scores.variance > 0 else "every caption has the same value"
        why, captions = unknown(str(nothing)), scores.captions
        return _Figure("captions", captions, 0, "scores", scores.variance, why, reason)
    return _of_labels(counted.figure)


def _of_labels(figure: SampledFigure) -> _Figure:
    """Of n captions drawn n M/N are units, so that A = z^2 (M/N) S^2 where these are misses."""
    units, pairs = figure.units, figure.unit == "pairs"
    size = len(units.y)
    population = size if pairs else figure.captions
    if not size:
        return _Figure("captions", population, 0, "", 0.0, unknown(NO_MISSES), NO_MISSES)
    variance = figure.variance_of_one() if units.n >= LEAST_LABELS else float("nan")
    basis: Basis = "labels" if variance > 0 else "most"
    if isnan(variance) or not variance:
        variance = MOST_VARIANCE * (size / figure.captions) ** 2
    why = figure.why_people_alone() if units.n else NO_LABELS
    worth, unit = unknown(why) if why else figure.worth(), "pairs" if pairs else "captions"
    return _Figure(unit, population, units.n, basis, variance * population / size, worth)


def _row(run: str, measure: str, half_width: float, of: _Figure) -> Needed:
    if of.reason:
        people, witness = undefined(of.reason), unknown(of.reason)
    else:
        people = Quantity(ceil(labels_needed(half_width, of.variance, of.population)))
        witness = _with_them(half_width, of)
    return Needed(
        run, measure, half_width, of.unit, of.population, of.labelled, of.basis, people, witness,
        of.worth,
    )  # fmt: skip


def _with_them(half_width: float, of: _Figure) -> Estimate:
    """No number where no saving is shown."""
    if of.worth.value is None:
        return unknown(of.worth.reason)
    ends = of.worth.ends()
    if ends is None:
        return unknown(NO_WORTH)
    low, high = ends
    if low <= 1:
        return unknown(NOT_SHOWN.format(between(low, high)))
    least, value, most = (
        ceil(labels_needed(half_width, of.variance / times, of.population))
        for times in (high, of.worth.value, low)
    )
    return sure(value, interval_of(least, most))
