"""Sets of numbered words, as arrays: one for each of many texts, and what a video's captions say
together."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Integers, Whole


@frozen
class Bags:
    """The words of text n are `members[starts[n] : starts[n + 1]]`, ascending, each once."""

    starts: Integers  # (texts + 1,)
    members: NDArray[np.int32]
    words: int  # how many different ones there may be: members are below it

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def sizes(self) -> Integers:
        return np.diff(self.starts)

    def of(self, text: int) -> NDArray[np.int32]:
        return self.members[self.starts[text] : self.starts[text + 1]]


def number_words(texts: Iterable[Iterable[str]], numbers: dict[str, int]) -> Bags:
    """numbers: those given so far; a new word gets the next, so that bags made with the same
    dictionary can be compared, once all are made."""
    rows = [sorted({numbers.setdefault(word, len(numbers)) for word in words}) for words in texts]
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    members = np.fromiter((word for row in rows for word in row), np.int32, int(starts[-1]))
    return Bags(starts, members, len(numbers))


RHO = 0.25  # Wray et al. 2021, section 5


def in_at_least(bags: Bags, video_of: Whole, videos: int, rho: float = RHO) -> Bags:
    """A bag for each video: the words in at least the share `rho` of its captions. A video without
    captions has an empty one.

    bags: one for each caption; video_of (captions,): the video of each. rho: over 0, at most 1; a
    video with one caption has all of its words, whatever it is."""
    of_members = np.repeat(np.asarray(video_of, np.int64), bags.sizes)
    # One number for a video and a word: sorted, they are the new bags in their order.
    pairs, captions = np.unique(of_members * bags.words + bags.members, return_counts=True)
    in_all = np.bincount(video_of, minlength=videos)
    video, word = np.divmod(pairs, max(bags.words, 1))
    # 3 of 12 is 0.25 exactly, but 3 of 30 is a little more than 0.1 times 30.
    kept = captions >= rho * in_all[video] - 1e-9
    starts = np.zeros(videos + 1, np.int64)
    np.cumsum(np.bincount(video[kept], minlength=videos), out=starts[1:])
    return Bags(starts, word[kept].astype(np.int32), bags.words)
