"""Proxies against people: how well each proxy of relevance tells the pairs that people found
relevant from the others that they judged, and whether it puts the runs in the same order."""

from collections.abc import Iterator, Sequence

import numpy as np

from foundation.finding.fields import Found, always, computed, found, unshown
from foundation.frozen import frozen
from measures.arrays import Integers, Mask, Values
from measures.clustered_share import clustered_share, shares_by_group
from measures.dependence import Dependence
from measures.estimate import LEVEL, Estimate, unknown
from measures.roc import area_of
from metrics.snapshot import Snapshot
from metrics.studies.estimated import estimate, why_of
from metrics.studies.proxied import Proxied, judged_pairs, reaches, tenths
from metrics.studies.run_orders import RunOrders
from metrics.studies.scored import of_one_direction
from metrics.studies.study import NothingToStudy
from metrics.studies.under_proxy import checked_draws
from semantics.graded.evaluation import THRESHOLDS

BINS = 10
NO_PROXY = "no proxy is stored: compute one with the command proxy"
NOT_JUDGED = "no pair was judged: have pairs labelled, or import labels"
ALL_RELEVANT = "people found every judged pair relevant, so there is nothing to tell it from"
NONE_RELEVANT = "people found no judged pair relevant, so there is nothing to tell from the others"


@frozen
class Bin(Found):
    """Judged pairs with a proxy from low to below high; the last bin has 1 too. share: of them,
    what people found relevant."""

    low: float = found()
    high: float = found()
    n: int = found()
    mean: float = found("The mean of the proxy.")
    share: Estimate = estimate(
        "Of the pairs, what people found relevant.", interval="interval", why="why"
    )


@frozen
class AtThreshold(Found):
    """If every judged pair at or above the threshold were called relevant."""

    threshold: float = found()
    n: int = found()  # pairs at it or above
    precision: Estimate = estimate()
    recall: Estimate = estimate()


@frozen
class OfProxy(Found):
    """auc: the chance that of a relevant pair and another one the first has the higher value, ties
    halved. tau: of the runs' orders by nDCG, under the proxy and with people's positives.
    calibration_error: how far the bins' shares are from their means, on average over pairs."""

    proxy: str = found()
    n: int = found("How many pairs were judged.")
    title: str = unshown()
    auc: Estimate = estimate("The area under the ROC curve.")
    auc_not_original: Estimate = estimate("The same without original pairs.")
    tau: Estimate = estimate("Kendall's tau-b of the runs' order by the proxy and by people.")
    why = computed(
        str | None,
        lambda row: "; ".join(filter(None, (why_of(row.auc), why_of(row.tau)))) or None,
    )
    calibration: tuple[Bin, ...] = found()
    calibration_error: float | None = found()
    thresholds: tuple[AtThreshold, ...] = found()
    scores: tuple[float | None, ...] = found()  # nDCG of the runs under the proxy, in their order


@frozen
class ProxyStudy(Found):
    benchmark: str = found()
    pairs: int = found("Judged pairs of query and video.")
    relevant: int = found()
    original: int = found("Of the judged pairs, those that are original.")
    clusters: int = found()  # videos of the judged ones
    runs: tuple[str, ...] = found()  # that were put in order
    people: tuple[float | None, ...] = found("The runs' nDCG with people's positives.")
    other_direction: tuple[str, ...] = found()  # runs that are in neither order
    outdated: tuple[str, ...] = found("Proxies of fewer captions or videos.")  # they have no row
    rows: tuple[OfProxy, ...] = found()
    level = always(LEVEL)
    seed: int = found()
    resamples: int = found()


@frozen
class _Judged:
    """The judged pairs of query and video. All (pairs,)."""

    relevant: Mask
    original: Mask
    videos: Integers
    texts: Integers

    @classmethod
    def of(cls, snapshot: Snapshot) -> "_Judged":
        keys = judged_pairs(snapshot).keys
        original = snapshot.original().gathered(snapshot.caption_queries, snapshot.queries)
        texts, videos = np.divmod(keys, max(snapshot.videos, 1))
        relevant, known = (np.isin(keys, of.keys) for of in (snapshot.collected, original))
        return cls(relevant, known, videos, texts)

    def area(self, values: Values, kept: Mask | slice = slice(None)) -> Estimate:
        values, relevant = values[kept], self.relevant[kept]
        if not relevant.any():
            return unknown(NONE_RELEVANT if len(values) else NOT_JUDGED)
        if relevant.all():
            return unknown(ALL_RELEVANT)
        dependence = Dependence.of(len(values), self.videos[kept], self.texts[kept])
        return area_of(values, relevant, dependence)

    def share(self, mask: Mask, among: Mask) -> Estimate:
        return clustered_share(mask[among].astype(np.float64), self.videos[among], LEVEL)

    def bins(self, values: Values) -> Iterator[Bin]:
        """Those that have a pair."""
        which = np.minimum(tenths(values), BINS - 1)
        for one in shares_by_group(which, self.relevant.astype(np.float64), self.videos):
            mean = float(values[which == one.group].mean())
            yield Bin(one.group / BINS, (one.group + 1) / BINS, one.units, mean, one.share)


def proxy_study(
    snapshot: Snapshot, proxies: Sequence[Proxied], *, outdated: Sequence[str] = (), **draws: int
) -> ProxyStudy:
    """NothingToStudy where there is no proxy, or nothing was judged."""
    drawn = checked_draws(**draws)
    judged = _Judged.of(snapshot)
    if not proxies:
        raise NothingToStudy(NO_PROXY)
    if not len(judged.relevant):
        raise NothingToStudy(NOT_JUDGED)
    of, rest = of_one_direction(snapshot.between())
    orders = RunOrders.of_runs(of, proxies, **drawn)
    return ProxyStudy(
        snapshot.benchmark,
        len(judged.relevant),
        int(judged.relevant.sum()),
        int(judged.original.sum()),
        len(np.unique(judged.videos)),
        tuple(run.name for run in of.runs),
        orders.scores(0),
        rest,
        tuple(outdated),
        tuple(_row(one, judged, orders, place) for place, one in enumerate(proxies, start=1)),
        **drawn,
    )


def _row(proxied: Proxied, judged: _Judged, orders: RunOrders, place: int) -> OfProxy:
    values, relevant = proxied.at_judged, judged.relevant
    bins = tuple(judged.bins(values))
    called = {threshold: reaches(values, threshold) for threshold in THRESHOLDS}
    return OfProxy(
        proxied.name,
        len(values),
        proxied.title,
        judged.area(values),
        judged.area(values, ~judged.original),
        orders.tau(place),
        bins,
        sum(one.n * abs((one.share.value or 0.0) - one.mean) for one in bins) / len(values),
        tuple(
            AtThreshold(at, int(of.sum()), judged.share(relevant, of), judged.share(of, relevant))
            for at, of in called.items()
        ),
        orders.scores(place),
    )
