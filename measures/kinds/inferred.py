"""infAP, infNDCG and iP: estimates from verdicts on a sample of a pool that was drawn by strata, as
NIST's evaluator (sample_eval) computes them: Yilmaz, Kanoulas and Aslam 2008."""

import numpy as np

from measures.arrays import Integers, Values, divide
from measures.hits import first_of_runs
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.pool import PoolSample, sample_of
from measures.sums import valued

DEEPEST = 1_000  # ranks that NIST's evaluator looks at
ROUNDING = 1e-9


def _sample(found: Found, measure: Measure) -> PoolSample:
    if found.pool is None:
        raise ValueError(f"{measure} needs the pairs that have a verdict")
    return sample_of(found.pool, found.positives, _cut(measure))


def _cut(measure: Measure) -> int:
    return DEEPEST if measure.depth is None else measure.depth


def _average_precision(found: Found, measure: Measure) -> Values:
    """Each relevant rank's precision, for as many as it stands for in its stratum; more relevant
    pairs than may be ranked are not asked for."""
    sample = _sample(found, measure)
    places = sample.pool.place[sample.seen]
    row, rank = sample.pool.row[sample.seen], sample.pool.rank[sample.seen]
    hit = sample.grades[places] > 0
    precision = (1 + sample.above()) / rank
    stands_for = sample.weight[sample.group[places]]
    summed = sample.by_row(row[hit], (precision * stands_for)[hit])
    return valued(found.hits, divide(summed, np.minimum(sample.relevant(), sample.cut)))


def _precision(found: Found, measure: Measure) -> Values:
    sample = _sample(found, measure)
    estimated = sample.by_row(sample.pool.row[sample.seen], sample.steps())
    return valued(found.hits, estimated / sample.cut)


def _gain(found: Found, measure: Measure) -> Values:
    """The mean discounted gain of the judged ranks in a stratum, taken for all of its ranks."""
    sample = _sample(found, measure)
    places, rank = sample.pool.place[sample.seen], sample.pool.rank[sample.seen]
    group, most = sample.group[places], len(sample.weight)
    number = np.bincount(group, minlength=most)
    judged = np.bincount(group, sample.pool.judged[places], minlength=most)
    gain = np.bincount(group, sample.grades[places] / np.log2(rank + 1), minlength=most)
    of_groups = np.nan_to_num(divide(number * gain, judged))
    rows = np.zeros(most, np.int64)
    rows[sample.group] = sample.pool.strata.keys // max(sample.pool.strata.columns, 1)
    return divide(sample.by_row(rows, of_groups), _ideal(sample))


def _ideal(sample: PoolSample) -> Values:
    """(rows,): the highest gain, were as many of each grade ranked first as are estimated. Of a
    part of a pair there is none."""
    row, grade, number = _of_grades(sample)
    before = np.cumsum(number) - number
    before -= before[first_of_runs(row)]
    terms = np.floor(np.minimum(number, sample.cut + 1 - before) + ROUNDING)
    repeats = np.maximum(terms, 0).astype(np.int64)
    entry = np.repeat(np.arange(len(row)), repeats)
    nth = np.arange(len(entry)) - first_of_runs(entry) + 1
    rank = before[entry] + nth
    there = rank < sample.cut + 1 - ROUNDING
    return sample.by_row(row[entry][there], (grade[entry] / np.log2(rank + 1))[there])


def _of_grades(sample: PoolSample) -> tuple[Integers, Values, Values]:
    """Rows, from the highest grade of each down, and the estimated number of pairs of that
    grade."""
    places = np.flatnonzero(sample.grades > 0)
    row = sample.pool.strata.keys[places] // max(sample.pool.strata.columns, 1)
    grade = sample.grades[places]
    order = np.lexsort((-grade, row))
    row, grade = row[order], grade[order]
    weight = sample.weight[sample.group[places[order]]]
    new = np.ones(len(row), bool)
    new[1:] = (np.diff(row) != 0) | (np.diff(grade) != 0)
    number = np.bincount(np.cumsum(new) - 1, weight, minlength=int(new.sum()))
    return row[new], grade[new], number.astype(np.float64, copy=False)


def _remark(found: Found, _: Measure) -> str:
    if found.pool is None or (found.pool.strata.gains > 1).any():
        return ""
    if not found.pool.judged.all():
        return (
            "no strata are known, so what was judged is taken for a sample of all that was pooled"
        )
    return (
        "no strata are known, nor what was pooled without a verdict: pairs without one count as not"
        " pooled"
    )


WITHOUT_K = "without K down to rank 1,000"
INF_AP = Kind(
    name="infAP",
    convention=f"AP inferred from a sample by strata, as NIST's sample_eval; {WITHOUT_K}",
    looks_at=LooksAt.POSITIVES,
    values=_average_precision,
    depth=Depth.POSSIBLE,
    needs_verdicts=True,
    samples=True,
    remark=_remark,
    also_called=("xinfap", "inferredap"),
)
INF_NDCG = Kind(
    name="infNDCG",
    convention=(
        f"nDCG inferred from a sample by strata, linear gain, as NIST's sample_eval; {WITHOUT_K}"
    ),
    looks_at=LooksAt.POSITIVES,
    values=_gain,
    depth=Depth.POSSIBLE,
    needs_verdicts=True,
    samples=True,
    graded=True,
    remark=_remark,
    also_called=("xinfndcg",),
)
IP = Kind(
    name="iP",
    convention="estimated positives in the first K, over K, as NIST's sample_eval",
    looks_at=LooksAt.HITS,
    values=_precision,
    depth=Depth.NEEDED,
    needs_verdicts=True,
    samples=True,
    remark=_remark,
    also_called=("infp",),
)
KINDS = (INF_AP, INF_NDCG, IP)
