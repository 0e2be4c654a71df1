"""How likely each pair is to be relevant, given who said what of it: Dawid and Skene's model (1979)
for two values.

A rater has one sensitivity (how often a relevant pair is called so) and one specificity (how often
an irrelevant one is called so), and errs on each pair independently of all others. Pairs of a
stratum share a prevalence. Rates are shrunk to the raters' mean: each comes from a beta
distribution whose mean and concentration are estimated from all raters (empirical Bayes), so that
one with few labels is close to the mean, and one with many is close to what was counted.

Pairs with the same labels by the same raters have the same posterior: all sums go over distinct
patterns of labels.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import bdtrc, betaln, expit, logit

from measures.arrays import Integers, Values, divide

OPEN, NOT_RELEVANT, IS_RELEVANT = -1, 0, 1
LEAST = 1e-10  # below which no count falls, so that no logarithm is of 0
ITERATIONS, ENOUGH = 2_000, 1e-9

# Means of rates: on average, raters are better than a coin. Without that, "all of them call
# relevant what is not" would explain the same labels as well.
MEANS = expit(np.linspace(0.02, 7.5, 96))
# Before any label: who passed training was right on at least 8 of 10 known answers of a kind, which
# is campaigns' default. The mean is as likely as such a rater's rate, were any alike before that.
KNOWN, RIGHT = 10, 8  # and steps are even in logits, not in rates:
MEAN_PRIOR = np.log(bdtrc(RIGHT - 1, KNOWN, MEANS) * MEANS * (1 - MEANS))

# How alike raters are: each is worth as much as being seen on so many more pairs.
CONCENTRATIONS = (4.0 * 2.0 ** np.arange(10)).astype(np.float64)

NO_LABEL = "no label says who gave it, so nothing tells how often raters err"
ONE_RATER = (
    "all labels are one rater's, so nothing tells how often that rater errs: let another label some"
    " pairs"
)
NOTHING_SHARED = (
    "no pair has labels of two raters, no label was adjudicated and no hidden gold was answered, so"
    " nothing tells how often raters err"
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of some pairs.

    pair, rater, value: (labels,), places among pairs and among raters, and 1 for relevant, 0 for
    irrelevant. A rater has one label on a pair. known: (pairs,) the truth where somebody settled it
    (an adjudicator, gold), else OPEN. stratum: (pairs,), of pairs with one prevalence. checks:
    (raters, 2, 2), answers to hidden gold by truth and value.
    """

    pair: Integers
    rater: Integers
    value: Integers
    known: Integers
    stratum: Integers
    raters: int
    checks: Values

    def __post_init__(self) -> None:
        if not len(self.pair) == len(self.rater) == len(self.value):
            raise ValueError("each label has one pair, one rater and one value")
        if len(self.known) != len(self.stratum):
            raise ValueError("each pair has one stratum, and is known or open")
        if self.checks.shape != (self.raters, 2, 2):
            raise ValueError(f"checks are raters x 2 x 2, not {self.checks.shape}")
        if not np.isin(self.value, (0, 1)).all():
            raise ValueError("a label is 1 for relevant, or 0 for irrelevant")

    @property
    def pairs(self) -> int:
        return len(self.known)

    @classmethod
    def of(  # noqa: PLR0913  (every array that there may be, most of them left out mostly)
        cls,
        pair: Integers,
        rater: Integers,
        value: Integers,
        *,
        pairs: int,
        raters: int,
        known: Integers | None = None,
        stratum: Integers | None = None,
        checks: Values | None = None,
    ) -> "Evidence":
        return cls(
            np.asarray(pair, np.int64),
            np.asarray(rater, np.int64),
            np.asarray(value, np.int64),
            np.full(pairs, OPEN) if known is None else np.asarray(known, np.int64),
            np.zeros(pairs, np.int64) if stratum is None else np.asarray(stratum, np.int64),
            raters,
            np.zeros((raters, 2, 2)) if checks is None else np.asarray(checks, float),
        )

    def per_pair(self) -> Integers:
        """(pairs,): labels."""
        return np.bincount(self.pair, minlength=self.pairs)


