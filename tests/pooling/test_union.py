"""The union of runs, against a slow twin."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pooling.union import unite


@st.composite
def rankings(draw):
    captions, videos, depth = (
        draw(st.integers(1, 6)),
        draw(st.integers(1, 6)),
        draw(st.integers(1, 4)),
    )
    queries = np.array(
        draw(st.lists(st.integers(0, 3), min_size=captions, max_size=captions)), np.int64
    )
    runs = []
    for _ in range(draw(st.integers(1, 3))):
        run = np.full((captions, depth), -1, np.int32)
        for caption in range(captions):
            found = draw(st.lists(st.integers(0, videos - 1), unique=True, max_size=depth))
            run[caption, : len(found)] = found
        runs.append(run)
    return runs, queries, videos


def slow_union(runs, queries):
    found = {}
    for number, run in enumerate(runs):
        for caption, row in enumerate(run):
            for rank, video in enumerate(row, start=1):
                if video >= 0:
                    ranks = found.setdefault((int(queries[caption]), int(video)), [0] * len(runs))
                    ranks[number] = min(ranks[number] or rank, rank)
    return dict(sorted(found.items()))


@given(rankings())
def test_every_pair_has_the_least_rank_that_each_run_gave_it(world):
    runs, queries, videos = world
    slow, fast = slow_union(runs, queries), unite(runs, queries, videos)
    assert list(zip(fast.queries.tolist(), fast.videos.tolist(), strict=True)) == list(slow)
    assert fast.ranks.tolist() == list(slow.values())
    assert fast.best_ranks.tolist() == [
        min(rank for rank in ranks if rank) for ranks in slow.values()
    ]
    assert fast.found_by_run.tolist() == [
        sum(r[n] > 0 for r in slow.values()) for n in range(len(runs))
    ]
    assert fast.found_by_it_alone.tolist() == [
        sum(r[n] > 0 and sum(x > 0 for x in r) == 1 for r in slow.values())
        for n in range(len(runs))
    ]
