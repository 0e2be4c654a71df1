"""Means of samples with witnesses from sums of products: the same as unit by unit, also without
each cluster in turn."""

from dataclasses import replace

import numpy as np
import pytest

from measures.witness import Stratum, cross_fitted, greg, worth
from measures.witness_units import WitnessedUnits


def made(
    seed: int, n: int = 240, strata: int = 1, p: int = 1, share: float = 0.4
) -> WitnessedUnits:
    rng = np.random.default_rng(seed)
    f = rng.normal(size=(n, p))
    y = (f.sum(axis=1) + rng.normal(size=n) > 0.4).astype(float)
    y[rng.random(n) > share] = np.nan
    return WitnessedUnits(
        y, np.empty((n, 0)), f, rng.integers(0, strata, n), rng.integers(0, 30, n)
    )


def without(units: WitnessedUnits, cluster: int) -> WitnessedUnits:
    y = np.where(units.clusters == cluster, np.nan, units.y)
    return WitnessedUnits(y, units.free, units.f, units.strata, units.clusters, units.crossed)


def strata_of(units: WitnessedUnits, f) -> list[Stratum]:
    found = []
    for number, size in enumerate(units.sizes.tolist()):
        own, drawn = units.strata == number, units.drawn & (units.strata == number)
        found.append(Stratum(units.y[drawn], f[drawn], f[own].mean(axis=0), size))
    return found


@pytest.mark.parametrize(("strata", "share"), [(1, 0.4), (3, 0.5), (4, 0.15)])
@pytest.mark.parametrize("p", [0, 1, 3])
def test_it_is_greg_with_and_without_each_cluster(strata, share, p):
    units = made(strata + 10 * p, strata=strata, p=p, share=share)
    found, slow = units.together.mean(), greg(strata_of(units, units.f))
    for name in ("value", "error", "low", "high"):
        assert getattr(found, name) == pytest.approx(getattr(slow, name))
    drawn = np.unique(units.clusters[units.drawn])
    variances = units.together.variances_without()
    assert len(variances) == len(drawn)
    shares = min(units.taken) < 20
    for cluster, variance in zip(drawn.tolist(), variances, strict=True):
        left = without(units, cluster)
        if shares == (min(left.taken) < 20) and min(left.taken) > 1:
            assert variance == pytest.approx(greg(strata_of(left, left.f)).error ** 2)


@pytest.mark.parametrize("p", [1, 4])
def test_it_is_the_cross_fitted_mean(p):
    units = made(3 + p, p=p)
    units = WitnessedUnits(units.y, units.free, units.f, units.strata, units.clusters, crossed=True)
    (stratum,) = strata_of(units, units.f)
    slow = cross_fitted(stratum, units.clusters[units.drawn])
    found = units.together.mean()
    assert (found.value, found.error) == pytest.approx((slow.value, slow.error))
    assert (found.low, found.high) == pytest.approx((slow.low, slow.high))


def test_what_is_known_of_all_units_is_no_witness():
    """People alone have it too, so that a witness who only repeats it is worth nothing."""
    units = made(8)
    same = WitnessedUnits(units.y, units.f, 3 * units.f + 1, units.strata, units.clusters)
    assert worth(same.alone.mean(), same.together.mean()) == pytest.approx(1, abs=1e-6)
    assert same.worths_without() == pytest.approx(1, abs=1e-6)
    assert worth(units.alone.mean(), units.together.mean()) > 1.2


@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("strata", [1, 3])
def test_the_mean_of_its_parts_is_the_estimate(crossed, strata):
    units = made(5, strata=strata, p=2)
    units = WitnessedUnits(units.y, units.free, units.f, units.strata, units.clusters, crossed)
    for fit in (units.alone, units.together):
        assert fit.parts().mean() == pytest.approx(fit.mean().value)


def test_parts_vary_as_the_sample_and_the_units_do():
    """One over n of what is left unexplained, and one over N of what units differ by."""
    rng = np.random.default_rng(2)
    n = 40_000
    f = rng.normal(size=(n, 1))
    y = f[:, 0] + rng.normal(size=n)
    drawn = rng.random(n) < 0.1
    units = WitnessedUnits(
        np.where(drawn, y, np.nan), f[:, :0], f, np.zeros(n, np.int64), np.arange(n)
    )  # fmt: skip
    variance = units.together.parts().var() / n
    assert variance == pytest.approx(units.together.mean().error ** 2 + y.var() / n, rel=0.05)


def test_a_column_that_says_the_same_of_all_changes_nothing():
    units = made(9)
    more = np.column_stack([units.f, np.full(len(units.f), 7.0)])
    both = []
    for f in (units.f, more):
        seen = WitnessedUnits(units.y, units.free, f, units.strata, units.clusters)
        both.append(seen.together.variances_without())
    assert both[0] == pytest.approx(both[1])


def test_residuals_of_uneven_units_are_divided_by_one_less_their_leverage():
    units = replace(made(4, p=2), uneven=True)
    drawn, n = units.drawn, units.n
    design = np.column_stack([np.ones(n), units.f[drawn]])
    hat = design @ np.linalg.inv(design.T @ design) @ design.T
    residuals = units.y[drawn] - hat @ units.y[drawn]
    without = residuals / (1 - np.diag(hat))
    variance = (1 - n / len(units.y)) * (without**2).sum() / n / (n - 1)
    found, usual = units.together.mean(), made(4, p=2).together.mean()
    assert found.error == pytest.approx(np.sqrt(variance))
    assert found.value == pytest.approx(usual.value)
    assert found.error > usual.error
    same = replace(units, free=np.full((len(units.y), 1), 0.1))
    assert same.together.mean().error == pytest.approx(found.error)
