"""Pictures that are made once. Altair takes some 20 to 60 ms for one of several layers, and a
report, which is frozen, has the same pictures every time it is read."""

from copy import deepcopy
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from metrics.charts.chart import Chart, Picture
from metrics.charts.style import Style

MOST = 1_000  # of some 5 KB each
_made: dict[tuple[Any, ...], dict[str, Any]] = {}
_lock = Lock()


def remembered(chart: Chart, of: str) -> Chart:
    """The same chart. of: what it follows from, such as the checksum of a frozen report: where that
    and the chart's key are the same, so is its picture."""
    return replace(chart, picture=_Remembered(chart.picture, (of, chart.key)))


@dataclass(frozen=True, slots=True)
class _Remembered:
    picture: Picture
    key: tuple[str, str]

    def __call__(self, style: Style) -> Any:
        colours = tuple(sorted(style.places.items()))
        return _Written(self.picture, style, (*self.key, colours))


@dataclass(frozen=True, slots=True)
class _Written:
    """What a chart is asked for: itself as a dictionary."""

    picture: Picture
    style: Style
    key: tuple[Any, ...]

    def to_dict(self, *, validate: bool = True) -> dict[str, Any]:
        if validate:
            return self.picture(self.style).to_dict(validate=True)
        found = _made.get(self.key)
        if found is None:
            found = self.picture(self.style).to_dict(validate=False)
            with _lock:
                while len(_made) >= MOST:
                    _made.pop(next(iter(_made)))  # the one that was made first
                _made[self.key] = found
        return deepcopy(found)
