"""The one theme of all charts.

A colour is a token's name, `var(--ink)`, until the chart is drawn: the page puts in what the
reader's theme has, a file what `COLOURS` has for light or dark.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

import altair as alt

from foundation.frozen import frozen

Theme = Literal["light", "dark"]

OKABE_ITO = {
    f"model-{number}": colour
    for number, colour in enumerate(
        ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#f0e442"), start=1
    )
}
# As in static/css; a test compares. Models have the colours of Okabe and Ito, which people with any
# colour vision tell apart; where black stood for a model it is the ink of the theme.
COLOURS: Mapping[Theme, Mapping[str, str]] = {
    "light": {
        **OKABE_ITO,
        "surface": "#ffffff",
        "sunken": "#f0efed",
        "ink": "#1c1b1a",
        "ink-soft": "#57534e",
        "line": "#dcd9d5",
        "edge": "#7a746e",
        "accent": "#b93c0b",
        "good": "#0f665f",
        "idle": "#475569",
        "warn": "#854d0e",
        "bad": "#b01b1b",
        "split": "#6527c9",
        "model-8": "#1c1b1a",
        "ramp-low": "#e8f1f8",
        "ramp-high": "#08306b",
    },
    "dark": {
        **OKABE_ITO,
        "surface": "#1f1e1c",
        "sunken": "#0f0e0d",
        "ink": "#f2f0ee",
        "ink-soft": "#b5afa8",
        "line": "#3a3734",
        "edge": "#8f8982",
        "accent": "#fb923c",
        "good": "#5eead4",
        "idle": "#cbd5e1",
        "warn": "#fcd34d",
        "bad": "#fca5a5",
        "split": "#c4b5fd",
        "model-8": "#f2f0ee",
        "ramp-low": "#10263b",
        "ramp-high": "#9ecae1",
    },
}
MODELS = 8
SHAPES = (
    "circle",
    "square",
    "triangle-up",
    "diamond",
    "cross",
    "triangle-down",
    "triangle-right",
    "stroke",
)


def token(name: str) -> str:
    return f"var(--{name})"


@frozen
class Style:
    """places: of runs (or models) by name, from 0; a model has one place, and so one colour, in the
    whole product. Names without one take the places of their order."""

    places: Mapping[str, int] = field(default_factory=dict)

    ink = token("ink")
    soft = token("ink-soft")
    line = token("line")
    edge = token("edge")
    surface = token("surface")
    accent = token("accent")
    good = token("good")
    idle = token("idle")
    warn = token("warn")
    bad = token("bad")
    split = token("split")
    quantity = token("idle")  # what is no run's: the colours of runs mean runs alone
    palette = tuple(token(f"model-{number}") for number in range(1, MODELS + 1))
    ramp = (token("ramp-low"), token("ramp-high"))

    def place(self, names: Sequence[str], name: str) -> int:
        return self.places.get(name, names.index(name)) % MODELS

    def of_models(self, names: Sequence[str]) -> alt.Scale:
        """The colours of runs. Pair it with `shapes`, or with labels, so that no chart depends on
        colour alone."""
        return alt.Scale(
            domain=list(names), range=[self.palette[self.place(names, name)] for name in names]
        )

    def shapes(self, names: Sequence[str]) -> alt.Scale:
        return alt.Scale(
            domain=list(names), range=[SHAPES[self.place(names, name)] for name in names]
        )


def theme() -> dict[str, Any]:
    """Vega-Lite's `config`."""
    words = {"labelColor": token("ink-soft"), "titleColor": token("ink-soft")}
    sizes = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    return {
        "background": None,
        "font": "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
        "view": {"stroke": None},
        "axis": {
            **words,
            **sizes,
            "gridColor": token("line"),
            "domainColor": token("edge"),
            "tickColor": token("edge"),
            "labelLimit": 220,
        },
        "legend": {**words, **sizes, "labelLimit": 260, "orient": "top", "symbolStrokeWidth": 2},
        "header": {**words, **sizes},
        "title": {
            "anchor": "start",
            "color": token("ink"),
            "subtitleColor": token("ink-soft"),
            "fontSize": 14,
            "subtitleFontSize": 12,
            "subtitlePadding": 4,
        },
        "range": {
            "category": [token(f"model-{number}") for number in range(1, MODELS + 1)],
            "ramp": [token("ramp-low"), token("ramp-high")],
            "heatmap": [token("ramp-low"), token("ramp-high")],
        },
        "mark": {"tooltip": True, "color": token("model-1")},
        "point": {"filled": True, "size": 70},
        "rule": {"color": token("ink-soft"), "strokeWidth": 2},
        "line": {"strokeWidth": 2},
        "text": {"color": token("ink"), "fontSize": 12},
        "tick": {"color": token("ink")},
    }


def coloured(part: Any, colours: Mapping[str, str]) -> Any:
    """The same with each token's colour put in."""
    if isinstance(part, dict):
        return {name: coloured(inner, colours) for name, inner in part.items()}
    if isinstance(part, list):
        return [coloured(inner, colours) for inner in part]
    if isinstance(part, str) and part.startswith("var(--") and part.endswith(")"):
        return colours[part[6:-1]]
    return part
