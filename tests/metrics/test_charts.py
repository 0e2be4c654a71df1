"""A chart is drawn from the very cells of its table, in one look, for a page and as files."""

import csv
import io
import json
import re

import altair as alt
import pytest
from django.utils import translation

from measures.quantity import Quantity
from metrics.charts.chart import Chart, records, specification
from metrics.charts.files import TYPES, written
from metrics.charts.registry import charts_of
from metrics.charts.shapes import apart
from metrics.charts.style import COLOURS, SHAPES, Style
from metrics.table import Column, Percent, Table, Word, titled
from metrics.table_files import as_csv
from tests.metrics.charted import TABLE, a_chart
from tests.web.stylesheet import STATIC, contrast


def test_the_picture_has_the_tables_cells_at_full_digits():
    drawn = specification(a_chart(), Style())["data"]["values"]
    assert drawn == [
        {
            "run": "magpie",
            "score_all": 0.453,
            "score_original": 0.2371828182845,
            "score_delta": 0.453 - 0.2371828182845,
            "interval_low": 0.41,
            "interval_high": 0.49,
            "n": 1000,
        },
        {
            "run": "heron",
            "score_all": 0.607,
            "score_original": 0.343,
            "score_delta": 0.607 - 0.343,
            "interval_low": None,
            "interval_high": None,
            "n": 999,
        },
    ]
    of_csv = list(csv.DictReader(io.StringIO(as_csv(TABLE))))
    for row, fields in zip(of_csv, drawn, strict=True):
        assert row == {name: "" if value is None else str(value) for name, value in fields.items()}


def test_every_kind_of_cell_is_a_field_of_the_picture():
    kinds = Table(
        "kinds",
        "Kinds",
        [Column(key, key) for key in "abcde"],
        [["text", 3, Percent(0.25), Quantity(None, "no captions"), float("nan")]],
    )
    assert records(kinds) == [{"a": "text", "b": 3, "c": 0.25, "d": None, "e": None}]


def test_a_file_has_the_title_and_a_page_does_not():
    alone, on_page = (specification(a_chart(), Style(), alone=way) for way in (True, False))
    assert "".join(alone["title"]["text"]) == "heron finds more than magpie"
    assert "title" not in on_page
    assert (alone["width"], on_page["width"]) == (680, "container")
    assert on_page["description"].startswith("heron finds more than magpie. C@1 of")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ending", "begins"),
    [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("json", b"{")],
)
def test_a_chart_is_written_as_what_its_ending_says(ending, begins, theme):
    content = written(a_chart(), ending, theme=theme)
    assert content.startswith(begins)
    assert ending in TYPES
    assert b"var(--" not in content


def test_a_svg_shows_title_axis_and_names():
    drawn = written(a_chart(), "svg").decode()
    words = re.findall(r"<text[^>]*>(?:<tspan[^>]*>)?([^<]+)<", drawn)
    assert {"heron finds more than magpie", "magpie", "heron"} <= set(words)
    bars = re.findall(r'aria-roledescription="bar"[^>]* d="M0,[^"]*h([0-9.]+)v', drawn)
    assert float(bars[0]) / float(bars[1]) == pytest.approx(0.453 / 0.607)
    assert COLOURS["light"]["model-1"] in drawn


def test_the_json_of_a_chart_is_its_specification():
    content = json.loads(written(a_chart(), "json"))
    assert content["$schema"].startswith("https://vega.github.io/schema/vega-lite/v6")
    assert content["data"]["values"] == records(TABLE)


def test_a_model_has_one_colour_and_one_shape_whoever_is_beside_it():
    style = Style({"heron": 5, "magpie": 2, "wren": 10})
    for names in (["magpie", "heron"], ["heron"], ["wren", "heron", "magpie"]):
        colours = style.of_models(names).to_dict()
        of = dict(zip(colours["domain"], colours["range"], strict=True))
        assert of["heron"] == "var(--model-6)"
        shapes = style.shapes(names).to_dict()
        assert dict(zip(names, shapes["range"], strict=True))["heron"] == SHAPES[5]
    assert style.of_models(["wren"]).to_dict()["range"] == [
        "var(--model-3)"
    ]  # eight colours, again


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_files_have_the_colours_of_pages(theme):
    sheets = "".join(
        (STATIC / "css" / name).read_text(encoding="utf-8")
        for name in ("truepool.css", "charts.css")
    )
    found = {
        name: {"light": light, "dark": dark}[theme]
        for name, light, dark in re.findall(
            r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\);", sheets
        )
    }
    assert {name: found[name] for name in COLOURS[theme]} == COLOURS[theme]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_of_a_chart_can_be_read(theme):
    colours = COLOURS[theme]
    for name in ("ink", "ink-soft", "good", "idle", "warn", "bad", "split", "accent"):
        assert contrast(colours[name], colours["surface"]) >= 4.5, name


def test_a_study_without_charts_has_none():
    assert charts_of("nothing_of_the_kind", {}, []) == []


def test_a_picture_on_a_page_speaks_the_readers_language_and_a_file_english():
    """Words of the table are the same in its cells, scales and expressions; a run whose name is a
    word of the catalogue keeps it."""
    chart = agreed(run="share")
    with translation.override("de"):
        on_page, alone = (specification(chart, Style(), alone=way) for way in (False, True))
    assert on_page["data"]["values"] == [
        {"run": "share", "scale": "Anteil", "value": 0.25},
        {"run": "magpie", "scale": "über den Zufall hinaus", "value": 0.5},
    ]
    assert on_page["encoding"]["shape"]["scale"]["domain"] == ["Anteil", "über den Zufall hinaus"]
    assert on_page["encoding"]["x"]["title"] == "Übereinstimmung"
    assert on_page["transform"] == [
        {"calculate": "datum.scale === 'Anteil' ? 'nicht definiert' : ' Paare'", "as": "said"}
    ]
    assert on_page["description"].startswith("Kein Rater stimmt weniger überein als die übrigen.")
    assert "thousands" in json.dumps(on_page["config"])
    assert alone == specification(chart, Style(), alone=True)
    assert alone["data"]["values"][0]["scale"] == "share"


def agreed(run: str) -> Chart:
    rows = [[run, Word("share"), 0.25], ["magpie", Word("beyond chance"), 0.5]]
    table = Table("agreed", "Agreed", titled(run="Run", scale="Scale", value="Value"), rows)

    def picture(_: Style) -> alt.Chart:
        said = "datum.scale === 'share' ? 'undefined' : ' pairs'"
        marks = {"share": ("circle", "red"), "beyond chance": ("square", "blue")}
        return (
            alt.Chart()
            .mark_point()
            .transform_calculate(said=said)
            .encode(
                x=alt.X("value:Q", title="Agreement"), y=alt.Y("run:N"), **apart("scale", marks)
            )
        )

    return Chart(
        title="No rater agrees less than the rest",
        subtitle="Percent agreement.",
        table=table,
        picture=picture,
    )
