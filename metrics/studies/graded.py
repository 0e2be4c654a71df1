"""nDCG under a proxy: how near each run comes to the best order of all that is relevant to some
degree, and what a random order would come to (Wray et al., 2021, Eq. 2 and 3).

Two measures go by that name. Eq. 2 sums to as many ranks as there are relevant items; nDCG-whole,
which is trec_eval's, over the whole ranking. The best order is the same for both. Kendall's tau-b
beside them is of the whole ranking too, and looks at all pairs alike, however low they are ranked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

import numpy as np

from foundation.finding.fields import SPREAD, Found, always, computed, found, unshown
from foundation.frozen import frozen
from measures.arrays import Values, divide
from measures.dependence import Dependence
from measures.estimate import LEVEL, USUAL, Estimate
from measures.mean_intervals import Moved, estimate_of
from measures.resampling import RESAMPLES
from measures.scoring import TIES
from metrics.snapshot import Direction, Snapshot, StoredRun
from metrics.studies.dependent import Grouped, told_of
from metrics.studies.estimated import estimate
from metrics.studies.marks import MarkedCaptions, saw_of
from metrics.studies.proxied import Proxied, Side
from metrics.studies.scored import check_draws, check_runs
from metrics.studies.study import about_clusters

DIRECTIONS: tuple[Direction, ...] = ("t2v", "v2t")
NOTHING_RELEVANT = "nothing is relevant to any of them"
NO_ORDER = "all that is ranked for any of them is as relevant"
Three = tuple[Values, Values, Values]  # (items,) each: nDCG, nDCG-whole and tau


@frozen
class Graded(Found):
    """A run's score. random: of a random order of all there is, expected, over the same items.

    direction: `both` for the mean of a model's two runs (Eq. 3)."""

    run: str = found()
    model: str = found()
    direction: str = found()
    value: Estimate = estimate(key="ndcg", interval="interval", why="why")
    sure = computed(Mapping, lambda row: told_of(row.value.intervals.get(USUAL)), key=SPREAD)
    random: float | None = found()
    whole: Estimate = estimate(key="ndcg_whole", interval="whole_interval", why="whole_why")
    random_whole: float | None = found()
    tau: Estimate = estimate()
    tau_n: int = found()  # captions or videos with a tau
    n: int = found()  # captions or videos with a value
    left_out: int = found()  # to which nothing is relevant
    missing: int = found()  # of the n, that the run does not rank
    depth: int = found()  # ranks looked at
    cut: int = found()  # of the n, to which more is relevant than ranks are looked at


@frozen
class GradedScores(MarkedCaptions):
    benchmark: str = found()
    proxy: str = found()
    title: str = unshown()  # of the proxy's kind
    captions: int = unshown()
    videos: int = unshown()
    rows: tuple[Graded, ...] = found()  # by directions, then runs; then what is of both
    grouped: Grouped = found(key="dependence")
    randoms = computed(
        Mapping, lambda one: {way: one.random(way) for way in (*DIRECTIONS, "both")}, key="random"
    )
    ties = always(TIES)
    level = always(LEVEL)
    seed: int = found()
    resamples: int = found()
    about_clusters: str = unshown()  # for people
    saw: Mapping[str, str] = field(default_factory=dict)  # by run: what it must be marked for

    def random(self, direction: str) -> float | None:
        return next((row.random for row in self.rows if row.direction == direction), None)


def graded_scores(
    snapshot: Snapshot, proxied: Proxied, *, seed: int = 0, resamples: int = RESAMPLES
) -> GradedScores:
    """Scores of all runs, in both directions. NothingToStudy where there is none."""
    check_draws(seed, resamples=resamples)
    check_runs(snapshot)
    values = {
        run.name: (
            ndcg_of(run, proxied),
            ndcg_of(run, proxied, whole=True),
            proxied.taus[run.name],
        )
        for run in snapshot.runs
    }
    rows = [
        row
        for direction in DIRECTIONS
        for row in _of_direction(snapshot, proxied, values, direction)
    ]
    return GradedScores(
        snapshot.benchmark,
        proxied.name,
        proxied.title,
        snapshot.captions,
        snapshot.videos,
        (*rows, *_of_both(snapshot, rows, values)),
        Grouped.of(snapshot),
        seed,
        resamples,
        about_clusters(snapshot),
        saw_of(snapshot.runs),
    )


def ndcg_of(run: StoredRun, proxied: Proxied, *, whole: bool = False) -> Values:
    """(items,): nan where nothing is relevant. An item without a ranking has 0.

    Eq. 2, over the same of the best order. Where a run is cut above as many ranks as there are
    relevant items, so is the best order: a run that ranks best as far as it goes has 1.
    """
    return divide(proxied.dcg[run.name][int(whole)], proxied.sides[run.direction].ideal)


