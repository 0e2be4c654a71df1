"""A proxy of relevance as far as studies look at it: its values where people judged and where runs
rank, and a few sums of each caption's and each video's. They are taken in one pass over its rows,
since a matrix of captions x videos need not fit in memory; what was taken grows with pairs and
rankings alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from foundation.frozen import frozen
from measures.arrays import Integers, Mask, Values, divide
from measures.concordance import tau_of_rankings
from measures.dcg import dcg, discounts, gains, ideal_dcg
from measures.hits import Pairs
from measures.whole import Rankings
from metrics.snapshot import Direction, Snapshot, StoredRun
from metrics.studies.study import NothingToStudy
from pooling.formats.keys import WITHIN
from semantics.graded.evaluation import count_relevant
from semantics.graded.instances import Ranks, find_ranks
from semantics.proxies.own_kind import Among, AmongCaptions, AmongVideos
from semantics.proxies.relevance import ROUNDING, Relevance

BETWEEN: tuple[Direction, ...] = ("t2v", "v2t")
DIRECTIONS: tuple[Direction, ...] = (*BETWEEN, *WITHIN)
WHOLLY = 1.0  # as relevant as can be: what mAP counts
CELLS = 1 << 21  # of a block: several arrays of as many numbers are in memory at a time

Gains = NDArray[np.float32]


@frozen
class NamedProxy:
    """name: as it is stored. title: of its kind, for people."""

    name: str
    title: str
    relevance: Relevance

    def of(self, direction: Direction, own_videos: Integers) -> "Relevance | Among":
        """What runs of the direction rank for, by what they rank. own_videos: (captions,), -1 for
        none."""
        if direction == "vv":
            return AmongVideos(self.relevance, own_videos)
        if direction == "tt":
            return AmongCaptions(self.relevance, own_videos)
        return self.relevance if direction == "t2v" else self.relevance.turned()


@frozen
class Side:
    """The captions, or the videos, that are ranked for: what runs rank for each, and what a score
    under the proxy is held against. Its arrays are filled row by row, as blocks are taken.

    Where they were asked for, and else empty: taus, Kendall's tau-b of each run's first ranks, as
    many as the depth, and their relevance: of whole rankings where all runs are whole; precisions,
    the average precision of each run's ranks, of all that the proxy gives WHOLLY."""

    runs: Sequence[StoredRun]
    depth: int  # the cut: that of the shallowest run
    columns: int
    ranked: int  # of the columns, for each item
    targets: Mapping[str, Gains]  # by run, (items, depth): nan past a ranking's end
    dcg: Mapping[str, Values]  # by run, (2, items): to as many ranks as are relevant, and whole
    taus: Mapping[str, Values]  # by run, (items,)
    precisions: Mapping[str, Values]  # likewise
    relevant: Integers  # (items,): how many have more than 0
    ideal: Values  # (items,): the best DCG that there can be, cut
    gain: Values  # (items,): summed over all columns

    @classmethod
    def of(
        cls,
        runs: Sequence[StoredRun],
        items: int,
        columns: int,
        *,
        ordered: bool = False,
        others: bool = False,
    ) -> "Side":
        """others: each item is a column too, and is not ranked for itself."""
        ranked = columns - others
        return cls(
            runs,
            min([ranked, *(run.reach for run in runs)]),
            columns,
            ranked,
            {run.name: np.full(run.targets.shape, np.nan, np.float32) for run in runs},
            {run.name: np.zeros((2, items)) for run in runs},
            {run.name: np.full(items, np.nan) for run in runs if ordered},
            {run.name: np.full(items, np.nan) for run in runs if ordered},
            np.zeros(items, np.int64),
            *np.zeros((2, items)),
        )

    def take(self, start: int, block: Gains) -> None:
        rows = slice(start, start + len(block))
        self.relevant[rows] = relevant = (block > 0).sum(axis=1)
        for run in self.runs:
            self.targets[run.name][rows] = seen = _at(run.targets[rows], block)
            # Of whole rankings that are stored no deeper, the rank of each column.
            deeper = run.whole if run.depth < self.depth else None
            ranks = None if deeper is None else deeper[rows].table()
            self.dcg[run.name][:, rows] = self._sums(seen, ranks, relevant, block)
            if run.name in self.taus:
                # As for nDCG, an item without a ranking has 0, unless nothing is relevant to it.
                ranked = self._in_order(seen, ranks, block)
                wholly = reaches(block, WHOLLY).sum(axis=1)
                self.precisions[run.name][rows] = _precisions(reaches(ranked, WHOLLY), wholly)
                unranked = np.isnan(ranked[:, 0]) & (relevant > 0)
                self.taus[run.name][rows] = np.where(unranked, 0.0, tau_of_rankings(ranked))
        self.gain[rows] = gains(block).sum(axis=1)
        best = np.partition(block, self.columns - self.depth, axis=1)[:, -self.depth :]
        # What has no gain adds nothing, so the best order ends where the relevant ones end.
        self.ideal[rows] = ideal_dcg(best)

    def _sums(
        self, seen: Gains, ranks: Integers | None, relevant: Integers, block: Gains
    ) -> Values:
        """(2, rows). Of whole rankings, each gain at its rank: nothing need be put in order."""
        if ranks is None:
            found = np.nan_to_num(seen[:, : self.depth], nan=0.0)
            cuts = relevant, np.full(len(block), self.depth)
            return np.stack([dcg(found, cut) for cut in cuts])
        weights = np.zeros(self.columns + 1)
        weights[1 : self.depth + 1] = discounts(self.depth)
        each = gains(block) * weights[ranks]
        cut = np.where(ranks <= relevant[:, None], each, 0)
        return np.stack([cut.sum(axis=1), each.sum(axis=1)])

    def _in_order(self, seen: Gains, ranks: Integers | None, block: Gains) -> Values:
        """(rows, depth): relevance at each rank, nan past a ranking's end."""
        found = np.full((len(block), self.depth), np.nan)
        if ranks is None:
            first = seen[:, : self.depth]
            found[:, : first.shape[1]] = first
        else:
            row, column = np.nonzero((ranks > 0) & (ranks <= self.depth))
            found[row, ranks[row, column] - 1] = block[row, column]
        return found

    @property
    def random(self) -> Values:
        """(items,): the expected nDCG of a random order, cut; nan where none is relevant."""
        return self._random(np.minimum(self.relevant, self.depth))

    @property
    def random_whole(self) -> Values:
        """The same over the whole ranking."""
        return self._random(np.array(self.depth))

    def _random(self, reach: Integers) -> Values:
        """A random order has the mean gain at each rank that the sum goes to."""
        summed = np.concatenate([[0.0], np.cumsum(discounts(self.depth))])
        return divide(self.gain / max(self.ranked, 1), self.ideal) * summed[reach]


