"""Seeded samples of captions, simple or stratified by length, with each one's probability of being
in.

What is drawn depends on the seed, the parameters and the captions in the order of their keys, and
on nothing else: only PCG64's raw numbers are used, which NumPy keeps the same over versions and
platforms (its distributions it may improve).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from measures.arrays import Counts, Values


@dataclass(frozen=True, slots=True)
class Sample:
    """The captions drawn, by index, and how. The probability is n_h/N_h of the caption's
    stratum."""

    chosen: Counts  # (n,), ascending
    stratum: Counts  # (n,), from 0: the shortest captions'; all 0 in a simple sample
    inclusion: Values  # (n,), above 0


def sample_captions(
    lengths: NDArray[np.integer],
    n: int,
    seed: int,
    *,
    by: Literal["length"] | None = None,
    strata: int = 5,
    spread: Sequence[int] | None = None,
) -> Sample:
    """Draws n captions without replacement; all of them if there are no more than n.

    lengths: (captions,), in the order of the captions' keys. With `by="length"` the captions are
    first put into at most `strata` strata of about equal size, captions of equal length always
    together, and each stratum gives its share of n: largest remainders, and at least one, so that
    every caption could have been drawn.

    spread: for each stratum, in any unit, how far its captions' values lie apart. A stratum's share
    is then in proportion to its size times this (Neyman 1934), never above its size, and at least
    two where it has as many and n reaches so far: of one nothing tells how sure it is.

    A larger simple sample with the same seed contains the smaller one: what was judged for it stays
    of use.
    """
    if n < 0:
        raise ValueError(f"a sample has 0 captions or more, not {n}")
    if strata < 1:
        raise ValueError(f"a sample has 1 stratum or more, not {strata}")
    n = min(n, len(lengths))
    stratum = strata_of(lengths, n, by=by, strata=strata)
    sizes = np.bincount(stratum)
    shares = _allocate(n, sizes) if spread is None else _allocate_by(n, sizes, spread)
    chosen = _draw(stratum, shares, seed)
    return Sample(chosen, stratum[chosen], (shares / np.maximum(sizes, 1))[stratum[chosen]])


def strata_of(
    lengths: NDArray[np.integer], n: int, *, by: Literal["length"] | None = None, strata: int = 5
) -> Counts:
    """(captions,): the stratum of every caption, drawn or not, in a sample of n; whatever order
    they come in."""
    return (
        _strata(lengths, min(strata, n))
        if by == "length" and n
        else np.zeros(len(lengths), np.int64)
    )


def _strata(lengths: NDArray[np.integer], strata: int) -> Counts:
    """(captions,). A length belongs where the middle of its captions stands among all, sorted;
    empty strata close up."""
    _, which, together = np.unique(lengths, return_inverse=True, return_counts=True)
    before = together.cumsum() - together
    # In whole numbers, so that no rounding can move a boundary.
    stratum = (2 * before + together) * strata // (2 * len(lengths))
    return np.unique(stratum, return_inverse=True)[1][which].astype(np.int64)


def _allocate(n: int, sizes: Counts) -> Counts:
    """(strata,): n in proportion to the sizes by largest remainders, the earlier stratum first;
    never above a size.

    A stratum left with none takes one from the stratum with most.
    """
    total = max(int(sizes.sum()), 1)
    shares, remainders = np.divmod(n * sizes, total)
    shares[np.argsort(-remainders, kind="stable")[: n - shares.sum()]] += 1
    for empty in np.flatnonzero(shares == 0) if n else ():
        shares[shares.argmax()] -= 1
        shares[empty] += 1
    return shares


def _allocate_by(n: int, sizes: Counts, spread: Sequence[int]) -> Counts:
    """(strata,): one by one to the stratum that has least for its size times its spread. In whole
    numbers, so that no rounding can decide."""
    if len(spread) != len(sizes) or min(spread, default=1) < 1:
        raise ValueError(f"each of {len(sizes)} strata has its spread above 0, not {list(spread)}")
    floor = 2 if n >= np.minimum(sizes, 2).sum() else 1
    shares = np.minimum(sizes, floor)
    weights = sizes * np.asarray(spread, np.int64)
    for _ in range(n - int(shares.sum())):
        open_ = np.flatnonzero(shares < sizes)
        # Least (2 shares + 1) / weight, as Webster's method deals out seats.
        best = open_[0]
        for one in open_[1:]:
            if (2 * shares[one] + 1) * weights[best] < (2 * shares[best] + 1) * weights[one]:
                best = one
        shares[best] += 1
    return shares


def _draw(stratum: Counts, shares: Counts, seed: int) -> Counts:
    """Every caption gets a random number; each stratum's smallest numbers are drawn."""
    numbers = np.random.PCG64(seed).random_raw(len(stratum))
    order = np.lexsort((numbers, stratum))
    start = np.searchsorted(stratum[order], np.arange(len(shares)))
    place = np.arange(len(order)) - start[stratum[order]]
    return np.sort(order[place < shares[stratum[order]]])
