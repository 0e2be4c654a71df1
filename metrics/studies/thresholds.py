"""How many captions a proxy calls relevant to a video, threshold by threshold (000, Figure 4).

Every caption and video is counted, so there is no interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from metrics.snapshot import Snapshot
from metrics.studies.description import Need, Setup, Study
from metrics.studies.proxied import Proxied
from metrics.studies.study import NothingToStudy
from semantics.graded.thresholds import THRESHOLDS


@dataclass(frozen=True, slots=True)
class Reached:
    """Of one proxy at one threshold. pairs: of caption and video, at it or above."""

    proxy: str
    threshold: float
    pairs: int
    captions: float  # a video has so many, on average
    videos: float  # a caption has so many, on average

    def as_json(self) -> dict[str, Any]:
        return {
            "proxy": self.proxy,
            "threshold": self.threshold,
            "pairs": self.pairs,
            "captions_of_a_video": self.captions,
            "videos_of_a_caption": self.videos,
        }


@dataclass(frozen=True, slots=True)
class Thresholds:
    benchmark: str
    captions: int
    videos: int
    proxies: tuple[str, ...]
    above_zero: tuple[int, ...]  # pairs, by proxies
    rows: tuple[Reached, ...]  # by proxies, then thresholds

    @property
    def own(self) -> float:
        """Captions of a video in the benchmark, on average: what instances alone would give."""
        return self.captions / self.videos

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "captions": self.captions,
            "videos": self.videos,
            "own_captions_of_a_video": self.own,
            "above_zero": dict(zip(self.proxies, self.above_zero, strict=True)),
            "rows": [row.as_json() for row in self.rows],
        }


def count_relevant(snapshot: Snapshot, proxies: Sequence[Proxied]) -> Thresholds:
    """NothingToStudy where there is no proxy, no caption or no video."""
    if not proxies:
        raise NothingToStudy(
            f"{snapshot.benchmark} has no proxy: compute one with the command proxy"
        )
    if not snapshot.captions or not snapshot.videos:
        raise NothingToStudy(f"{snapshot.benchmark} has no captions or no videos to count")
    return Thresholds(
        snapshot.benchmark,
        snapshot.captions,
        snapshot.videos,
        tuple(proxied.name for proxied in proxies),
        tuple(proxied.above_zero for proxied in proxies),
        tuple(
            Reached(
                proxied.name, threshold, pairs, pairs / snapshot.videos, pairs / snapshot.captions
            )
            for proxied in proxies
            for threshold, pairs in zip(THRESHOLDS, proxied.reached, strict=True)
        ),
    )


def _part(setup: Setup) -> Thresholds:
    return count_relevant(setup.snapshot, [setup.proxied])


STUDY = Study(
    name="thresholds",
    title="Relevant captions by threshold",
    version=1,
    findings=(Thresholds,),
    part=_part,
    option="relevance",
    needs=(Need.PROXY,),
    place=21,
)
