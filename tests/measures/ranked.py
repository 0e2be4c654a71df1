"""Rankings and positives as small lists, for hypothesis, for slow twins and for outside
libraries."""

import math

import numpy as np
from hypothesis import strategies as st

from measures.hits import Pairs
from measures.measure import Measure

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


@st.composite
def pooled_worlds(draw, max_gain: int = 1):
    """As `worlds`, with a dict for each caption of what was pooled: video to stratum and grade,
    which is -1 where nobody judged."""
    captions = draw(st.integers(1, 5))
    ranking = st.lists(st.integers(0, VIDEOS - 1), unique=True, max_size=9)
    told = st.tuples(st.integers(1, 3), st.integers(-1, max_gain))
    pool = st.dictionaries(st.integers(0, VIDEOS - 1), told, max_size=10)
    return draw(st.lists(ranking, min_size=captions, max_size=captions)), draw(
        st.lists(pool, min_size=captions, max_size=captions)
    )


def parts_of(pools) -> tuple[list[dict], list[dict], Pairs, Pairs]:
    """Of pooled worlds: gains, grades of what was judged, and as pairs what was judged and the
    strata."""
    grades = [{v: grade for v, (_, grade) in pool.items() if grade >= 0} for pool in pools]
    gains = [{v: grade for v, grade in one.items() if grade > 0} for one in grades]
    judged = pairs_of([dict.fromkeys(one, 1) for one in grades])
    return gains, grades, judged, pairs_of([{v: s for v, (s, _) in pool.items()} for pool in pools])


def slow(measure: Measure, ranking: list[int], gains: dict[int, int], pool=None) -> float:
    """The definitions as they are written, for one caption. pool: stratum and grade by video, -1
    for the grade of what nobody judged."""
    if pool is None:
        pool = {video: (1, gain) for video, gain in gains.items()}
    if measure.condensed:
        ranking = [video for video in ranking if pool.get(video, (0, -1))[1] >= 0]
    if measure.level is not None:
        gains = {video: 1 for video, gain in gains.items() if gain >= measure.level}
    if not gains:
        return math.nan
    if measure.kind.samples:
        return slow_inferred(measure, ranking, gains, pool)
    return _slow(measure, ranking, gains, [v for v, (_, grade) in pool.items() if grade >= 0])


def _slow(  # noqa: C901, PLR0911, PLR0912  (one case for each kind)
    measure: Measure, ranking: list[int], gains: dict[int, int], judged: list[int]
) -> float:
    kind, k, number = measure.kind.name, measure.depth, len(gains)
    if kind in ("Rprec", "AP@R"):
        k = number
    top = ranking if k is None else ranking[:k]
    hits = [video in gains for video in top]
    precisions = [sum(hits[:rank]) / rank for rank in range(1, len(top) + 1) if hits[rank - 1]]
    match kind:
        case "C":
            return float(any(hits))
        case "P":
            return sum(hits) / k
        case "R" | "Rprec":
            return sum(hits) / number
        case "AP" | "AP@R":
            return sum(precisions) / number
        case "AP-found":
            return sum(precisions) / len(precisions) if precisions else 0.0
        case "RR":
            return 1 / (hits.index(True) + 1) if any(hits) else 0.0
        case "RBP":
            (p,) = measure.parameters
            return sum((1 - p) * p**place for place, hit in enumerate(hits) if hit)
        case "gRBP":
            p, highest = measure.parameters
            grades = [gains.get(video, 0) / highest for video in top]
            return sum((1 - p) * grade * p**place for place, grade in enumerate(grades))
        case "Bpref":
            return _slow_preference(ranking, gains, [v for v in judged if v not in gains])
        case "ERR":
            (highest,) = measure.parameters
            return _slow_cascade([gains.get(video, 0) for video in top], highest)
        case "nDCG-whole":
            best = sorted(gains.values(), reverse=True)
            discounted = [[gains.get(v, 0) for v in ranking], best]
            gained, most = (
                sum(gain / math.log2(rank + 1) for rank, gain in enumerate(one, start=1))
                for one in discounted
            )
            return gained / most
        case "nDCG" | "nDCG-exp":
            return _slow_dcg(kind, k, ranking, gains) / _slow_dcg(
                kind, k, sorted(gains, key=lambda v: -gains[v]), gains
            )
    raise AssertionError(kind)


def _slow_preference(ranking, gains, irrelevant) -> float:
    total = 0.0
    for rank, video in enumerate(ranking):
        if video in gains:
            above = sum(other in irrelevant for other in ranking[:rank])
            most = min(len(irrelevant), len(gains))
            total += 1 - min(above, len(gains)) / most if above else 1
    return total / len(gains)


def _slow_cascade(grades: list[int], highest: float) -> float:
    total, going = 0.0, 1.0
    for rank, grade in enumerate(grades, start=1):
        stops = (2**grade - 1) / 2**highest
        total += going * stops / rank
        going *= 1 - stops
    return total


def slow_inferred(measure: Measure, ranking, gains, pool) -> float:
    """As NIST's evaluator goes about it: rank by rank, with counts for each stratum."""
    cut = measure.depth or 1000
    strata = {stratum for stratum, _ in pool.values()}
    judged = {v for v, (_, grade) in pool.items() if grade >= 0}
    in_all = {s: [v for v in pool if pool[v][0] == s] for s in strata}
    share = {
        s: len(videos) / len([v for v in videos if v in judged])
        for s, videos in in_all.items()
        if any(v in judged for v in videos)
    }
    number = sum(share[pool[v][0]] for v in gains)
    seen = {s: [] for s in strata}
    precision = gain = 0.0
    for rank, video in enumerate(ranking[:cut], start=1):
        if video in gains:
            above = sum(_estimated(videos, judged, gains) for videos in seen.values())
            precision += (1 / rank + above / rank) * share[pool[video][0]]
        if video in pool:
            seen[pool[video][0]].append(video)
    if measure.kind.name == "infAP":
        return precision / min(number, cut)
    if measure.kind.name == "iP":
        return sum(_estimated(videos, judged, gains) for videos in seen.values()) / cut
    for videos in seen.values():
        known = [v for v in videos if v in judged]
        if known:
            gained = sum(gains.get(v, 0) / math.log2(ranking.index(v) + 2) for v in known)
            gain += gained * len(videos) / len(known)
    return gain / _slow_ideal(cut, gains, {v: share[pool[v][0]] for v in gains})


def _estimated(videos, judged, gains) -> float:
    if not videos:
        return 0.0
    known = [v for v in videos if v in judged]
    return len(videos) * (sum(v in gains for v in known) + 0.00001) / (len(known) + 0.00003)


def _slow_ideal(cut, gains, share) -> float:
    total, before = 0.0, 0.0
    for grade in sorted(set(gains.values()), reverse=True):
        number = sum(share[v] for v in gains if gains[v] == grade)
        rank = before + 1
        while rank <= before + number + 1e-9 and before < cut and rank < cut + 1:
            total += grade / math.log2(rank + 1)
            rank += 1
        before += number
    return total


def _slow_dcg(kind: str, k: int | None, order: list[int], gains: dict[int, int]) -> float:
    worth = {video: 2**gain - 1 if kind == "nDCG-exp" else gain for video, gain in gains.items()}
    cut = order[: len(gains) if k is None else k]
    return sum(worth.get(video, 0) / math.log2(rank + 1) for rank, video in enumerate(cut, start=1))
