"""Which pairs a witness is asked about, and of which it has said something."""

import numpy as np

from foundation.database.rows import copied_integers
from measures.arrays import Integers
from pooling.models import Benchmark, Pool
from pooling.queries.axes import Axes, judged_pairs, original_pairs, pooled_pairs
from witnesses.models import Witness


def pairs_of(axes: Axes, benchmark: Benchmark, pool: Pool | None) -> Integers:
    """The pool's; else all that are pooled, judged or original. Ascending, as `pair_codes`."""
    pools = [pool] if pool else list(benchmark.pools.all())
    found = [pooled_pairs(one) for one in pools]
    if pool is None:
        found += [judged_pairs(benchmark), original_pairs(benchmark)]
    return np.unique(axes.as_codes(np.concatenate(found)))


def heard_pairs(axes: Axes, witness: Witness) -> Integers:
    """Those that it was asked about, whatever came of it."""
    found = copied_integers(
        "SELECT DISTINCT o.query_id, o.video_id FROM witnesses_opinion o"
        " JOIN witnesses_hearing h ON h.id = o.hearing_id WHERE h.witness_id = %s",
        [witness.pk],
        2,
    )
    return axes.as_codes(found)
