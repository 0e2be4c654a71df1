"""Dawid and Skene's model: its maximisation against another implementation and against loops, its
draws against every truth that a tiny world can have."""

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest

from bench.cells import labels as noisy
from measures.label_draws import draw_labels
from measures.posterior import (
    CONCENTRATIONS,
    MEAN_PRIOR,
    MEANS,
    NO_LABEL,
    NOTHING_SHARED,
    ONE_RATER,
    OPEN,
    Evidence,
    Patterns,
    Prior,
    Rates,
    fit,
    marginals,
    why_unknown,
)

# What crowd-kit 1.4.2 said of these labels, by
#   DawidSkene(n_iter=20, tol=-1e9).fit(pandas.DataFrame(labels, columns=[task, worker, label]))
# and then probas_[1], errors_ (the diagonal) and priors_[1]. It is not installed for the tests.
CROWD_KIT = Path(__file__).with_name("crowd_kit.json")


def made(seed: int, pairs: int = 30, raters: int = 4, **more) -> tuple[Evidence, np.ndarray]:
    """Labels of raters who are right in .85 and .95 of the cases, two or so on a pair."""
    draw = np.random.default_rng(seed)
    truth = draw.random(pairs) < 0.4
    given = [
        (pair, rater, int(truth[pair] == (draw.random() < (0.85, 0.95)[rater % 2])))
        for pair in range(pairs)
        for rater in sorted(draw.permutation(raters)[: 1 + draw.integers(3)])
    ]
    pair, rater, value = np.array(given).T
    return Evidence.of(pair, rater, value, pairs=pairs, raters=raters, **more), truth


def slow_posterior(evidence: Evidence, rates: Rates) -> list[float]:
    """Bayes' rule, label by label."""
    found = []
    for pair in range(evidence.pairs):
        prevalence = rates.prevalence[evidence.stratum[pair]]
        yes, no = prevalence, 1 - prevalence
        for label in np.flatnonzero(evidence.pair == pair):
            rater, value = evidence.rater[label], evidence.value[label]
            yes *= rates.sensitivity[rater] if value else 1 - rates.sensitivity[rater]
            no *= 1 - rates.specificity[rater] if value else rates.specificity[rater]
        known = evidence.known[pair]
        found.append(yes / (yes + no) if known == OPEN else float(known))
    return found


def slow_fit(evidence: Evidence, iterations: int) -> tuple[Rates, list[float]]:
    """Dawid and Skene's own, by loops over labels."""
    likely = []
    for pair in range(evidence.pairs):
        said = evidence.value[evidence.pair == pair]
        likely.append(sum(said) / len(said))
    for turn in range(iterations + 1):
        hits = np.zeros((evidence.raters, 2, 2))
        for pair, rater, value in zip(evidence.pair, evidence.rater, evidence.value, strict=True):
            hits[rater, 1, value] += likely[pair]
            hits[rater, 0, value] += 1 - likely[pair]
        hits /= hits.sum(axis=2, keepdims=True)
        rates = Rates(hits[:, 1, 1], hits[:, 0, 0], np.array([sum(likely) / len(likely)]))
        if turn < iterations:
            likely = slow_posterior(evidence, rates)
    return rates, likely


def fit_as_counted(evidence: Evidence, iterations: int) -> tuple[Rates, np.ndarray]:
    """Dawid and Skene's own by patterns, with a rate for each rater as counted."""
    patterns = Patterns.of(evidence)
    likely, rates = patterns.shares(), None
    for _ in range(iterations + 1):
        likely = patterns.posterior(rates) if rates else likely
        counts = np.maximum(patterns.counts(likely * patterns.count), 1e-10)
        counts /= counts.sum(axis=2, keepdims=True)
        found, every = patterns.by_stratum(likely * patterns.count)
        prevalence = np.clip(found / np.maximum(every, 1), 1e-10, 1 - 1e-10)
        rates = Rates(counts[:, 1, 1], counts[:, 0, 0], prevalence)
    return rates, likely[patterns.pattern]


