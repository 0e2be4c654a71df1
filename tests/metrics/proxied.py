"""Proxies of small made benchmarks, and what studies say of them by plain loops."""

from dataclasses import replace
from itertools import combinations
from math import log2, sqrt
from random import Random

import numpy as np
from scipy.sparse import csr_array

from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.proxied import NamedProxy, Proxied, take_proxied
from semantics.proxies.relevance import Relevance
from tests.measures.ranked import padded

LEVELS = (0.0, 0.0, 0.0, 0.25, 0.5, 0.5, 0.75, 0.85, 1.0)


def made_proxy(
    snapshot: Snapshot, seed: int = 1, *, name: str = "syn", dense: bool = False
) -> NamedProxy:
    """Of some levels at random, from `random()` alone; 1 for a caption's own video."""
    draw = Random(seed)
    cells = np.array(
        [
            [LEVELS[int(len(LEVELS) * draw.random())] for _ in range(snapshot.videos)]
            for _ in range(snapshot.captions)
        ],
        np.float16,
    ).reshape(snapshot.captions, snapshot.videos)
    for caption, video in enumerate(snapshot.own_videos):
        if video >= 0:
            cells[caption, video] = 1
    stored = cells if dense else csr_array(cells.astype(np.float32))
    return NamedProxy(name, f"Proxy {name}", Relevance(stored))


def with_backwards(snapshot: Snapshot, depth: int = 5, seed: int = 2) -> Snapshot:
    """With a run of the first model that ranks captions, none for video 0."""
    draw = Random(seed)
    rankings = [
        sorted(range(snapshot.captions), key=lambda _: draw.random())[:depth]
        for _ in range(snapshot.videos)
    ]
    rankings[0] = []
    back = StoredRun("back", "model0", "family0", "v2t", padded(rankings, depth))
    return replace(snapshot, runs=(*snapshot.runs, back))


def taken(snapshot: Snapshot, seed: int = 1, **more) -> Proxied:
    return take_proxied(made_proxy(snapshot, seed, **more), snapshot, ranks=True)


def dense(proxy: NamedProxy) -> list[list[float]]:
    return proxy.relevance.rows(0, proxy.relevance.shape[0]).tolist()


def slow_ndcg(ranking: list[int], relevance: list[float], depth: int) -> float | None:
    """Eq. 2 of one item, cut. None where nothing is relevant."""
    count = sum(one > 0 for one in relevance)
    ranks = min(count, depth)
    if not ranks:
        return None
    best = sorted(relevance, reverse=True)[:ranks]
    ideal = sum((2**one - 1) / log2(rank + 1) for rank, one in enumerate(best, start=1))
    found = sum(
        (2 ** relevance[target] - 1) / log2(rank + 1)
        for rank, target in enumerate(ranking[:ranks], start=1)
    )
    return found / ideal


def slow_ap(ranking: list[int], relevance: list[float]) -> float | None:
    """Of all that has a relevance of 1. None where nothing has."""
    relevant, hits, total = sum(one == 1 for one in relevance), 0, 0.0
    if not relevant:
        return None
    for rank, target in enumerate(ranking, start=1):
        if relevance[target] == 1:
            hits += 1
            total += hits / rank
    return total / relevant


def slow_tau(ranking: list[int], relevance: list[float]) -> float | None:
    """Every two of a ranking. None where all of it is as relevant; 0 where nothing is ranked though
    something is relevant."""
    if not ranking:
        return 0.0 if any(one > 0 for one in relevance) else None
    pairs = list(combinations([relevance[target] for target in ranking], 2))
    right = sum((first > second) - (first < second) for first, second in pairs)
    apart = sum(first != second for first, second in pairs)
    return right / sqrt(len(pairs) * apart) if apart else None


def slow_auc(values: list[float], relevant: list[bool]) -> float:
    """Every relevant pair against every other one."""
    found = [value for value, is_one in zip(values, relevant, strict=True) if is_one]
    others = [value for value, is_one in zip(values, relevant, strict=True) if not is_one]
    won = sum((a > b) + (a == b) / 2 for a in found for b in others)
    return won / (len(found) * len(others))
