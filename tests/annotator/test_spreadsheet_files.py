"""Labels in files that a spreadsheet opens: nothing in them is run, and whatever was written is
read back."""

import csv
import io
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.formats import triplets
from annotator.formats.tables import read_tables, write_tables
from annotator.models import ForeignRater, Item, Label
from foundation import spreadsheet
from foundation.spreadsheet import FORMULA, plain_cell, safe_cell
from metrics.standalone.command import run as metrics
from pooling.formats.problem import Problems
from pooling.formats.text import open_text
from tests.annotator.exchanging import bring, take
from tests.annotator.test_gold_in_logs import row
from tests.factories import make_benchmark

YES = "relevant"
ODD = (
    "-v0",
    "=v1",
    "+v2",
    "@v3",
    "\tv4",
    "\rv5",
    "'v6",
    "'-v7",
    "''=v8",
    "-v0'",
    "plain",
    "'",
    "－v9",
)
# What a file can hold at all: no NUL, no half of a surrogate pair.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
MISCHIEF = st.text(st.sampled_from("'=+-@\t\r\n\",; a＝"), max_size=6)


@given(TEXT | MISCHIEF)
def test_any_text_made_safe_and_plain_again_is_itself(text):
    assert plain_cell(safe_cell(text)) == text
    assert not safe_cell(text).startswith(FORMULA)
    assert safe_cell(text) == spreadsheet.safe_cell(text)


@given(TEXT | MISCHIEF, TEXT | MISCHIEF)
def test_no_two_texts_are_made_the_same_cell(one, other):
    assert (safe_cell(one) == safe_cell(other)) == (one == other)


def written(columns, rows) -> tuple[str, str]:
    exact, safe = io.StringIO(newline=""), io.StringIO(newline="")
    escaped = write_tables(columns, rows, exact, safe)
    return exact.getvalue(), safe.getvalue() if escaped else exact.getvalue()


def read_back(content: str, columns) -> list[list[str]]:
    return [
        cells
        for _, cells in read_tables(
            open_text(io.BytesIO(content.encode()), Problems()), columns, Problems()
        )
    ]


@given(st.lists(st.tuples(TEXT | MISCHIEF, TEXT | MISCHIEF), max_size=5))
def test_either_file_is_read_back_as_what_was_written(rows):
    columns = ("one", "two")
    for content in written(columns, rows):
        assert read_back(content, columns) == [list(cells) for cells in rows]


