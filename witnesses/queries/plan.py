"""Which pairs a hearing has still to ask about, and in which order."""

import hashlib

import numpy as np

from foundation.database.rows import copied_integers
from measures.arrays import Integers
from pooling.models import Benchmark, Pool
from pooling.queries.axes import Axes
from witnesses.models import Hearing, Probe, Purpose, Witness
from witnesses.queries.pairs import heard_pairs, pairs_of

AGAIN = 50
WITHOUT_VALUE = """
    SELECT o.query_id, o.video_id FROM witnesses_opinion o
    JOIN witnesses_hearing h ON h.id = o.hearing_id WHERE h.witness_id = %s
    GROUP BY 1, 2 HAVING bool_and(o.status <> 'given')"""
WITH_VALUE = """
    SELECT DISTINCT o.query_id, o.video_id FROM witnesses_opinion o
    JOIN witnesses_hearing h ON h.id = o.hearing_id
    WHERE h.witness_id = %s AND o.status = 'given'"""


def waiting_pairs(
    axes: Axes, benchmark: Benchmark, pool: Pool | None, witness: Witness | None, purpose: str
) -> Integers:
    """As `pair_codes`. Whole videos follow each other, for their frames are taken once; the order
    of videos is drawn, so that a hearing that ends early has asked about a sample of them."""
    if purpose == Purpose.ASK:
        found = pairs_of(axes, benchmark, pool)
        if witness is not None:
            found = np.setdiff1d(found, heard_pairs(axes, witness))
        return _drawn(found, benchmark.pk)
    if witness is None:
        return np.empty(0, np.int64)
    statement = WITHOUT_VALUE if purpose == Purpose.RETRY else WITH_VALUE
    return _drawn(axes.as_codes(copied_integers(statement, [witness.pk], 2)), benchmark.pk)


def left_of(hearing: Hearing, axes: Axes) -> Integers:
    witness = hearing.witness
    found = waiting_pairs(axes, witness.benchmark, hearing.pool, witness, hearing.purpose)
    if hearing.purpose == Purpose.AGAIN:
        order = np.random.default_rng(hearing.pk).permutation(len(found))
        asked = hearing.probes.filter(kind=Probe.Kind.LATER).values_list("query_id", "video_id")
        found = found[np.sort(order[:AGAIN])]
        return found[~np.isin(found, axes.as_codes(np.array(list(asked), np.int64).reshape(-1, 2)))]
    said = copied_integers(
        "SELECT query_id, video_id FROM witnesses_opinion WHERE hearing_id = %s", [hearing.pk], 2
    )
    return found[~np.isin(found, axes.as_codes(said))]


def _drawn(pairs: Integers, seed: int) -> Integers:
    pairs = np.unique(pairs)
    videos = pairs & 0xFFFFFFFF
    rank = np.random.default_rng(seed).permutation(int(videos.max(initial=0)) + 1)
    return pairs[np.lexsort((pairs >> 32, rank[videos]))]


def share_of(words: str) -> float:
    """A number in [0, 1) that follows from the words."""
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:6]) / 2**48
