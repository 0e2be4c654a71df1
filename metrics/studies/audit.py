"""What wrong original pairs do to C@K: people have looked at some of them, drawn at random.

A run's hit by an original pair that is wrong is no hit. It matters where nothing else relevant
stands in the first K ranks: there the hit rests on the original alone. Of the pairs that were
looked at it is counted how many were rejected and carried a run's hit by themselves; that share of
all original pairs is what the run loses.
"""

from collections.abc import Sequence

import numpy as np

from foundation.finding.fields import Found, always, computed, derived, found, unshown
from foundation.frozen import frozen
from measures.accuracy import exact
from measures.arrays import Integers, Mask, Values
from measures.estimate import LEVEL, Estimate, Interval, sure, unknown
from measures.measure import Measure
from measures.scoring import TIES, score
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.description import Study
from metrics.studies.estimated import estimate
from metrics.studies.pooled import of_videos
from metrics.studies.scored import check_ranks_something
from metrics.studies.study import NothingToStudy

NONE_LOOKED = "nobody has judged any of the pairs drawn yet"


@frozen
class AuditSample:
    """Original pairs that were drawn at random: (pairs,) each, queries and videos by their numbers.

    rejected, judged: what people said; neither, where nobody has looked or they disagree for good.
    """

    name: str  # of its campaign
    population: int  # distinct original pairs of query and video
    queries: Integers
    videos: Integers
    judged: Mask
    rejected: Mask


@frozen
class AuditRow(Found, called="AuditRow"):
    """A run under one C@K. lost: by how much its corrected score is too high, in the share of
    captions. corrected: as other studies have it, where every original counts."""

    run: str = found()
    measure: Measure = found()
    corrected: float = found()
    carried: float = found("Share of captions whose hit rests on an original pair alone.")
    decisive: int = found("Rejected pairs of those drawn that carried a hit by themselves.")
    lost: Estimate = estimate(why="", ends="The 95 % interval of what is lost.")
    without: Estimate = estimate(
        key="without_wrong",
        interval="interval",
        why="",
        ends="The 95 % interval of the score without wrong original pairs.",
    )
    why = computed(str | None, lambda row: row.lost.reason or None)
    n: int = found()


@frozen
class Rejected(Found):
    asked: int = found()
    judged: int = found()
    rejected: int = found()
    population: int = found("Original pairs of the benchmark.")
    share: Estimate = estimate(interval="interval", why="why", ends="Clopper and Pearson's, 95 %.")


@frozen
class Audit(Found):
    benchmark: str = found()
    campaign = computed(str, lambda audit: audit.sample.name)
    rule: str = found(key="positives")
    sample: AuditSample = unshown()

    @property
    @derived()
    def originals(self) -> Rejected:
        sample = self.sample
        counts = len(sample.queries), int(sample.judged.sum()), int(sample.rejected.sum())
        return Rejected(*counts, sample.population, self.share)

    rows: tuple[AuditRow, ...] = found()
    shared: int = unshown()  # original pairs of several captions with one text
    said = computed(Sequence[str], lambda audit: audit.notes(), key="notes")
    level = always(LEVEL)
    ties = always(TIES)

    @property
    def share(self) -> Estimate:
        judged, rejected = int(self.sample.judged.sum()), int(self.sample.rejected.sum())
        if not judged:
            return unknown(NONE_LOOKED)
        return sure(rejected / judged, Interval(*exact(rejected, judged)))

    def notes(self) -> list[str]:
        judged, drawn = int(self.sample.judged.sum()), len(self.sample.queries)
        notes = [
            (
                f"{drawn:,} of {self.sample.population:,} original pairs were drawn at random"
                f" ({self.sample.name}); {judged:,} of them are judged."
            ),
            (
                "Rests on original pairs alone: the share of captions whose hit no other relevant"
                " pair in the first K ranks carries. It is not the score by original positives, and"
                " may fall as K grows."
            ),
            (
                "Lost: the share of captions whose hit rests on an original pair alone that people"
                " reject, from the pairs judged. A hit that another relevant pair carries, too, is"
                " not lost."
            ),
            (
                "Intervals are Clopper and Pearson's: they are about which pairs were drawn, not"
                " about which captions the benchmark has, nor about mistakes of the raters."
            ),
        ]
        if self.shared:
            notes.append(
                f"{self.shared:,} original pairs are of several captions with one text: such a pair"
                " counts once in what is drawn, and as an average pair in what is lost."
            )
        definitions = dict.fromkeys(row.measure.definition for row in self.rows)
        return [*notes, f"Positives: {self.rule}.", *definitions]