@frozen
class Proxied:
    """What was taken from a proxy for one snapshot."""

    name: str
    title: str
    at_judged: Values  # (pairs,) of `judged_pairs`
    sides: Mapping[Direction, Side]  # of the runs' directions
    reached: tuple[int, ...]  # cells of the whole matrix at each of THRESHOLDS or above
    above_zero: int  # cells
    ranks: Mapping[str, Ranks]  # by run, where they were asked for


def reaches(values: NDArray[np.floating], threshold: float) -> Mask:
    """Also one that falls short by what half precision may have taken."""
    return np.asarray(values >= threshold - ROUNDING)


def tenths(values: NDArray[np.floating]) -> Integers:
    """The tenth that each is in: 0 from 0, 1 from 0.1 ... and 10 for 1."""
    steps = [reaches(values, step / 10) for step in range(1, 11)]
    return np.sum(steps, axis=0, dtype=np.int64)


def judged_pairs(snapshot: Snapshot) -> Pairs:
    """queries x videos: those with a verdict, of texts that a caption has."""
    spread = snapshot.verdicts().spread(snapshot.caption_queries)
    return spread.gathered(snapshot.caption_queries, snapshot.queries)


def take_proxied(proxy: NamedProxy, snapshot: Snapshot, *, ranks: bool = False) -> Proxied:
    """ranks: of what counts as the same too, at a pass for each run, and how far each ranking is in
    the proxy's order. NothingToStudy where the proxy is of another number of captions or videos."""
    check_shape(proxy, snapshot)
    spread = snapshot.verdicts().spread(snapshot.caption_queries)
    judged = replace(spread, gains=np.zeros(len(spread.keys)), rule=proxy.name)
    sides: dict[Direction, Side] = {}
    ranks_of: dict[str, Ranks] = {}
    for way in DIRECTIONS:
        runs = [run for run in snapshot.runs if run.direction == way]
        if not runs and way != "t2v":
            continue
        matrix = proxy.of(way, snapshot.own_videos)
        if runs:
            sides[way] = Side.of(runs, *matrix.shape, ordered=ranks, others=way in WITHIN)
        for start, block in blocks_of(matrix):
            if runs:
                sides[way].take(start, block)
            if way == "t2v":
                _take_pairs(judged, start, block)
        if ranks and isinstance(matrix, Relevance):
            own = snapshot.turned(snapshot.original(), way)
            cells = np.ones(len(own.keys), np.bool_), np.divmod(own.keys, max(own.columns, 1))
            claimed = csr_array(cells, shape=(own.rows, own.columns))
            ranks_of |= {run.name: find_ranks(matrix, claimed, run.ranked) for run in runs}
    # Captions with the same text share a pair, and a proxy says the same of all of them, but that a
    # caption's own video has 1 (Wray et al. 2021 Eq. 5): the highest counts.
    at_judged = judged.gathered(snapshot.caption_queries, snapshot.queries).gains
    reached = tuple(count_relevant(proxy.relevance).tolist())
    above_zero = proxy.relevance.above_zero
    return Proxied(proxy.name, proxy.title, at_judged, sides, reached, above_zero, ranks_of)


