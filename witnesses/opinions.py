"""Opinions as arrays, and what an adapter is: it reads them from one kind of source."""

from collections.abc import Callable
from typing import Any

import numpy as np

from foundation.frozen import frozen
from foundation.progress import Report
from measures.arrays import Integers, Mask, Reals, Values
from pooling.formats.keys import Keys

STATUSES = ("given", "refused", "unparsable", "failed")


@frozen
class Asked:
    """What a source is read for. caption_queries (captions,): the number of each caption's text.
    pairs: the only ones, ascending, as `pair_codes` has them; None for all that a table has.
    wanted: those of which a matrix is to say something, which has all. shares: a table's scores are
    from 0 to 1, or it is refused."""

    keys: Keys
    caption_queries: Integers
    pairs: Integers | None
    wanted: Integers
    shares: bool = False


@frozen
class Opinions:
    """One for each place of all: pairs as `pair_codes` has them; values are nan where nothing was
    given; statuses are places in STATUSES."""

    pairs: Integers
    samples: Integers
    values: Values
    statuses: Integers
    warnings: tuple[str, ...] = ()
    shared: int = 0  # rows that another caption of the same text has already

    def only(self, kept: Mask) -> "Opinions":
        return Opinions(
            self.pairs[kept],
            self.samples[kept],
            self.values[kept],
            self.statuses[kept],
            self.warnings,
            self.shared,
        )


@frozen
class Adapter:
    """identity: of the source, all that can change what it says."""

    name: str
    identity: Callable[[Any], dict[str, Any]]
    read: Callable[[Any, Asked, Report], Opinions]


class Greatest:
    """For each wanted pair the greatest value that was met: captions with one text are one query,
    and a matrix has a row for each."""

    def __init__(self, wanted: Integers) -> None:
        self.pairs = wanted
        self.values = np.full(len(wanted), -np.inf)

    def take(self, pairs: Integers, values: Reals) -> None:
        places = np.searchsorted(self.pairs, pairs)
        places[places == len(self.pairs)] = 0
        known = self.pairs[places] == pairs if len(self.pairs) else np.zeros(len(pairs), bool)
        np.maximum.at(self.values, places[known], values[known])

    def take_rows(self, queries: Integers, rows: Reals) -> None:
        """rows: (captions, videos), of captions of these queries."""
        starts = np.searchsorted(self.pairs, queries << 32)
        counts = np.searchsorted(self.pairs, (queries + 1) << 32) - starts
        row = np.repeat(np.arange(len(queries)), counts)
        before = np.repeat(np.cumsum(counts) - counts, counts)
        places = np.arange(len(row)) - before + starts[row]
        values = rows[row, self.pairs[places] & 0xFFFFFFFF]
        np.maximum.at(self.values, places, values)

    def opinions(self, *warnings: str) -> Opinions:
        met = self.values > -np.inf
        nothing = np.zeros(int(met.sum()), np.int64)
        return Opinions(self.pairs[met], nothing, self.values[met], nothing, warnings)
