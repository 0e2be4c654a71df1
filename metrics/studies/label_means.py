"""Means of every cell of an evaluation in each draw of truths, with captions resampled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Values
from measures.clusters import total
from measures.dependence import Dependence, errors_of_means
from measures.estimate import LEVEL, Estimate, Interval, interval_of
from measures.hits import Pairs
from measures.label_draws import LabelDraws
from measures.measure import Measure
from measures.resampling import resampled_means
from measures.spread import why_no_interval
from metrics.snapshot import Direction, Snapshot
from metrics.studies.evaluation import Evaluation
from metrics.studies.label_evidence import LabelEvidence
from metrics.studies.scored import score_runs

LABELS = "labels"  # the name of an interval that is about captions and labels
NO_MEAN = "it has no mean over captions that depends on what is relevant"
NO_GRADES = "errors of labels are known of relevant and irrelevant, and not of each grade"
Key = tuple[str, Measure, str]


@frozen
class Means:
    """Means by cell: (draws,) the mean over all captions in each draw of truths, and (draws,
    resamples) what it comes to where captions are resampled too. clusters: with a value. flat:
    (draws,), what each is worth under a flat prior of the raters' mean."""

    whole: dict[Key, Values]
    resampled: dict[Key, Values]
    clusters: dict[Key, int]
    flat: Values
    graded: bool = False  # whether there are grades

    @classmethod
    def of(
        cls,
        snapshot: Snapshot,
        labels: LabelEvidence,
        scored: Evaluation,
        drawn: LabelDraws,
        seed: int,
        per_draw: int,
    ) -> "Means":
        graded = snapshot.grades is not None
        measures = [one for one in scored.measures if not _why_not(one, graded=graded)]
        directions = dict.fromkeys(run.direction for run in snapshot.runs)
        sides = [_Side.of(snapshot, direction) for direction in directions]
        kept: dict[Key, list[tuple[float, Values]]] = {}
        clusters: dict[Key, int] = {}
        stretches: list[Values] = []
        for number, collected in enumerate(_collected(snapshot, labels, drawn) if measures else ()):
            positives = snapshot.positives("all", collected=collected)
            for place, side in enumerate(sides):
                cells = side.cells(measures, scored, positives)
                if number == 0:  # truths of other draws lie among captions in the same way
                    stretches.append(_stretch(np.stack(list(cells.values())), side.dependence))
                found = side.means(cells, stretches[place], per_draw, seed + 1 + number)
                for key, mean, means, groups in found:
                    kept.setdefault(key, []).append((mean, means))
                    clusters[key] = groups
        whole = {key: np.array([mean for mean, _ in rows]) for key, rows in kept.items()}
        drawn_means = {key: np.stack([means for _, means in rows]) for key, rows in kept.items()}
        return cls(whole, drawn_means, clusters, drawn.flat(), graded)

    def estimates(self, run: str, measure: Measure, what: str) -> "LabelEstimates":
        parts = [(run, part, what) for part in measure.parts]
        if not all(part in self.whole for part in parts):
            return LabelEstimates.none(_why_not(measure, graded=self.graded))
        return self.of_draws(*self.drawn(measure, parts), self.clusters[parts[0]])

    def drawn(self, measure: Measure, parts: Sequence[Key]) -> tuple[Values, Values]:
        """(draws,) and (draws, resamples), of a function of means from those of its parts."""
        function = measure.kind.function
        whole, resampled = self.whole[parts[0]], self.resampled[parts[0]]
        if function:
            whole = function.of_resampled(np.stack([self.whole[part] for part in parts]))
            flat = np.stack([self.resampled[part].reshape(-1) for part in parts])
            resampled = function.of_resampled(flat).reshape(resampled.shape)
        return whole, resampled

    def of_draws(self, whole: Values, resampled: Values, clusters: int) -> "LabelEstimates":
        if np.isnan(resampled).all():
            return LabelEstimates()
        even = np.full(len(whole), 1 / len(whole))
        within = float(np.nanmean(np.nanvar(resampled, axis=1, ddof=1)))
        between = float(np.nanvar(whole, ddof=1))
        share = between / (between + within) if between + within > 0 else None
        return LabelEstimates(
            _weighted(whole, resampled, even, clusters),
            _weighted(whole, resampled, self.flat, clusters),
            share,
        )


NONE = Estimate(None, "", {LABELS: Interval(reason=NO_MEAN)})


@frozen
class LabelEstimates:
    """usual: by the prior of raters who have passed training; flat: where any mean of theirs is as
    likely as any other. share: of the variance, what is the labels'."""

    usual: Estimate = NONE
    flat: Estimate = NONE
    share: float | None = None

    @classmethod
    def none(cls, why: str) -> "LabelEstimates":
        nothing = Estimate(None, "", {LABELS: Interval(reason=why or NO_MEAN)})
        return cls(nothing, nothing)

    @property
    def moves(self) -> float | None:
        """How far a flat prior moves the estimate."""
        if self.usual.value is None or self.flat.value is None:
            return None
        return self.flat.value - self.usual.value


