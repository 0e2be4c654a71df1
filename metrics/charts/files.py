"""A chart as a file. vl-convert brings Vega itself; no browser takes part."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import vl_convert

from metrics.charts.chart import Chart, specification
from metrics.charts.style import COLOURS, Style, Theme, coloured

VEGA_LITE = "6.4"
SHARPNESS = 2.0  # of a PNG: pixels for each of the picture's own

TYPES: Mapping[str, str] = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "json": "application/json",
}


def written(chart: Chart, ending: str, style: Style | None = None, theme: Theme = "light") -> bytes:
    """ending: one of TYPES; json is the specification, for whoever draws it anew with Vega-Lite."""
    colours = COLOURS[theme]
    whole = coloured(specification(chart, style or Style(), alone=True), colours)
    whole["config"]["background"] = colours["surface"]
    return _WRITERS[ending](whole)


_WRITERS: Mapping[str, Callable[[dict[str, Any]], bytes]] = {
    "svg": lambda whole: vl_convert.vegalite_to_svg(whole, vl_version=VEGA_LITE).encode(),
    "png": lambda whole: vl_convert.vegalite_to_png(whole, vl_version=VEGA_LITE, scale=SHARPNESS),
    "pdf": lambda whole: vl_convert.vegalite_to_pdf(whole, vl_version=VEGA_LITE),
    "json": lambda whole: json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=1).encode(),
}
