"""The main intervals of agreement: score intervals of as many independent pairs as vary like these.

See docs/measures.md for what they hold, and decision 0052 for why they are not the bootstrap's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from measures.agreement import (
    FIGURES,
    NO_UNIT,
    ONE_VALUE,
    ONE_VIDEO,
    agreement,
    check_counts,
    statistics,
)
from measures.agreement_errors import DrawnUnits, Varied, effective, vary
from measures.arrays import Counts, Integers, Mask, Values, divide
from measures.dependence import FEW
from measures.estimate import USUAL, Estimate, Interval, check_level
from measures.marks import ABOUT, DIFFERING, relevant_needed, why_marked
from measures.score_intervals import curve_ends
from measures.uneven import normal, wilson_ends

KIND = "score"
NO_LABEL = "no label has the value that it is about"
PREVALENCE = FIGURES.index("prevalence")
# Every label of a unit weighs the same in the first three, every unit in the others.
BY_LABEL = ("positive", "negative", "alpha")


@dataclass(frozen=True, slots=True)
class LabelledUnits:
    """counts: (units, values), here of two. videos: (units,). drawn: who labelled which of the
    units, where raters are drawn; None where they are fixed. texts: (units,), where units of one
    text are alike, too."""

    counts: Counts
    videos: Integers
    drawn: DrawnUnits | None = None
    texts: Integers | None = None

    def only(self, chosen: Mask) -> "LabelledUnits":
        """chosen: (units,)."""
        drawn = None if self.drawn is None else self.drawn.only(chosen)
        texts = None if self.texts is None else self.texts[chosen]
        return LabelledUnits(self.counts[chosen], self.videos[chosen], drawn, texts)

    @property
    def several(self) -> "LabelledUnits":
        """Those with two labels or more."""
        many = self.counts.sum(axis=1) > 1
        return self if many.all() else self.only(many)


@dataclass(frozen=True, slots=True)
class Prepared:
    """shares: (figures, 3), of the kinds of units, by the weight that a figure gives each. n:
    (figures,), independent units that vary like these, less for few videos."""

    shares: Values
    n: Values
    varied: Varied
    labels: int
    units: int


def sure_agreement(sample: LabelledUnits, level: float = 0.95) -> dict[str, Estimate]:
    """FIGURES with their intervals."""
    (intervals,) = score_intervals([sample], level)
    figures = agreement(sample.counts).items()
    return {name: Estimate.of(one, **{USUAL: intervals[name]}) for name, one in figures}


def score_intervals(
    samples: Sequence[LabelledUnits], level: float = 0.95, figures: Sequence[str] = FIGURES
) -> list[Mapping[str, Interval]]:
    """Intervals of each sample, of all FIGURES or some; several at once, found together."""
    check_level(level)
    prepared = [_prepare(sample, level) for sample in samples]
    found: list[dict[str, Interval]] = [{} for _ in samples]
    for name in figures:
        place, whole = FIGURES.index(name), []
        for of, one in zip(found, prepared, strict=True):
            reason = one if isinstance(one, str) else _why_none(name, *one.shares[place].tolist())
            if isinstance(one, str) or reason:
                of[name] = Interval(reason=reason, level=level)
            else:
                whole.append((of, one))
        ends = _ends(name, [one for _, one in whole], level).tolist()
        for (of, one), (low, high) in zip(whole, ends, strict=True):
            of[name] = one.varied.interval(low, high, level, _mark(name, one))
    return [*found]


def _mark(name: str, of: Prepared) -> str:
    """Why the interval is not to be trusted; empty where it is."""
    place, videos = FIGURES.index(name), of.varied.effective
    kind, rarer, needed = _rarer(name, of.shares[place] * of.n[place], videos)
    return why_marked(kind, rarer, float(of.varied.degrees[place]), videos, of.units, needed)


def _rarer(name: str, pairs: Values, videos: float) -> tuple[str, float, int]:
    """pairs: (3,), how many independent ones there are of each kind."""
    relevant, differing, irrelevant = map(float, pairs)
    if name in ("positive", "alpha"):
        half, needed, kinds = differing, relevant_needed(videos), ("relevant", "irrelevant")
    elif name == "prevalence":
        needed = relevant_needed(videos) if videos < FEW else DIFFERING
        half, kinds = differing / 2, ("are_relevant", "are_irrelevant")
    else:
        needed, kinds = DIFFERING, ("differ", "same")
        relevant, half, irrelevant = differing, 0.0, relevant + irrelevant
    first, second = relevant + half, irrelevant + half
    return ABOUT[kinds[second < first]], min(first, second), needed


def _prepare(sample: LabelledUnits, level: float) -> Prepared | str:
    """Or why there are no intervals."""
    check_counts(sample.counts)
    kept = sample.several
    if not len(kept.counts):
        return NO_UNIT
    each = statistics(kept.counts)
    by_label, by_unit = _weighed(each, each[:, 2] + each[:, 3]), _weighed(each, each[:, 0])
    of = [by_label if name in BY_LABEL else by_unit for name in FIGURES]
    moved = np.stack([influence[:, n] for n, (*_, influence) in enumerate(of)], axis=1)
    varied = vary(moved, kept.videos, kept.drawn, texts=kept.texts)
    if varied.videos < 2:
        return ONE_VIDEO
    if varied.reason:
        return varied.reason
    shares = np.stack([one[0] for one in of])
    spread = np.array([_spread(one, slopes[n]) for n, (one, slopes, _) in enumerate(of)])
    n = effective(spread, varied, level)
    n[PREVALENCE] *= _of_prevalence(shares[PREVALENCE], spread[PREVALENCE])
    return Prepared(shares, n, varied, int(kept.counts.sum()), len(kept.counts))


def _weighed(each: Values, weight: Values) -> tuple[Values, Values, Values]:
    """One weighing of units: the three shares; (figures, 3) and (units, figures), by how far each
    kind of unit and each unit moves each figure."""
    labels = np.maximum(each[:, 2] + each[:, 3], 1)
    same = each[:, [7, 6]] / labels[:, None]
    kinds = np.stack([same[:, 0], 1 - same.sum(axis=1), same[:, 1]], axis=1)
    shares = (weight[:, None] * kinds).sum(axis=0) / weight.sum()
    slopes = _slopes(*shares.tolist())
    return shares, slopes, (weight / weight.sum())[:, None] * ((kinds - shares) @ slopes.T)


def _slopes(relevant: float, differing: float, irrelevant: float) -> Values:
    """(figures, 3), by each share; 0 where a figure is undefined."""
    pi = relevant + differing / 2
    chance, by_pi = 2 * pi * (1 - pi), 2 * (1 - 2 * pi)
    labels, others, left = 2 * relevant + differing, 2 * irrelevant + differing, 1 - chance
    none = np.zeros(3)
    alpha = np.array([by_pi, by_pi / 2, 0.0]) * differing
    slopes = {
        "percent": np.array([0.0, -1.0, 0.0]),
        "positive": np.array([2 * differing, -2 * relevant, 0.0]) / labels**2 if labels else none,
        "negative": np.array([0.0, -2 * irrelevant, 2 * differing]) / others**2 if others else none,
        "alpha": alpha / chance**2 - [0, 1 / chance, 0] if chance else none,
        "ac1": -alpha / left**2 - [0, 1 / left, 0],
        "prevalence": np.array([1.0, 0.5, 0.0]),
    }
    return np.stack([slopes[name] for name in FIGURES])


def _spread(shares: Values, slope: Values) -> float:
    """The variance of a single unit."""
    return float((shares * (slope - (shares * slope).sum()) ** 2).sum())


def _of_prevalence(shares: Values, spread: float) -> float:
    """A unit whose labels differ is half relevant, so that the share varies less than one of single
    labels would."""
    pi = float(shares[0] + shares[1] / 2)
    return pi * (1 - pi) / spread if spread > 0 else 1.0


def _why_none(name: str, relevant: float, differing: float, irrelevant: float) -> str:
    if name == "alpha" and (relevant + differing == 0 or irrelevant + differing == 0):
        return ONE_VALUE
    missing = {"positive": relevant, "negative": irrelevant}
    return NO_LABEL if name in missing and missing[name] + differing == 0 else ""


def _ends(name: str, prepared: Sequence[Prepared], level: float) -> Values:
    """(samples, 2)."""
    if not prepared:
        return np.zeros((0, 2))
    place, squared = FIGURES.index(name), normal(level) ** 2
    shares = np.stack([one.shares[place] for one in prepared])
    n = np.array([one.n[place] for one in prepared])
    if name == "percent":
        return wilson_ends(1 - shares[:, 1], n, squared)
    if name == "prevalence":
        return wilson_ends(shares[:, 0] + shares[:, 1] / 2, n, squared)
    if name in ("positive", "negative"):
        same = shares[:, 0] if name == "positive" else shares[:, 2]
        of = same + shares[:, 1]
        ends = wilson_ends(divide(same, of), n * of, squared)
        both: Values = 2 * ends / (1 + ends)  # from a share of units to one of labels
        return both
    ends = curve_ends("alpha" if name == "alpha" else "ac1", shares, n, squared)
    if name == "alpha":
        labels = np.array([one.labels for one in prepared])
        ends = 1 - (1 - ends) * ((labels - 1) / labels)[:, None]
    return ends
