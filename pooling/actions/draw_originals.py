"""Freeze a pool of some of a benchmark's original pairs, drawn at random, to be looked at by
people; among them pairs that are not original, so that those who look cannot tell.

Which are drawn depends on the seed, the counts and the captions in their order, and on nothing
else. A larger draw with the same seed contains the smaller one.
"""

from dataclasses import asdict

import numpy as np
from django.core.exceptions import ValidationError
from django.db import transaction
from numpy.typing import NDArray

from people.actor import Actor
from pooling.actions.build_pool import Columns, are_among, freeze
from pooling.actions.draw_captions import STRATA, PoolParameters
from pooling.models import Benchmark, Caption, Pool
from pooling.models.pool import ORIGINALS_KEY
from pooling.queries.axes import judged_pairs, original_pairs

Pairs = NDArray[np.int64]
# Streams of the seed: one draws the originals, one what they are mixed with.
ORIGINALS, OTHERS = 1, 2


@transaction.atomic
def draw_originals(
    actor: Actor, benchmark: Benchmark, name: str, *, count: int, others: int, seed: int
) -> Pool:
    """Raises ValidationError if the name is taken, or there are fewer originals than `count`."""
    # Ids of one import follow each other as their numbers do.
    known = original_pairs(benchmark)
    known = known[np.lexsort((known[:, 1], known[:, 0]))]
    if not 1 <= count <= len(known):
        raise ValidationError(
            f"Count {count}: {benchmark} has {len(known):,} original pairs of a caption's text and"
            " a video: expected 1 to as many."
        )
    drawn = known[_order(len(known), seed, ORIGINALS)[:count]]
    mixed = draw_others(drawn, known, others, seed)
    pairs = np.concatenate([drawn, mixed])
    queries, videos = pairs.T
    judged = are_among(queries, videos, judged_pairs(benchmark))
    captions = _captions_of(benchmark, drawn)
    drawing = {"count": count, "others": len(mixed), "population": len(known), "seed": seed}
    parameters = asdict(PoolParameters((), seed=seed)) | {"strata": STRATA, "run_names": []}
    pool = Pool(
        benchmark=benchmark,
        name=name,
        depth=0,
        parameters=parameters | {"depth": 0, ORIGINALS_KEY: drawing},
        pairs=len(pairs),
        unjudged=int((~judged).sum()),
        captions=len(captions),
        by_run={},
    )
    none, share = np.zeros(len(pairs), np.int16), count / len(known)
    columns: Columns = [queries, videos, np.zeros((len(pairs), 0), np.int16), none, none]
    columns += [np.full(len(pairs), share), np.arange(len(pairs)) < count, judged]
    chosen: Columns = [captions, np.zeros(len(captions), np.int16), np.full(len(captions), share)]
    return freeze(actor, pool, chosen, columns, **{ORIGINALS_KEY: drawing})


def draw_others(drawn: Pairs, known: Pairs, count: int, seed: int) -> Pairs:
    """(n, 2), n up to count: texts of the pairs drawn beside clips of others of them, and none of
    them original."""
    queries = drawn[_order(len(drawn), seed, OTHERS), 0]
    videos = np.unique(drawn[:, 1])
    taken = set(map(tuple, known.tolist()))
    raw = np.random.PCG64([seed, OTHERS, 1]).random_raw(8 * count + 1)
    found: list[tuple[int, int]] = []
    for number, one in enumerate(raw.tolist()):
        if len(found) == count:
            break
        pair = (int(queries[number % len(queries)]), int(videos[one % len(videos)]))
        if pair not in taken:
            taken.add(pair)
            found.append(pair)
    return np.array(found, np.int64).reshape(-1, 2)


def _order(count: int, seed: int, stream: int) -> NDArray[np.int64]:
    return np.argsort(np.random.PCG64([seed, stream]).random_raw(count), kind="stable")


def _captions_of(benchmark: Benchmark, drawn: Pairs) -> NDArray[np.int64]:
    """Those whose own pair was drawn."""
    pairs = set(map(tuple, drawn.tolist()))
    rows = Caption.objects.filter(benchmark=benchmark, query__in=np.unique(drawn[:, 0]).tolist())
    found = rows.values_list("pk", "query_id", "video_id")
    return np.array([pk for pk, query, video in found if (query, video) in pairs], np.int64)
