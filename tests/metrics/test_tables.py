"""The same table as text, CSV, LaTeX and JSON."""

import csv
import io
import json
import re

import pytest
from django.utils.html import escape
from django.utils.translation import override

from measures.quantity import undefined
from metrics.table import Column, Corrected, Percent, Span, Table
from metrics.table_files import as_csv, as_json, as_latex
from metrics.templatetags.metrics import body, shown_cell
from metrics.words import as_text, format_cell, format_in

TABLE = Table(
    "table-1",
    "Table 1",
    (Column("run", "Run"), Column("score", "C@1"), Column("interval", "95 %"), Column("n", "n")),
    (
        ("a_b & c", Corrected(0.674, 0.424), Span(0.6, 0.75), 1000),
        ("=1+1", Corrected(0.241, None), Span(float("nan"), 1), 7),
    ),
    ("Ties: by key.",),
)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (Corrected(0.241, 0.233), "24.1 (23.3 + 0.8) %"),
        (Corrected(0.393, 0.392626), "39.3 (39.3 + 0.0374) %"),
        (Corrected(0.2, 0.3), "20.0 (30.0 - 10.0) %"),
        (Corrected(0.5, None), "50.0 %"),
        (Corrected(None, 0.5), "– (50.0) %"),
        (Corrected(None, None), "–"),
        (Corrected(2.5, 4.0, ranks=True), "2.500 (4.000 - 1.500)"),
        (Corrected(None, 4.0, ranks=True), "– (4.000)"),
        (Percent(None), "–"),
        (undefined("no pair has two labels"), "–"),
        (float("nan"), "–"),
        (0.02951, "0.030"),
        (0.0000123, "1.23e-05"),
        (24_183, "24,183"),
        (Span(0.1, 0.25), "0.100 to 0.250"),
        (Span(-0.01, 0.25, percent=True), "-1.0 to 25.0 %"),
        (Span(0.000365, 0.004, percent=True), "<0.1 to 0.4 %"),
        (Span(0.000365, 0.0005, percent=True), "0.0365 to 0.05 %"),
        (Span(0.0, 0.004, percent=True), "0.0 to 0.4 %"),
    ],
)
def test_a_cell_is_said_as_the_paper_prints_it(cell, text):
    assert format_cell(cell) == text


def test_text_stands_in_columns():
    lines = as_text(TABLE).splitlines()
    assert lines[0] == "Table 1"
    assert lines[2].index("C@1") + len("C@1") == lines[3].index(") %") + len(") %")
    assert lines[-1] == "Ties: by key."


def test_csv_gives_every_number_a_column_and_all_its_digits():
    rows = list(csv.DictReader(io.StringIO(as_csv(TABLE))))
    assert rows[0] == {
        "run": "a_b & c", "score_all": "0.674", "score_original": "0.424",
        "score_delta": "0.25000000000000006",
        "interval_low": "0.6", "interval_high": "0.75", "n": "1000",
    }  # fmt: skip
    assert rows[1]["score_original"] == rows[1]["interval_low"] == ""


def test_latex_escapes_what_it_would_take_for_itself():
    text = as_latex(TABLE)
    assert r"a\_b \& c & 67.4 (42.4 + 25.0) \% & 0.600 to 0.750 & 1,000 \\" in text
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 1


def test_json_knows_no_nan():
    told = json.loads(json.dumps(as_json(TABLE), allow_nan=False))
    assert told["rows"][0]["score"] == {"all": 0.674, "original": 0.424, "delta": 0.674 - 0.424}
    assert told["rows"][1]["interval"] is None


def test_a_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match="a row of t has 1 cells, not 2"):
        Table("t", "T", (Column("a", "A"), Column("b", "B")), (("x",),))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rows_of_a_page_are_each_cell_in_words_and_escaped(language):
    """Cell by cell, as a template would write them."""
    names = Table("t", "T", TABLE.columns, [('<b>a & "b"', None, Span(0.1, 0.2), 1.5)])
    for table in (TABLE, names):
        with override(language):
            written = body(table)
            rows = [
                [
                    escape(shown_cell(cell) if language != "en" else format_in(table, column, cell))
                    for column, cell in zip(table.columns, row, strict=True)
                ]
                for row in table.rows
            ]
        found = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line) for line in written.split("\n")]
        assert found == rows


def test_a_table_that_is_wider_than_a_terminal_is_cut_and_every_part_names_its_rows():
    columns = [
        Column("group", "Captions with"),
        Column("run", "Run"),
        *(Column(f"n{n}", f"A column of some width, {n}") for n in range(6)),
    ]
    rows = [
        [f"{low} words", run, *range(1_000 * low, 1_000 * low + 6)]
        for low in (1, 2)
        for run in ("heron", "magpie")
    ]
    title, *parts, note = as_text(Table("t", "Wide", columns, rows, ["A note."])).split("\n\n")
    assert (title, note, len(parts)) == ("Wide", "A note.", 3)
    lines = [part.split("\n") for part in parts]
    assert max(len(line) for part in lines for line in part) <= 100
    for at, row in enumerate(rows, start=1):
        cells = [re.split(r"\s{2,}", part[at]) for part in lines]
        assert all(found[:2] == row[:2] for found in cells)
        assert [cell for found in cells for cell in found[2:]] == [f"{n:,}" for n in row[2:]]
