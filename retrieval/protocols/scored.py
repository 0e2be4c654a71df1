"""All scores of one model in both directions, and of each caption for paired tests."""

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Mask, Reals, Values, Whole
from retrieval.protocols.directions import KS
from retrieval.protocols.ranking import (
    Similarity,
    average_precisions,
    first_ranks,
    geometric_mean,
    mean_defined,
    ndcgs,
)
from semantics.proxies.relevance import Relevance

GMR = "GMR"


def measures_of(relevances: Iterable[str]) -> list[str]:
    """Their names, in the order of tables. relevances: that models are scored by."""
    graded = [f"{kind}({name})" for name in relevances for kind in ("nDCG", "mAP")]
    return [*graded, *(f"R@{k}" for k in KS), GMR]


@frozen
class Scored:
    """means: by measure, then tv (text to video) and vt; None where no query has anything to find.
    by_caption: (captions,), text to video, of the measures that a caption has."""

    means: dict[str, dict[str, float | None]]
    by_caption: dict[str, Values]


def score(similarity: Similarity, own_videos: Whole, relevances: Mapping[str, Relevance]) -> Scored:
    """similarity: captions x videos. own_videos: (captions,), -1 for none. relevances: by name; mAP
    is of what has a relevance of 1."""
    there, back = (
        _by_query(matrix, own, graded)
        for matrix, own, graded in _both_ways(similarity, own_videos, relevances)
    )
    means = {
        measure: {"tv": _mean(there[measure]), "vt": _mean(back[measure])} for measure in there
    }
    at = [means[f"R@{k}"] for k in KS]
    means[GMR] = {way: _geometric([one[way] for one in at]) for way in ("tv", "vt")}
    return Scored(means, there)


Matrices: TypeAlias = tuple[Similarity, Mask, dict[str, Reals]]


def _both_ways(
    similarity: Similarity, own_videos: Whole, relevances: Mapping[str, Relevance]
) -> Iterator[Matrices]:
    own = own_videos[:, None] == np.arange(similarity.shape[1])
    graded = {name: one.rows(0, len(similarity)) for name, one in relevances.items()}
    yield similarity, own, graded
    yield similarity.T, own.T, {name: one.T for name, one in graded.items()}


def _by_query(
    similarity: Similarity, own: Mask, relevances: Mapping[str, Reals]
) -> dict[str, Values]:
    found: dict[str, Values] = {}
    for name, graded in relevances.items():
        found[f"nDCG({name})"] = ndcgs(similarity, graded)
        found[f"mAP({name})"] = average_precisions(similarity, graded >= 1)
    ranks = first_ranks(similarity, own)
    return found | {f"R@{k}": np.where(np.isnan(ranks), np.nan, ranks <= k) for k in KS}


def _mean(values: Values) -> float | None:
    mean = mean_defined(values)
    return None if np.isnan(mean) else mean


def _geometric(values: list[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return geometric_mean(known) if known else None


def packed(by_caption: Mapping[str, Values]) -> bytes:
    """As a row keeps them: in single precision."""
    file = io.BytesIO()
    arrays: dict[str, Any] = {name: one.astype(np.float32) for name, one in by_caption.items()}
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def unpacked(content: bytes) -> dict[str, Values]:
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return {name: np.asarray(arrays[name], np.float64) for name in arrays.files}
