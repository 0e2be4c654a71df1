"""Makes rankings from similarities: of videos for captions, and of captions for videos."""

from collections.abc import Iterator

import numpy as np

from pooling.depth import Numbers, Own, Rankings, batches, top_of_matrix
from pooling.formats.keys import Axis
from pooling.queries.axes import Axes
from retrieval.features.video_features import Rows


def rank_videos(axes: Axes, similarity: Rows, depth: int) -> Rankings:
    """similarity: (queries, videos). Captions with the same text have the same ranking."""
    rows = axes.caption_queries
    return top_of_matrix(
        (
            similarity[rows[start : start + count]]
            for start, count in _blocks(similarity, len(rows))
        ),
        depth,
        items=_numbers(axes.caption_keys),
        targets=_numbers(axes.video_keys),
        key_order=Axis("video", axes.video_keys).order,
        own=_own(axes),
    )


def rank_captions(axes: Axes, similarity: Rows, depth: int) -> Rankings:
    turned = similarity.T
    return top_of_matrix(
        (
            turned[start : start + count][:, axes.caption_queries]
            for start, count in _blocks(turned, len(turned))
        ),
        depth,
        items=_numbers(axes.video_keys),
        targets=_numbers(axes.caption_keys),
        key_order=Axis("caption", axes.caption_keys).order,
        own=_own(axes).turned(),
    )


def _blocks(rows: Rows, total: int) -> Iterator[tuple[int, int]]:
    return batches(total, rows.shape[1], rows.dtype.itemsize)


def _own(axes: Axes) -> Own:
    return Own.of_captions(axes.own_videos.astype(np.int32))


def _numbers(keys: tuple[str, ...]) -> Numbers:
    return np.arange(len(keys), dtype=np.int32)
