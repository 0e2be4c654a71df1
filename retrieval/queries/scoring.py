"""What is relevant to evaluated captions, as models are scored by it."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from pooling.models import Benchmark, JudgedPair, Provenance
from pooling.queries.axes import Axes
from semantics.proxies.relevance import Relevance
from semantics.queries.proxies import find_proxy, read_relevance


def read_relevances(benchmark: Benchmark, axes: Axes, names: Sequence[str]) -> dict[str, Relevance]:
    """captions x videos, by name. Raises UnknownProxy, Outdated, FileGone."""
    return {name: _relevance(benchmark, axes, name) for name in names}


def _relevance(benchmark: Benchmark, axes: Axes, name: str) -> Relevance:
    if name not in (Provenance.INSTANCE, Provenance.COLLECTED):
        return read_relevance(find_proxy(benchmark, name))
    shape = len(axes.caption_keys), len(axes.video_keys)
    known = np.flatnonzero(axes.own_videos >= 0)
    cells = csr_array((np.ones(len(known), np.float32), (known, axes.own_videos[known])), shape)
    if name == Provenance.COLLECTED:
        cells = (cells + _collected(benchmark, axes)).tocsr()
        cells.data[:] = 1  # what people found may be the caption's own
    return Relevance(cells)


def _collected(benchmark: Benchmark, axes: Axes) -> csr_array:
    rows = JudgedPair.objects.filter(
        query__benchmark=benchmark, verdict=JudgedPair.Verdict.RELEVANT
    )
    pairs = np.array(list(rows.values_list("query__number", "video__number")), np.int64)
    queries, videos = pairs.reshape(-1, 2).T
    shape = len(axes.query_ids), len(axes.video_keys)
    found = csr_array((np.ones(len(queries), np.float32), (queries, videos)), shape)
    return found[axes.caption_queries]
