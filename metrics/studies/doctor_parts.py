"""What the doctor finds of each kind, as it is kept and printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# Kept of each list: enough for a benchmark that can be mended by hand, and a page stays small.
MOST_KEPT = 2_000
SHOWN = 20  # of them with a finding


@dataclass(frozen=True, slots=True)
class CitedCaption:
    number: int
    key: str
    text: str
    video: str  # its source video's key, empty where it is not known


@dataclass(frozen=True, slots=True)
class CitedVideo:
    number: int
    key: str


@dataclass(frozen=True, slots=True)
class Example:
    """What a finding is about: captions or videos that belong together, and how alike they are. In
    note, what is neither (a training caption, a run's name)."""

    captions: Sequence[CitedCaption] = ()
    videos: Sequence[CitedVideo] = ()
    alike: float | None = None
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.captions:
            found["captions"] = [one.key for one in self.captions]
            found["texts"] = [one.text for one in self.captions]
            found["videos"] = [one.video for one in self.captions]
        if self.videos:
            found["videos"] = [one.key for one in self.videos]
        if self.alike is not None:
            found["similarity"] = self.alike
        return found | ({"note": self.note} if self.note else {})


@dataclass(frozen=True, slots=True)
class Duplicated:
    """texts: that several captions have. captions: those that have one of them. same_video,
    different_videos: captions whose text another caption has, of the same video or of another
    one (a caption may be in both). exact: captions whose text is shared letter for letter."""

    texts: int
    captions: int
    share: float | None
    same_video: int
    different_videos: int
    exact: int
    examples: Sequence[Example] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "count": self.captions,
            "texts": self.texts,
            "captions": self.captions,
            "share": self.share,
            "same_video": self.same_video,
            "different_videos": self.different_videos,
            "exact": self.exact,
            "examples": [one.as_json() for one in self.examples],
        }


@dataclass(frozen=True, slots=True)
class NearDuplicated:
    """Captions in other words that say nearly the same as another one. pairs: of sayings."""

    pairs: int
    captions: int
    share: float | None
    same_video: int
    different_videos: int
    threshold: float
    examples: Sequence[Example] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "count": self.captions,
            "pairs": [one.as_json() for one in self.examples],
            "pair_count": self.pairs,
            "captions": self.captions,
            "share": self.share,
            "same_video": self.same_video,
            "different_videos": self.different_videos,
            "threshold": self.threshold,
        }


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """captions: whose words are all in a caption of another video. videos: how many other videos
    they fit, on average. nearer_elsewhere: captions whose nearest text is of another video, of
    those (with_company) that are not their video's only one."""

    captions: int
    share: float | None
    videos: float | None
    ten_or_more: int
    nearer_elsewhere: int
    with_company: int
    examples: Sequence[Example] = ()

    def as_json(self) -> dict[str, Any]:
        nearer = self.nearer_elsewhere / self.with_company if self.with_company else None
        return {
            "count": self.captions,
            "captions": self.captions,
            "share": self.share,
            "mean_videos": self.videos,
            "ten_or_more_videos": self.ten_or_more,
            "nearer_elsewhere": self.nearer_elsewhere,
            "nearer_elsewhere_share": nearer,
            "captions_with_company": self.with_company,
            "examples": [one.as_json() for one in self.examples],
        }


@dataclass(frozen=True, slots=True)
class Overlapping:
    """Test captions and the training captions. exact: with the same text. near: in other words.
    videos: of the test that training captions name too."""

    training: int
    captions: int
    exact: int
    near: int
    share: float | None
    videos: int
    examples: Sequence[Example] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "count": self.exact + self.near,
            "training": self.training,
            "captions": self.exact + self.near,
            "exact": self.exact,
            "near": self.near,
            "share": self.share,
            "videos": self.videos,
            "examples": [one.as_json() for one in self.examples],
        }


@dataclass(frozen=True, slots=True)
class SimilarClips:
    """pairs: of clips that look nearly the same. videos: that are in one. compared: clips with a
    fingerprint. plain: without anything to compare by. waiting: those that play and have none yet.
    """

    pairs: int
    videos: int
    compared: int
    plain: int
    waiting: int
    examples: Sequence[Example] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "count": self.pairs,
            "pairs": [one.as_json() for one in self.examples],
            "pair_count": self.pairs,
            "videos": self.videos,
            "compared": self.compared,
            "nothing_to_compare": self.plain,
            "without_fingerprint": self.waiting,
        }


@dataclass(frozen=True, slots=True)
class SuspectRun:
    """kind: of metrics/measures/alignment.py, of metrics/studies/doctor_others.py, or same_run,
    ranks_nothing, constant_scores."""

    run: str
    kind: str
    detail: str
    share: float | None = None
    chance: float | None = None
    depth: int | None = None
    mended: float | None = None
    offset: int | None = None
    other: str = ""

    def as_json(self) -> dict[str, Any]:
        told = {"run": self.run, "kind": self.kind, "detail": self.detail, "share": self.share}
        told |= {"chance": self.chance, "depth": self.depth, "mended": self.mended}
        return told | {"offset": self.offset, "other": self.other or None}


@dataclass(frozen=True, slots=True)
class ScoredAt:
    """A run's C@K by original positives."""

    run: str
    measure: str
    value: float | None
    n: int

    def as_json(self) -> dict[str, Any]:
        return {"run": self.run, "measure": self.measure, "value": self.value, "n": self.n}


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """Run a less run b. verdict: in a sentence."""

    a: str
    b: str
    measure: str
    score_a: float | None
    score_b: float | None
    difference: float | None
    interval: Sequence[float] | None
    why: str
    p: float | None
    p_holm: float | None
    p_max: float | None
    detectable: float | None
    n: int
    clusters: int
    apart: bool | None
    verdict: str

    def as_json(self) -> dict[str, Any]:
        return {
            "a": self.a,
            "b": self.b,
            "measure": self.measure,
            "scores": [self.score_a, self.score_b],
            "difference": self.difference,
            "interval": None if self.interval is None else list(self.interval),
            "why": self.why or None,
            "p": self.p,
            "p_holm": self.p_holm,
            "p_max": self.p_max,
            "detectable": self.detectable,
            "n": self.n,
            "clusters": self.clusters,
            "told_apart": self.apart,
            "verdict": self.verdict,
        }


@dataclass(frozen=True, slots=True)
class Typical:
    """The smallest difference that can be seen between two runs that are right about half of the
    captions. seen_in_runs: whether correlation and design effect are those of the runs; else a
    correlation of one half and, as at_worst, captions of a video that stand and fall together."""

    score: float
    captions: int
    videos: int
    correlation: float
    design_effect: float
    seen_in_runs: bool
    detectable: float | None
    at_worst: float | None

    def as_json(self) -> dict[str, Any]:
        return {
            "score": self.score,
            "captions": self.captions,
            "videos": self.videos,
            "correlation": self.correlation,
            "design_effect": self.design_effect,
            "seen_in_runs": self.seen_in_runs,
            "detectable": self.detectable,
            "at_worst": self.at_worst,
        }


@dataclass(frozen=True, slots=True)
class Bin:
    """Captions whose nearest text has a similarity from low to high: among those of other videos,
    and among those of its own."""

    low: float
    high: float
    other: int
    own: int

    def as_json(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "other": self.other, "own": self.own}
