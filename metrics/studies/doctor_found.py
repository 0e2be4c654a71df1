"""What the doctor finds, of each kind and in all, as it is kept, printed and shown."""

from collections.abc import Sequence
from typing import ClassVar

from foundation.finding.fields import Found, computed, derived, found, unshown
from foundation.frozen import frozen
from metrics.studies.doctor_told import Example, Finding, Severity

# Kept of each list: enough for a benchmark that can be mended by hand, and a page stays small.
MOST_KEPT = 2_000


class CountedFinding(Found):
    """counted: what a finding of this kind counts."""

    __slots__ = ()
    counted: ClassVar[str] = "captions"

    count = computed(
        int,
        lambda one: int(getattr(one, one.counted)),
        "What the finding counts, of which the examples may be only a part.",
    )


@frozen
class Duplicated(CountedFinding):
    """Captions whose text another caption has; one may be both of the same and of another video."""

    texts: int = found("Texts that several captions have.")
    captions: int = found("Captions that have one of them.")
    share: float | None = found()
    same_video: int = found("Captions whose text another one of their video has.")
    different_videos: int = found("Captions whose text one of another video has.")
    exact: int = found("Captions whose text is shared letter for letter.")
    examples: Sequence[Example] = found(default=())


@frozen
class NearDuplicated(CountedFinding):
    """Captions in other words that say nearly the same as another one."""

    examples: Sequence[Example] = found(key="pairs")
    pairs: int = found("Pairs of sayings.", key="pair_count")
    captions: int = found()
    share: float | None = found()
    same_video: int = found()
    different_videos: int = found()
    threshold: float = found()


@frozen
class Ambiguous(CountedFinding):
    """Captions whose words are all in a caption of another video."""

    captions: int = found()
    share: float | None = found()
    videos: float | None = found("Other videos they fit, on average.", key="mean_videos")
    ten_or_more: int = found(key="ten_or_more_videos")
    nearer_elsewhere: int = found("Captions whose nearest text is of another video.")

    nearer_elsewhere_share = computed(
        float | None,
        lambda one: one.nearer_elsewhere / one.with_company if one.with_company else None,
        "These among the captions that are not their video's only one.",
    )
    with_company: int = found(
        "Captions that are not their video's only one.", key="captions_with_company"
    )
    examples: Sequence[Example] = found(default=())


@frozen
class Overlapping(CountedFinding):
    """Test captions and the training captions. captions: of the test."""

    counted = "shared"

    training: int = found("How many captions of training videos these were compared with.")
    captions: int = unshown()

    shared = computed(
        int,
        lambda one: one.exact + one.near,
        "Test captions that training captions have too, exactly or nearly.",
        key="captions",
    )
    exact: int = found("Captions with the same text.")
    near: int = found("Captions in other words.")
    share: float | None = found()
    videos: int = found("Videos of the test that training captions name too.")
    examples: Sequence[Example] = found(default=())


@frozen
class SimilarClips(CountedFinding):
    """Clips that look nearly the same."""

    counted = "pairs"

    examples: Sequence[Example] = found(key="pairs")
    pairs: int = found("Pairs of such clips.", key="pair_count")
    videos: int = found("Videos that are in one.")
    compared: int = found("Clips with a fingerprint.")
    plain: int = found("Clips without anything to compare by.", key="nothing_to_compare")
    waiting: int = found("Clips that play and have none yet.", key="without_fingerprint")


@frozen
class SuspectRun(Found):
    """kind: of measures/alignment.py, of metrics/studies/doctor_others.py, or same_run,
    ranks_nothing, constant_scores."""

    run: str = found()
    kind: str = found()
    detail: str = found()
    share: float | None = found(default=None)
    chance: float | None = found(default=None)
    depth: int | None = found(default=None)
    mended: float | None = found(default=None)
    offset: int | None = found(default=None)
    other: str = found(or_none=True, default="")


@frozen
class ScoredAt(Found, called="Scored"):
    """A run's C@K by original positives."""

    run: str = found()
    measure: str = found()
    value: float | None = found()
    n: int = found()


@frozen
class ComparedPair(Found):
    """Run a less run b. verdict: in a sentence."""

    a: str = found()
    b: str = found()
    measure: str = found()
    score_a: float | None = unshown()
    score_b: float | None = unshown()

    scores = computed(
        tuple[float | None, ...], lambda one: (one.score_a, one.score_b), "Those of a and b."
    )
    difference: float | None = found("The score of a less that of b.")
    interval: Sequence[float] | None = found()
    why: str = found("Why there is no interval.", or_none=True)
    p: float | None = found()
    p_holm: float | None = found()
    p_max: float | None = found()
    detectable: float | None = found("The smallest difference that could have been seen.")
    n: int = found()
    clusters: int = found()
    apart: bool | None = found(key="told_apart")
    verdict: str = found("The same in a sentence.")


@frozen
class Typical(Found):
    """The smallest difference that can be seen between two runs that are right about half of the
    captions. seen_in_runs: whether correlation and design effect are those of the runs; else a
    correlation of one half and, as at_worst, captions of a video that stand and fall together."""

    score: float = found()
    captions: int = found()
    videos: int = found()
    correlation: float = found()
    design_effect: float = found()
    seen_in_runs: bool = found()
    detectable: float | None = found()
    at_worst: float | None = found()


@frozen
class DoctorBin(Found, called="NearestBin"):
    """Captions whose nearest text has a similarity from low to high: among those of other videos,
    and among those of its own."""

    low: float = found()
    high: float = found()
    other: int = found()
    own: int = found()


@frozen
class Reach(Found):
    typical: Typical | None = found(
        "What could be seen between two runs that are right about half of the captions."
    )
    pairs: Sequence[ComparedPair] = found("The best runs, two by two.")


@frozen
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
        when = "With the grades so far" if self.reads_grades else "Before any label"
        return f"{when}: {things} to mend, {self.know} to know."

    mend = computed(
        int, lambda one: len(one.of("mend")), "Findings to put right before anybody labels."
    )
    know = computed(
        int, lambda one: len(one.of("know")), "Findings that say how far the benchmark reaches."
    )
    findings: Sequence[Finding] = found()
    duplicated: Duplicated = found(key="duplicated_texts")
    near: NearDuplicated = found(key="near_duplicates")
    ambiguous: Ambiguous = found(key="ambiguous_captions")
    overlap: Overlapping | None = found(key="train_overlap")

    train_overlap_why = computed(
        str | None, lambda one: None if one.overlap else "there are no training captions"
    )
    clips: SimilarClips = found(key="similar_clips")
    histogram: Sequence[DoctorBin] = found(key="nearest")
    suspects: Sequence[SuspectRun] = found(key="suspect_runs")
    scores: Sequence[ScoredAt] = found()
    saturated: Sequence[ScoredAt] = found()
    typical: Typical | None = unshown()
    pairs: Sequence[ComparedPair] = unshown()

    detectable = computed(Reach, lambda one: Reach(one.typical, one.pairs))

    @property
    def reads_grades(self) -> bool:
        """Whether some of it follows from labels, as only findings on grades do."""
        return any(one.kind.startswith("grades_") for one in self.findings)

    def of(self, severity: Severity) -> list[Finding]:
        return [one for one in self.findings if one.severity == severity]