def _of_direction(
    snapshot: Snapshot,
    proxied: Proxied,
    values: Mapping[str, Three],
    direction: Direction,
) -> Iterator[Graded]:
    runs = [run for run in snapshot.runs if run.direction == direction]
    if not runs:
        return
    side, dependence = proxied.sides[direction], snapshot.dependence(direction)
    for run in runs:
        cut, whole, taus = values[run.name]
        of_cut, of_whole = estimates_of(np.stack([cut, whole]), dependence)
        tau = estimate_of(_moved(taus[None], share=False), dependence, NO_ORDER)
        tau_n = int(np.count_nonzero(~np.isnan(taus)))
        yield _row(run, of_cut, of_whole, tau, tau_n, side)


def _moved(cells: Values, *, share: bool) -> Moved:
    return replace(Moved.means(cells), share=share)


def _row(
    run: StoredRun, value: Estimate, whole: Estimate, tau: Estimate, tau_n: int, side: Side
) -> Graded:
    valued = side.relevant > 0
    unranked = run.targets[:, 0] < 0
    random, random_whole = (
        float(np.nanmean(of)) if valued.any() else None for of in (side.random, side.random_whole)
    )
    return Graded(
        run.name,
        run.model,
        run.direction,
        value,
        random,
        whole,
        random_whole,
        tau,
        tau_n,
        int(valued.sum()),
        int((~valued).sum()),
        int((valued & unranked).sum()),
        side.depth,
        int((side.relevant > side.depth).sum()),
    )


def _of_both(
    snapshot: Snapshot,
    rows: Sequence[Graded],
    values: Mapping[str, Three],
) -> Iterator[Graded]:
    """Eq. 3, of each model with one run in either direction. A video is in one cluster with its
    captions."""
    joint = _joint(snapshot)
    for text, video in _two_ways(rows):
        pairs = zip(values[text.run], values[video.run], (True, True, False), strict=True)
        value, whole, tau = (
            _mean_of(one, other, joint, share=share) for one, other, share in pairs
        )
        yield Graded(
            f"{text.run}, {video.run}",
            text.model,
            "both",
            value,
            _halfway(text.random, video.random),
            whole,
            _halfway(text.random_whole, video.random_whole),
            tau,
            text.tau_n + video.tau_n,
            text.n + video.n,
            text.left_out + video.left_out,
            text.missing + video.missing,
            min(text.depth, video.depth),
            text.cut + video.cut,
        )


def _mean_of(texts: Values, videos: Values, joint: Dependence, *, share: bool) -> Estimate:
    cells = np.full((2, len(texts) + len(videos)), np.nan)
    cells[0, : len(texts)], cells[1, len(texts) :] = texts, videos
    each = _moved(cells, share=share)
    mean = each.function(float(each.value.mean()), np.full(2, 0.5))
    return estimate_of(mean, joint, NOTHING_RELEVANT if share else NO_ORDER)


def _halfway(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else (a + b) / 2


def _two_ways(rows: Sequence[Graded]) -> Iterator[tuple[Graded, Graded]]:
    of: dict[str, dict[str, list[Graded]]] = {}
    for row in rows:
        of.setdefault(row.model, {}).setdefault(row.direction, []).append(row)
    for by_direction in of.values():
        ways = [by_direction.get(direction, []) for direction in DIRECTIONS]
        if all(len(way) == 1 for way in ways):
            yield ways[0][0], ways[1][0]


def _joint(snapshot: Snapshot) -> Dependence:
    """Captions, then videos: a video is in the cluster of its captions, and has no text."""
    captions = snapshot.clusters("t2v")
    if captions is None:
        raise TypeError("captions have clusters")
    if snapshot.groups is not None:  # a file's clusters have names of their own
        videos = int(captions.max(initial=-1)) + 1 + np.arange(snapshot.videos)
    else:
        videos = np.arange(snapshot.videos)
    texts = np.concatenate([snapshot.caption_queries, snapshot.queries + np.arange(len(videos))])
    return Dependence.of(len(texts), np.concatenate([captions, videos]), texts)


def estimates_of(
    cells: Values, dependence: Dependence, nothing: str = NOTHING_RELEVANT
) -> list[Estimate]:
    """The mean of each row, with its interval. nothing: why a row has no value, if it has none."""
    return [estimate_of(Moved.means(row[None]), dependence, nothing) for row in cells]
