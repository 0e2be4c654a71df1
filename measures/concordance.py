"""Kendall's tau-b of whole rankings: how far each ranks what is more relevant above what is less.

`orders.kendall_tau_b` holds every run against every other one at once, which suits the few runs of
a table; a ranking of ten thousand has fifty million pairs, which scipy counts while it sorts. A
ranking has no ties, so that the best order of what has some stays below 1.
"""

import numpy as np
from scipy import stats

from measures.arrays import Values


def tau_of_rankings(relevance: Values) -> Values:
    """(rows,): nan where a row ranks fewer than two, or all that it ranks is as relevant.

    relevance: (rows, ranks), best rank first, nan past a ranking's end."""
    found = np.full(len(relevance), np.nan)
    for row, values in enumerate(relevance):
        ranked = values[~np.isnan(values)]
        if len(ranked) > 1 and ranked.min() < ranked.max():
            found[row] = stats.kendalltau(-np.arange(len(ranked)), ranked).statistic
    return found
