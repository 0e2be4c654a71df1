"""Which patterns of labels the model of raters' errors does not reproduce: how many pairs have each
pattern, beside how many draws of rates and prevalences expect.

Counts given a draw are close to normal, so a tail is the mean of the draws' normal tails, with half
a pair of continuity; nothing more is drawn. What settled a pair is left aside: pairs are decided
because their labels differ.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from measures.arrays import Integers, Values
from measures.label_draws import LabelDraws
from measures.posterior import Evidence

SINGLE, BOTH, DIFFER, THIRD = "1", "11", "10", "third"
LOOKED_AT = 100  # draws, at most
ALPHA = 0.05  # over all patterns together


@dataclass(frozen=True, slots=True)
class PatternCount:
    """A pattern in a stratum (-1: in all), of `pairs` that could have it: how many have it, how
    many are expected to, and how often as far or farther from that by chance."""

    stratum: int
    pattern: str
    pairs: int
    observed: int
    expected: float
    p: float


@dataclass(frozen=True, slots=True)
class _Designs:
    """Distinct ones: how many pairs have the same stratum, and the same first raters.

    stratum, count: (designs,). raters: (designs, size)."""

    stratum: Integers
    raters: Integers
    count: Values

    @classmethod
    def of(cls, stratum: Integers, raters: Integers) -> "_Designs":
        key = stratum
        for column in raters.T:
            key = key * (int(raters.max()) + 1) + column
        _, first, count = np.unique(key, return_index=True, return_counts=True)
        return cls(stratum[first], raters[first], count.astype(float))


def unlike_expected(patterns: tuple[PatternCount, ...]) -> tuple[PatternCount, ...]:
    return tuple(one for one in patterns if one.p * len(patterns) < ALPHA)


def check_patterns(evidence: Evidence, drawn: LabelDraws) -> tuple[PatternCount, ...]:
    """Labels that say relevant of pairs with one; pairs with several that agree on relevant, or
    differ; and of those that differ and have three, those where two say relevant."""
    order = np.lexsort((evidence.rater, evidence.pair))
    rater, value = evidence.rater[order], evidence.value[order]
    many = evidence.per_pair()
    start = np.cumsum(many) - many
    sentence = np.bincount(evidence.pair, evidence.value, minlength=evidence.pairs)
    alike = (sentence == 0) | (sentence == many)
    # Where pairs with three labels always differ, the third was asked for because two did.
    led_to = bool((many > 2).any() and not alike[many > 2].any())
    first, second = (value[np.minimum(start + nth, len(value) - 1)] for nth in (0, 1))
    if not led_to:
        alike = first == second
    chosen = np.unique(np.linspace(0, drawn.draws - 1, LOOKED_AT).astype(np.int64))
    rates = _Rates.of(drawn, chosen)
    found: list[PatternCount] = []
    for pattern, among, has, size in (
        (SINGLE, many == 1, sentence == 1, 1),
        (BOTH, many > 1, alike & (first == 1), 2),
        (DIFFER, many > 1, ~alike, 2),
        (THIRD, (many == 3) & led_to, sentence == 2, 3),
    ):
        if among.any():
            places = np.flatnonzero(among)
            raters = np.stack([rater[start[places] + nth] for nth in range(size)], axis=1)
            designs = _Designs.of(evidence.stratum[places], raters)
            found += _compared(pattern, designs, rates, evidence.stratum[among & has])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Rates:
    """How likely a label says relevant, for each truth (irrelevant, relevant): (draws, raters).
    prevalence: (draws, strata)."""

    says: tuple[Values, Values]
    prevalence: Values

    @classmethod
    def of(cls, drawn: LabelDraws, chosen: Integers) -> "_Rates":
        says = 1 - drawn.specificity[chosen], drawn.sensitivity[chosen]
        return cls(says, drawn.prevalence[chosen])

    def chance(self, pattern: str, designs: _Designs) -> Iterator[Values]:
        """The chance of the pattern in each draw, (designs,)."""
        for draw, prevalence in enumerate(self.prevalence):
            p = prevalence[designs.stratum]
            no, yes = (_ways(pattern, says[draw][designs.raters]) for says in self.says)
            has, could = ((1 - p) * no[nth] + p * yes[nth] for nth in (0, 1))
            yield has / could


def _ways(pattern: str, says: Values) -> tuple[Values, Values]:
    """says: (designs, size). How likely the pattern is, and what it is one of."""
    one, every = says.T, np.ones(len(says))
    if pattern == SINGLE:
        return one[0], every
    if pattern == BOTH:
        return one[0] * one[1], every
    if pattern == DIFFER:
        return one[0] + one[1] - 2 * one[0] * one[1], every
    a, b, c = one
    most = a * b * (1 - c) + a * c * (1 - b) + b * c * (1 - a)
    least = a * (1 - b) * (1 - c) + b * (1 - a) * (1 - c) + c * (1 - a) * (1 - b)
    return most, most + least


def _compared(
    pattern: str, designs: _Designs, rates: _Rates, has: Integers
) -> Iterator[PatternCount]:
    """has: strata of the pairs with the pattern. By stratum; third labels are few, so of all strata
    together."""
    chances = list(rates.chance(pattern, designs))
    strata = [-1] if pattern == THIRD else np.unique(designs.stratum).tolist()
    for stratum in strata:
        here = np.ones(len(designs.count), bool) if stratum < 0 else designs.stratum == stratum
        count = designs.count[here]
        mean = np.array([(count * one[here]).sum() for one in chances])
        deviation = np.sqrt([(count * one[here] * (1 - one[here])).sum() for one in chances])
        observed = len(has) if stratum < 0 else int((has == stratum).sum())
        deviation = np.maximum(deviation, 1e-9)
        below = ndtr((observed + 0.5 - mean) / deviation).mean()
        above = ndtr((mean - observed + 0.5) / deviation).mean()
        p = min(1.0, 2 * float(min(below, above)))
        yield PatternCount(stratum, pattern, int(count.sum()), observed, float(mean.mean()), p)
