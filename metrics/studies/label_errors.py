"""What errors of the labels do to scores: every measure with the truth of each pair drawn from what
its labels leave open, and captions resampled, so that an interval is about both.

Verdicts stay what they are. Where raters miss some of what is relevant, a majority of one label
tells too little of it, and the estimate here stands above the score.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.arrays import Values
from measures.estimate import LEVEL, Estimate, Interval, sure
from measures.label_draws import DRAWS, LabelDraws, draw_labels
from measures.measure import Measure
from measures.posterior import Evidence, why_unknown
from measures.resampling import RESAMPLES
from metrics.snapshot import Snapshot
from metrics.studies.description import Need, Setup, Study
from metrics.studies.estimated import estimate
from metrics.studies.evaluation import Cell, Evaluation, evaluate
from metrics.studies.label_evidence import BANDS, LabelEvidence
from metrics.studies.label_means import LABELS, LabelEstimates, Means
from metrics.studies.label_trust import Trust, patterns_as_json, trust_of
from metrics.studies.questions import SCORED
from metrics.studies.study import NothingToStudy

NO_ERRORS = "the original positives are not errors of raters: only with collected ones is there any"
NO_POOL = "no captions were drawn for these scores: all of them are in it"
OTHER_LEVEL = (
    "errors of labels are known of relevant and irrelevant as the campaigns tell them, and not from"
    " another grade on"
)
NO_EVIDENCE = "nobody has labelled a pair under a known name yet"


@frozen
class RaterErrors(Found):
    """doubled: of the labels, those on pairs that another rater labelled too. gold: answers to
    hidden gold. settled: labels on pairs that an adjudicator decided."""

    rater: str = found()
    labels: int = found()
    doubled: int = found()
    settled: int = found()
    gold: int = found()
    sensitivity: Estimate = estimate(why="")
    specificity: Estimate = estimate(why="")


@frozen
class StratumShare(Found):
    """Pairs that share a prevalence. original: whether the benchmark calls them relevant itself."""

    pairs: int = found()
    name: str = found(key="of")
    original: bool = found()
    prevalence: Estimate = estimate(why="")


def rater_errors(labels: LabelEvidence, drawn: LabelDraws) -> tuple[RaterErrors, ...]:
    """The raters' errors, from the one with most labels on; raters are called by their places."""
    many = np.bincount(labels.pair, minlength=len(labels.keys))
    counted = (
        np.ones(len(labels.pair)),
        many[labels.pair] > 1,
        labels.known[labels.pair] >= 0,
    )
    labelled, doubled, settled = (
        np.bincount(labels.rater, one, minlength=labels.raters).astype(int) for one in counted
    )
    gold = labels.checks.sum(axis=(1, 2))
    return tuple(
        RaterErrors(
            rater=f"rater {rater + 1}",
            labels=int(labelled[rater]),
            doubled=int(doubled[rater]),
            settled=int(settled[rater]),
            gold=int(gold[rater]),
            sensitivity=drawn_estimate(drawn.sensitivity[:, rater]),
            specificity=drawn_estimate(drawn.specificity[:, rater]),
        )
        for rater in range(labels.raters)
    )


def stratum_shares(evidence: Evidence, drawn: LabelDraws) -> tuple[StratumShare, ...]:
    """Those that have a pair."""
    many = np.bincount(evidence.stratum, minlength=drawn.prevalence.shape[1])
    return tuple(
        StratumShare(
            int(many[stratum]),
            BANDS[stratum % len(BANDS)],
            stratum >= len(BANDS),
            drawn_estimate(drawn.prevalence[:, stratum]),
        )
        for stratum in np.flatnonzero(many).tolist()
    )


def drawn_estimate(draws: Values) -> Estimate:
    low, high = np.quantile(draws, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return sure(float(draws.mean()), Interval(float(low), float(high)))


@frozen
class LabelRow:
    """A run under a measure. score: by the verdicts, with its interval of captions alone. drawn,
    delta: the mean over draws of truths, and the interval of captions and labels, with a mark where
    it rests on what is assumed of raters. flat: as drawn, but under a flat prior of their mean;
    moves: how far that is from drawn. share_raters: of the variance, what is gone where the truth
    of every pair is known."""

    run: str
    measure: Measure
    score: Estimate
    drawn: Estimate
    delta: Estimate
    flat: Estimate
    moves: float | None
    share_raters: float | None

    @property
    def share_captions(self) -> float | None:
        return None if self.share_raters is None else 1 - self.share_raters

    def as_json(self) -> dict[str, Any]:
        return {
            "label_estimate": self.drawn.value,
            "label_interval": self.drawn.ends(LABELS),
            "label_why": self.drawn.why_not(LABELS) or None,
            "label_mark": self.drawn.mark(LABELS) or None,
            "label_flat_estimate": self.flat.value,
            "label_flat_interval": self.flat.ends(LABELS),
            "label_flat_moves": self.moves,
            "label_delta_estimate": self.delta.value,
            "label_delta_interval": self.delta.ends(LABELS),
            "label_delta_why": self.delta.why_not(LABELS) or None,
            "label_delta_mark": self.delta.mark(LABELS) or None,
            "share_captions": self.share_captions,
            "share_raters": self.share_raters,
            "share_sampling": None,
            "share_sampling_why": NO_POOL,
        }


@frozen
class LabelErrors:
    benchmark: str
    rows: tuple[LabelRow, ...]
    raters: tuple[RaterErrors, ...]
    strata: tuple[StratumShare, ...]
    trust: Trust
    counts: Mapping[str, int]
    draws: int
    resamples: int
    seed: int
    relevant_from: int = 0  # of grades; 0 where there are none

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            **({"relevant_from": self.relevant_from} if self.relevant_from else {}),
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
            "assumed": [one.as_json() for one in self.trust.assumed],
            "patterns": patterns_as_json(self.trust.patterns),
            "labels": dict(self.counts),
            "draws": self.draws,
            "resamples": self.resamples,
            "seed": self.seed,
            "level": LEVEL,
        }


