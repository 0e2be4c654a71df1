"""Corrected C@K from labels of some of a run's misses, with and without witnesses: opinions of
every pair, which need not be true. People alone stand first."""

from collections.abc import Mapping, Sequence

import numpy as np

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.arrays import Counts, Values
from measures.estimate import Estimate, interval_of, sure, unknown
from measures.estimates import SampleMean
from measures.hits import locate
from measures.witness import filled, labels_as_if
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.estimated import estimate
from metrics.studies.opinions import Opinions
from metrics.studies.study import NothingToStudy
from metrics.studies.witness_sample import HowDrawn, MissesDrawn, within

COVERED = 0.8
NOTHING = "of its misses none was judged to the end"
CAPTIONS = (
    "Captions that people judged count as drawn at random from a run's misses: if they were chosen"
    " otherwise, neither line holds."
)
VIDEOS = (
    "Videos whose misses are all judged count as drawn at random: if they were chosen otherwise,"
    " neither line holds."
)
ABOUT = (
    (
        "The estimate is unbiased whatever the witnesses are worth; they only narrow it. Intervals"
        " are about these captions."
    ),
    (
        "Worth: the ratio of the variances, and so how many times as many labels people alone would"
        " need. Where its interval includes 1, no saving is shown."
    ),
)


@frozen
class WitnessedRow(Found):
    """A run's corrected C@K by people alone, and with the witnesses' help."""

    run: str = found()
    measure: str = found()
    misses: int = found("Captions without an original positive in its first K.")
    sampled: int = found("Of those, how many people judged to the end.")
    positives: int = found("Of those, in how many they found a positive.")
    left_out: int = found("Judged in part, without a positive so far.")
    people: Estimate = estimate("From these labels alone.")
    witness: Estimate = estimate("The same, with the witnesses' opinions of all misses.")
    worth: Estimate = estimate(
        "How many times as many labels people alone would need for as narrow an interval."
    )
    labels_as_if: float | None = found("How many labels of people alone narrow it as far.")
    missing: int = found("Misses of which a witness lacks an opinion: they got its mean.")


@frozen
class Witnessed(Found):
    benchmark: str = found()
    witnesses: tuple[str, ...] = found()
    rows: tuple[WitnessedRow, ...] = found()
    notes: tuple[str, ...] = found()


def witnessed(
    snapshot: Snapshot, opinions: Sequence[Opinions], depths: Sequence[int], how: HowDrawn
) -> Witnessed:
    """Raises NothingToStudy."""
    if not snapshot.runs:
        raise NothingToStudy("no run to estimate: give one")
    if not len(snapshot.judged.keys):
        raise NothingToStudy("nobody has judged a pair: give what people said of some")
    rows = tuple(
        _row(snapshot, run, depth, opinions, how) for run in snapshot.runs for depth in depths
    )
    names = tuple(one.name for one in opinions)
    return Witnessed(snapshot.benchmark, names, rows, tuple(_notes(rows, opinions, how)))


def _row(
    snapshot: Snapshot, run: StoredRun, depth: int, opinions: Sequence[Opinions], how: HowDrawn
) -> WitnessedRow:
    top = run.targets[:, :depth].astype(np.int64)
    misses = _misses_of(snapshot, top)
    said = [one.of_captions(top, snapshot.videos)[misses.where] for one in opinions]
    f, missing = filled(np.column_stack(said))
    sample = MissesDrawn.of(misses.y, f, _clusters(snapshot)[misses.where], how)
    whole, captions = len(misses.where), snapshot.captions
    people = witness = times = unknown(NOTHING)
    why = NOTHING
    if sample.n:
        people = _told(sample.alone(captions))
        why = sample.why_people_alone()
        witness = times = unknown(why or NOTHING)
    if not why:
        witness = _told(within(sample.mean().of_misses(whole / captions, captions)))
        times = sample.worth()
    as_if = None if times.value is None else labels_as_if(sample.n, whole, times.value)
    return WitnessedRow(
        run=run.name,
        measure=f"C@{depth}",
        misses=whole,
        sampled=sample.n,
        positives=int(np.nansum(sample.y[sample.drawn])),
        left_out=misses.in_part,
        people=people,
        witness=witness,
        worth=times,
        labels_as_if=as_if,
        missing=missing,
    )


@frozen
class _Misses:
    """y: (misses,), nan where nobody knows yet. in_part: judged, but not to the end."""

    where: Counts
    y: Values
    in_part: int


def _misses_of(snapshot: Snapshot, top: Counts) -> _Misses:
    there = top >= 0
    keys = np.arange(len(top))[:, None] * snapshot.videos + np.maximum(top, 0)
    asked = snapshot.caption_queries[:, None] * snapshot.videos + np.maximum(top, 0)
    original = locate(snapshot.original().keys, keys)[0] & there
    where = np.flatnonzero(~original.any(axis=1))
    relevant = (locate(snapshot.collected.keys, asked)[0] & there)[where]
    judged = (locate(snapshot.judged.keys, asked)[0] & there)[where]
    found, done = relevant.any(axis=1), (judged | ~there[where]).all(axis=1)
    y = np.where(found, 1.0, np.where(done & judged.any(axis=1), 0.0, np.nan))
    return _Misses(where, y, int((judged.any(axis=1) & ~done & ~found).sum()))


def _clusters(snapshot: Snapshot) -> Counts:
    clusters = snapshot.clusters()
    numbers = np.arange(snapshot.captions) if clusters is None else clusters
    found: Counts = np.unique(numbers, return_inverse=True)[1].astype(np.int64)
    return found


def _told(mean: SampleMean) -> Estimate:
    reason = "nothing varies in the sample" if np.isnan(mean.low) else ""
    return sure(mean.value, interval_of(mean.low, mean.high, reason))


def _notes(rows: Sequence[WitnessedRow], opinions: Sequence[Opinions], how: HowDrawn) -> list[str]:
    notes = [
        VIDEOS if how.videos else CAPTIONS,
        *ABOUT,
        *(f"{one.name}: {len(one.keys):,} opinions; {one.said}." for one in opinions),
    ]
    notes += dict.fromkeys(
        f"{row.run}, {row.measure}: {row.left_out:,} misses are judged in part and left out: judge"
        " them to the end, or those that are hard to judge are missing."
        for row in rows
        if row.left_out
    )
    lacking: Mapping[str, float] = {
        f"{row.run}, {row.measure}": row.missing / max(1, row.misses * len(opinions))
        for row in rows
    }
    notes += [
        f"{name}: of {share:.0%} of the misses a witness says nothing; they got its mean, which"
        " widens the interval."
        for name, share in lacking.items()
        if share > 1 - COVERED
    ]
    return notes
