"""What a video's captions say together."""

import numpy as np
from numpy.typing import NDArray

from semantics.words.bags import Bags

RHO = 0.25  # paper 000, section 5


def in_at_least(bags: Bags, video_of: NDArray[np.integer], videos: int, rho: float = RHO) -> Bags:
    """A bag for each video: the words in at least the share `rho` of its captions. A video without
    captions has an empty one.

    bags: one for each caption; video_of (captions,): the video of each. rho: over 0, at most 1; a
    video with one caption has all of its words, whatever it is."""
    if not 0 < rho <= 1:
        raise ValueError(f"rho is {rho}; expected a share over 0 and at most 1")
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
