"""What the doctor finds in all, as it is kept, printed and shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from foundation.finding.fields import Found, derived, found, unshown
from metrics.studies.doctor_parts import (
    Ambiguous,
    ComparedPair,
    DoctorBin,
    Duplicated,
    Example,
    NearDuplicated,
    Overlapping,
    ScoredAt,
    SimilarClips,
    SuspectRun,
    Typical,
)

# mend: something to put right, or to decide on, before anybody labels. know: nobody can change it,
# and it says how far the benchmark reaches.
Severity = Literal["mend", "know"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Found, called="DoctorFinding"):
    kind: str = found("What was found: see docs/doctor.md.")
    severity: Severity = found()
    count: int = found("What the kind counts, of which the examples may be only a part.")
    detail: str = found("The finding, a sentence.")
    meaning: str = found("What it does to labels and scores.")
    next_step: str = found("What to do about it.", key="next")
    examples: Sequence[Example] = ()


@dataclass(frozen=True, slots=True)
class Reach(Found):
    typical: Typical | None = found(
        "What could be seen between two runs that are right about half of the captions."
    )
    pairs: Sequence[ComparedPair] = found("The best runs, two by two.")


@dataclass(frozen=True, slots=True)
class Doctor(Found):
    benchmark: str = found()
    captions: int = found()
    queries: int = found()
    videos: int = found()
    training: int = found("How many training captions there are.")
    runs: Sequence[str] = found()

    @property
    @derived()
    def sentence(self) -> str:
        things = f"{self.mend} thing{'s' * (self.mend != 1)}" if self.mend else "nothing"
        return f"Before any label: {things} to mend, {self.know} to know."

    @property
    @derived("Findings to put right before anybody labels.")
    def mend(self) -> int:
        return len(self.of("mend"))

    @property
    @derived("Findings that say how far the benchmark reaches.")
    def know(self) -> int:
        return len(self.of("know"))

    findings: Sequence[Finding] = found()
    duplicated: Duplicated = found(key="duplicated_texts")
    near: NearDuplicated = found(key="near_duplicates")
    ambiguous: Ambiguous = found(key="ambiguous_captions")
    overlap: Overlapping | None = found(key="train_overlap")

    @property
    @derived()
    def train_overlap_why(self) -> str | None:
        return None if self.overlap else "there are no training captions"

    clips: SimilarClips = found(key="similar_clips")
    histogram: Sequence[DoctorBin] = found(key="nearest")
    suspects: Sequence[SuspectRun] = found(key="suspect_runs")
    scores: Sequence[ScoredAt] = found()
    saturated: Sequence[ScoredAt] = found()
    typical: Typical | None = unshown()
    pairs: Sequence[ComparedPair] = unshown()

    @property
    @derived()
    def detectable(self) -> Reach:
        return Reach(self.typical, self.pairs)

    def of(self, severity: Severity) -> list[Finding]:
        return [one for one in self.findings if one.severity == severity]
