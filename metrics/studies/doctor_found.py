"""What the doctor finds in all, as it is kept, printed and shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from metrics.studies.doctor_parts import (
    Ambiguous,
    Bin,
    ComparedPair,
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
class Finding:
    """detail: the finding, a sentence. meaning: what it does to labels and scores. next_step: what
    to do about it. count: of what the kind counts, which examples are only a part of."""

    kind: str
    severity: Severity
    count: int
    detail: str
    meaning: str
    next_step: str
    examples: Sequence[Example] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "severity": self.severity,
            "count": self.count,
            "detail": self.detail,
            "meaning": self.meaning,
            "next": self.next_step,
        }


@dataclass(frozen=True, slots=True)
class Doctor:
    benchmark: str
    captions: int
    queries: int
    videos: int
    training: int
    runs: Sequence[str]
    findings: Sequence[Finding]
    duplicated: Duplicated
    near: NearDuplicated
    ambiguous: Ambiguous
    overlap: Overlapping | None
    clips: SimilarClips
    suspects: Sequence[SuspectRun]
    scores: Sequence[ScoredAt]
    saturated: Sequence[ScoredAt]
    typical: Typical | None
    pairs: Sequence[ComparedPair]
    histogram: Sequence[Bin] = field(default=())

    def of(self, severity: Severity) -> list[Finding]:
        return [one for one in self.findings if one.severity == severity]

    @property
    def sentence(self) -> str:
        mend, know = len(self.of("mend")), len(self.of("know"))
        things = f"{mend} thing{'s' * (mend != 1)}" if mend else "nothing"
        return f"Before any label: {things} to mend, {know} to know."

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "captions": self.captions,
            "queries": self.queries,
            "videos": self.videos,
            "training": self.training,
            "runs": list(self.runs),
            "sentence": self.sentence,
            "mend": len(self.of("mend")),
            "know": len(self.of("know")),
            "findings": [one.as_json() for one in self.findings],
            "duplicated_texts": self.duplicated.as_json(),
            "near_duplicates": self.near.as_json(),
            "ambiguous_captions": self.ambiguous.as_json(),
            "train_overlap": None if self.overlap is None else self.overlap.as_json(),
            "train_overlap_why": None if self.overlap else "there are no training captions",
            "similar_clips": self.clips.as_json(),
            "nearest": [one.as_json() for one in self.histogram],
            "suspect_runs": [one.as_json() for one in self.suspects],
            "scores": [one.as_json() for one in self.scores],
            "saturated": [one.as_json() for one in self.saturated],
            "detectable": {
                "typical": None if self.typical is None else self.typical.as_json(),
                "pairs": [one.as_json() for one in self.pairs],
            },
        }
