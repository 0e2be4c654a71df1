"""A curve of loss and validation, as its page draws it: lines in a box, and the numbers as they
are."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from foundation.frozen import frozen

WIDTH, HEIGHT = 600, 180


@frozen
class CurveLine:
    """points: as SVG takes them. low, high: what the box's lower and upper edges stand for."""

    name: str
    points: str
    low: float
    high: float


@frozen
class Curve:
    """rows: epoch, loss, and the scores by `names`. best: the epoch whose weights were kept, and
    where it is in the box."""

    rows: Sequence[tuple[int, float, Sequence[float | None]]]
    names: Sequence[str]
    lines: Sequence[CurveLine]
    best: int
    best_at: float
    width: int = WIDTH
    height: int = HEIGHT


def scores_of(point: Mapping[str, Any]) -> dict[str, float]:
    """What an epoch has beside its loss, by name. Models of earlier versions know nothing of their
    negatives."""
    negatives = point.get("negatives")
    found = {} if negatives is None else {_("relevance of negatives"): negatives}
    return {**point["validation"], **found}


def read_curve(points: Sequence[Mapping[str, Any]], best: int) -> Curve:
    """points: as a trained model has them, an entry an epoch."""
    scores = [scores_of(point) for point in points]
    names = list(dict.fromkeys(name for one in scores for name in one))
    rows = [
        (point["epoch"], point["loss"], [one.get(name) for name in names])
        for point, one in zip(points, scores, strict=True)
    ]
    columns = [("loss", [row[1] for row in rows])]
    columns += [(name, [row[2][place] for row in rows]) for place, name in enumerate(names)]
    lines = [_line(name, values) for name, values in columns]
    return Curve(rows, names, lines, best, _across(best - 1, len(rows)))


def _line(name: str, values: Sequence[float | None]) -> CurveLine:
    """Each line fills the box: a loss and a score have no scale in common."""
    known = [value for value in values if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    span = (high - low) or 1.0
    points = " ".join(
        f"{_across(place, len(values)):.1f},{HEIGHT * (1 - (value - low) / span):.1f}"
        for place, value in enumerate(values)
        if value is not None
    )
    return CurveLine(name, points, low, high)


def _across(place: int, count: int) -> float:
    return WIDTH * place / max(count - 1, 1)
