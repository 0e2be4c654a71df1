"""An ordinal model of raters' errors, after Dawid and Skene, by Gibbs sampling. It is no part of
the product: bench/cells/graded.py shows why.

A rater says l of a pair of grade k with a chance that falls with |l - k - b|, by a spread of the
rater's own; b is how far the rater leans upwards. Spreads and leanings come from normal
distributions. Pairs of a stratum share how frequent grades are; those with the same labels by the
same raters are counted together.
"""

from dataclasses import dataclass

import numpy as np

from measures.arrays import Integers, Values

STEPS = 0.12, 0.10  # of one rater's spread and leaning
SHARED = 0.06  # of all raters' together, with truths summed over
MEAN_OF_SPREAD, SD = -0.3, (0.3, 0.2)  # of logarithms of spreads; of spreads and of leanings


@dataclass(frozen=True, slots=True)
class Answers:
    """pair, rater, value: (labels,). stratum: (pairs,)."""

    pair: Integers
    rater: Integers
    value: Integers
    stratum: Integers
    raters: int
    values: int


@dataclass(frozen=True, slots=True)
class Patterns:
    """of: (pairs,), which of the patterns. many, stratum: (patterns,). place, rater, value:
    (entries,), the patterns' labels."""

    of: Integers
    many: Integers
    stratum: Integers
    place: Integers
    rater: Integers
    value: Integers

    @classmethod
    def find(cls, one: Answers) -> "Patterns":
        order = np.lexsort((one.value, one.rater, one.pair))
        pair, code = one.pair[order], (one.rater * one.values + one.value)[order]
        labels = np.bincount(pair, minlength=len(one.stratum))
        nth = np.arange(len(pair)) - (np.cumsum(labels) - labels)[pair]
        rows = np.full((len(one.stratum), 1 + int(labels.max())), -1)
        rows[:, 0], rows[pair, 1 + nth] = one.stratum, code
        kinds, of, many = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        place, within = np.nonzero(kinds[:, 1:] >= 0)
        said = kinds[:, 1:][place, within]
        return cls(of.reshape(-1), many, kinds[:, 0], place, said // one.values, said % one.values)


@dataclass(slots=True)
class Chain:
    patterns: Patterns
    raters: int
    values: int
    random: np.random.Generator
    spread: Values  # (raters,), logarithms
    lean: Values
    means: Values  # of the two
    shares: Values  # (strata, values)

    @classmethod
    def begin(cls, answers: Answers, seed: int) -> "Chain":
        stratum, values = answers.stratum[answers.pair], answers.values
        said = [
            np.bincount(answers.value[stratum == one], minlength=values)
            for one in range(int(answers.stratum.max()) + 1)
        ]
        shares = np.array([(one + 1) / (one + 1).sum() for one in said])
        means, none = np.array([MEAN_OF_SPREAD, 0.0]), np.zeros(answers.raters)
        random = np.random.default_rng(seed)
        patterns = Patterns.find(answers)
        return cls(patterns, answers.raters, values, random, none + means[0], none, means, shares)

    def rates(self, spread: Values, lean: Values) -> Values:
        """(raters, truths, values): logarithms."""
        place = np.arange(self.values)
        apart = np.abs(place[None, None, :] - place[None, :, None] - lean[:, None, None])
        score = -apart / np.exp(spread)[:, None, None]
        found: Values = score - np.log(np.exp(score).sum(axis=2, keepdims=True))
        return found

    def chances(self, spread: Values, lean: Values, shares: Values) -> Values:
        """(patterns, truths): logarithms of each truth's chance, together with the labels."""
        one = self.patterns
        found = np.log(shares)[one.stratum]
        np.add.at(found, one.place, self.rates(spread, lean)[one.rater, :, one.value])
        return found

    def sweep(self) -> None:
        self._move_all()
        one, chance = self.patterns, self.posterior()
        truths = self.random.multinomial(one.many, chance)
        said = np.zeros((self.raters, self.values, self.values))
        np.add.at(said, (one.rater, one.value), truths[one.place])
        counts = said.transpose(0, 2, 1)
        for _ in range(3):
            self._move_each(counts)
        for number, sd in enumerate(SD):
            of = (self.spread, self.lean)[number]
            self.means[number] = self.random.normal(of.mean(), sd / np.sqrt(len(of)))
        for stratum in range(len(self.shares)):
            many = truths[one.stratum == stratum].sum(axis=0)
            self.shares[stratum] = np.maximum(self.random.dirichlet(many + 0.5), 1e-9)

    def posterior(self) -> Values:
        chance = self.chances(self.spread, self.lean, self.shares)
        chance = np.exp(chance - chance.max(axis=1, keepdims=True))
        found: Values = chance / chance.sum(axis=1, keepdims=True)
        return found

    def truth(self) -> Integers:
        """(pairs,)"""
        upto = self.posterior().cumsum(axis=1)[self.patterns.of]
        luck = self.random.random(len(upto)) * upto[:, -1]
        return np.asarray((upto < luck[:, None]).sum(axis=1), np.int64)

    def _move_each(self, counts: Values) -> None:
        """Each rater's spread and leaning, given the truths."""
        steps = self.random.normal(size=(2, self.raters)) * np.array(STEPS)[:, None]
        spread, lean = self.spread + steps[0], self.lean + steps[1]
        now = (counts * self.rates(self.spread, self.lean)).sum(axis=(1, 2))
        then = (counts * self.rates(spread, lean)).sum(axis=(1, 2))
        gain = then - now + self._prior(spread, lean) - self._prior(self.spread, self.lean)
        taken = np.log(self.random.random(len(gain))) < gain
        self.spread = np.where(taken, spread, self.spread)
        self.lean = np.where(taken, lean, self.lean)

    def _prior(self, spread: Values, lean: Values) -> Values:
        of_spread, of_lean = (spread - self.means[0]) / SD[0], (lean - self.means[1]) / SD[1]
        return -0.5 * (of_spread**2 + of_lean**2)

    def _move_all(self) -> None:
        """Along the ridge: all raters, and how frequent grades are, with truths summed over."""
        for _ in range(3):
            step = self.random.normal(size=2) * SHARED
            shares = self.shares * np.exp(self.random.normal(size=self.shares.shape) * SHARED)
            shares /= shares.sum(axis=1, keepdims=True)
            spread, lean = self.spread + step[0], self.lean + step[1]
            gain = self._whole(spread, lean, shares)
            gain -= self._whole(self.spread, self.lean, self.shares)
            if np.log(self.random.random()) < gain:
                self.spread, self.lean, self.shares = spread, lean, shares
                self.means = self.means + step

    def _whole(self, spread: Values, lean: Values, shares: Values) -> float:
        """Of all labels and shares, in the logarithms of shares that the steps are in. The means of
        raters move with the raters."""
        chances = self.chances(spread, lean, shares)
        top = chances.max(axis=1)
        of_patterns = top + np.log(np.exp(chances - top[:, None]).sum(axis=1))
        return float((self.patterns.many * of_patterns).sum() + 0.5 * np.log(shares).sum())


def draw_truths(
    answers: Answers, seed: int, draws: int = 80, every: int = 8, before: int = 200
) -> Integers:
    """(draws, pairs)"""
    chain, kept = Chain.begin(answers, seed), []
    for number in range(before + draws * every):
        chain.sweep()
        if number >= before and number % every == 0:
            kept.append(chain.truth())
    return np.stack(kept)