def test_without_shrinkage_it_is_what_crowd_kit_says():
    told = json.loads(CROWD_KIT.read_text())
    pair, rater, value = np.array(told["labels"]).T
    evidence = Evidence.of(pair, rater, value, pairs=40, raters=5)
    rates, posterior = fit_as_counted(evidence, told["iterations"])
    assert posterior == pytest.approx(told["posterior"], abs=1e-9)
    assert rates.sensitivity == pytest.approx(told["sensitivity"], abs=1e-9)
    assert rates.specificity == pytest.approx(told["specificity"], abs=1e-9)
    assert rates.prevalence == pytest.approx([told["prevalence"]], abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_patterns_come_to_what_loops_over_labels_do(seed):
    evidence, _ = made(seed)
    fast, posterior = fit_as_counted(evidence, 7)
    rates, likely = slow_fit(evidence, 7)
    assert posterior == pytest.approx(likely, abs=1e-8)
    assert fast.sensitivity == pytest.approx(rates.sensitivity, abs=1e-8)
    assert fast.specificity == pytest.approx(rates.specificity, abs=1e-8)


def test_a_pattern_is_everything_that_decides_a_posterior():
    known, stratum = np.full(30, OPEN), np.arange(30) % 3
    known[:4] = [1, 0, 1, 0]
    evidence, _ = made(9, known=known, stratum=stratum)
    patterns = Patterns.of(evidence)
    rates = Rates(np.array([0.9, 0.7, 0.8, 0.6]), np.full(4, 0.97), np.array([0.1, 0.3, 0.6]))
    assert patterns.count.sum() == 30
    assert patterns.posterior(rates)[patterns.pattern] == pytest.approx(
        slow_posterior(evidence, rates)
    )


def test_pairs_nobody_labelled_have_their_prevalence():
    evidence = Evidence.of([0, 0, 1, 1], [0, 1, 0, 1], [1, 1, 0, 0], pairs=3, raters=2)
    found = fit(evidence)
    assert found.posterior[1] < found.posterior[2] < found.posterior[0]
    assert found.posterior[2] == pytest.approx(float(found.rates.prevalence[0]), abs=1e-6)


def test_rates_are_shrunk_to_their_mean_the_more_the_less_is_known():
    prior = Prior(0.8, 10.0)
    few, many = prior.shrink(np.array([1.0, 100.0]), np.array([1.0, 100.0]))
    assert 0.5 < many < few < 0.8
    assert few == pytest.approx((1 + 8) / (2 + 10))


def slow_likelihood(evidence: Evidence, rates: Rates) -> float:
    """Pair by pair and label by label, over both truths of an open pair."""
    found = 0.0
    for pair in range(evidence.pairs):
        prevalence = rates.prevalence[evidence.stratum[pair]]
        chances = [1 - prevalence, prevalence]
        for label in np.flatnonzero(evidence.pair == pair):
            rater, value = evidence.rater[label], evidence.value[label]
            right = [rates.specificity[rater], rates.sensitivity[rater]]
            for truth in (0, 1):
                chances[truth] *= right[truth] if value == truth else 1 - right[truth]
        known = evidence.known[pair]
        found += math.log(sum(chances) if known == OPEN else chances[known])
    for rater, truth, value in np.ndindex(evidence.checks.shape):
        right = [rates.specificity[rater], rates.sensitivity[rater]][truth]
        chance = right if value == truth else 1 - right
        found += evidence.checks[rater, truth, value] * math.log(chance)
    return found


def test_labels_are_as_likely_as_loops_over_them_say():
    known, stratum = np.full(30, OPEN), np.arange(30) % 3
    known[:4] = [1, 0, 1, 0]
    checks = np.arange(16.0).reshape(4, 2, 2)
    evidence, _ = made(9, known=known, stratum=stratum, checks=checks)
    rates = Rates(np.array([0.9, 0.7, 0.8, 0.6]), np.full(4, 0.97), np.array([0.1, 0.3, 0.6]))
    found = Patterns.of(evidence).likelihood(rates)
    assert found == pytest.approx(slow_likelihood(evidence, rates))


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_draws_forget_where_they_were(seed):
    """Where sensitivities and prevalences explain nearly the same labels, sweeps alone go a short
    way along that ridge: draws 8 sweeps apart would be correlated by .8."""
    snapshot, labels = noisy.world(seed)
    found = draw_labels(labels.evidence(snapshot), draws=200, seed=seed).sensitivity.mean(axis=1)
    assert np.corrcoef(found[:-1], found[1:])[0, 1] < 0.5


def test_strata_without_a_pair_hold_nothing_up():
    """Their prevalences are anywhere between 0 and 1, and would mostly leave it on the way."""
    evidence, _ = made(2, pairs=200, raters=3, stratum=np.full(200, 40))
    found = draw_labels(evidence, draws=300, every=1, before=50, seed=1).sensitivity.mean(axis=1)
    assert np.corrcoef(found[:-1], found[1:])[0, 1] < 0.6


def test_marginals_are_beta_binomial():
    """Of one rater: the integral of the binomial over the beta, by a sum of many steps."""
    steps = (np.arange(200_000) + 0.5) / 200_000
    log_beta = math.lgamma(2.4) + math.lgamma(1.6) - math.lgamma(4)
    density = np.exp(1.4 * np.log(steps) + 0.6 * np.log(1 - steps) - log_beta)
    by_hand = math.log((steps**3 * (1 - steps) ** 2 * density).mean())
    found = marginals(np.array([3.0]), np.array([2.0]), np.array([0.6]), np.array([4.0]))
    assert found == pytest.approx([by_hand], abs=1e-5)


def test_draws_are_the_posterior_of_every_truth_there_can_be():
    """Two raters, six pairs: all 64 truths, each as likely as the rates' prior makes its counts,
    with a grid over means and concentrations. A check per rater and a stratum for half of them."""
    checks = np.zeros((2, 2, 2))
    checks[:, 1, 1], checks[:, 0, 0], checks[1, 1, 0] = 6, 8, 2
    evidence = Evidence.of(
        [0, 0, 1, 1, 2, 3, 4, 5], [0, 1, 0, 1, 0, 0, 1, 1], [1, 1, 1, 0, 0, 0, 1, 0],
        pairs=6, raters=2, stratum=np.array([0, 0, 0, 1, 1, 1]), checks=checks,
    )  # fmt: skip
    exact = exact_posterior(evidence)
    drawn = draw_labels(evidence, draws=4_000, every=1, before=50, seed=3).posterior()
    assert drawn == pytest.approx(exact, abs=0.03)


def exact_posterior(evidence: Evidence) -> np.ndarray:
    patterns, summed, every = Patterns.of(evidence), np.zeros(evidence.pairs), 0.0
    for truth in itertools.product((0.0, 1.0), repeat=evidence.pairs):
        relevant = np.bincount(patterns.pattern, truth, minlength=len(patterns.count))
        counts = patterns.counts(relevant)
        likely = 1.0
        for hits, misses in (
            (counts[:, 1, 1], counts[:, 1, 0]),
            (counts[:, 0, 0], counts[:, 0, 1]),
        ):
            at = marginals(hits, misses, MEANS[:, None], CONCENTRATIONS[None, :])
            likely *= float(np.exp(at + MEAN_PRIOR[:, None]).sum())
        found, of = patterns.by_stratum(relevant)
        for yes, all_of_them in zip(found, of, strict=True):
            no = all_of_them - yes
            likely *= math.exp(
                math.lgamma(yes + 0.5) + math.lgamma(no + 0.5) - math.lgamma(all_of_them + 1)
            )
        summed += likely * np.array(truth)
        every += likely
    return summed / every


def test_what_is_settled_is_never_drawn_otherwise():
    known = np.full(30, OPEN)
    known[:3] = [1, 0, 1]
    evidence, _ = made(2, known=known)
    drawn = draw_labels(evidence, draws=20, every=1, before=5, seed=0)
    assert drawn.posterior()[:3].tolist() == [1.0, 0.0, 1.0]


def test_the_same_seed_draws_the_same():
    evidence, _ = made(2)
    once, again = (draw_labels(evidence, draws=10, every=2, before=5, seed=4) for _ in range(2))
    assert (once.packed == again.packed).all()
    assert (once.sensitivity == again.sensitivity).all()


def test_a_rater_who_contradicts_everybody_is_found_out():
    """Three agree, the fourth says the opposite: the truth is that of the three."""
    draw = np.random.default_rng(0)
    truth = draw.random(120) < 0.4
    pair, rater = np.repeat(np.arange(120), 4), np.tile(np.arange(4), 120)
    value = np.where(rater == 3, ~truth[pair], truth[pair]).astype(int)
    drawn = draw_labels(
        Evidence.of(pair, rater, value, pairs=120, raters=4), draws=40, every=2, before=40, seed=1
    )
    assert ((drawn.posterior() > 0.5) == truth).all()
    assert drawn.sensitivity.mean(axis=0)[0] > 0.9
    assert drawn.sensitivity.mean(axis=0)[3] < 0.3
    assert drawn.specificity.mean(axis=0)[3] < 0.3


def test_two_raters_are_enough_where_they_share_pairs():
    evidence = Evidence.of([0, 0, 1, 2], [0, 1, 0, 1], [1, 0, 0, 1], pairs=3, raters=2)
    assert why_unknown(evidence) == ""
    drawn = draw_labels(evidence, draws=30, every=1, before=10, seed=0)
    assert ((drawn.posterior() >= 0) & (drawn.posterior() <= 1)).all()


@pytest.mark.parametrize(
    ("pair", "rater", "value", "why"),
    [
        ([], [], [], NO_LABEL),
        ([0, 1], [0, 0], [1, 0], ONE_RATER),
        ([0, 1], [0, 1], [1, 0], NOTHING_SHARED),
    ],
)
def test_where_nothing_tells_how_often_raters_err(pair, rater, value, why):
    evidence = Evidence.of(pair, rater, value, pairs=2, raters=2)
    assert why_unknown(evidence) == why
    with pytest.raises(ValueError, match=why[:30]):
        draw_labels(evidence, seed=0)


def test_gold_or_a_decision_tells_even_where_no_pair_is_shared():
    checks = np.zeros((2, 2, 2))
    checks[0, 1, 1] = 1
    alone = Evidence.of([0, 1], [0, 1], [1, 0], pairs=2, raters=2, checks=checks)
    decided = Evidence.of([0, 1], [0, 1], [1, 0], pairs=2, raters=2, known=np.array([1, OPEN]))
    assert why_unknown(alone) == why_unknown(decided) == ""


def test_evidence_that_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="1 for relevant, or 0"):
        Evidence.of([0], [0], [2], pairs=1, raters=1)
    with pytest.raises(ValueError, match="one pair, one rater and one value"):
        Evidence.of([0, 1], [0], [1], pairs=2, raters=1)
    with pytest.raises(ValueError, match="no pair"):
        fit(Evidence.of([], [], [], pairs=0, raters=0))
