"""What proxies say, without runs and people: how many captions each calls relevant to a video,
threshold by threshold (Wray et al., 2021, Figure 4), and how alike two are: of each video, their
correlation over all captions, averaged over videos (supplement B, Figure 8).

Every caption and video is counted, so there is no interval."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from scipy.stats import rankdata

from foundation.finding.fields import Found, computed, found
from foundation.frozen import frozen
from measures.arrays import Values
from metrics.snapshot import Snapshot
from metrics.studies.proxied import CELLS, NamedProxy, Proxied
from metrics.studies.study import NothingToStudy
from semantics.graded.evaluation import THRESHOLDS
from semantics.proxies.relevance import Relevance


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
    captions, videos = snapshot.captions, snapshot.videos
    if not captions or not videos:
        raise NothingToStudy(f"{snapshot.benchmark} has no captions or no videos to count")
    above_zero = {one.name: one.above_zero for one in proxies}
    rows = tuple(
        Reached(one.name, threshold, pairs, pairs / videos, pairs / captions)
        for one in proxies
        for threshold, pairs in zip(THRESHOLDS, one.reached, strict=True)
    )
    return Thresholds(snapshot.benchmark, captions, videos, above_zero, rows)


# pearson, spearman: None where no video has both; why says which proxy does not vary.
@frozen
class Correlated(Found):
    a: str = found()
    b: str = found()
    pearson: float | None = found()
    spearman: float | None = found()
    n: int = found()  # videos for which both vary over captions
    why: str = found(or_none=True)


@frozen
class ProxyCorrelation(Found):
    benchmark: str = found()
    captions: int = found()
    videos: int = found()
    rows: tuple[Correlated, ...] = found()
    outdated: tuple[str, ...] = found()  # proxies of fewer captions or videos, which are not in it


def correlate(
    benchmark: str, proxies: Sequence[NamedProxy], outdated: Sequence[str] = ()
) -> ProxyCorrelation:
    """NothingToStudy where there are no two proxies. They are open together, of which no more is
    laid out at a time than CELLS of all of them."""
    if len(proxies) < 2:
        raise NothingToStudy(
            f"{benchmark} has {len(proxies)} of the two proxies that a correlation takes: compute"
            " another with the command proxy"
        )
    captions, videos = proxies[0].relevance.shape
    pairs = list(combinations(range(len(proxies)), 2))
    found = np.full((2, len(pairs), videos), np.nan)
    varies = np.zeros((len(proxies), videos), bool)
    for start, blocks in _blocks([one.relevance for one in proxies]):
        part = slice(start, start + blocks.shape[1])
        varies[:, part] = blocks.max(axis=2) > blocks.min(axis=2)
        for way, values in enumerate((blocks, rankdata(blocks, axis=2))):
            scaled = _scaled(values)
            for at, (a, b) in enumerate(pairs):
                found[way, at, part] = np.einsum("vc,vc->v", scaled[a], scaled[b])
    rows = [
        _row(proxies[a].name, proxies[b].name, found[:, at], varies[[a, b]])
        for at, (a, b) in enumerate(pairs)
    ]
    return ProxyCorrelation(benchmark, captions, videos, tuple(rows), tuple(outdated))


def _blocks(proxies: Sequence[Relevance]) -> Iterator[tuple[int, Values]]:
    """The first video's number, and (proxies, videos, captions) of some videos."""
    turned = [one.turned() for one in proxies]
    videos, captions = turned[0].shape
    step = max(1, CELLS // max(1, captions * len(proxies)))
    for start in range(0, videos, step):
        yield start, np.stack([one.rows(start, start + step) for one in turned]).astype(float)


def _scaled(values: Values) -> Values:
    """So that a sum of products is a correlation; what does not vary becomes 0."""
    apart = values - values.mean(axis=2, keepdims=True)
    length = np.sqrt((apart**2).sum(axis=2, keepdims=True))
    return np.divide(apart, length, out=np.zeros_like(apart), where=length > 0)


def _row(a: str, b: str, found: Values, varies: Values) -> Correlated:
    """found: (2, videos). varies: (2, videos)."""
    both = varies.all(axis=0)
    n = int(both.sum())
    if n:
        pearson, spearman = found[:, both].mean(axis=1).tolist()
        return Correlated(a, b, pearson, spearman, n, "")
    still = (name for name, one in zip((a, b), varies, strict=True) if not one.any())
    why = f"{next(still, f'{a} or {b}')} has the same value for all captions of a video"
    return Correlated(a, b, None, None, 0, why)
