"""How many captions a proxy calls relevant to a video, threshold by threshold (Wray et al., 2021,
Figure 4).

Every caption and video is counted, so there is no interval."""

from collections.abc import Mapping, Sequence

from foundation.finding.fields import Found, computed, found
from foundation.frozen import frozen
from metrics.snapshot import Snapshot
from metrics.studies.proxied import Proxied
from metrics.studies.study import NothingToStudy
from semantics.graded.evaluation import THRESHOLDS


@frozen
class Reached(Found):
    """Of one proxy at one threshold. pairs: of caption and video, at it or above."""

    proxy: str = found()
    threshold: float = found()
    pairs: int = found()
    captions: float = found(key="captions_of_a_video")  # on average
    videos: float = found(key="videos_of_a_caption")  # on average


@frozen
class Thresholds(Found):
    benchmark: str = found()
    captions: int = found()
    videos: int = found()
    # Captions of a video in the benchmark, on average: what instances alone would give.
    own = computed(float, lambda one: one.captions / one.videos, key="own_captions_of_a_video")
    above_zero: Mapping[str, int] = found()  # pairs, by proxies
    rows: tuple[Reached, ...] = found()  # by proxies, then thresholds


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
        {proxied.name: proxied.above_zero for proxied in proxies},
        tuple(
            Reached(
                proxied.name, threshold, pairs, pairs / snapshot.videos, pairs / snapshot.captions
            )
            for proxied in proxies
            for threshold, pairs in zip(THRESHOLDS, proxied.reached, strict=True)
        ),
    )
