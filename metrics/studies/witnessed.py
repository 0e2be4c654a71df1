"""Corrected scores from labels of some captions or pairs, with and without witnesses: opinions of
every pair, which need not be true. People alone stand first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.estimate import Estimate, interval_of, sure, unknown
from measures.estimates import SampleMean
from measures.measure import Measure, deepest
from measures.witness import labels_as_if
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies import estimate as estimates
from metrics.studies.description import Need, Setup, Study
from metrics.studies.estimated import estimate
from metrics.studies.opinions import Opinions, SaidOfRuns
from metrics.studies.pooled import of_videos, pooled_runs
from metrics.studies.questions import TRUSTED
from metrics.studies.sampled import PoolSample, Sampled
from metrics.studies.study import NothingToStudy
from metrics.studies.witness_figures import FigureFound, Ground, RunFigure
from metrics.studies.witness_sample import HowDrawn, between

COVERED = 0.8
ALONE = "people alone: "
NOTHING = "nothing of it was judged to the end"
NO_SAMPLE = (
    "no sample was drawn, so nothing tells how sure people's labels are, or what witnesses add:"
    " choose a pool that drew captions"
)
CAPTIONS = (
    "Captions that people judged count as drawn at random from a run's misses, pairs from those"
    " that count in P@K or RBP: if they were chosen otherwise, neither line holds."
)
VIDEOS = (
    "Videos whose misses are all judged count as drawn at random: if they were chosen otherwise,"
    " neither line holds."
)
UNBIASED = "The estimate is unbiased whatever the witnesses are worth; they only narrow it."
THESE = "Intervals are about these captions."
ALIKE = (
    "Intervals are about captions like these: to what the draw left open they add how far these"
    " captions may be from others, by video and text."
)
WORTH = (
    "Worth: the ratio of the variances, and so how many times as many labels people alone would"
    " need. Where its interval includes 1, no saving is shown."
)
FREE = (
    "People alone are told what is known of a pair without an opinion: its weight in the measure,"
    " original positives, and which run has it."
)


@frozen
class WitnessedRow(Found):
    """A run's corrected score, or how much better it is than another's, by people alone and with
    the witnesses' help."""

    run: str = found()
    measure: str = found()
    unit: str = found("What could be drawn: `misses`, `captions` or `pairs`.")
    population: int = found("How many: a run's misses, captions, or pairs that count in a measure.")
    sampled: int = found("Of those, how many people judged to the end.")
    positives: int = found("Of those, in how many they found a positive.")
    left_out: int = found("Judged in part, without a positive so far.")
    people: Estimate = estimate("From these labels alone.")
    witness: Estimate = estimate("The same, with the witnesses' opinions of all.")
    worth: Estimate = estimate(
        "How many times as many labels people alone would need for as narrow an interval."
    )
    labels_as_if: float | None = found("How many labels of people alone narrow it as far.")
    missing: int = found("Of which a witness lacks an opinion: they got its mean.")

    @property
    def figure(self) -> str:
        return f"{self.run}, {self.measure}"

    @property
    def saving(self) -> str:
        """What the witnesses save, in a sentence; empty where nothing is known of it."""
        ends = self.worth.ends()
        if self.labels_as_if is None or ends is None:
            return ""
        if not self.shows_saving:
            return f"{self.figure}: no saving shown ({between(*ends)})."
        as_if = f"as if {round(self.labels_as_if):,} instead of {self.sampled:,} {self.unit}"
        return f"{self.figure}: {as_if} had been labelled ({between(*ends)})."

    @property
    def shows_saving(self) -> bool:
        ends = self.worth.ends()
        return ends is not None and ends[0] > 1


@frozen
class Witnessed(Found):
    benchmark: str = found()
    witnesses: tuple[str, ...] = found()
    rows: tuple[WitnessedRow, ...] = found()
    notes: tuple[str, ...] = found()


