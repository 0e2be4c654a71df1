"""The tables of labels needed and of coverage, in short."""

import numpy as np
import pytest

from bench.cells import estimates
from bench.cells.cell import Outcome
from bench.coverage import judge, outcomes_of
from bench.designs import DEEPEST, World, designs, least, measure


def small_world() -> World:
    random, n = np.random.default_rng(8), 1_500
    own_at = random.permutation(n) % 20
    own = own_at[:, None] == np.arange(DEEPEST)
    found = (random.random((n, DEEPEST)) < 0.1) & ~own
    return World("small", random.integers(5, 80, n), own, found)


def test_misses_and_stopping_take_fewer_labels_each():
    rows = {(row.k, row.design): row for row in measure(small_world(), 12)}
    for k in (1, DEEPEST):
        simple, misses, first = (
            rows[k, name] for name in ("simple", "misses", "misses, first positive")
        )
        assert simple.ratio == 1
        assert first.labels <= misses.labels < simple.labels
        assert simple.labels == simple.captions * k
        assert all(row.coverage > 0.7 for (of, _), row in rows.items() if of == k)


def test_the_least_number_is_the_least():
    (simple, *_) = designs(small_world(), 1)
    n = least(simple.half, 1_500)
    assert simple.half(n) <= 0.02 < simple.half(n - 1)


@pytest.mark.parametrize("cell", list(estimates.cells()), ids=lambda cell: f"{cell.number}")
def test_intervals_hold(cell):
    """To within what 25 worlds can tell; `bench.coverage` draws a thousand."""
    replicates = 8 if "all" in cell.where or "looked" in cell.where else 25
    outcomes = outcomes_of(cell, replicates)
    assert sum(one is Outcome.HELD for one in outcomes) >= 0.75 * replicates
    assert judge(cell, outcomes).marked == 0
