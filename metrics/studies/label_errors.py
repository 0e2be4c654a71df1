"""What errors of the labels do to scores: every measure with the truth of each pair drawn from what
its labels leave open, and captions resampled, so that an interval is about both.

Verdicts stay what they are. Where raters miss some of what is relevant, a majority of one label
tells too little of it, and the estimate here stands above the score.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np

from annotator.posterior import why_unknown
from metrics.measures.arrays import Values
from metrics.measures.clusters import total
from metrics.measures.dependence import Dependence, errors_of_means
from metrics.measures.estimate import LEVEL, Estimate, Interval, interval_of
from metrics.measures.hits import Pairs
from metrics.measures.label_draws import DRAWS, LabelDraws, draw_labels
from metrics.measures.measure import Measure
from metrics.measures.resampling import RESAMPLES, resampled_means
from metrics.measures.spread import why_no_interval
from metrics.snapshot import Direction, Snapshot
from metrics.studies.description import Need, Setup, Study
from metrics.studies.evaluation import Cell, Evaluation, evaluate
from metrics.studies.label_evidence import LabelEvidence
from metrics.studies.rater_errors import RaterErrors, StratumShare, rater_errors, stratum_shares
from metrics.studies.scored import score_runs
from metrics.studies.study import NothingToStudy

LABELS = "labels"  # the name of an interval that is about captions and labels
NO_ERRORS = "the original positives are not errors of raters: only with collected ones is there any"
NO_MEAN = "it has no mean over captions that depends on what is relevant"
NO_POOL = "no captions were drawn for these scores: all of them are in it"
NO_EVIDENCE = "nobody has labelled a pair under a known name yet"


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A run under a measure. score: by the verdicts, with its interval of captions alone. drawn,
    delta: the mean over draws of truths, and the interval of captions and labels. share_raters: of
    the variance, what is gone where the truth of every pair is known."""

    run: str
    measure: Measure
    score: Estimate
    drawn: Estimate
    delta: Estimate
    share_raters: float | None

    def as_json(self) -> dict[str, Any]:
        raters = self.share_raters
        return {
            "label_estimate": self.drawn.value,
            "label_interval": self.drawn.ends(LABELS),
            "label_why": self.drawn.why_not(LABELS) or None,
            "label_delta_estimate": self.delta.value,
            "label_delta_interval": self.delta.ends(LABELS),
            "label_delta_why": self.delta.why_not(LABELS) or None,
            "share_captions": None if raters is None else 1 - raters,
            "share_raters": raters,
            "share_sampling": None,
            "share_sampling_why": NO_POOL,
        }


@dataclass(frozen=True, slots=True)
class LabelErrors:
    benchmark: str
    rows: tuple[LabelRow, ...]
    raters: tuple[RaterErrors, ...]
    strata: tuple[StratumShare, ...]
    counts: Mapping[str, int]
    draws: int
    resamples: int
    seed: int

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "rows": [
                {
                    "run": row.run,
                    "measure": str(row.measure),
                    "score": row.score.value,
                    "interval": row.score.ends(),
                    "why": row.score.why_not() or None,
                }
                | row.as_json()
                for row in self.rows
            ],
            "raters": [one.as_json() for one in self.raters],
            "prevalence": [one.as_json() for one in self.strata],
            "labels": dict(self.counts),
            "draws": self.draws,
            "resamples": self.resamples,
            "seed": self.seed,
            "level": LEVEL,
        }


@dataclass(frozen=True, slots=True)
class Evaluated:
    """An evaluation with what errors of the labels do to it. errors: or why nothing tells."""

    evaluation: Evaluation
    errors: LabelErrors | str

    def as_json(self) -> dict[str, Any]:
        told = self.evaluation.as_json()
        if isinstance(self.errors, str):
            rows, more = [_untold(self.errors)] * len(told["rows"]), {"raters": []}
        else:
            found = self.errors.as_json()
            rows = [row.as_json() for row in self.errors.rows]
            more = {name: found[name] for name in ("raters", "prevalence", "labels", "draws")}
        told["rows"] = [row | errors for row, errors in zip(told["rows"], rows, strict=True)]
        return told | more


