"""Bpref: how often what is relevant stands above what was judged irrelevant (Buckley and Voorhees
2004), as trec_eval computes it."""

import numpy as np

from measures.arrays import Values, divide
from measures.measure import Found, Kind, LooksAt, Measure
from measures.sums import total
from measures.views import judged_above


def _values(found: Found, _: Measure) -> Values:
    """Only the first R of what was judged irrelevant count against a hit, R being the number of
    positives; and against as many, or as few as there are, they are held."""
    if found.judged is None:
        raise ValueError("Bpref needs the pairs that have a verdict")
    hits, number = found.hits, found.hits.positives
    irrelevant = np.maximum(found.judged.positives - number, 0)
    above = np.maximum(judged_above(hits, found.judged) - (hits.nth - 1), 0)
    most = np.maximum(np.minimum(irrelevant, number), 1)[hits.row]
    preferred = 1 - np.minimum(above, number[hits.row]) / most
    return divide(total(hits, np.ones(len(hits.row), bool), preferred), number)


BPREF = Kind(
    name="Bpref",
    convention=(
        "share of judged irrelevant ranks that each positive stands above, as trec_eval's; ranks"
        " without a verdict play no part"
    ),
    looks_at=LooksAt.POSITIVES,
    values=_values,
    needs_verdicts=True,
    also_called=("binarypreference",),
)
KINDS = (BPREF,)
