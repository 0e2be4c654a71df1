"""A sample of units, and what witnesses say of all: the mean, how sure it is, and how much of that
is theirs, for many samples of the same labels at once.

The same as `greg` and `cross_fitted` of measures.witness, from sums of products of each cluster and
stratum, so that leaving each cluster out in turn takes no second look at the units.

What is known of a unit without anybody's opinion, such as its weight in a sum, is a *free* witness:
people alone have it too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from measures.arrays import Counts, Mask, Values, divide
from measures.estimates import SampleMean, with_t
from measures.witness import FOLDS, LEAST_IN_A_STRATUM, folds_of

AT_ONCE = 1_024  # clusters left out at a time
RELATIVE = 1e-10  # of spread, below which a column tells nothing that others do not


@dataclass(frozen=True)
class WitnessedUnits:
    """y: (N,), nan of those that were not drawn. free: (N, q). f: (N, p), witnesses. strata,
    clusters: (N,), numbered from 0. crossed: each slope is found without its own fold. uneven: what
    units add to a sum differs by their weights, so that a few of them draw the line to themselves:
    residuals are divided by one less their leverage."""

    y: Values
    free: Values
    f: Values
    strata: Counts
    clusters: Counts
    crossed: bool = False
    uneven: bool = False

    @cached_property
    def drawn(self) -> Mask:
        found: Mask = ~np.isnan(self.y)
        return found

    @property
    def n(self) -> int:
        return int(self.drawn.sum())

    @cached_property
    def sizes(self) -> Counts:
        """(H,)"""
        return np.bincount(self.strata).astype(np.int64)

    @cached_property
    def taken(self) -> Counts:
        """(H,): of each stratum, how many were drawn."""
        return np.bincount(self.strata[self.drawn], minlength=len(self.sizes)).astype(np.int64)

    @cached_property
    def alone(self) -> "Fit":
        return Fit(self, self.free, crossed=False)

    @cached_property
    def together(self) -> "Fit":
        return Fit(self, np.column_stack([self.free, self.f]), crossed=self.crossed)

    def worths_without(self) -> Values:
        """(clusters drawn,): the worth without each in turn; nan where it has none."""
        return divide(self.alone.variances_without(), self.together.variances_without())


@dataclass(frozen=True)
class Fit:
    """WitnessedUnits seen through some columns. x: (N, k)."""

    units: WitnessedUnits
    x: Values
    crossed: bool

    @cached_property
    def _of(self) -> Counts:
        """(n,): the place of each drawn unit's cluster among those drawn."""
        u = self.units
        found: Counts = np.unique(u.clusters[u.drawn], return_inverse=True)[1].reshape(-1)
        return found.astype(np.int64)

    @cached_property
    def _fold(self) -> Counts:
        """(n,)"""
        if not self.crossed:
            return np.zeros(len(self._of), np.int64)
        return folds_of(self._of, FOLDS)

    @cached_property
    def _rows(self) -> Values:
        """(n, k + 2): one, the columns on scales of their own, and y."""
        u = self.units
        return np.column_stack([np.ones(u.n), self._scaled[u.drawn], u.y[u.drawn]])

    @cached_property
    def _scaled(self) -> Values:
        spread = np.ptp(self.x, axis=0)
        return divide(self.x - self.x.mean(axis=0), np.where(spread > 0, spread, np.inf), 0.0)

    @cached_property
    def _means(self) -> Values:
        """(H, k), of all units."""
        u = self.units
        sums = [np.bincount(u.strata, column, len(u.sizes)) for column in self._scaled.T]
        return divide(np.array(sums).reshape(-1, len(u.sizes)).T, u.sizes[:, None], 0.0)

    @cached_property
    def _products(self) -> tuple[Values, Values]:
        """(clusters, H, d, d) sums of products, and (folds, H, d, d)."""
        rows, h = self._rows, len(self.units.sizes)
        d, clusters = rows.shape[1], int(self._of.max()) + 1
        place = self._of * h + self.units.strata[self.units.drawn]
        found = np.empty((clusters * h, d, d))
        for a in range(d):
            for b in range(a, d):
                found[:, a, b] = found[:, b, a] = np.bincount(
                    place, rows[:, a] * rows[:, b], clusters * h
                )
        each = found.reshape(clusters, h, d, d)
        of_fold = np.zeros((int(self._fold.max()) + 1, h, d, d))
        np.add.at(of_fold, self._fold_of_cluster, each)
        return each, of_fold

    @cached_property
    def _fold_of_cluster(self) -> Counts:
        found = np.zeros(int(self._of.max()) + 1, np.int64)
        found[self._of] = self._fold
        return found

    def mean(self) -> SampleMean:
        return self._found

    @cached_property
    def _found(self) -> SampleMean:
        u, (_, folds) = self.units, self._products
        (value,), (variance,) = self._told(np.zeros((1, *folds.shape[1:])), np.zeros(1, np.int64))
        if u.uneven and not self.crossed:
            variance = self._by_leverage(float(value))
        counts = u.n, 0, len(u.y)
        return with_t(value, variance, self.degrees, counts, whole=u.n == len(u.y))

    def _by_leverage(self, value: float) -> float:
        """Of one stratum. What units add is as far from the line as it would be without them."""
        u, n = self.units, self.units.n
        added = self.parts()[u.drawn] - self._foretold[u.drawn] - value
        design = self._rows[:, :-1]
        # Of columns that tell the same, or nothing, the smallest slopes do.
        inverse = np.linalg.pinv(design.T @ design, RELATIVE, hermitian=True)
        leverage = ((design @ inverse) * design).sum(axis=1)
        apart = added * n / len(u.y) / np.maximum(1 - leverage, RELATIVE)
        return float((1 - n / len(u.y)) * (apart**2).sum() / n / max(n - 1, 1))

    @property
    def degrees(self) -> int:
        strata = len(self.units.sizes)
        fitted = 1 if self.crossed or self._share_one else strata
        return self.units.n - strata - fitted * self.x.shape[1]

    def variances_without(self) -> Values:
        """(clusters drawn,): of the mean, without each of them."""
        each, _ = self._products
        parts = [
            self._told(each[start : start + AT_ONCE], self._fold_of_cluster[start:][:AT_ONCE])[1]
            for start in range(0, len(each), AT_ONCE)
        ]
        return np.concatenate(parts)

    @property
    def _share_one(self) -> bool:
        taken = self.units.taken
        return len(taken) > 1 and int(taken.min()) < LEAST_IN_A_STRATUM

    def _told(self, out: Values, fold: Counts) -> tuple[Values, Values]:
        """Values and variances without some products, each of a fold. out: (c, H, d, d)."""
        u, (_, folds) = self.units, self._products
        summed, squared, n = np.zeros((3, *out.shape[:2]))
        for number, slopes in enumerate(self._slopes(out, fold)):
            own = folds[number] - np.where((fold == number)[:, None, None, None], out, 0.0)
            shift = (self._means * slopes).sum(axis=-1, keepdims=True)
            ends = np.concatenate([shift, -slopes, np.ones_like(shift)], axis=-1)
            summed += (own[..., 0, :] * ends).sum(axis=-1)
            squared += np.einsum("chi,chij,chj->ch", ends, own, ends)
            n += own[..., 0, 0]
        weights = u.sizes / u.sizes.sum()
        spread = divide(squared - divide(summed**2, n), n - 1)
        each = np.where(n >= u.sizes, 0.0, (1 - n / u.sizes) * divide(np.maximum(spread, 0), n))
        return (weights * divide(summed, n)).sum(axis=1), (weights**2 * each).sum(axis=1)

    def _slopes(self, out: Values, fold: Counts) -> Iterator[Values]:
        """For each fold (c, H, k) from the others; from all where there is one."""
        _, folds = self._products
        for number in range(len(folds)):
            train = folds.sum(axis=0) - (folds[number] if self.crossed else 0.0)
            stays = (fold == number)[:, None, None, None] & self.crossed
            train = train - np.where(stays, 0.0, out)
            if self.crossed or self._share_one:
                train = train.sum(axis=1, keepdims=True)
            slopes = _least_squares(train)
            yield np.broadcast_to(slopes, (*out.shape[:2], slopes.shape[-1]))

    @cached_property
    def _of_all(self) -> Values:
        """(folds, H, k)"""
        _, folds = self._products
        none = np.zeros((1, *folds.shape[1:]))
        return np.array([of[0] for of in self._slopes(none, np.zeros(1, np.int64))])

    @cached_property
    def _away(self) -> Values:
        """(N, k): how far each unit is from its stratum's mean."""
        found: Values = self._scaled - self._means[self.units.strata]
        return found

    @cached_property
    def _foretold(self) -> Values:
        """(N,): how far y is foretold to be from its stratum's mean."""
        usual = np.tensordot(np.bincount(self._fold) / self.units.n, self._of_all, 1)
        found: Values = (self._away * usual[self.units.strata]).sum(axis=1)
        return found

    def parts(self) -> Values:
        """(N,): numbers whose mean is the estimate, so that how they vary over units tells how sure
        it is of other units like these: y where it is foretold, and how far off that is for as
        many as were left out."""
        u = self.units
        strata = u.strata[u.drawn]
        own = (self._away[u.drawn] * self._of_all[self._fold, strata]).sum(axis=1)
        residuals = u.y[u.drawn] - own
        means = divide(np.bincount(strata, residuals, len(u.sizes)), u.taken)
        found = means[u.strata] + self._foretold
        found[u.drawn] += (residuals - means[strata]) * (u.sizes / np.maximum(u.taken, 1))[strata]
        return found


def _least_squares(products: Values) -> Values:
    """(..., k): slopes of y on the columns between, from (..., d, d) sums of products with one; the
    smallest that do where columns tell the same."""
    n = np.maximum(products[..., :1, :1], 1.0)
    centred = products[..., 1:, 1:] - products[..., 1:, :1] * products[..., :1, 1:] / n
    inverse = np.linalg.pinv(centred[..., :-1, :-1], RELATIVE, hermitian=True)
    found: Values = (inverse @ centred[..., :-1, -1:])[..., 0]
    return found
