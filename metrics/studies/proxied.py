"""A proxy of relevance as far as studies look at it: its values where people judged and where runs
rank, and a few sums of each caption's and each video's. They are taken in one pass over its rows,
since a matrix of captions x videos need not fit in memory; what was taken grows with pairs and
rankings alone.
"""

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

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
    """The captions, or the videos, that are ranked for: of each, what a score under the proxy is
    held against. All (items,)."""

    depth: int  # the cut: that of the direction's shallowest run
    relevant: Integers  # how many have more than 0
    ideal: Values  # the best DCG that there can be, cut
    random: Values  # the expected nDCG of a random order, cut; nan where none is relevant
    random_whole: Values  # the same over the whole ranking


@frozen
class Proxied:
    """What was taken from a proxy for one snapshot."""

    name: str
    title: str
    at_judged: Values  # (pairs,) of `judged_pairs`; see `_at_judged`
    at_targets: Mapping[str, Gains]  # by run, (items, depth): nan past a ranking's end
    dcg: Mapping[str, Values]  # by run, (2, items): to as many ranks as are relevant, and whole
    sides: Mapping[Direction, Side]  # of the runs' directions
    reached: tuple[int, ...]  # cells of the whole matrix at each of THRESHOLDS or above
    above_zero: int  # cells
    # By run, where they were asked for.
    ranks: Mapping[str, Ranks] = field(default_factory=dict)
    # (items,): Kendall's tau-b of each run's first ranks, as many as its side's depth, and their
    # relevance: of whole rankings where all runs of a direction are whole.
    taus: Mapping[str, Values] = field(default_factory=dict)
    # (items,): the average precision of each run's ranks, of all that the proxy gives WHOLLY.
    precisions: Mapping[str, Values] = field(default_factory=dict)


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
    taken: dict[Direction, _Taking] = {}
    ranks_of: dict[str, Ranks] = {}
    for way in DIRECTIONS:
        runs = [run for run in snapshot.runs if run.direction == way]
        if not runs and way != "t2v":
            continue
        matrix = proxy.of(way, snapshot.own_videos)
        taking = _Taking.of(runs, *matrix.shape, others=way in WITHIN)
        for start, block in blocks_of(matrix):
            if runs:
                taking.take(start, block, ordered=ranks)
            if way == "t2v":
                _take_pairs(judged, start, block)
        if runs:
            taken[way] = taking
        if isinstance(matrix, Relevance) and ranks:
            own = _as_csr(snapshot.turned(snapshot.original(), way))
            ranks_of |= {run.name: find_ranks(matrix, own, run.ranked) for run in runs}
    every = taken.values()
    return Proxied(
        proxy.name,
        proxy.title,
        _at_judged(judged, snapshot),
        dict(ChainMap(*(one.targets for one in every))),
        dict(ChainMap(*(one.dcg for one in every))),
        {way: taking.side() for way, taking in taken.items()},
        tuple(count_relevant(proxy.relevance).tolist()),
        proxy.relevance.above_zero,
        ranks_of,
        dict(ChainMap(*(one.taus for one in every))) if ranks else {},
        dict(ChainMap(*(one.precisions for one in every))) if ranks else {},
    )


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


