"""Which captions a run gets right: by the original positives, by what people found, or nobody knows
yet."""

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Mask, Values

# Each (captions, ranks): whether something stands there; whether that is original, found relevant,
# judged.
LookedUp = tuple[Mask, ...]


@frozen
class KnownRight:
    """Each (captions,). original: right by the original positives. y: whether it is right; nan
    where nobody knows yet. in_part: judged, but not to the end."""

    original: Mask
    y: Values
    in_part: Mask


def known_right(ranks: LookedUp, depth: int) -> KnownRight:
    there, of_original, of_relevant, of_judged = (one[:, :depth] for one in ranks)
    original, relevant = _any_rank(of_original), _any_rank(of_relevant)
    begun = _any_rank(of_judged)
    done = ~_any_rank(there & ~of_judged) & begun
    y = np.where(original | relevant, 1.0, np.where(done, 0.0, np.nan))
    return KnownRight(original, y, begun & ~done & ~relevant & ~original)


def _any_rank(ranks: Mask) -> Mask:
    found: Mask = np.logical_or.reduce(ranks, axis=1)
    return found
