"""An ordinal model of raters' errors, after Dawid and Skene, by Gibbs sampling. It is no part of
the product: bench/cells/graded.py shows why.

A rater says l of a pair of grade k with a chance that falls with |l - k - b|, by a spread of the
rater's own; b is how far the rater leans upwards. Spreads and leanings come from normal
distributions. Pairs of a stratum share how frequent grades are.
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


@dataclass(slots=True)
class Chain:
    answers: Answers
    random: np.random.Generator
    spread: Values  # (raters,), logarithms
    lean: Values
    means: Values  # of the two
    shares: Values  # (strata, values)

    @classmethod
    def begin(cls, answers: Answers, seed: int) -> "Chain":
        said = [
            np.bincount(
                answers.value[answers.stratum[answers.pair] == one], minlength=answers.values
            )
            for one in range(int(answers.stratum.max()) + 1)
        ]
        shares = np.array([(one + 1) / (one + 1).sum() for one in said])
        none = np.zeros(answers.raters)
        means = np.array([MEAN_OF_SPREAD, 0.0])
        return cls(answers, np.random.default_rng(seed), none + means[0], none, means, shares)

    def rates(self, spread: Values, lean: Values) -> Values:
        """(raters, truths, values): logarithms."""
        place = np.arange(self.answers.values)
        apart = np.abs(place[None, None, :] - place[None, :, None] - lean[:, None, None])
        score = -apart / np.exp(spread)[:, None, None]
        found: Values = score - np.logaddexp.reduce(score, axis=2, keepdims=True)
        return found

    def of_pairs(self, rates: Values, shares: Values) -> Values:
        """(pairs, truths): logarithms of each truth's chance, together with the labels."""
        one = self.answers
        each = rates[one.rater, :, one.value]
        found = np.log(shares)[one.stratum]
        for truth in range(one.values):
            found[:, truth] += np.bincount(one.pair, each[:, truth], minlength=len(found))
        return found

    def sweep(self) -> Integers:
        """(pairs,): truths, once everything was drawn anew."""
        self._move_all()
        truth = self._truths()
        one = self.answers
        counts = np.zeros((one.raters, one.values, one.values))
        np.add.at(counts, (one.rater, truth[one.pair], one.value), 1)
        self._move_each(counts)
        for number, sd in enumerate(SD):
            of = (self.spread, self.lean)[number]
            mean, wide = of.mean(), sd / np.sqrt(len(of))
            self.means[number] = self.random.normal(mean, wide)
        for stratum in range(len(self.shares)):
            many = np.bincount(truth[one.stratum == stratum], minlength=one.values)
            self.shares[stratum] = np.maximum(self.random.dirichlet(many + 0.5), 1e-9)
        return truth

    def _truths(self) -> Integers:
        chance = self.of_pairs(self.rates(self.spread, self.lean), self.shares)
        chance = np.exp(chance - chance.max(axis=1, keepdims=True)).cumsum(axis=1)
        luck = self.random.random(len(chance)) * chance[:, -1]
        return np.asarray((chance < luck[:, None]).sum(axis=1), np.int64)

    def _move_each(self, counts: Values) -> None:
        """Each rater's spread and leaning, given the truths."""
        for _ in range(3):
            steps = self.random.normal(size=(2, len(self.spread))) * np.array(STEPS)[:, None]
            spread, lean = self.spread + steps[0], self.lean + steps[1]
            now = (counts * self.rates(self.spread, self.lean)).sum(axis=(1, 2))
            then = (counts * self.rates(spread, lean)).sum(axis=(1, 2))
            gain = then - now + self._prior(spread, lean) - self._prior(self.spread, self.lean)
            taken = np.log(self.random.random(len(gain))) < gain
            self.spread = np.where(taken, spread, self.spread)
            self.lean = np.where(taken, lean, self.lean)

    def _prior(self, spread: Values, lean: Values) -> Values:
        return -0.5 * (
            ((spread - self.means[0]) / SD[0]) ** 2 + ((lean - self.means[1]) / SD[1]) ** 2
        )

    def _move_all(self) -> None:
        """Along the ridge: all raters, and how frequent grades are, with truths summed over."""
        for _ in range(2):
            step = self.random.normal(size=2) * SHARED
            shares = self.shares * np.exp(self.random.normal(size=self.shares.shape) * SHARED)
            shares /= shares.sum(axis=1, keepdims=True)
            spread, lean = self.spread + step[0], self.lean + step[1]
            now = self._whole(self.spread, self.lean, self.shares)
            then = self._whole(spread, lean, shares)
            if np.log(self.random.random()) < then - now:
                self.spread, self.lean, self.shares = spread, lean, shares
                self.means = self.means + step

    def _whole(self, spread: Values, lean: Values, shares: Values) -> float:
        """Of everything, the means of raters aside, which move with them; shares by their
        logarithms, in which the steps are."""
        of_pairs = self.of_pairs(self.rates(spread, lean), shares)
        return float(np.logaddexp.reduce(of_pairs, axis=1).sum() + 0.5 * np.log(shares).sum())


def draw_truths(
    answers: Answers, seed: int, draws: int = 80, every: int = 8, before: int = 200
) -> Integers:
    """(draws, pairs)"""
    chain = Chain.begin(answers, seed)
    for _ in range(before):
        chain.sweep()
    kept = []
    for number in range(draws * every):
        truth = chain.sweep()
        if number % every == 0:
            kept.append(truth)
    return np.stack(kept)
