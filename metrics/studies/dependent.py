"""How the captions of a benchmark hang together, as every table with intervals says it."""

from collections.abc import Iterable, Sequence
from typing import Any

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.dependence import FEW, Dependence
from measures.estimate import USUAL, Estimate, Interval
from measures.mean_intervals import EXACT, TWO_WAY, design_effects
from metrics.snapshot import FOR_VIDEOS, Snapshot
from metrics.table import Word
from metrics.words import counted

METHOD = (
    "95 % intervals: captions clustered by source video and by text, Student's t. Those of scores"
    " have Wilson's form and stay between 0 and 1."
)
ALL_OR_NONE = (
    "Exact: every caption has 1, or every one 0, so the interval is Clopper and Pearson's of as"
    " many captions as there are clusters."
)
ABOUT_FEW = (
    f"Few: fewer than {FEW} clusters, or uneven ones that count like fewer of one size, on which an"
    " interval rests less safely."
)
ABOUT_TWO = (
    "Two: of two clusters an interval is so wide that it says next to nothing, and holds more often"
    " than 95 %."
)

TOLD = (
    "clusters", "effective_clusters", "text_groups", "design_effect", "interval_kind", "few"
)  # fmt: skip


@frozen
class Grouped(Found):
    """shared: captions whose text a caption of another video has, too. groups: that have no video
    and no text in common, over any number of steps."""

    captions: int = found()
    videos: int = found()
    texts: int = found()
    shared: int = found()
    groups: int = found()

    @classmethod
    def of(cls, snapshot: Snapshot) -> "Grouped":
        """The groups for the runs that rank for captions; where there are none, each video is
        alone."""
        of_videos = {run.direction in FOR_VIDEOS for run in snapshot.runs} == {True}
        return cls.counted(snapshot.dependence("v2t" if of_videos else "t2v"))

    @classmethod
    def counted(cls, one: Dependence) -> "Grouped":
        return cls(**one.counted())

    def sentence(self, intervals: Sequence[Interval] = ()) -> str:
        """A sentence for people; with the design effects of these, if they have any."""
        effects = design_effects(intervals)
        shown = (
            f"{self.shared:,} of {counted(self.captions, 'caption')} with the text of a caption of"
            f" another video: {counted(self.videos, 'cluster')} by video, {self.texts:,} by text,"
            f" {counted(self.groups, 'group')} with neither in common."
        )
        return shown if effects is None else f"{shown} {_about_effects(*effects)}"


def _about_effects(low: float, high: float) -> str:
    span = f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"
    return f"Design effect (the variance over that of independent captions): {span}."


def intervals_in(estimates: Iterable[Estimate]) -> list[Interval]:
    return [one.intervals[USUAL] for one in estimates if USUAL in one.intervals]


def about_intervals(grouped: Grouped, intervals: Sequence[Interval]) -> list[str]:
    """Notes below a table of means: how the intervals were found, and on what they rest."""
    kinds = {one.kind for one in intervals}
    return [
        *([METHOD] if TWO_WAY in kinds or not kinds - {""} else []),
        *([ALL_OR_NONE] if EXACT in kinds else []),
        grouped.sentence(intervals),
        *([ABOUT_FEW] if any(is_few(one) for one in intervals) else []),
        *([ABOUT_TWO] if any(of_two(one) for one in intervals) else []),
    ]


def is_few(interval: Interval) -> bool:
    """Whether there is one that rests on few clusters."""
    if interval.ends is None:
        return False
    known = interval.effective_clusters
    return (min(interval.clusters, interval.text_groups) if known is None else known) < FEW


def of_two(interval: Interval) -> bool:
    return interval.ends is not None and min(interval.clusters, interval.text_groups) == 2


def few_words(interval: Interval | None) -> str:
    if interval is None or not is_few(interval):
        return ""
    return Word("two") if of_two(interval) else Word("few")


def told_of(interval: Interval | None) -> dict[str, Any]:
    """What a row says of its interval besides the ends; None for what was not asked for."""
    if interval is None or not interval.clusters:
        return dict.fromkeys(TOLD)
    return sureness(interval)


def sureness(interval: Interval) -> dict[str, Any]:
    return {
        "clusters": interval.clusters,
        "effective_clusters": interval.effective_clusters,
        "text_groups": interval.text_groups,
        "design_effect": interval.design_effect,
        "interval_kind": interval.kind or None,
        "few": is_few(interval),
    }
