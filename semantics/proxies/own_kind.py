"""How relevant videos are to videos, and captions to captions, as a proxy of captions x videos says
it: a caption is as relevant as the video that it was written for, and for a video the best of its
captions counts, as in `by_texts`. Where each video has one caption that is the proxy of the two
captions (Wray et al. 2021, section 4; 2019, section 4). Nothing is relevant to itself: it is not
ranked either.
"""

from collections.abc import Iterator

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Floats, Integers
from semantics.proxies.relevance import BLOCK, Relevance


@frozen
class AmongCaptions:
    """captions x captions, laid out some rows at a time. own_videos: (captions,), -1 for none: such
    a caption is relevant to no other."""

    relevance: Relevance
    own_videos: Integers

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.own_videos), len(self.own_videos)

    def blocks(self, size: int | None = None) -> Iterator[tuple[int, Floats]]:
        known = self.own_videos >= 0
        for start, rows in self.relevance.blocks(size or BLOCK):
            found = np.where(known, rows[:, self.own_videos], np.float32(0))
            yield start, _without_itself(found, start)


@frozen
class AmongVideos:
    """videos x videos, laid out some rows at a time. A video without a caption has nothing that is
    relevant to it. own_videos: (captions,), -1 for none."""

    relevance: Relevance
    own_videos: Integers

    @property
    def shape(self) -> tuple[int, int]:
        _, videos = self.relevance.shape
        return videos, videos

    def blocks(self, size: int | None = None) -> Iterator[tuple[int, Floats]]:
        videos, step = self.shape[0], size or BLOCK
        order = np.argsort(self.own_videos, kind="stable")
        ends = np.searchsorted(self.own_videos[order], np.arange(videos + 1))
        for start in range(0, videos, step):
            stop = min(start + step, videos)
            found = np.zeros((stop - start, videos), np.float32)
            for video in range(start, stop):
                captions = order[ends[video] : ends[video + 1]]
                if len(captions):
                    rows = self.relevance.of_rows(captions).rows(0, len(captions))
                    found[video - start] = rows.max(axis=0)
            yield start, _without_itself(found, start)


Among = AmongCaptions | AmongVideos


def _without_itself(rows: Floats, start: int) -> Floats:
    """rows: the caller's own."""
    place = np.arange(len(rows))
    rows[place, start + place] = 0
    return rows
