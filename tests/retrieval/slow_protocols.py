"""The protocols by plain loops: one query at a time."""

import math


def order(similarities, without=None):
    columns = [j for j in range(len(similarities)) if j != without]
    return sorted(columns, key=lambda j: (-similarities[j], j))


def average_precision(similarities, relevant, without=None):
    hits, total = 0, 0.0
    for rank, j in enumerate(order(similarities, without), 1):
        if relevant[j]:
            hits += 1
            total += hits / rank
    return total / hits if hits else math.nan


def ndcg(similarities, relevance, without=None):
    found = [relevance[j] for j in order(similarities, without)]

    def gained(values):
        return sum((2**s - 1) / math.log2(rank + 1) for rank, s in enumerate(values, 1))

    best = gained(sorted(found, reverse=True))
    return gained(found) / best if best else math.nan


def first_rank(similarities, own):
    ranks = [rank for rank, j in enumerate(order(similarities), 1) if own[j]]
    return ranks[0] if ranks else math.nan