def _weighted(whole: Values, resampled: Values, weights: Values, clusters: int) -> Estimate:
    """weights: (draws,), of draws and of the resamples in each."""
    of_all = np.repeat(weights, resampled.shape[1])
    low, high = _quantiles(resampled.reshape(-1), of_all, ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    why = why_no_interval(low, high, clusters)
    one = replace(interval_of(low, high, why), replicates=resampled.size)
    known = ~np.isnan(whole)
    mean = float((whole[known] * weights[known]).sum() / weights[known].sum())
    return Estimate(mean, "", {LABELS: one})


def _quantiles(values: Values, weights: Values, at: Sequence[float]) -> list[float]:
    """Quantiles as numpy's where all weights are equal: each value lies in the middle of its
    weight, and both ends are the least and the largest value."""
    known = ~np.isnan(values)
    values, weights = values[known], weights[known]
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order]
    middle = np.cumsum(weights) - weights / 2
    if len(values) == 1:
        return [float(values[0])] * len(at)
    places = (middle - middle[0]) / (middle[-1] - middle[0])
    return [float(one) for one in np.interp(at, places, values)]


def _why_not(measure: Measure, *, graded: bool) -> str:
    """Why truths that are drawn tell nothing of it; empty where they do."""
    if graded and (measure.kind.graded or measure.level is not None):
        return NO_GRADES
    return "" if measure.kind.needs_positives and not measure.kind.of_ranks else NO_MEAN


def _collected(snapshot: Snapshot, labels: LabelEvidence, drawn: LabelDraws) -> Iterator[Pairs]:
    """Each draw's positives: queries x videos. A verdict without a label stays as it is."""
    scored = labels.scored(snapshot)
    was = snapshot.collected
    other = was.keys[~np.isin(was.keys, labels.keys[scored], assume_unique=True)]
    for draw in range(drawn.draws):
        keys = np.sort(np.concatenate([other, labels.keys[scored & drawn.truth(draw)]]))
        drawn_pairs = Pairs(keys, np.ones(len(keys)), was.rows, was.columns, was.rule)
        yield snapshot.surely(drawn_pairs)


@frozen
class _Side:
    """The runs of one direction, and what their captions (or videos) depend on."""

    snapshot: Snapshot
    dependence: Dependence

    @classmethod
    def of(cls, snapshot: Snapshot, direction: Direction) -> "_Side":
        runs = tuple(run for run in snapshot.runs if run.direction == direction)
        return cls(replace(snapshot, runs=runs), snapshot.dependence(direction))

    def cells(
        self, measures: Sequence[Measure], scored: Evaluation, positives: Pairs
    ) -> dict[Key, Values]:
        """A caption's values by cell; by original positives they are the same in every draw."""
        cells: dict[Key, Values] = {}
        for one in score_runs(self.snapshot, measures, {"all": positives}):
            for _, part, values in one.values():
                cells[one.run.name, part, "all"] = values
                original = scored.values.get((one.run.name, part, "original"))
                if original is not None:
                    cells[one.run.name, part, "original"] = original
        return cells

    def means(
        self, cells: Mapping[Key, Values], stretch: Values, per_draw: int, seed: int
    ) -> Iterator[tuple[Key, float, Values, int]]:
        """Clusters are resampled; how far the means then move is stretched to what Student's t and
        clusters of both kinds come to, where these are few or texts are shared between videos."""
        scores = np.stack(list(cells.values()))
        totals = total(scores, self.dependence.videos)
        means, whole = resampled_means(totals, per_draw, seed), totals.means
        moved = whole[:, None] + stretch[:, None] * (means - whole[:, None])
        rows = zip(cells, whole.tolist(), moved, totals.clusters.tolist(), strict=True)
        yield from rows


def _stretch(scores: Values, dependence: Dependence) -> Values:
    """(cells,): how many times wider an interval by both kinds of clusters, with t, is than the
    normal one by videos alone, which is what resampling videos comes to."""
    known = ~np.isnan(scores)
    n = np.maximum(known.sum(axis=1), 1)
    values = np.where(known, scores, 0.0)
    moved = np.where(known, values - (values.sum(axis=1) / n)[:, None], 0.0)
    size = int(dependence.videos.max(initial=-1)) + 1
    sums = np.stack([np.bincount(dependence.videos, row, minlength=size) for row in moved])
    reach = errors_of_means(scores, dependence).reach(LEVEL)
    usual = NormalDist().inv_cdf((1 + LEVEL) / 2) * np.sqrt((sums**2).sum(axis=1)) / n
    stretch = np.ones(len(scores))
    np.divide(reach, usual, out=stretch, where=(usual > 0) & np.isfinite(reach))
    return stretch
