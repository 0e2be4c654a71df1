"""The main intervals of agreement: score intervals of as many independent pairs as vary like these.

See docs/measures.md for what they hold, and decision 0052 for why they are not the bootstrap's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from scipy.special import stdtrit

from measures.agreement import FIGURES, NO_UNIT, ONE_VALUE, check_counts, statistics
from measures.agreement_errors import DrawnUnits, Varied, effective, vary
from measures.arrays import Counts, Integers, Mask, Values, divide
from measures.dependence import FEW
from measures.estimate import Interval
from measures.marks import ABOUT, DIFFERING, relevant_needed, why_marked
from measures.score_intervals import curve_ends
from measures.uneven import wilson_ends

KIND = "score"
ONE_VIDEO = "all pairs with two labels are of one video"
NO_LABEL = "no label has the value that it is about"
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
class Weighed:
    """One weighing of units: the three shares, and by how far each kind of unit and each unit moves
    each figure."""

    shares: Values  # (3,)
    slopes: Values  # (figures, 3)
    influence: Values  # (units, figures)


@dataclass(frozen=True, slots=True)
class Prepared:
    shares: Mapping[str, Values]
    n: Mapping[str, float]  # independent units that vary like these, less for few videos
    varied: Varied
    labels: int
    units: int


def score_intervals(
    samples: Sequence[LabelledUnits], level: float = 0.95, figures: Sequence[str] = FIGURES
) -> list[Mapping[str, Interval]]:
    """Intervals of each sample, of all FIGURES or some; several at once, found together."""
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level}")
    prepared = [_prepare(sample, level) for sample in samples]
    found: list[dict[str, Interval]] = [{} for _ in samples]
    for name in figures:
        whole = []
        for place, one in enumerate(prepared):
            reason = one if isinstance(one, str) else _why_none(one, name)
            if reason or isinstance(one, str):
                found[place][name] = Interval(reason=reason, level=level)
            else:
                whole.append((place, one))
        for (place, one), ends in zip(whole, _ends(name, [one for _, one in whole], level),
                                      strict=True):  # fmt: skip
            low, high = map(float, ends)
            mark = _mark(name, one)
            found[place][name] = Interval(
                low,
                high,
                level=level,
                clusters=one.varied.videos,
                mark=mark,
                effective_clusters=one.varied.effective,
            )
    return [*found]


def _mark(name: str, of: Prepared) -> str:
    """Why the interval is not to be trusted; empty where it is."""
    videos = of.varied.effective
    kind, rarer, needed = _rarer(name, of.shares[name] * of.n[name], videos)
    degrees = float(of.varied.degrees[FIGURES.index(name)])
    return why_marked(kind, rarer, degrees, videos, of.units, needed)


def _rarer(name: str, pairs: Values, videos: float) -> tuple[str, float, int]:
    """pairs: (3,), how many independent ones there are of each kind."""
    relevant, differing, irrelevant = map(float, pairs)
    needed = relevant_needed(videos)
    if name in ("positive", "alpha"):
        return _least(
            (ABOUT["relevant"], relevant + differing, needed),
            (ABOUT["irrelevant"], irrelevant + differing, needed),
        )
    if name == "prevalence":
        least = needed if videos < FEW else DIFFERING
        return _least(
            (ABOUT["are_relevant"], relevant + differing / 2, least),
            (ABOUT["are_irrelevant"], irrelevant + differing / 2, least),
        )
    return _least(
        (ABOUT["differ"], differing, DIFFERING),
        (ABOUT["same"], relevant + irrelevant, DIFFERING),
    )


def _least(*kinds: tuple[str, float, int]) -> tuple[str, float, int]:
    return min(kinds, key=lambda kind: kind[1])


def _prepare(sample: LabelledUnits, level: float) -> Prepared | str:
    """Or why there are no intervals."""
    check_counts(sample.counts)
    kept = sample.several
    if not len(kept.counts):
        return NO_UNIT
    each = statistics(kept.counts)
    by_label, by_unit = _weighed(each, each[:, 2] + each[:, 3]), _weighed(each, each[:, 0])
    of = {name: by_label if name in BY_LABEL else by_unit for name in FIGURES}
    columns = [of[name].influence[:, place] for place, name in enumerate(FIGURES)]
    varied = vary(np.stack(columns, axis=1), kept.videos, kept.drawn, texts=kept.texts)
    if varied.videos < 2:
        return ONE_VIDEO
    if varied.reason:
        return varied.reason
    shares = {name: of[name].shares for name in FIGURES}
    slopes = [of[name].slopes[place] for place, name in enumerate(FIGURES)]
    spread = np.array(
        [_spread(shares[name], slope) for name, slope in zip(FIGURES, slopes, strict=True)]
    )
    ratio = _normal(level) ** 2 / stdtrit(varied.degrees, (1 + level) / 2) ** 2
    n = effective(spread, varied, ratio)
    n[FIGURES.index("prevalence")] *= _of_prevalence(shares["prevalence"], spread)
    sizes = dict(zip(FIGURES, n.tolist(), strict=True))
    return Prepared(shares, sizes, varied, int(kept.counts.sum()), len(kept.counts))


def _weighed(each: Values, weight: Values) -> Weighed:
    labels = np.maximum(each[:, 2] + each[:, 3], 1)
    same = each[:, [7, 6]] / labels[:, None]
    kinds = np.stack([same[:, 0], 1 - same.sum(axis=1), same[:, 1]], axis=1)
    shares = (weight[:, None] * kinds).sum(axis=0) / weight.sum()
    slopes = _slopes(shares)
    influence = (weight / weight.sum())[:, None] * ((kinds - shares) @ slopes.T)
    return Weighed(shares, slopes, influence)


def _slopes(shares: Values) -> Values:
    """(figures, 3), by each share; 0 where a figure is undefined."""
    relevant, differing, irrelevant = map(float, shares)
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


def _of_prevalence(shares: Values, spread: Values) -> float:
    """A unit whose labels differ is half relevant, so that the share varies less than one of single
    labels would."""
    pi, known = float(shares[0] + shares[1] / 2), float(spread[FIGURES.index("prevalence")])
    return pi * (1 - pi) / known if known > 0 else 1.0


def _why_none(one: Prepared, name: str) -> str:
    relevant, differing, irrelevant = one.shares[name]
    if name == "alpha" and (relevant + differing == 0 or irrelevant + differing == 0):
        return ONE_VALUE
    missing = {"positive": relevant, "negative": irrelevant}
    return NO_LABEL if name in missing and missing[name] + differing == 0 else ""


def _ends(name: str, prepared: Sequence[Prepared], level: float) -> Values:
    """(samples, 2)."""
    if not prepared:
        return np.zeros((0, 2))
    shares = np.stack([one.shares[name] for one in prepared])
    n, squared = np.array([one.n[name] for one in prepared]), _normal(level) ** 2
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


def _normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)