def why_unknown(evidence: Evidence) -> str:
    """Empty where error rates can be known at all."""
    raters = len(np.unique(evidence.rater))
    if raters < 2:
        return ONE_RATER if raters else NO_LABEL
    doubled = (evidence.per_pair() > 1).any()
    settled = (evidence.known[evidence.pair] != OPEN).any()
    return "" if doubled or settled or evidence.checks.any() else NOTHING_SHARED


@dataclass(frozen=True, slots=True)
class Patterns:
    """pattern: (pairs,), which of the patterns. count, stratum, known: (patterns,). place, code:
    (entries,), the patterns' labels: of which pattern, and 2 * rater + value."""

    pattern: Integers
    count: Values
    stratum: Integers
    known: Integers
    place: Integers
    code: Integers
    raters: int
    strata: int
    checks: Values

    @classmethod
    def of(cls, evidence: Evidence) -> "Patterns":
        order = np.lexsort((evidence.value, evidence.rater, evidence.pair))
        pair, code = evidence.pair[order], 2 * evidence.rater[order] + evidence.value[order]
        many = evidence.per_pair()
        nth = np.arange(len(pair)) - (np.cumsum(many) - many)[pair]
        none = 2 * evidence.raters  # the code of no label more
        codes = np.full((evidence.pairs, int(many.max(initial=0))), none)
        codes[pair, nth] = code
        pattern = 3 * evidence.stratum + evidence.known + 1
        for column in codes.T:
            pattern = pattern * (none + 1) + column
            pattern = np.unique(pattern, return_inverse=True)[1].reshape(-1)
        _, first, pattern, count = np.unique(
            pattern, return_index=True, return_inverse=True, return_counts=True
        )
        place, within = np.nonzero(codes[first] < none)
        return cls(
            pattern.reshape(-1),
            count.astype(float),
            evidence.stratum[first],
            evidence.known[first],
            place,
            codes[first][place, within],
            evidence.raters,
            int(evidence.stratum.max(initial=0)) + 1,
            evidence.checks,
        )

    def posterior(self, rates: "Rates") -> Values:
        """(patterns,): how likely a pair is to be relevant."""
        likelihood = np.log(rates.given_relevant / rates.given_irrelevant).reshape(-1)
        odds = np.bincount(self.place, likelihood[self.code], minlength=len(self.count))
        odds += logit(rates.prevalence)[self.stratum]
        return np.where(self.known == OPEN, expit(odds), self.known.astype(float))

    def likelihood(self, rates: "Rates") -> float:
        """The logarithm of how likely all labels are, whatever the truths of open pairs."""
        of_values = np.log(rates.given_irrelevant), np.log(rates.given_relevant)
        of_truths = np.log(1 - rates.prevalence), np.log(rates.prevalence)
        no, yes = (
            np.bincount(self.place, value.reshape(-1)[self.code], minlength=len(self.count))
            + truth[self.stratum]
            for value, truth in zip(of_values, of_truths, strict=True)
        )
        each = np.where(self.known == OPEN, np.logaddexp(no, yes), np.where(self.known, yes, no))
        gold = (self.checks * np.stack(of_values, axis=1)).sum()
        return float((self.count * each).sum() + gold)

    def counts(self, relevant: Values) -> Values:
        """(raters, 2, 2): labels by truth and value, gold among them. relevant: (patterns,), how
        many of the pairs are."""
        codes, shape = 2 * self.raters, (self.raters, 2)
        sides = [self.count - relevant, relevant]
        summed = [np.bincount(self.code, side[self.place], minlength=codes) for side in sides]
        return np.stack([one.reshape(shape) for one in summed], axis=1) + self.checks

    def by_stratum(self, relevant: Values) -> tuple[Values, Values]:
        """(strata,): relevant pairs, and all."""
        weights = (relevant, self.count)
        found, every = (
            np.bincount(self.stratum, one, minlength=self.strata).astype(float) for one in weights
        )
        return found, every

    def shares(self) -> Values:
        """(patterns,): of its labels, those that say relevant; a half where there is none."""
        sentence = np.bincount(self.place, self.code % 2, minlength=len(self.count))
        all_of_them = np.bincount(self.place, minlength=len(self.count))
        shares = divide(sentence, all_of_them, otherwise=0.5)
        return np.where(self.known == OPEN, shares, self.known.astype(float))


