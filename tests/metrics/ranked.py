"""Rankings and positives as small lists, for hypothesis, for slow twins and for outside
libraries."""

import math

import numpy as np
from hypothesis import strategies as st

from metrics.measures.hits import Pairs
from metrics.measures.measure import Measure

VIDEOS = 12


@st.composite
def worlds(draw, max_gain: int = 1):
    """Rankings (lists without repeats, some empty) and positives (a dict of gains, some empty) of
    the same captions."""
    captions = draw(st.integers(1, 6))
    ranking = st.lists(st.integers(0, VIDEOS - 1), unique=True, max_size=8)
    gains = st.dictionaries(st.integers(0, VIDEOS - 1), st.integers(1, max_gain), max_size=6)
    return draw(st.lists(ranking, min_size=captions, max_size=captions)), draw(
        st.lists(gains, min_size=captions, max_size=captions)
    )


def padded(rankings, depth: int | None = None) -> np.ndarray:
    """(captions, depth), -1 after each ranking's end."""
    out = np.full(
        (len(rankings), max(map(len, rankings), default=0) if depth is None else depth),
        -1,
        np.int32,
    )
    for row, ranking in zip(out, rankings, strict=True):
        row[: len(ranking)] = ranking
    return out


def pairs_of(gains, rule: str = "all") -> Pairs:
    listed = [(row, video, gain) for row, one in enumerate(gains) for video, gain in one.items()]
    row, video, gain = zip(*listed, strict=True) if listed else ((), (), ())
    return Pairs.of(row, video, (len(gains), VIDEOS), gains=gain, rule=rule)


def as_dictionaries(rankings, gains) -> tuple[dict, dict]:
    """qrels and run as pytrec_eval and ranx take them; what has no positive or no ranking is not in
    them."""
    qrels = {
        f"q{row}": {f"v{video}": gain for video, gain in one.items()}
        for row, one in enumerate(gains)
        if one
    }
    run = {
        f"q{row}": {f"v{video}": float(-place) for place, video in enumerate(ranking)}
        for row, ranking in enumerate(rankings)
        if ranking
    }
    return qrels, run


def slow(measure: Measure, ranking: list[int], gains: dict[int, int]) -> float:  # noqa: PLR0911
    """The definitions as they are written, for one caption."""
    if not gains:
        return math.nan
    kind, k = measure.kind.name, measure.depth
    top = ranking if k is None else ranking[:k]
    hits = [video in gains for video in top]
    precisions = [sum(hits[:rank]) / rank for rank in range(1, len(top) + 1) if hits[rank - 1]]
    match kind:
        case "C":
            return float(any(hits))
        case "P":
            return sum(hits) / k
        case "R":
            return sum(hits) / len(gains)
        case "AP":
            return sum(precisions) / len(gains)
        case "AP-found":
            return sum(precisions) / len(precisions) if precisions else 0.0
        case "RR":
            return 1 / (hits.index(True) + 1) if any(hits) else 0.0
        case "RBP":
            (p,) = measure.parameters
            return sum((1 - p) * p**place for place, hit in enumerate(hits) if hit)
        case "nDCG" | "nDCG-exp":
            return _slow_dcg(kind, k, ranking, gains) / _slow_dcg(
                kind, k, sorted(gains, key=lambda v: -gains[v]), gains
            )
    raise AssertionError(kind)


def _slow_dcg(kind: str, k: int | None, order: list[int], gains: dict[int, int]) -> float:
    worth = {video: 2**gain - 1 if kind == "nDCG-exp" else gain for video, gain in gains.items()}
    cut = order[: len(gains) if k is None else k]
    return sum(worth.get(video, 0) / math.log2(rank + 1) for rank, video in enumerate(cut, start=1))