@frozen
class Evaluated:
    """An evaluation with what errors of the labels do to it. errors: or why nothing tells."""

    evaluation: Evaluation
    errors: LabelErrors | str

    def as_json(self) -> dict[str, Any]:
        shown, more = self.evaluation.as_json(), dict[str, Any](raters=[])
        if isinstance(self.errors, str):
            rows = [_untold(self.errors)] * len(shown["rows"])
        else:
            found = self.errors.as_json()
            rows = [row.as_json() for row in self.errors.rows]
            names = ("raters", "prevalence", "assumed", "patterns", "labels", "draws")
            more = {name: found[name] for name in names}
        shown["rows"] = [row | errors for row, errors in zip(shown["rows"], rows, strict=True)]
        return shown | more


def label_errors(
    snapshot: Snapshot,
    labels: LabelEvidence,
    scored: Evaluation,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    draws: int = DRAWS,
) -> LabelErrors:
    """The label errors of every cell of an evaluation of the same snapshot. NothingToStudy with the
    reason where nothing tells how often raters err."""
    evidence = labels.evidence(snapshot)
    if scored.positives == "original":
        raise NothingToStudy(NO_ERRORS)
    if snapshot.grades and snapshot.grades.begins != snapshot.grades.relevant_from:
        raise NothingToStudy(OTHER_LEVEL)
    if why := why_unknown(evidence):
        raise NothingToStudy(f"no interval of captions and labels: {why}")
    # Shares of the variance need two resamples in a draw.
    drawn = draw_labels(evidence, draws=max(min(draws, resamples // 2), 2), seed=seed)
    per_draw = max(resamples // drawn.draws, 2)
    means = Means.of(snapshot, labels, scored, drawn, seed, per_draw)
    per_pair, trust = evidence.per_pair(), trust_of(evidence, drawn, labels.imported)
    return LabelErrors(
        snapshot.benchmark,
        tuple(_row(cell, means, trust) for cell in scored.cells),
        rater_errors(labels, drawn),
        stratum_shares(evidence, drawn),
        trust,
        {
            "labels": len(labels.pair),
            "pairs": len(labels.keys),
            "doubled": int((per_pair > 1).sum()),
            "settled": int((labels.known >= 0).sum()),
            "gold": int(labels.checks.sum()),
            "imported": labels.imported,
        },
        drawn.draws,
        per_draw * drawn.draws,
        seed,
        snapshot.grades.relevant_from if snapshot.grades else 0,
    )


def _row(cell: Cell, means: Means, trust: Trust) -> LabelRow:
    found, delta = means.estimates(cell.run, cell.measure, "all"), Estimate(None)
    if cell.original is not None and cell.all is not None:
        difference = _delta(cell, means)
        delta = _marked(difference.usual, trust.mark(difference))
    drawn = _marked(found.usual, trust.mark(found))
    return LabelRow(
        cell.run, cell.measure, cell.score, drawn, delta, found.flat, found.moves, found.share
    )


def _marked(one: Estimate, mark: str) -> Estimate:
    if not mark or not one.ends(LABELS):
        return one
    return replace(one, intervals={LABELS: replace(one.intervals[LABELS], mark=mark)})


def _delta(cell: Cell, means: Means) -> LabelEstimates:
    """A - B, resample by resample, each over its own captions."""
    sides: list[tuple[Values, Values]] = []
    for what in ("all", "original"):
        parts = [(cell.run, part, what) for part in cell.measure.parts]
        if not all(part in means.whole for part in parts):
            return means.estimates(cell.run, cell.measure, what)
        sides.append(means.drawn(cell.measure, parts))
    (a, of_a), (b, of_b) = sides
    return means.of_draws(a - b, of_a - of_b, means.clusters[parts[0]])


def _untold(why: str) -> dict[str, Any]:
    return dict.fromkeys(
        ("label_estimate", "label_interval", "label_mark", "label_flat_estimate",
         "label_flat_interval", "label_flat_moves", "label_delta_estimate",
         "label_delta_interval", "label_delta_mark", "share_captions",
         "share_raters", "share_sampling")
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
    question=SCORED,
    version=2,
    findings=(LabelErrors, Evaluated),
    part=_part,
    option="posterior",
    needs=(Need.LABELS,),
    place=2,
)