@dataclass(frozen=True, slots=True)
class Rates:
    """sensitivity, specificity: (raters,). prevalence: (strata,)."""

    sensitivity: Values
    specificity: Values
    prevalence: Values

    @property
    def given_relevant(self) -> Values:
        """(raters, 2): how likely each value is."""
        return _floored(np.stack([1 - self.sensitivity, self.sensitivity], axis=1))

    @property
    def given_irrelevant(self) -> Values:
        return _floored(np.stack([self.specificity, 1 - self.specificity], axis=1))


@dataclass(frozen=True, slots=True)
class Prior:
    """The beta distribution that raters' rates of one kind come from."""

    mean: float
    concentration: float

    def shrink(self, hits: Values, misses: Values) -> Values:
        """(raters,): the mean of each one's rate, given its own counts."""
        known = self.mean * self.concentration
        return (hits + known) / (hits + misses + self.concentration)

    @classmethod
    def fitted(cls, hits: Values, misses: Values) -> "Prior":
        """A prior for raters' counts, whole or not, by the highest marginal likelihood."""
        at = marginals(hits, misses, MEANS[:, None], CONCENTRATIONS[None, :]) + MEAN_PRIOR[:, None]
        mean, concentration = np.unravel_index(int(at.argmax()), at.shape)
        return cls(float(MEANS[mean]), float(CONCENTRATIONS[concentration]))


def marginals(hits: Values, misses: Values, mean: Values, concentration: Values) -> Values:
    """Logarithms of how likely all raters' counts are under beta distributions; mean and
    concentration of any shapes that go together."""
    a, b = mean * concentration, (1 - mean) * concentration
    each = betaln(a[..., None] + hits, b[..., None] + misses)
    found: Values = each.sum(axis=-1) - len(hits) * betaln(a, b)
    return found


@dataclass(frozen=True, slots=True)
class Fitted:
    """posterior: (pairs,), how likely each is to be relevant. prior: of the sensitivities and of
    the specificities."""

    rates: Rates
    posterior: Values
    prior: tuple[Prior, Prior]


def fit(evidence: Evidence) -> Fitted:
    """Expectation and maximisation from the labels' shares on, until no posterior moves by more
    than ENOUGH."""
    patterns = Patterns.of(evidence)
    if not len(patterns.count):
        raise ValueError("there is no pair whose posterior could be found")
    relevant = patterns.shares()
    rates, prior = _shrunk(patterns, relevant * patterns.count)
    for _ in range(ITERATIONS):
        was, relevant = relevant, patterns.posterior(rates)
        rates, prior = _shrunk(patterns, relevant * patterns.count)
        if float(np.abs(relevant - was).max()) <= ENOUGH:
            break
    return Fitted(rates, relevant[patterns.pattern], prior)


def _shrunk(patterns: Patterns, relevant: Values) -> tuple[Rates, tuple[Prior, Prior]]:
    counts = patterns.counts(relevant)
    right, wrong = (counts[:, 1, 1], counts[:, 1, 0]), (counts[:, 0, 0], counts[:, 0, 1])
    priors = Prior.fitted(*right), Prior.fitted(*wrong)
    found, every = patterns.by_stratum(relevant)
    prevalence = (found + 0.5) / (every + 1)
    return Rates(priors[0].shrink(*right), priors[1].shrink(*wrong), prevalence), priors


def _floored(rates: Values) -> Values:
    return np.maximum(rates, LEAST)