def witnessed(
    snapshot: Snapshot,
    opinions: Sequence[Opinions],
    measures: Sequence[Measure],
    how: HowDrawn,
    against: str = "",
) -> Witnessed:
    """What is judged counts as drawn. against: the run that the others are held against. Raises
    NothingToStudy, also where nothing is known of any figure."""
    if not snapshot.runs:
        raise NothingToStudy("no run to estimate: give one")
    if not len(snapshot.judged.keys):
        raise NothingToStudy("nobody has judged a pair: give what people said of some")
    ground = Ground(
        snapshot, SaidOfRuns(opinions, snapshot.videos), how, deepest_asked(measures, snapshot)
    )
    compared = _compared(snapshot.runs, measures, against)
    rows = tuple(_row(ground, one, unknown(NOTHING)) for one in compared)
    notes = [VIDEOS if how.videos else CAPTIONS, *_notes(snapshot, rows, opinions, how)]
    return _found(snapshot, opinions, rows, notes)


def witnessed_sample(
    snapshot: Snapshot,
    sample: PoolSample,
    opinions: Sequence[Opinions],
    measures: Sequence[Measure],
    how: HowDrawn = HowDrawn(),  # noqa: B008  (it never changes)
    against: str = "",
) -> Witnessed:
    """From a pool, whose draw is known. Raises NothingToStudy."""
    snapshot = replace(snapshot, runs=tuple(pooled_runs(snapshot)))
    known = dict(_of_people(estimates.estimate(snapshot, sample, measures)))
    sampled = Sampled(snapshot, sample)
    deep, said = deepest_asked(measures, snapshot), SaidOfRuns(opinions, snapshot.videos)
    ground = Ground(snapshot, said, how, deep, sampled)
    rows = []
    for one in _compared(snapshot.runs, measures, against):
        own = None if one.against else known.get((one.run.name, one.measure))
        mean = own.low if own and own.low == own.high else None
        rows.append(_row(ground, one, own.mean if own else unknown(NOTHING), mean))
    notes = [*estimates.about_sample(sample, snapshot.captions, sampled.unjudged_queries)[:-1]]
    notes += _notes(snapshot, rows, opinions, how)
    return _found(snapshot, opinions, tuple(rows), notes)


def _of_people(
    found: estimates.Estimates,
) -> Iterator[tuple[tuple[str, Measure], estimates.EstimateRow]]:
    """The row to trust of each run and measure; the first where none is."""
    for row in sorted(found.rows, key=lambda row: row.trusted):
        yield (row.run, row.measure), row


def _found(
    snapshot: Snapshot,
    opinions: Sequence[Opinions],
    rows: tuple[WitnessedRow, ...],
    notes: Sequence[str],
) -> Witnessed:
    if all(row.people.value is None and row.witness.value is None for row in rows):
        why = "; ".join(dict.fromkeys(row.witness.reason.removeprefix(ALONE) for row in rows))
        raise NothingToStudy(f"nothing can be estimated: {why}")
    names = tuple(one.name for one in opinions)
    return Witnessed(snapshot.benchmark, names, rows, tuple(dict.fromkeys(notes)))


def deepest_asked(measures: Sequence[Measure], snapshot: Snapshot) -> int:
    deep = max((run.depth for run in snapshot.runs), default=0)
    return min(deep, deepest([measure.reads for measure in measures]) or deep)


def _compared(
    runs: Sequence[StoredRun], measures: Sequence[Measure], against: str
) -> Iterator[RunFigure]:
    other = next((run for run in runs if run.name == against), None)
    if against and other is None:
        names = ", ".join(run.name for run in runs)
        raise NothingToStudy(f"no run is called {against!r}: expected one of {names}")
    if against and len(runs) < 2:
        raise NothingToStudy(f"{against} alone is compared with nothing: give another run")
    for run in runs:
        yield from (RunFigure(run, one, other) for one in measures if run is not other)