def label_errors(
    snapshot: Snapshot,
    labels: LabelEvidence,
    scored: Evaluation,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    draws: int = DRAWS,
) -> LabelErrors:
    """Of every cell of an evaluation of the same snapshot. NothingToStudy with the reason where
    nothing tells how often raters err."""
    evidence = labels.evidence(snapshot)
    if scored.positives == "original":
        raise NothingToStudy(NO_ERRORS)
    if why := why_unknown(evidence):
        raise NothingToStudy(f"no interval of captions and labels: {why}")
    drawn = draw_labels(evidence, draws=draws, seed=seed)
    means = _Means.of(snapshot, labels, scored, drawn, seed, max(resamples // drawn.draws, 1))
    per_pair = evidence.per_pair()
    return LabelErrors(
        snapshot.benchmark,
        tuple(_row(cell, means) for cell in scored.cells),
        rater_errors(labels, drawn),
        stratum_shares(evidence, drawn),
        {
            "labels": len(labels.pair),
            "pairs": len(labels.keys),
            "doubled": int((per_pair > 1).sum()),
            "settled": int((labels.known >= 0).sum()),
            "gold": int(labels.checks.sum()),
        },
        drawn.draws,
        max(resamples // drawn.draws, 1) * drawn.draws,
        seed,
    )


Key = tuple[str, Measure, str]


@dataclass(frozen=True, slots=True)
class _Means:
    """By cell: (draws,) the mean over all captions in each draw of truths, and (draws, resamples)
    what it comes to where captions are resampled too. clusters: with a value."""

    whole: dict[Key, Values]
    resampled: dict[Key, Values]
    clusters: dict[Key, int]

    @classmethod
    def of(
        cls,
        snapshot: Snapshot,
        labels: LabelEvidence,
        scored: Evaluation,
        drawn: LabelDraws,
        seed: int,
        per_draw: int,
    ) -> "_Means":
        measures = [one for one in scored.measures if _drawable(one)]
        sides = [_Side.of(snapshot, direction) for direction in _directions(snapshot)]
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
        return cls(whole, drawn_means, clusters)

    def estimate(self, run: str, measure: Measure, what: str) -> tuple[Estimate, float | None]:
        """And the share of the variance that is the labels'."""
        parts = [(run, part, what) for part in measure.parts]
        if not all(part in self.whole for part in parts):
            return Estimate(None, "", {LABELS: Interval(reason=NO_MEAN)}), None
        function = measure.kind.function
        whole, resampled = self.whole[parts[0]], self.resampled[parts[0]]
        if function:
            whole = function.of_resampled(np.stack([self.whole[part] for part in parts]))
            flat = np.stack([self.resampled[part].reshape(-1) for part in parts])
            resampled = function.of_resampled(flat).reshape(resampled.shape)
        return _estimate(whole, resampled, self.clusters[parts[0]])


def _estimate(whole: Values, resampled: Values, clusters: int) -> tuple[Estimate, float | None]:
    known = resampled[~np.isnan(resampled)]
    if not len(known):
        return Estimate(None, "", {LABELS: Interval(reason=NO_MEAN)}), None
    low, high = np.quantile(known, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    why = why_no_interval(float(low), float(high), clusters)
    one = replace(interval_of(float(low), float(high), why), replicates=resampled.size)
    within = (
        float(np.nanmean(np.nanvar(resampled, axis=1, ddof=1))) if resampled.shape[1] > 1 else 0
    )
    between = float(np.nanvar(whole, ddof=1))
    share = between / (between + within) if between + within > 0 else None
    return Estimate(float(np.nanmean(whole)), "", {LABELS: one}), share


def _drawable(measure: Measure) -> bool:
    return measure.kind.needs_positives and not measure.kind.of_ranks


def _collected(snapshot: Snapshot, labels: LabelEvidence, drawn: LabelDraws) -> Iterator[Pairs]:
    """Of each draw: queries x videos. What has a verdict and no label keeps its verdict."""
    scored = labels.scored(snapshot)
    was = snapshot.collected
    other = was.keys[~np.isin(was.keys, labels.keys[scored], assume_unique=True)]
    for draw in range(drawn.draws):
        keys = np.sort(np.concatenate([other, labels.keys[scored & drawn.truth(draw)]]))
        yield Pairs(keys, np.ones(len(keys)), was.rows, was.columns, was.rule)


def _directions(snapshot: Snapshot) -> list[Direction]:
    return list(dict.fromkeys(run.direction for run in snapshot.runs))


@dataclass(frozen=True, slots=True)
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
        """By original positives, a caption's value is the same in every draw."""
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


def _row(cell: Cell, means: _Means) -> LabelRow:
    drawn, share = means.estimate(cell.run, cell.measure, "all")
    delta = Estimate(None)
    if cell.original is not None and cell.all is not None:
        delta = _delta(cell, means)
    return LabelRow(cell.run, cell.measure, cell.score, drawn, delta, share)


def _delta(cell: Cell, means: _Means) -> Estimate:
    """A - B, resample by resample, each over its own captions."""
    function = cell.measure.kind.function
    sides: list[tuple[Values, Values]] = []
    for what in ("all", "original"):
        parts = [(cell.run, part, what) for part in cell.measure.parts]
        if not all(part in means.whole for part in parts):
            return Estimate(None, "", {LABELS: Interval(reason=NO_MEAN)})
        whole, drawn = means.whole[parts[0]], means.resampled[parts[0]]
        if function:
            whole = function.of_resampled(np.stack([means.whole[part] for part in parts]))
            flat = np.stack([means.resampled[part].reshape(-1) for part in parts])
            drawn = function.of_resampled(flat).reshape(drawn.shape)
        sides.append((whole, drawn))
    (a, of_a), (b, of_b) = sides
    clusters = means.clusters[cell.run, cell.measure.parts[0], "all"]
    return _estimate(a - b, of_a - of_b, clusters)[0]


def _untold(why: str) -> dict[str, Any]:
    return dict.fromkeys(
        ("label_estimate", "label_interval", "label_delta_estimate", "label_delta_interval",
         "share_captions", "share_raters", "share_sampling")
    ) | {"label_why": why, "label_delta_why": why, "share_sampling_why": NO_POOL}  # fmt: skip


def with_label_errors(
    evaluation: Evaluation,
    snapshot: Snapshot,
    labels: LabelEvidence,
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> Evaluated:
    """Where nothing tells how often raters err, the rows say why."""
    try:
        found = label_errors(snapshot, labels, evaluation, seed=seed, resamples=resamples)
    except NothingToStudy as nothing:
        return Evaluated(evaluation, str(nothing))
    return Evaluated(evaluation, found)


def _part(setup: Setup) -> LabelErrors:
    asked, labels = setup.asked, setup.context.labels
    if labels is None:
        raise NothingToStudy(NO_EVIDENCE)
    scored = evaluate(
        setup.snapshot, setup.measures, asked.positives, intervals=asked.intervals, **setup.draws
    )
    return label_errors(setup.snapshot, labels, scored, **setup.draws)


STUDY = Study(
    name="label_errors",
    title="Errors of the labels",
    version=1,
    findings=(LabelErrors, Evaluated),
    part=_part,
    option="posterior",
    needs=(Need.LABELS,),
    place=2,
)