@frozen
class _Taking:
    """Arrays that the blocks of one direction are taken into, row by row."""

    runs: Sequence[StoredRun]
    targets: dict[str, Gains]
    dcg: dict[str, Values]
    taus: dict[str, Values]
    precisions: dict[str, Values]
    depth: int
    columns: int
    ranked: int  # of the columns, for each item
    relevant: Integers
    ideal: Values
    gain: Values  # summed over all columns

    @classmethod
    def of(
        cls, runs: Sequence[StoredRun], items: int, columns: int, *, others: bool = False
    ) -> "_Taking":
        """others: each item is a column too, and is not ranked for itself."""
        ranked = columns - others
        return cls(
            runs,
            {run.name: np.full(run.targets.shape, np.nan, np.float32) for run in runs},
            {run.name: np.zeros((2, items)) for run in runs},
            {run.name: np.full(items, np.nan) for run in runs},
            {run.name: np.full(items, np.nan) for run in runs},
            min([ranked, *(run.reach for run in runs)]),
            columns,
            ranked,
            np.zeros(items, np.int64),
            np.zeros(items),
            np.zeros(items),
        )

    def take(self, start: int, block: Gains, *, ordered: bool) -> None:
        rows = slice(start, start + len(block))
        self.relevant[rows] = relevant = (block > 0).sum(axis=1)
        for run in self.runs:
            self.targets[run.name][rows] = _at(run.targets[rows], block)
            self.dcg[run.name][:, rows] = self._sums(run, rows, block)
            if ordered:
                # As for nDCG, an item without a ranking has 0, unless nothing is relevant to it.
                ranked = _in_order(run, rows, block, self.depth)
                wholly = reaches(block, WHOLLY).sum(axis=1)
                self.precisions[run.name][rows] = _precisions(reaches(ranked, WHOLLY), wholly)
                unranked = np.isnan(ranked[:, 0]) & (relevant > 0)
                self.taus[run.name][rows] = np.where(unranked, 0.0, tau_of_rankings(ranked))
        self.gain[rows] = gains(block).sum(axis=1)
        best = np.partition(block, self.columns - self.depth, axis=1)[:, -self.depth :]
        # What has no gain adds nothing, so the best order ends where the relevant ones end.
        self.ideal[rows] = ideal_dcg(best)

    def _sums(self, run: StoredRun, rows: slice, block: Gains) -> Values:
        """(2, rows). Of whole rankings, each gain at its rank: nothing need be put in order."""
        relevant = self.relevant[rows]
        if run.depth >= self.depth or run.whole is None:
            seen = np.nan_to_num(self.targets[run.name][rows, : self.depth], nan=0.0)
            return np.stack([dcg(seen, cut) for cut in (relevant, np.full(len(block), self.depth))])
        ranks = run.whole[rows].table()
        weights = np.zeros(self.columns + 1)
        weights[1 : self.depth + 1] = discounts(self.depth)
        each = gains(block) * weights[ranks]
        cut = np.where(ranks <= relevant[:, None], each, 0)
        return np.stack([cut.sum(axis=1), each.sum(axis=1)])

    def side(self) -> Side:
        """A random order has the mean gain at each rank that the sum goes to."""
        summed = np.concatenate([[0.0], np.cumsum(discounts(self.depth))])
        reach = summed[np.minimum(self.relevant, self.depth)]
        mean = divide(self.gain / max(self.ranked, 1), self.ideal)
        return Side(self.depth, self.relevant, self.ideal, mean * reach, mean * summed[self.depth])


def _at(targets: Rankings, block: Gains) -> Gains:
    """The relevance of each target of a block's rows, nan past a ranking's end."""
    values = np.take_along_axis(block, np.maximum(targets, 0), axis=1)
    return np.where(targets < 0, np.float32(np.nan), values)


def _in_order(run: StoredRun, rows: slice, block: Gains, depth: int) -> Values:
    """(rows, depth): relevance at each rank, nan past a ranking's end."""
    found = np.full((len(block), depth), np.nan)
    if run.depth >= depth or run.whole is None:
        targets = run.targets[rows, :depth]
        found[:, : targets.shape[1]] = _at(targets, block)
        return found
    ranks = run.whole[rows].table()
    row, column = np.nonzero((ranks > 0) & (ranks <= depth))
    found[row, ranks[row, column] - 1] = block[row, column]
    return found


def _precisions(hits: Mask, relevant: Integers) -> Values:
    """(rows,): hits: (rows, depth). relevant: how many there are of them in all, also below the
    depth. nan where there is none."""
    at_rank = hits.cumsum(axis=1) / np.arange(1, hits.shape[1] + 1)
    return divide((at_rank * hits).sum(axis=1), relevant)


def _as_csr(pairs: Pairs) -> csr_array:
    cells = np.ones(len(pairs.keys), np.bool_), np.divmod(pairs.keys, max(pairs.columns, 1))
    return csr_array(cells, shape=(pairs.rows, pairs.columns))


def _take_pairs(pairs: Pairs, start: int, block: Gains) -> None:
    """Writes into the pairs' gains, which are the caller's own."""
    ends = np.array([start, start + len(block)]) * pairs.columns
    low, high = np.searchsorted(pairs.keys, ends)
    row, column = np.divmod(pairs.keys[low:high], pairs.columns)
    pairs.gains[low:high] = block[row - start, column]


def _at_judged(spread: Pairs, snapshot: Snapshot) -> Values:
    """Captions with the same text share a pair, and a proxy says the same of all of them, but that
    a caption's own video has 1 (Wray et al. 2021 Eq. 5): the highest counts."""
    return spread.gathered(snapshot.caption_queries, snapshot.queries).gains
