"""Truths of pairs and error rates of raters, drawn together from what their labels leave open, by
Gibbs sampling of the model of measures/posterior.py.

Each sweep draws every open pair's truth given the rates; the mean and the concentration of the
beta distributions that rates come from, given the counts that these truths make (the rates
themselves integrated out); each rater's rates; and each stratum's prevalence. So what is uncertain
of the raters is in the truths too. Sweeps follow each other closely, so few of them are kept.

Truths and rates hold each other in place: raters who miss more, and more that is relevant, explain
nearly the same labels, and a sweep goes only a short way along that ridge. So before each sweep,
all rates and prevalences move along it at once, with truths summed over (Metropolis and Hastings).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc, betaincinv, betaln, expit, logit

from measures.arrays import Mask, Values
from measures.posterior import (
    CONCENTRATIONS,
    KNOWN,
    MEAN_PRIOR,
    MEANS,
    RIGHT,
    Evidence,
    Patterns,
    Prior,
    Rates,
    fit,
    marginals,
    why_unknown,
)

DRAWS, EVERY, BEFORE = 300, 8, 100  # kept, one in so many, and thrown away at first
ALIKE = 3  # sweeps, of which one draws how alike raters are: it takes longest and moves least
# Steps of MEANS that sensitivities, and specificities, move at most by along the ridge.
REACHES = (16, 6)
MOVES = 4  # along it before each sweep: draws depend on each other a tenth as long as without any
TINY = 1e-9  # a rate is never drawn as 0 or 1, which no later draw could leave
STEP = float(logit(MEANS[1]) - logit(MEANS[0]))
Priors = tuple[Prior, Prior]  # of sensitivities, and of specificities


@dataclass(frozen=True, slots=True)
class LabelDraws:
    """sensitivity, specificity: (draws, raters). prevalence: (draws, strata). means: (draws, 2), of
    the distributions that sensitivities and specificities come from. packed: (draws, bytes)."""

    pairs: int
    sensitivity: Values
    specificity: Values
    prevalence: Values
    means: Values
    packed: NDArray[np.uint8]

    @property
    def draws(self) -> int:
        return len(self.packed)

    def flat(self) -> Values:
        """(draws,), adding up to 1: what each is worth where every mean of the raters' above a half
        is as likely as any other before any label. The two priors differ by a bounded factor, so
        that no draw outweighs the others by much."""
        weights: Values = (1 / bdtrc(RIGHT - 1, KNOWN, self.means)).prod(axis=1)
        return weights / weights.sum()

    def truth(self, draw: int) -> Mask:
        """(pairs,): which are relevant."""
        return np.unpackbits(self.packed[draw], count=self.pairs).astype(bool)

    def posterior(self) -> Values:
        """(pairs,): in what share of the draws each is relevant."""
        summed = np.zeros(self.pairs)
        for draw in range(self.draws):
            summed += self.truth(draw)
        return summed / self.draws


def draw_labels(
    evidence: Evidence, *, draws: int = DRAWS, every: int = EVERY, before: int = BEFORE, seed: int
) -> LabelDraws:
    """ValueError where `why_unknown` says why not."""
    if why := why_unknown(evidence):
        raise ValueError(why)
    fitted, patterns = fit(evidence), Patterns.of(evidence)
    filled = patterns.by_stratum(patterns.count)[1] > 0
    chain = _Chain(patterns, np.random.PCG64(seed), filled)
    rates, prior, kept = fitted.rates, fitted.prior, []
    for sweep in range(1, before + draws * every + 1):
        rates, prior = chain.along(rates, prior)
        relevant, counts, truth = chain.truths(rates)
        if sweep % ALIKE == 0:
            prior = chain.priors(counts, prior)
        rates = chain.rates(relevant, counts, prior)
        if sweep > before and (sweep - before) % every == 0:
            means = np.array([one.mean for one in prior])
            of_rates = rates.sensitivity, rates.specificity, rates.prevalence
            kept.append((*of_rates, means, np.packbits(truth)))
    return LabelDraws(evidence.pairs, *(np.stack(each) for each in zip(*kept, strict=True)))


def _place(prior: Prior) -> int:
    """The place of its mean among MEANS."""
    return int(np.abs(MEANS - prior.mean).argmin())


def _told_apart(prior: Priors) -> float:
    """How much more often an average rater calls a relevant pair so than an irrelevant one."""
    return prior[0].mean + prior[1].mean - 1


@dataclass(frozen=True, slots=True)
class _Chain:
    patterns: Patterns
    bits: np.random.PCG64
    filled: Mask  # (strata,): those with a pair

    def truths(self, rates: Rates) -> tuple[Values, Values, Mask]:
        """(patterns,): how many pairs are relevant; the labels by truth and value; and (pairs,):
        which are, each drawn by itself."""
        patterns = self.patterns
        truth = self.uniform(len(patterns.pattern)) < patterns.posterior(rates)[patterns.pattern]
        of_patterns = len(patterns.count)
        found = patterns.pattern[truth]  # few are
        relevant = np.bincount(found, minlength=of_patterns).astype(float)
        return relevant, patterns.counts(relevant), truth

    def along(self, rates: Rates, prior: Priors) -> tuple[Rates, Priors]:
        """Each move is taken or not by how likely the labels are with truths summed over."""
        density = self._density(rates, prior)
        for _ in range(MOVES):
            chance = np.log(self.uniform(1)[0])
            if (moved := self._moved(rates, prior)) is None:
                continue
            there, its_prior, apart = moved
            found = self._density(there, its_prior)
            if chance < found - density + apart:
                rates, prior, density = there, its_prior, found
        return rates, prior

    def _moved(self, rates: Rates, prior: Priors) -> tuple[Rates, Priors, float] | None:
        """All rates and both means by so many steps, and each stratum's prevalence so that an
        average rater would call as many of its pairs relevant as before; and the logarithm of how
        far prevalences are pulled apart. None where anything would leave its range."""
        at = [_place(one) for one in prior]
        steps = (self.uniform(2) * (2 * np.array(REACHES) + 1)).astype(np.int64) - REACHES
        to = at + steps
        if (to < 0).any() or (to >= len(MEANS)).any():
            return None
        means = MEANS[to].tolist()
        moved = replace(prior[0], mean=means[0]), replace(prior[1], mean=means[1])
        was, now = _told_apart(prior), _told_apart(moved)
        shifted = (rates.prevalence * was + moved[1].mean - prior[1].mean) / now
        there = Rates(
            expit(logit(rates.sensitivity) + steps[0] * STEP),
            expit(logit(rates.specificity) + steps[1] * STEP),
            np.where(self.filled, shifted, rates.prevalence),
        )
        every = np.concatenate([there.sensitivity, there.specificity, there.prevalence])
        if (every < TINY).any() or (every > 1 - TINY).any():
            return None
        return there, moved, int(self.filled.sum()) * float(np.log(was / now))

    def _density(self, rates: Rates, prior: Priors) -> float:
        """The logarithm, of logits of rates and of means, and of prevalences themselves."""
        found = self.patterns.likelihood(rates)
        found -= float((np.log(rates.prevalence) + np.log(1 - rates.prevalence)).sum()) / 2
        for one, each in zip(prior, (rates.sensitivity, rates.specificity), strict=True):
            a, b = one.mean * one.concentration, (1 - one.mean) * one.concentration
            found += float((a * np.log(each) + b * np.log(1 - each) - betaln(a, b)).sum())
            found += float(MEAN_PRIOR[_place(one)])
        return found

    def priors(self, counts: Values, prior: Priors) -> Priors:
        """Priors of sensitivities and of specificities: the mean given the concentration, and then
        the concentration given the mean."""
        return (
            self._prior(counts[:, 1, 1], counts[:, 1, 0], prior[0]),
            self._prior(counts[:, 0, 0], counts[:, 0, 1], prior[1]),
        )

    def _prior(self, hits: Values, misses: Values, prior: Prior) -> Prior:
        at = marginals(hits, misses, MEANS, np.full(len(MEANS), prior.concentration)) + MEAN_PRIOR
        mean = float(MEANS[self._one_of(at)])
        at = marginals(hits, misses, np.full(len(CONCENTRATIONS), mean), CONCENTRATIONS)
        return Prior(mean, float(CONCENTRATIONS[self._one_of(at)]))

    def rates(self, relevant: Values, counts: Values, prior: Priors) -> Rates:
        found, every = self.patterns.by_stratum(relevant)
        a, b = (np.array([one.mean, 1 - one.mean]) * one.concentration for one in prior)
        right = counts[:, 1, 1] + a[0], counts[:, 0, 0] + b[0], found + 0.5
        wrong = counts[:, 1, 0] + a[1], counts[:, 0, 1] + b[1], every - found + 0.5
        drawn, raters = self._beta(np.concatenate(right), np.concatenate(wrong)), len(counts)
        return Rates(drawn[:raters], drawn[raters : 2 * raters], drawn[2 * raters :])

    def _one_of(self, logarithms: Values) -> int:
        """A place, each as likely as its number is large."""
        summed = np.cumsum(np.exp(logarithms - logarithms.max()))
        found = np.searchsorted(summed, self.uniform(1)[0] * summed[-1], side="right")
        return min(int(found), len(summed) - 1)

    def _beta(self, a: Values, b: Values) -> Values:
        drawn = np.clip(betaincinv(a, b, self.uniform(len(a))), TINY, 1 - TINY)
        return np.asarray(drawn, np.float64)

    def uniform(self, size: int) -> Values:
        """Numbers from 0 to 1, never either."""
        raw = (self.bits.random_raw(size) >> np.uint64(12)).astype(np.float64)
        return np.asarray((raw + 0.5) / 2.0**52, np.float64)
