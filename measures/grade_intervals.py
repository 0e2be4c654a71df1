"""Score intervals of figures over any number of values: Wilson's, of the disagreement that each
figure is made of.

A figure is 1 - D/E. D lies between 0 and 1, and has Wilson's interval with as many independent
units as would make D/E vary like these units make the figure, so that what is not sure of E counts,
too (decisions 0052 and 0093). Two values have closer ones (`agreement_score`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from measures.agreement import NO_UNIT, ONE_VIDEO
from measures.agreement_errors import Varied, effective, vary
from measures.agreement_grades import MovedFigure
from measures.agreement_score import LabelledUnits
from measures.arrays import Values
from measures.dependence import FEW
from measures.estimate import USUAL, Estimate, Interval, check_level
from measures.marks import ABOUT, DIFFERING, relevant_needed, why_marked
from measures.uneven import normal, wilson_ends

ONE_TEXT = "all pairs with two labels are of one caption"


@dataclass(frozen=True, slots=True)
class _Known:
    """n: (figures,), independent units that vary like these, by how far one unit moves a figure.
    other: the share of units' labels that say other than the commonest value; differing: the share
    of their label pairs that differ."""

    varied: Varied
    n: Values
    other: float
    differing: float
    units: int


def sure_figures(
    figures: Mapping[str, MovedFigure], sample: LabelledUnits, level: float = 0.95
) -> dict[str, Estimate]:
    """Each with its interval. figures: of the sample's units with two labels or more."""
    check_level(level)
    kept = sample.several
    known = {name: one for name, one in figures.items() if one.influence is not None}
    reason = _why_none(kept)
    found = {
        name: Estimate.of(one.quantity, **{USUAL: Interval(reason=one.quantity.reason or reason,
                                                           level=level)})
        for name, one in figures.items() if reason or name not in known
    }  # fmt: skip
    if known and not reason:
        found |= _intervals(known, kept, level)
    return {name: found[name] for name in figures}


def _why_none(kept: LabelledUnits) -> str:
    if not len(kept.counts):
        return NO_UNIT
    if len(np.unique(kept.videos)) < 2:
        return ONE_VIDEO
    return ONE_TEXT if kept.texts is not None and len(np.unique(kept.texts)) < 2 else ""


def _intervals(
    figures: Mapping[str, MovedFigure], kept: LabelledUnits, level: float
) -> dict[str, Estimate]:
    influence = np.stack([one.influence for one in figures.values() if one.influence is not None])
    varied = vary(influence.T, kept.videos, kept.drawn, texts=kept.texts)
    if varied.reason:
        none = Interval(reason=varied.reason, level=level)
        return {name: Estimate.of(one.quantity, **{USUAL: none}) for name, one in figures.items()}
    found, chance = (
        np.array([getattr(one, of) for one in figures.values()]) for of in ("found", "chance")
    )
    rarer = np.array([one.about == "rarer" for one in figures.values()])
    degrees = np.where(rarer, _of_few(influence, varied.degrees), varied.degrees)
    varied = replace(varied, degrees=degrees)
    n = effective(found * (1 - found) / chance**2, varied, level)
    ends = wilson_ends(found, n, normal(level) ** 2) / chance[:, None]
    of_one = len(kept.counts) * (influence**2).sum(axis=1)
    known = _known(kept, varied, effective(of_one, varied, level))
    return {
        name: _estimate(one, ends[place], _mark(one, place, n, known), varied, level)
        for place, (name, one) in enumerate(figures.items())
    }


def _of_few(influence: Values, degrees: Values) -> Values:
    """Degrees of freedom that know that a few units may carry a figure: of rare values that lie
    far from the others, as many units as count like all of them (Kish 1965) say how it varies."""
    squares = influence**2
    carry = squares.sum(axis=1) ** 2 / np.maximum((squares**2).sum(axis=1), 1e-300)
    found: Values = np.maximum(1 / (1 / degrees + 1 / np.maximum(carry - 1, 1)), 1)
    return found


def _known(kept: LabelledUnits, varied: Varied, n: Values) -> _Known:
    size = kept.counts.sum(axis=1)
    commonest = kept.counts[:, int(kept.counts.sum(axis=0).argmax())]
    pairs = size * (size - 1)
    all_common = float((commonest * (commonest - 1) / pairs).mean())
    same = float(((kept.counts * (kept.counts - 1)).sum(axis=1) / pairs).mean())
    return _Known(varied, n, 1 - all_common, 1 - same, len(size))


def _estimate(one: MovedFigure, ends: Values, mark: str, varied: Varied, level: float) -> Estimate:
    low, high = map(float, ends) if one.turned else map(float, 1 - ends[::-1])
    if one.about == "rarer":
        low = max(-1.0, low)
    interval = varied.interval(low, high, level, mark)
    return Estimate.of(one.quantity, **{USUAL: interval})


def _mark(one: MovedFigure, place: int, n: Values, known: _Known) -> str:
    """By the rule of two values; "with a relevant label" is with any label but the commonest."""
    videos, needed = known.varied.effective, DIFFERING
    differ, same = known.differing * known.n[place], (1 - known.differing) * known.n[place]
    if one.about == "value":
        kind, rarer = ABOUT["have_it"], n[place] * min(one.found, 1 - one.found)
        needed = relevant_needed(videos) if videos < FEW else DIFFERING
    elif one.about == "rarer":
        kind, rarer = ABOUT["other"], known.other * known.n[place]
        needed = relevant_needed(videos)
    else:
        kind = ABOUT["differ" if differ < same else "same"]
        rarer = min(differ, same)
    degrees = float(known.varied.degrees[place])
    return why_marked(kind, float(rarer), degrees, videos, known.units, needed)
