"""The losses by plain loops over numbers: one function a loss, one way (rows are queries)."""

import math

MARGIN, THRESHOLD, TEMPERATURE, FLOOR, EDGE = 0.2, 0.4, 0.07, 0.05, 1e-4


def both(one_way, s, r, own):
    turned = [list(map(list, zip(*matrix, strict=True))) for matrix in (s, r, own)]
    return one_way(s, r, own) + one_way(*turned)


def hinge(s, q, n, p):
    return max(0.0, MARGIN + s[q][n] - s[q][p])


def positives_of(r, own, q):
    return [j for j in range(len(own)) if own[q][j] or j == q or r[q][j] >= THRESHOLD]


def others(own, q):
    return [j for j in range(len(own)) if not own[q][j] and j != q]


def mined(mining, s, q, p, negatives):
    """The negatives that count."""
    if mining == "semi-hard":
        negatives = [n for n in negatives if s[q][n] < s[q][p]]
    if mining == "all" or not negatives:
        return negatives
    return [max(negatives, key=lambda n: s[q][n])]


def mean_hinge(mining, s, q, p, negatives):
    chosen = mined(mining, s, q, p, negatives)
    return sum(hinge(s, q, n, p) for n in chosen) / len(chosen) if chosen else 0.0


def triplet(mining):
    def one_way(s, r, own):
        return sum(mean_hinge(mining, s, q, q, others(own, q)) for q in range(len(s))) / len(s)

    return one_way


def graded(mining, *, own_term, positive_term):
    def one_way(s, r, own):
        total = 0.0
        for q in range(len(s)):
            positives = positives_of(r, own, q)
            negatives = [j for j in range(len(s)) if j not in positives]
            if own_term:
                total += mean_hinge(mining, s, q, q, negatives)
            if positive_term:
                least = min(positives, key=lambda j: s[q][j])
                total += mean_hinge(mining, s, q, least, negatives)
        return total / len(s)

    return one_way


def triplet_svr(s, r, own):
    total = 0.0
    for q in range(len(s)):
        positives = positives_of(r, own, q)
        negatives = [j for j in range(len(s)) if j not in positives]
        found = [hinge(s, q, n, p) for p in positives for n in negatives]
        total += sum(found) / len(found) if found else 0.0
    return total / len(s)


def within(s, r, own):
    total = 0.0
    for q in range(len(s)):
        positives = positives_of(r, own, q)
        negatives = [j for j in range(len(s)) if j not in positives]
        found = [hinge(s, q, n, p) for p in positives if p != q for n in negatives]
        total += sum(found) / len(found) if found else 0.0
    return total / len(s)


def _share(s, q, p):
    return -math.log(
        math.exp(s[q][p] / TEMPERATURE) / sum(math.exp(other / TEMPERATURE) for other in s[q])
    )


def nce(s, r, own):
    return sum(_share(s, q, q) for q in range(len(s))) / len(s)


def nce_ranp(s, r, own):
    total = 0.0
    for q in range(len(s)):
        least = min(positives_of(r, own, q), key=lambda j: s[q][j])
        total += _share(s, q, q) + _share(s, q, least)
    return total / len(s)


def log_ratio(s, r, own):
    def angular(cosine):
        return max(FLOOR, 1 - math.acos(min(max(cosine, -1 + EDGE), 1 - EDGE)) / math.pi)

    total = 0.0
    for q in range(len(s)):
        total += max(
            (
                (math.log(angular(s[q][n]) / angular(s[q][q])) - math.log(max(FLOOR, r[q][n]))) ** 2
                for n in others(own, q)
            ),
            default=0.0,
        )
    return total / len(s)


def smooth_rank(s, q, p, among):
    """The smooth rank of column p in row q among these columns."""
    ahead = ((s[q][j] - s[q][p]) / TEMPERATURE for j in among if j != p)
    return 1 + sum(1 / (1 + math.exp(-one)) for one in ahead)


def smooth_ap(s, r, own):
    total, n = 0.0, len(s)
    for q in range(n):
        pool = positives_of(r, own, q)
        shares = [smooth_rank(s, q, p, pool) / smooth_rank(s, q, p, range(n)) for p in pool]
        total += 1 - sum(shares) / len(pool)
    return total / n


def approx_ndcg(s, r, own):
    total, n = 0.0, len(s)
    for q in range(n):
        gains = [1 if own[q][j] or j == q else min(max(r[q][j], 0), 1) for j in range(n)]
        if min(gains) == max(gains):
            continue
        found = sum(
            gain / math.log2(1 + smooth_rank(s, q, j, range(n))) for j, gain in enumerate(gains)
        )
        ranked = enumerate(sorted(gains, reverse=True), 2)
        total += 1 - found / sum(gain / math.log2(place) for place, gain in ranked)
    return total / n


SLOW = {
    "triplet-all": triplet("all"),
    "triplet-semi-hard": triplet("semi-hard"),
    "triplet-hard": triplet("hard"),
    "triplet-semi-then-all": triplet("semi-hard"),  # as it begins
    "triplet-semi-then-hard": triplet("semi-hard"),
    "nce": nce,
    "triplet-svr": triplet_svr,
    "triplet-ran": graded("hard", own_term=True, positive_term=False),
    "triplet-rap": graded("hard", own_term=False, positive_term=True),
    "triplet-ranp": graded("hard", own_term=True, positive_term=True),
    "nce-ranp": nce_ranp,
    "log-ratio": log_ratio,
    "smooth-ap": smooth_ap,
    "approx-ndcg": approx_ndcg,
}