@given(
    st.lists(st.tuples(MISCHIEF, MISCHIEF), min_size=1, max_size=5),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
def test_a_table_that_somebody_else_wrote_is_read_as_it_stands(rows, quoting):
    out = io.StringIO(newline="")
    csv.writer(out, quoting=quoting).writerows([("one", "two"), *rows])
    assert read_back(out.getvalue(), ("one", "two")) == [list(cells) for cells in rows]


def test_a_table_without_such_a_cell_is_the_same_in_both_files():
    exact, safe = written(triplets.COLUMNS, [("c0", "'v", YES)])
    assert exact == safe == "caption_id,video_id,label\nc0,'v,relevant\n"


def cells_of(path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def odd_benchmark():
    return make_benchmark([(f"text {n}", key) for n, key in enumerate(ODD)], videos=list(ODD))


@pytest.fixture
def odd(db):
    return odd_benchmark()


def bring_odd_labels(benchmark, path):
    draw = random.Random(4)
    said = [
        row(
            n + 1,
            "first",
            draw.choice([YES, "irrelevant"]),
            "-1",
            caption_id=f"c{n}",
            video_id=key,
            comment=f"=SUM({n})\n{key}",
        )
        for n, key in enumerate(ODD)
    ]
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, said[0], quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows(said)
    return bring(benchmark, path, "log")


def labels_of(campaign_id) -> list[tuple]:
    rows = Label.objects.filter(campaign=campaign_id).order_by("pk")
    return list(rows.values_list("item__query__text", "item__video__key", "answer", "comment"))


@pytest.mark.parametrize("file_format", ["triplets", "log"])
def test_what_goes_out_is_safe_and_exact_and_comes_in_from_either(tmp_path, odd, file_format):
    first = bring_odd_labels(odd, tmp_path / "in.csv")
    told = take(odd, tmp_path / "out", file_format)
    names = [f"{file_format}.csv", f"{file_format}-exact.csv"]
    assert [file["name"] for file in told["files"]] == names
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert [file["name"] for file in manifest["files"]] == names
    safe, exact = (cells_of(tmp_path / "out" / name) for name in names)
    assert safe[0] == exact[0]
    assert not any(cell.startswith(FORMULA) for cells in safe for cell in cells)
    assert {cells[exact[0].index("video_id")] for cells in exact[1:]} == set(ODD)
    for name in names:
        twin = odd_benchmark()
        again = bring(twin, tmp_path / "out" / name, file_format)
        verdicts = (
            Item.objects.filter(campaign=again["id"])
            .order_by("video__number")
            .values_list("video__key", "verdict")
        )
        assert list(verdicts) == list(
            Item.objects.filter(campaign=first["id"])
            .order_by("video__number")
            .values_list("video__key", "verdict")
        )
        if file_format == "log":
            assert list(
                ForeignRater.objects.filter(campaign=again["id"]).values_list("name", flat=True)
            ) == ["-1"]
            assert labels_of(again["id"]) == labels_of(first["id"])


def test_a_named_file_has_its_twin_beside_it_by_whichever_name_it_was_asked_for(tmp_path, odd):
    bring_odd_labels(odd, tmp_path / "in.csv")
    for asked in ("labels.csv", "labels-exact.csv"):
        take(odd, tmp_path / asked, "log", release="one")
        assert "=SUM(0)\n-v0" in cells_of(tmp_path / "labels-exact.csv")[1]
        assert "'=SUM(0)\n-v0" in cells_of(tmp_path / "labels.csv")[1]


def test_json_lines_are_one_file_and_exact(tmp_path, odd):
    bring_odd_labels(odd, tmp_path / "in.csv")
    told = take(odd, tmp_path / "t.jsonl", "triplets")
    assert [file["name"] for file in told["files"]] == ["t.jsonl"]
    assert {
        json.loads(line)["video_id"] for line in (tmp_path / "t.jsonl").read_text().splitlines()
    } == set(ODD)


def test_a_file_that_a_spreadsheet_saved_again_is_known_by_the_benchmarks_keys(tmp_path, odd):
    bring_odd_labels(odd, tmp_path / "in.csv")
    take(odd, tmp_path / "t.csv", "triplets")
    saved = tmp_path / "saved.csv"
    with saved.open("w", newline="") as file:
        csv.writer(file).writerows(cells_of(tmp_path / "t.csv"))
    told = bring(odd, saved, "triplets")
    keys = Item.objects.filter(campaign=told["id"]).values_list("video__key", flat=True)
    assert set(keys) == set(ODD)
    assert any(
        "10 keys are known only without the quote that they begin with" in said
        for said in told["warnings"]
    )


def test_a_key_of_a_foreign_file_is_taken_as_it_stands_where_the_benchmark_has_it(tmp_path, odd):
    (tmp_path / "t.csv").write_text("caption_id,video_id,label\nc0,'-v7,relevant\n")
    told = bring(odd, tmp_path / "t.csv", "triplets")
    assert Item.objects.get(campaign=told["id"]).video.key == "'-v7"
    assert told["warnings"] == []


def test_the_same_numbers_come_from_either_file_without_a_database(tmp_path, capsys):
    (tmp_path / "run.csv").write_text("caption_id,video_id,score\nc0,-v,2\nc0,w,1\n")
    exact, safe = io.StringIO(), io.StringIO()
    triplets.write_csv([("c0", "-v", YES), ("c0", "w", "irrelevant")], exact, safe)
    told = []
    for out in (exact, safe):
        (tmp_path / "t.csv").write_text(out.getvalue())
        assert (
            metrics(
                [
                    str(tmp_path / "run.csv"),
                    "--original",
                    str(tmp_path / "t.csv"),
                    "--measures",
                    "C@1",
                    "--json",
                ]
            )
            == 0
        )
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["rows"][0]["original"] == 1
