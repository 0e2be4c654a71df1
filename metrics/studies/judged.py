"""How much of what scores rest on was judged: Judged@K of every run, told beside its scores whether
or not it was asked for."""

from collections.abc import Mapping, Sequence
from typing import Any

from foundation.frozen import frozen
from measures.estimate import Estimate
from measures.hits import find_hits
from measures.kinds.judged import JUDGED, judged_at
from measures.measure import Measure
from metrics.snapshot import Grades, Snapshot
from metrics.words import percent

ENOUGH = 0.95
HOW_GRADES_COUNT = (
    "Measures in which grades count take every grade above 0. What is relevant without a grade"
    " counts as the lowest grade that is, and an original pair as the highest of the scale."
)


@frozen
class JudgedShares:
    """shares: by run, the mean over captions (or videos) of the share of the first k ranks that has
    a verdict."""

    k: int
    shares: Mapping[str, Estimate]

    @property
    def measure(self) -> Measure:
        return Measure(JUDGED, self.k)

    @property
    def definition(self) -> str:
        return self.measure.definition

    def as_json(self) -> list[dict[str, Any]]:
        return [
            {"run": run, "k": self.k, "share": share.value} for run, share in self.shares.items()
        ]

    def warnings(self) -> tuple[str, ...]:
        few = [
            f"{run} {percent(share.value)} %"
            for run, share in self.shares.items()
            if share.value is not None and share.value < ENOUGH
        ]
        if not few:
            return ()
        meaning = (
            "Pairs without a verdict count as not relevant, so these scores may change as more"
            " pairs are judged"
        )
        return (
            (
                f"Warning: {self.measure} is below {percent(ENOUGH)} % for {', '.join(few)}."
                f" {meaning}."
            ),
        )


def judged_shares(snapshot: Snapshot, measures: Sequence[Measure]) -> JudgedShares:
    judged, k = snapshot.judged_pairs(), judged_depth(measures)
    sides = {
        direction: snapshot.turned(judged, direction)
        for direction in {run.direction for run in snapshot.runs}
    }
    shares = {
        run.name: judged_at(find_hits(run.targets[:, :k], sides[run.direction]), k)
        for run in snapshot.runs
    }
    return JudgedShares(k, {run: Estimate(float(values.mean())) for run, values in shares.items()})


def judged_depth(measures: Sequence[Measure]) -> int:
    """The deepest cut of the measures; 10 where none has one."""
    known = [one for one in measures if one.reads is not None]
    # Judged@K is no cut of a score: it only counts where nothing else has one.
    scored = [one for one in known if one.kind.needs_positives]
    return max((one.reads or 0 for one in scored or known), default=10)


def about_grades(grades: Grades) -> tuple[str, ...]:
    """What is said below tables of a scale of more than two values."""
    words = "; ".join(grades.named(value) for value in range(len(grades.words)))
    counted = ", ".join(f"{value}: {many:,}" for value, many in enumerate(grades.verdicts))
    verdicts = f" Of {sum(grades.verdicts):,} verdicts with a grade {counted}." if counted else ""
    own = "" if grades.begins == grades.relevant_from else f", in place of {grades.relevant_from}"
    return (
        f"Grades: {words}.{verdicts}",
        f"Relevant from grade {grades.begins}{own}. {HOW_GRADES_COUNT}",
    )


def about_found(relevant: int, collected: int) -> str:
    """What people found, in pairs of query and video, as every table and page says it."""
    return (
        f"People found {relevant:,} pairs of query and video relevant; {collected:,} of them are"
        " not original and so collected."
    )
