"""Sets of captions compared by what compares two captions.

The kernel of Wallraven et al. that Lyu (paper 000's reference 39) shows not to be Mercer's: half
the mean of what each of the first set finds at best in the second, and half the same the other way.
"""

from typing import Self

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Floats, Integers, Reals


@frozen
class Captions:
    """The captions of videos, by video."""

    texts: Integers  # (captions,) the text of each, one video's after the other
    starts: Integers  # (videos with captions,) where each begins among them
    videos: Integers  # (videos with captions,) which those are
    total: int  # videos

    @classmethod
    def of(cls, caption_texts: Integers, video_of: Integers, videos: int) -> Self:
        order = np.argsort(video_of, kind="stable")
        filled, starts = np.unique(video_of[order], return_index=True)
        return cls(caption_texts[order], starts, filled, videos)


def to_videos(scores: Reals, captions: Captions) -> Floats:
    """rows x videos, of rows x texts: the kernel of each row's one text with each video's captions.
    A video without captions has 0.

    Of a set of one, what it finds at best is the maximum, and what finds it is the mean."""
    found = np.zeros((len(scores), captions.total), np.float32)
    if len(captions.texts) == len(captions.videos):  # one each
        found[:, captions.videos] = scores[:, captions.texts]
        return found
    of_captions = scores[:, captions.texts]
    counts = np.diff(captions.starts, append=len(captions.texts))
    best = np.maximum.reduceat(of_captions, captions.starts, axis=1)
    mean = np.add.reduceat(of_captions, captions.starts, axis=1) / counts
    found[:, captions.videos] = (best + mean) / 2
    return found
