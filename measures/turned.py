"""Sums over units whose signs are turned, and what their two-way variance is made of, so that
either is known of many permutations at once."""

from dataclasses import dataclass

import numpy as np

from measures.arrays import Counts, Values
from measures.clusters import number

# Of the larger one-way variance: a two-way one below is none.
ROUNDING = 1e-12
PAIRS_AT_A_TIME = 256  # pairs of units: their products stay in the processor's cache
# Clusters across with up to so many units are summed by pairs of units, larger ones by themselves:
# pairs grow with the square, but all of them are one matrix product.
BY_PAIRS = 7


@dataclass(frozen=True, slots=True)
class Spread:
    """Sums over units, and what their variance is made of, by test."""

    summed: Values  # (tests,): over all units
    turns: Values  # (tests, units): what turning a unit adds to this, minus twice the unit's sum
    of_units: Values  # (tests,): sum of squared sums of units, which turning leaves as it is, too
    of_both: Values  # (tests,): of the captions of a unit and a cluster across
    crossed: "CrossedSums | None"
    factor: Values  # (tests,): what the sums of differences were multiplied by

    @classmethod
    def undivided(cls, sums: Values) -> "Spread":
        """The spread of units that cut no other clusters. sums: (units, tests)."""
        scale = near_one(sums)
        sums = sums * scale
        squares = (sums**2).sum(axis=0)
        root = over_root(squares)
        # Divided by the root of V at once, since turning units leaves it as it is.
        alone = np.ascontiguousarray((sums * root).T)
        return cls(alone.sum(axis=1), -2 * alone, squares, squares, None, scale * root)

    @classmethod
    def crossing(cls, sums: Values, meeting: "Meeting", cells: Values) -> "Spread":
        """cells: (cells, tests), the sums where a unit and a cluster across meet."""
        crossed = CrossedSums.of(cells, meeting.across, meeting.units)
        squares, turns = (sums**2).sum(axis=0), np.ascontiguousarray(-2 * sums.T)
        factor = np.ones(sums.shape[1])
        return cls(sums.sum(axis=0), turns, squares, (cells**2).sum(axis=0), crossed, factor)

    def only(self, chosen: Counts | slice) -> "Spread":
        crossed = None if self.crossed is None else self.crossed.only(chosen)
        summed, turns, factor = self.summed[chosen], self.turns[chosen], self.factor[chosen]
        return Spread(summed, turns, self.of_units[chosen], self.of_both[chosen], crossed, factor)

    def variances(self, signs: Values) -> Values:
        """(tests, permutations) for signs (units, permutations)."""
        extra = np.zeros((1, 1)) if self.crossed is None else self.crossed.turned(signs)
        return variances(self.of_units[:, None], self.of_both[:, None], extra)


def variances(of_units: Values, of_both: Values, extra: Values) -> Values:
    """extra: what clusters across have above the squares of each unit's own sum there. The larger
    one-way variance where the two-way one comes out at none."""
    summed, across = of_units + extra, of_both + extra
    larger = np.maximum(of_units, across)
    return np.where(summed > ROUNDING * larger, summed, larger)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where units and clusters across meet: of each caption, the number of such a cell; of each
    cell, its cluster across and its unit."""

    cell: Counts
    across: Counts
    units: Counts

    @classmethod
    def of(cls, units: Counts, across: Counts) -> "Meeting":
        """Both (captions,)."""
        cell = number(units * (int(across.max()) + 1) + across, len(units))
        first = np.unique(cell, return_index=True)[1]
        return cls(cell, across[first], units[first])


@dataclass(frozen=True, slots=True)
class CrossedSums:
    """The squared sums of clusters across in which several units differ, without the squares of
    each unit's own sum there: those are what they are whatever is turned, and lie in `of_both`.

    (a + b + c)^2 - a^2 - b^2 - c^2 is twice ab + ac + bc, and signs of a and b turn ab by their
    product."""

    pairs: Counts  # (2, pairs): different pairs of units that meet in small clusters
    products: Values  # (tests, pairs): twice the products of their sums, over all that they meet in
    large: tuple[tuple[Counts, Values], ...]  # by cluster: units, and their sums (tests, units)

    @classmethod
    def of(cls, cells: Values, across: Counts, units: Counts) -> "CrossedSums":
        """cells: (cells, tests), the sums of the captions of a unit and a cluster across."""
        differs = np.flatnonzero(cells.any(axis=1))
        differs = differs[np.argsort(across[differs], kind="stable")]
        starts = np.flatnonzero(np.diff(across[differs], prepend=-1))
        sizes = np.diff(starts, append=len(differs))
        large = tuple(
            (units[places], np.ascontiguousarray(cells[places].T))
            for start, size in zip(starts, sizes, strict=True)
            if size > BY_PAIRS
            for places in [differs[start : start + size]]
        )
        small = differs[np.repeat(sizes <= BY_PAIRS, sizes)]
        return cls(*_products(cells[small], across[small], units[small]), large)

    def only(self, chosen: Counts | slice) -> "CrossedSums":
        large = tuple((units, sums[chosen]) for units, sums in self.large)
        return CrossedSums(self.pairs, self.products[chosen], large)

    def turned(self, signs: Values) -> Values:
        """(tests, permutations) for signs (units, permutations)."""
        found = np.zeros((len(self.products), signs.shape[1]))
        one, other = self.pairs
        for start in range(0, len(one), PAIRS_AT_A_TIME):
            some = slice(start, start + PAIRS_AT_A_TIME)
            found += self.products[:, some] @ (signs[one[some]] * signs[other[some]])
        for units, sums in self.large:
            turned = sums @ signs[units]
            np.square(turned, out=turned)
            found += turned
        found -= sum((sums**2).sum(axis=1)[:, None] for _, sums in self.large)
        return found


def _products(cells: Values, across: Counts, units: Counts) -> tuple[Counts, Values]:
    """Products of cells that are sorted by the cluster across: each with those a step, two steps
    and so on further down in the same cluster."""
    apart = range(1, min(BY_PAIRS, len(cells)))
    first = [np.flatnonzero(across[step:] == across[:-step]) for step in apart]
    one = np.concatenate([np.zeros(0, np.int64), *first])
    other = one + np.repeat(np.arange(1, len(first) + 1), [len(some) for some in first])
    low, high = np.minimum(units[one], units[other]), np.maximum(units[one], units[other])
    width = int(units.max(initial=-1)) + 1
    pairs, place = np.unique(low * width + high, return_inverse=True)
    weights = (2 * test[one] * test[other] for test in cells.T)
    products = [np.bincount(place, weights=some, minlength=len(pairs)) for some in weights]
    return np.stack(np.divmod(pairs, max(width, 1))), np.array(products, np.float64)


def near_one(sums: Values) -> Values:
    """(tests,): powers of two, which round nothing, by which the largest sum comes to about 1, so
    that no square is too small or too large for a number."""
    _, exponent = np.frexp(np.abs(sums).max(axis=0))
    return np.asarray(np.ldexp(1.0, -np.clip(exponent, -1_000, 1_000)))


def over_root(variances: Values) -> Values:
    """0 where there is none: where nothing differs, nothing is far out."""
    return np.nan_to_num(1 / np.sqrt(np.where(variances > 0, variances, np.inf)))
