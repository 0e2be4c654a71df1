"""nDCG under a proxy: how near each run comes to the best order of all that is relevant to some
degree, and what a random order would come to (Wray et al., 2021, Eq. 2 and 3).

Two measures go by that name. Eq. 2 sums to as many ranks as there are relevant items; nDCG-whole,
which is trec_eval's, over the whole ranking. The best order is the same for both. mAP (Wray et al.,
2019) is of all that the proxy gives 1. Kendall's tau-b is of the whole ranking too, and looks at
all pairs alike, however low they are ranked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from foundation.finding.fields import SPREAD, Found, always, computed, found, unshown
from foundation.frozen import frozen
from measures.arrays import Values, divide
from measures.dependence import Dependence
from measures.estimate import USUAL, Estimate
from measures.mean_intervals import Moved, estimate_of
from measures.scoring import TIES
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.dependent import Grouped, told_of
from metrics.studies.estimated import estimate
from metrics.studies.proxied import BETWEEN, Proxied, Side
from metrics.studies.scored import check_runs
from metrics.studies.under_proxy import UnderOne, checked_draws

NOTHING_RELEVANT = "nothing is relevant to any of them"
# Why each of the four has no value where it has none.
WHY = {
    "value": NOTHING_RELEVANT,
    "whole": NOTHING_RELEVANT,
    "ap": "nothing has a relevance of 1 to any of them",
    "tau": "all that is ranked for any of them is as relevant",
}
Four = Mapping[str, Values]  # (items,) each
SUMMED = ("ap_n", "tau_n", "n", "left_out", "missing", "cut")  # over both directions


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
    ap: Estimate = estimate()  # of what has a relevance of 1; its mean is mAP
    ap_n: int = found()  # captions or videos to which something has it
    tau: Estimate = estimate()
    tau_n: int = found()  # captions or videos with a tau
    n: int = found()  # captions or videos with a value
    left_out: int = found()  # to which nothing is relevant
    missing: int = found()  # of the n, that the run does not rank
    depth: int = found()  # ranks looked at
    cut: int = found()  # of the n, to which more is relevant than ranks are looked at


@frozen
class GradedScores(UnderOne):
    captions: int = unshown()
    videos: int = unshown()
    rows: tuple[Graded, ...] = found()  # by directions, then runs; then what is of both
    grouped: Grouped = found(key="dependence")
    randoms = computed(
        Mapping, lambda one: {way: one.random(way) for way in one.directions()}, key="random"
    )
    ties = always(TIES)

    def directions(self) -> list[str]:
        """Both between captions and videos, their mean, and others that there are runs of."""
        return list(dict.fromkeys([*BETWEEN, "both", *(row.direction for row in self.rows)]))

    def random(self, direction: str) -> float | None:
        return next((row.random for row in self.rows if row.direction == direction), None)


def graded_scores(snapshot: Snapshot, proxied: Proxied, **draws: int) -> GradedScores:
    """Scores of all runs, in all directions. NothingToStudy where there is none."""
    drawn = checked_draws(**draws)
    check_runs(snapshot)
    sides = proxied.sides
    scores = {run.name: _scores(run, proxied) for run in snapshot.runs}
    rows = [
        _row(run, scores[run.name], side, dependence)
        for side, dependence in zip(sides.values(), map(snapshot.dependence, sides), strict=True)
        for run in side.runs
    ]
    counts = {"captions": snapshot.captions, "videos": snapshot.videos}
    every = (*rows, *_of_both(snapshot, rows, scores))
    return GradedScores.of(snapshot, proxied, drawn, rows=every, **counts)


def _scores(run: StoredRun, proxied: Proxied) -> Four:
    side = proxied.sides[run.direction]
    return {
        "value": ndcg_of(run, proxied),
        "whole": ndcg_of(run, proxied, whole=True),
        "ap": side.precisions[run.name],
        "tau": side.taus[run.name],
    }


def ndcg_of(run: StoredRun, proxied: Proxied, *, whole: bool = False) -> Values:
    """(items,): nan where nothing is relevant. An item without a ranking has 0.

    Eq. 2, over the same of the best order. Where a run is cut above as many ranks as there are
    relevant items, so is the best order: a run that ranks best as far as it goes has 1.
    """
    side = proxied.sides[run.direction]
    return divide(side.dcg[run.name][int(whole)], side.ideal)


def _row(run: StoredRun, scores: Four, side: Side, dependence: Dependence) -> Graded:
    valued = side.relevant > 0
    counted = {
        "ap_n": ~np.isnan(scores["ap"]),
        "tau_n": ~np.isnan(scores["tau"]),
        "n": valued,
        "left_out": ~valued,
        "missing": valued & (run.targets[:, 0] < 0),
        "cut": side.relevant > side.depth,
    }
    figures = _estimates({name: Moved.means(of[None]) for name, of in scores.items()}, dependence)
    figures |= {name: int(mask.sum()) for name, mask in counted.items()}
    for name, of in (("random", side.random), ("random_whole", side.random_whole)):
        figures[name] = float(np.nanmean(of)) if valued.any() else None
    return Graded(run.name, run.model, run.direction, depth=side.depth, **figures)


def _estimates(figures: Mapping[str, Moved], dependence: Dependence) -> dict[str, Any]:
    """Tau is no share."""
    shares = {name: replace(of, share=name != "tau") for name, of in figures.items()}
    return {name: estimate_of(of, dependence, WHY[name]) for name, of in shares.items()}


def _of_both(
    snapshot: Snapshot, rows: Sequence[Graded], scores: Mapping[str, Four]
) -> Iterator[Graded]:
    """Eq. 3, of each model with one run in either direction. A video is in one cluster with its
    captions."""
    joint = _joint(snapshot)
    for text, video in _two_ways(rows):
        one, other = scores[text.run], scores[video.run]
        yield Graded(
            f"{text.run}, {video.run}",
            text.model,
            "both",
            random=_halfway(text.random, video.random),
            random_whole=_halfway(text.random_whole, video.random_whole),
            depth=min(text.depth, video.depth),
            **{name: getattr(text, name) + getattr(video, name) for name in SUMMED},
            **_estimates({name: _mean_of(one[name], other[name]) for name in WHY}, joint),
        )


def _mean_of(texts: Values, videos: Values) -> Moved:
    cells = np.full((2, len(texts) + len(videos)), np.nan)
    cells[0, : len(texts)], cells[1, len(texts) :] = texts, videos
    each = Moved.means(cells)
    return each.function(float(each.value.mean()), np.full(2, 0.5))


def _halfway(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else (a + b) / 2


def _two_ways(rows: Sequence[Graded]) -> Iterator[tuple[Graded, Graded]]:
    for model in dict.fromkeys(row.model for row in rows):
        of = [row for row in rows if row.model == model and row.direction in BETWEEN]
        if [row.direction for row in of] == list(BETWEEN):
            yield of[0], of[1]


def _joint(snapshot: Snapshot) -> Dependence:
    """Captions, then videos: a video is in the cluster of its captions, and has no text."""
    captions = snapshot.clusters("t2v")
    if captions is None:
        raise TypeError("captions have clusters")
    videos = np.arange(snapshot.videos)
    texts = np.concatenate([snapshot.caption_queries, snapshot.queries + videos])
    if snapshot.groups is not None:  # a file's clusters have names of their own
        videos = videos + int(captions.max(initial=-1)) + 1
    return Dependence.of(len(texts), np.concatenate([captions, videos]), texts)
