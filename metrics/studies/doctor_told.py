"""One finding of the doctor, as it is told: what was seen and what it means, with examples."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from foundation.finding.fields import Found, found
from foundation.frozen import frozen

# mend: something to put right, or to decide on, before anybody labels. know: nobody can change it,
# and it says how far the benchmark reaches.
Severity = Literal["mend", "know"]
SHOWN = 20  # examples with a finding


@frozen
class CitedCaption:
    number: int
    key: str
    text: str
    video: str  # its source video's key, empty where it is not known


@frozen
class CitedVideo:
    number: int
    key: str


@frozen
class Example:
    """What a finding is about: captions or videos that belong together, and how alike they are. In
    note, what is neither (a training caption, a run's name)."""

    captions: Sequence[CitedCaption] = ()
    videos: Sequence[CitedVideo] = ()
    alike: float | None = None
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """What there is of it."""
        shown = {
            "captions": [one.key for one in self.captions],
            "texts": [one.text for one in self.captions],
            "videos": [one.key for one in self.videos] or [one.video for one in self.captions],
            "similarity": self.alike,
            "note": self.note,
        }
        return {key: one for key, one in shown.items() if one or one == 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Found, called="DoctorFinding"):
    kind: str = found("What was found: see docs/doctor.md.")
    severity: Severity = found()
    count: int = found("What the kind counts, of which the examples may be only a part.")
    detail: str = found("The finding, a sentence.")
    meaning: str = found("What it does to labels and scores.")
    next_step: str = found("What to do about it.", key="next")
    examples: Sequence[Example] = ()


def finding(
    kind: str,
    severity: Severity,
    seen: int | Sequence[Example],
    examples: Sequence[Example] = (),
    **texts: str,
) -> Iterator[Finding]:
    """Where something was seen. seen: how often, or the examples themselves, if these are all."""
    count, shown = (seen, examples) if isinstance(seen, int) else (len(seen), seen)
    if count:
        yield Finding(kind=kind, severity=severity, count=count, examples=shown[:SHOWN], **texts)
