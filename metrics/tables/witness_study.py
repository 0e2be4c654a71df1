"""A witness against people: how far it agrees, what its values mean, and which runs it flatters."""

from collections.abc import Iterator, Mapping, Sequence

from foundation.frozen import frozen
from measures.estimate import USUAL, Estimate
from metrics.studies.estimated import why_of
from metrics.studies.witness_study import WitnessStudy
from metrics.table import (
    Cell,
    Percent,
    Table,
    Word,
    absent_intervals,
    by_reason,
    cell_of,
    cells_of,
    drawn_table,
    ends,
    interval_cells,
    marked_intervals,
    percents,
    plain,
    valued,
)

TITLES: Mapping[str, str] = {
    "saves": "Labels saved",
    "kappa": "Cohen's kappa",
    "kappa_linear": "Weighted kappa, linear",
    "kappa_quadratic": "Weighted kappa, quadratic",
    "auc": "Area under ROC",
    "auc_not_original": "Area under ROC, without original pairs",
    "r": "Pearson's correlation",
    "brier": "Brier score",
    "calls_relevant": "It calls relevant",
    "people": "People found relevant",
    "leniency": "Leniency",
}
SHARES = ("saves", "calls_relevant", "people", "leniency")
OF_GRADES = ("kappa_linear", "kappa_quadratic")
FROM = {
    "named": "as the witness names it",
    "scale": "where the scale of the campaign begins to be relevant",
    "probabilities": "as its values are probabilities",
}
CONDITIONAL = (
    "Flattery: the mean of the opinion less the verdict, over pairs in a run's first {depth} that"
    " have a resolved verdict and an opinion; above 0 the witness is kinder to the run than people"
    " are. It is of labelled pairs alone. They are no random draw of what the run ranks, so the"
    " rest of its first {depth} may differ."
)
WEIGHED = (
    "Each pair weighs one over the probability with which the pool {pool} drew its caption."
    " Labelled pairs of other captions are left out: {left_out}."
)
UNWEIGHED = "All labelled pairs weigh the same, as no single pool says how they were drawn."
ABOUT = (
    "Kappa, area, correlation and leniency are about pairs with a resolved verdict; pairs that"
    " people disagree about are left out. Intervals: pairs clustered by video and by text."
)
SAVES = (
    "Labels saved: the share of the labels that people need not give, with it, for as sure a mean"
    " of these verdicts. Where the interval includes 0, no saving is shown. What it saves of the"
    " score of a run is in that run's estimate."
)
LENIENCY = (
    "Leniency: the share that it calls relevant less the share that people found. Judge models"
    " mostly call more relevant than people do."
)
OF_BINS = (
    "Of the labelled pairs that it says this of, what people found relevant. Intervals: Wilson's of"
    " as many pairs as would vary like these; pairs of one video are alike."
)
ERROR = (
    "Calibration error: {error}, how far the shares are from the means, on average over pairs. 0"
    " would be a probability that holds."
)


@frozen
class _Figure:
    title: str
    one: Estimate
    percent: bool


def tables(found: WitnessStudy) -> Sequence[Table]:
    if found.nothing:
        return []
    return [_figures(found), *_calibration(found), _flattery(found)]


def _figures(found: WitnessStudy) -> Table:
    rows = list(_rows(found))
    named = {row.title: row.one for row in rows}
    known = valued(named)
    reasons = by_reason({name: one.reason for name, one in named.items()})
    return drawn_table(
        "witness_figures",
        f"{found.witness} against people: {found.benchmark}",
        rows,
        cell_of(lambda row: Word(row.title), figure="Figure"),
        cell_of(
            lambda row: Percent(row.one.value) if row.percent else row.one.value, value="Value"
        ),
        cells_of(
            lambda row: interval_cells(row.one, [USUAL], percent=row.percent), interval="95 %"
        ),
        notes=[
            _counted(found),
            *_threshold(found),
            ABOUT,
            SAVES,
            LENIENCY,
            *(f"No {', no '.join(map(_lower, of))}: {why}." for why, of in reasons.items()),
            *absent_intervals(known),
            *marked_intervals(known),
        ],
    )


def _value(row: _Figure) -> Cell:
    return Percent(row.one.value) if row.percent else row.one.value


def _lower(title: str) -> str:
    """Within a sentence; names stay as they are."""
    return (
        title
        if title.split(maxsplit=1)[0].endswith("'s") or title.startswith("Brier")
        else (title[:1].lower() + title[1:])
    )


def _rows(found: WitnessStudy) -> Iterator[_Figure]:
    """Weighted kappa, where there are grades."""
    for name, title in TITLES.items():
        one: Estimate = getattr(found.agreement, name)
        if name not in OF_GRADES or one.value is not None:
            yield _Figure(title, one, name in SHARES)


def _counted(found: WitnessStudy) -> str:
    return (
        f"{found.pairs:,} of {found.verdicts:,} pairs with a resolved verdict have an opinion;"
        f" people found {found.relevant:,} of them relevant, and {found.original:,} are original."
    )


def _threshold(found: WitnessStudy) -> list[str]:
    if found.threshold is None:
        return []
    return [f"It calls relevant what it gives {found.threshold:g} or more, {_from(found)}."]


def _from(found: WitnessStudy) -> str:
    return FROM[found.threshold_from]


def _calibration(found: WitnessStudy) -> Iterator[Table]:
    rows = found.agreement.calibration
    if not rows:
        return
    named = {f"{_bin(row)}": row.share for row in rows}
    error = found.agreement.calibration_error
    yield drawn_table(
        "witness_calibration",
        f"What its values mean: {found.witness}",
        rows,
        cell_of(_bin, bin="Opinion"),
        plain(n="Pairs", mean="Mean opinion"),
        percents(share="Found relevant"),
        ends("share"),
        notes=[
            OF_BINS,
            *([] if error is None else [ERROR.format(error=f"{error:.3f}")]),
            *absent_intervals(named),
        ],
    )


def _bin(row: object) -> str:
    low, high = (getattr(row, name) for name in ("low", "high"))
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"


def _flattery(found: WitnessStudy) -> Table:
    named = {row.run: row.flattery for row in found.flattery}
    known = valued(named)
    weighed = (
        WEIGHED.format(pool=found.weighed_by, left_out=f"{found.left_out:,}")
        if found.weighed_by
        else UNWEIGHED
    )
    reasons = by_reason({name: one.reason for name, one in named.items()})
    return drawn_table(
        "witness_flattery",
        f"Which runs it flatters: {found.witness}",
        found.flattery,
        plain(run="Run", family="Family"),
        cell_of(lambda row: Word("yes") if row.own else "", own="Own"),
        plain(ranked=f"In first {found.depth}", labelled="Labelled"),
        percents(flattery="Flattery"),
        ends("flattery"),
        notes=[
            CONDITIONAL.format(depth=found.depth),
            weighed,
            _own(found),
            *(f"No flattery of {', '.join(of)}: {why}." for why, of in reasons.items()),
            *absent_intervals(known),
            *marked_intervals(known),
        ],
    )


def _own(found: WitnessStudy) -> str:
    own, ends_of = found.own_family, found.own_family.ends()
    if own.value is None:
        return f"Its own family cannot be held against the others: {why_of(own)}."
    said = f"Runs of its own family are flattered {100 * own.value:+.1f} points beyond the others"
    if ends_of is None:
        return f"{said}; no interval, as {own.why_not()}."
    low, high = (100 * one for one in ends_of)
    return f"{said} (95 %: {low:+.1f} to {high:+.1f})."
