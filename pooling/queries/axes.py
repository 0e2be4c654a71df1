"""A benchmark's rows as arrays: the one place where tables become the axes that files and rankings
speak in."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pooling.formats.keys import Keys
from pooling.models import Benchmark, Caption, Query, Video


class GapInNumbers(Exception):
    """The numbers of this benchmark's captions or videos do not count from 0 without a gap."""


@dataclass(frozen=True, slots=True)
class Axes:
    """Captions and videos in the order of their numbers."""

    caption_ids: NDArray[np.int64]
    caption_keys: tuple[str, ...]
    caption_queries: NDArray[np.int64]  # (captions,) the query's number
    own_videos: NDArray[np.int64]  # (captions,) the source video's number, -1 where it is not known
    characters: NDArray[np.int64]  # (captions,) length of the text
    video_ids: NDArray[np.int64]
    video_keys: tuple[str, ...]
    query_ids: NDArray[np.int64]  # (queries,)

    @property
    def keys(self) -> Keys:
        """The keys as the readers of runs want them."""
        return Keys.of(self.caption_keys, self.video_keys, self.own_videos.astype(np.int32))


def read_axes(benchmark: Benchmark) -> Axes:
    captions = list(
        Caption.objects.filter(benchmark=benchmark)
        .order_by("number")
        .values_list("number", "id", "key", "query__number", "video__number", "query__characters")
    )
    videos = list(
        Video.objects.filter(benchmark=benchmark)
        .order_by("number")
        .values_list("number", "id", "key")
    )
    queries = list(
        Query.objects.filter(benchmark=benchmark).order_by("number").values_list("number", "id")
    )
    for rows in (captions, videos, queries):
        if [row[0] for row in rows] != list(range(len(rows))):
            raise GapInNumbers
    return Axes(
        caption_ids=np.array([row[1] for row in captions], np.int64),
        caption_keys=tuple(row[2] for row in captions),
        caption_queries=np.array([row[3] for row in captions], np.int64),
        own_videos=np.array([-1 if row[4] is None else row[4] for row in captions], np.int64),
        characters=np.array([row[5] for row in captions], np.int64),
        video_ids=np.array([row[1] for row in videos], np.int64),
        video_keys=tuple(row[2] for row in videos),
        query_ids=np.array([row[1] for row in queries], np.int64),
    )


def query_texts(benchmark: Benchmark) -> list[str]:
    return list(
        Query.objects.filter(benchmark=benchmark).order_by("number").values_list("text", flat=True)
    )
