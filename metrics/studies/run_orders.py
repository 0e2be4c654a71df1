"""The runs' order by nDCG with people's positives, and under each of several proxies: the same
measure of both, so that what differs is what counts as relevant."""

from collections.abc import Sequence

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers, Values, divide
from measures.dcg import discounts
from measures.estimate import Estimate, known, sure, unknown
from measures.hits import Hits, find_hits
from measures.orders import kendall_tau_b
from measures.resampling import percentiles, resample
from measures.sums import total
from metrics.snapshot import Snapshot
from metrics.studies.graded import ndcg_of
from metrics.studies.proxied import Proxied
from metrics.studies.scored import check_ranks_something

ONE_RUN = "two runs of one direction are needed to put them in order"
ALL_TIE = "all runs have the same score by the proxy or by people's positives"
NO_SCORE = "a run has no score, as nothing is relevant to any caption"
PEOPLE = 0  # the place of people's positives among the orders; proxies follow in theirs


@frozen
class RunOrders:
    """orders: (1 + resamples, runs) each, people's first. A first row is of the captions as they
    are, the others are the resamples, which are the same for all."""

    orders: tuple[Values, ...]
    clusters: int

    @classmethod
    def of_runs(
        cls, snapshot: Snapshot, proxies: Sequence[Proxied], seed: int, resamples: int
    ) -> "RunOrders":
        """snapshot: with runs of one direction."""
        if not snapshot.runs:
            return cls(tuple(np.empty((1, 0)) for _ in range(1 + len(proxies))), 0)
        for run in snapshot.runs:
            check_ranks_something(snapshot, run)
        cells = people_ndcg(snapshot)
        for proxied in proxies:
            cells += [ndcg_of(run, proxied) for run in snapshot.runs]
        dependence = snapshot.dependence(snapshot.runs[0].direction)
        drawn = resample(np.stack(cells), dependence, resamples=resamples, seed=seed)
        stacked = np.concatenate([drawn.mean[:, None], drawn.means], axis=1)
        parts = np.split(stacked, len(stacked) // len(snapshot.runs))
        return cls(tuple(part.T for part in parts), int(drawn.clusters.min()))

    def scores(self, place: int) -> tuple[float | None, ...]:
        """The scores of the runs."""
        return tuple(known(score) for score in self.orders[place][0].tolist())

    def tau(self, place: int) -> Estimate:
        """Kendall's tau-b of a proxy's order and people's."""
        people, proxy = self.orders[PEOPLE], self.orders[place]
        if people.shape[1] < 2:
            return unknown(ONE_RUN)
        if np.isnan(people[0]).any() or np.isnan(proxy[0]).any():
            return unknown(NO_SCORE)
        values = kendall_tau_b(people, proxy)
        if np.isnan(values[0]):
            return unknown(ALL_TIE)
        return sure(float(values[0]), percentiles(values[1:], self.clusters))


def people_ndcg(snapshot: Snapshot) -> list[Values]:
    """What `ndcg_of` makes of each run with a relevance that is 1 for every positive, original or
    collected, and 0 for all else."""
    positives = snapshot.turned(snapshot.positives("all"), snapshot.runs[0].direction)
    depth = min(positives.columns, *(run.reach for run in snapshot.runs))
    cut = np.minimum(positives.counts, depth)
    best = np.concatenate([[0.0], np.cumsum(discounts(depth))])[cut]
    return [divide(_dcg(find_hits(run.ranked, positives), cut), best) for run in snapshot.runs]


def _dcg(hits: Hits, cut: Integers) -> Values:
    return total(hits, hits.rank <= cut[hits.row], 1 / np.log2(hits.rank + 1))
