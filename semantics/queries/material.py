"""A benchmark's captions as proxies want them: the one place where its rows become arrays."""

from dataclasses import replace

import numpy as np

from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from foundation.refused import Refused
from measures.arrays import Integers
from pooling.formats.keys import Axis
from pooling.models import Benchmark
from pooling.queries.axes import query_texts, read_axes
from semantics.graded.baseline import by_texts, random_baseline
from semantics.models import Proxy
from semantics.queries.proxies import read_relevance


class NoCaptions(Refused):
    """The benchmark has no captions: import some first."""


class NoSource(Refused):
    """A proxy compares captions with what is written for a video, and captions of this benchmark
    have no source video."""


@frozen
class CaptionTexts:
    """texts: distinct ones. caption_texts: (captions,) the text of each. own_videos: (captions,)
    the number of each one's source video, -1 where it is not known."""

    texts: list[str]
    caption_texts: Integers
    own_videos: Integers
    captions: Axis
    videos: int

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.captions), self.videos

    def apart(self) -> "CaptionTexts":
        """Each caption as if no other had its text, which is not looked at."""
        count = len(self.captions)
        return replace(self, texts=[""] * count, caption_texts=np.arange(count))

    def require_sources(self) -> None:
        """Raises NoSource."""
        without = int(np.count_nonzero(self.own_videos < 0))
        if without:
            raise NoSource(
                f"{without:,} of {len(self.captions):,} captions have no source video: a proxy"
                " compares captions with what is written for a video. Import a matrix instead."
            )


def read_captions(benchmark: Benchmark) -> CaptionTexts:
    """Raises NoCaptions."""
    with one_moment():
        axes, texts = read_axes(benchmark), query_texts(benchmark)
    if not axes.caption_keys or not axes.video_keys:
        raise NoCaptions
    return CaptionTexts(
        texts=texts,
        caption_texts=axes.caption_queries,
        own_videos=axes.own_videos,
        captions=Axis("caption", axes.caption_keys),
        videos=len(axes.video_keys),
    )


def read_column(benchmark: Benchmark, name: str) -> list[str]:
    """What the benchmark's file says of each caption in this column; empty for nothing."""
    captions = benchmark.captions.order_by("number").values_list("groups", flat=True)
    return [groups.get(name, "") for groups in captions.iterator()]


def random_under(proxy: Proxy, seed: int = 0) -> dict[str, float | None]:
    """What a random order of a benchmark's videos and captions comes to under a proxy: nDCG (Wray
    et al. 2021, Eq. 2 and 3) of one drawn order for each distinct text and each video: text to
    video, video to text, and their mean."""
    captions = read_captions(proxy.benchmark)
    texts = by_texts(read_relevance(proxy), captions.caption_texts)
    return random_baseline(texts, seed).drawn.means
