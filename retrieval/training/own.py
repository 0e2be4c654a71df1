"""What a user's own code learns from. Plain arrays: numpy in, numpy out."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Integers
from retrieval.features.video_features import Rows
from retrieval.training.relevance import Floats, RelevanceSource

BLOCK = 512  # captions whose relevance is computed at a time


@frozen
class OwnMaterial:
    """keys, texts: of the training captions. video_of: (captions,), the row of each one's video in
    `videos` and `features`. held_back: (captions,), those whose videos are set aside to choose the
    best epoch by."""

    keys: Sequence[str]
    texts: Sequence[str]
    video_of: Integers
    videos: Sequence[str]
    features: Rows  # (videos, numbers), as the files have them; 0 where an expert knows nothing
    held_back: NDArray[np.bool_]
    source: RelevanceSource

    def relevance(self, captions: Integers, videos: Integers) -> Floats:
        """(captions, videos), from 0 to 1, of a batch: rows of ours."""
        return self.source.of(np.asarray(captions), np.asarray(videos))

    def relevant(self, least: float) -> Iterator[tuple[int, int, float]]:
        """Each caption and video, by their rows, whose relevance is above 0 and at least so."""
        videos = np.arange(len(self.videos))
        for start in range(0, len(self.texts), BLOCK):
            block = self.relevance(np.arange(start, min(start + BLOCK, len(self.texts))), videos)
            rows, columns = np.nonzero((block >= least) & (block > 0))
            values = block[rows, columns].tolist()
            yield from zip((rows + start).tolist(), columns.tolist(), values, strict=True)