def _row(
    ground: Ground, of: RunFigure, otherwise: Estimate, people: SampleMean | None = None
) -> WitnessedRow:
    """otherwise: the line of people alone where the figure is none of witnesses'."""
    row = WitnessedRow(
        run=of.called, measure=str(of.measure), unit="", population=0, sampled=0, positives=0,
        left_out=0, people=otherwise, witness=otherwise, worth=otherwise, labels_as_if=None,
        missing=0,
    )  # fmt: skip
    try:
        counted = ground.figure(of, people)
    except NothingToStudy as nothing:
        why = unknown(str(nothing))
        alone = why if otherwise == unknown(NOTHING) else otherwise
        return replace(row, people=alone, witness=why, worth=why)
    return _counted(row, counted, otherwise)


def _counted(row: WitnessedRow, counted: FigureFound, otherwise: Estimate) -> WitnessedRow:
    figure = counted.figure
    units, why = figure.units, NOTHING
    people = otherwise
    if units.n:
        # With a reason against all witnesses goes what the pool's own estimate says.
        people = otherwise if figure.ground else _told(figure.alone())
        why = figure.why_people_alone()
    if why:
        witness = times = unknown(why)
    else:
        witness, times = _told(figure.together()), figure.worth()
    as_if = None
    if times.value is not None:
        endless = figure.how.alike
        population = 10**15 if endless else len(units.y)
        as_if = labels_as_if(units.n, population, times.value)
    return replace(
        row,
        unit=figure.unit,
        population=len(units.y),
        sampled=units.n,
        positives=figure.positives,
        left_out=counted.left_out,
        people=people,
        witness=witness,
        worth=times,
        labels_as_if=as_if,
        missing=counted.missing,
    )


def _told(mean: SampleMean) -> Estimate:
    reason = "nothing varies in the sample" if np.isnan(mean.low) else ""
    return sure(mean.value, interval_of(mean.low, mean.high, reason))


def _notes(
    snapshot: Snapshot, rows: Sequence[WitnessedRow], opinions: Sequence[Opinions], how: HowDrawn
) -> list[str]:
    notes = [UNBIASED, ALIKE if how.alike else THESE, WORTH]
    if any(not row.measure.startswith("C@") or " - " in row.run for row in rows):
        notes.append(FREE)
    texts, videos = snapshot.caption_queries, snapshot.videos
    notes += [
        f"{one.name}: opinions of {one.texts_and_videos(texts, videos):,} pairs of text and video;"
        f" {one.said}."
        for one in opinions
    ]
    notes += dict.fromkeys(
        f"{row.figure}: {row.left_out:,} misses are judged in part and left out: judge"
        " them to the end, or those that are hard to judge are missing."
        for row in rows
        if row.left_out
    )
    lacking: Mapping[str, float] = {
        row.figure: row.missing / max(1, row.population * len(opinions)) for row in rows
    }
    notes += [
        f"{name}: of {share:.0%} of what could be drawn a witness says nothing; there it got its"
        " mean, which widens the interval."
        for name, share in lacking.items()
        if share > 1 - COVERED
    ]
    return notes + [row.saving for row in rows if row.saving]


def _part(setup: Setup) -> Witnessed:
    sample, opinions = setup.context.sample, setup.context.opinions
    if sample is None:
        raise NothingToStudy(NO_SAMPLE)
    known = [one for one in setup.tested if not one.needs_verdicts] or setup.tested
    snapshot = of_videos(setup.snapshot)
    spread = [
        one.spread(snapshot.caption_queries, snapshot.queries, snapshot.videos) for one in opinions
    ]
    return witnessed_sample(snapshot, sample, spread, known)


STUDY = Study(
    name="witnessed",
    title="Estimates with witnesses",
    question=TRUSTED,
    version=1,
    findings=(Witnessed,),
    part=_part,
    option="witnesses",
    needs=(Need.SAMPLE, Need.OPINIONS),
    place=8,
)