def check_shape(proxy: NamedProxy, snapshot: Snapshot) -> None:
    captions, videos = proxy.relevance.shape
    if (captions, videos) != (snapshot.captions, snapshot.videos):
        raise NothingToStudy(
            f"the proxy {proxy.name} is of {captions:,} captions x {videos:,} videos, and"
            f" {snapshot.benchmark} has {snapshot.captions:,} x {snapshot.videos:,}: compute it"
            " again"
        )


def blocks_of(relevance: Relevance | Among) -> Iterator[tuple[int, Gains]]:
    """Rows of as many cells as are looked at together."""
    return relevance.blocks(max(1, CELLS // max(relevance.shape[1], 1)))


def _at(targets: Rankings, block: Gains) -> Gains:
    """The relevance of each target of a block's rows, nan past a ranking's end."""
    values = np.take_along_axis(block, np.maximum(targets, 0), axis=1)
    return np.where(targets < 0, np.float32(np.nan), values)


def _precisions(hits: Mask, relevant: Integers) -> Values:
    """(rows,): hits: (rows, depth). relevant: how many there are of them in all, also below the
    depth. nan where there is none."""
    at_rank = hits.cumsum(axis=1) / np.arange(1, hits.shape[1] + 1)
    return divide((at_rank * hits).sum(axis=1), relevant)


def _take_pairs(pairs: Pairs, start: int, block: Gains) -> None:
    """Writes into the pairs' gains, which are the caller's own."""
    ends = np.array([start, start + len(block)]) * pairs.columns
    low, high = np.searchsorted(pairs.keys, ends)
    row, column = np.divmod(pairs.keys[low:high], pairs.columns)
    pairs.gains[low:high] = block[row - start, column]