def audit(snapshot: Snapshot, sample: AuditSample, measures: Sequence[Measure]) -> Audit:
    """Audits the runs that rank videos for captions, by those of the measures that are C@K."""
    cuts = [one for one in measures if one.kind.binary and one.kind.rises]
    if not cuts:
        raise NothingToStudy("an audit of originals is about C@K alone: ask for such a measure")
    of = of_videos(snapshot)
    if not of.runs:
        raise NothingToStudy(f"{snapshot.benchmark} has no run that ranks videos for captions")
    positives = snapshot.positives("all")
    shared = len(_own_keys(snapshot)) - len(np.unique(_own_keys(snapshot)))
    rows = [row for run in of.runs for row in _rows(of, run, cuts, sample)]
    return Audit(snapshot.benchmark, positives.rule, sample, tuple(rows), shared)


def _own_keys(snapshot: Snapshot) -> Integers:
    """(captions with a video,): the number of each one's own pair of query and video."""
    known = snapshot.own_videos >= 0
    return snapshot.caption_queries[known] * snapshot.videos + snapshot.own_videos[known]


def _rows(
    snapshot: Snapshot, run: StoredRun, measures: Sequence[Measure], sample: AuditSample
) -> list[AuditRow]:
    check_ranks_something(snapshot, run)
    names = [str(measure) for measure in measures]
    positives = snapshot.positives("all")
    graded, words = snapshot.graded(positives), snapshot.on_scale
    whole = score(run.targets, graded, names, **words).values
    others = graded.without(snapshot.own())
    rest = score(run.targets, others, names, **words).values
    return [
        _row(snapshot, run, one, whole[one], np.nan_to_num(rest[one]), sample) for one in measures
    ]


# Long by its parameters, one line for each.
def _row(
    snapshot: Snapshot,
    run: StoredRun,
    measure: Measure,
    whole: Values,
    rest: Values,
    sample: AuditSample,
) -> AuditRow:
    """whole, rest: (captions,) with all positives, and without each caption's own video."""
    scored = ~np.isnan(whole)
    n = int(scored.sum())
    corrected = float(whole[scored].mean())
    carries = np.nan_to_num(whole) - rest  # (captions,) 1 where the hit rests on its own video
    known = snapshot.own_videos >= 0
    rejected = (sample.queries * snapshot.videos + sample.videos)[sample.rejected]
    decisive = int(np.isin(rejected, _own_keys(snapshot)[carries[known] > 0]).sum())
    judged = int(sample.judged.sum())
    lost = without = unknown(NONE_LOOKED)
    if judged:
        # Of the pairs drawn a share; of the captions as many for a pair as there are on average.
        weight = float(known.sum()) / n
        value, ends = weight * decisive / judged, exact(decisive, judged)
        low, high = (weight * end for end in ends)
        lost = sure(value, Interval(low, high))
        without = sure(corrected - value, Interval(max(corrected - high, 0.0), corrected - low))
    carried = float(carries.sum() / n)
    return AuditRow(run.name, measure, corrected, carried, decisive, lost, without, n)


STUDY = Study(
    name="audit",
    title="Check the original pairs",
    version=1,
    findings=(Audit,),
)
