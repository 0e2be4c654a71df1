"""The protocols by plain loops: one query at a time."""

import math


def order(similarities):
    return sorted(range(len(similarities)), key=lambda j: (-similarities[j], j))


def average_precision(similarities, relevant):
    hits, total = 0, 0.0
    for rank, j in enumerate(order(similarities), 1):
        if relevant[j]:
            hits += 1
            total += hits / rank
    return total / hits if hits else math.nan


def ndcg(similarities, relevance):
    """Wray et al. 2021 Eq. 2: its sum ends at the number of relevant items."""
    found = [relevance[j] for j in order(similarities)]
    relevant = sum(s > 0 for s in relevance)

    def gained(values):
        counted = enumerate(values[:relevant], 1)
        return sum((2**s - 1) / math.log2(rank + 1) for rank, s in counted)

    best = gained(sorted(found, reverse=True))
    return gained(found) / best if best else math.nan


def first_rank(similarities, own):
    ranks = [rank for rank, j in enumerate(order(similarities), 1) if own[j]]
    return ranks[0] if ranks else math.nan
