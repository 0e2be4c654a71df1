"""manage.py overlap: Table 3, for programs, for people and for a paper."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from measures.overlap import FIGURES
from pooling.queries.runs import overlap_of_runs
from tests.factories import make_benchmark, make_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def toy():
    toy = make_benchmark([("one", "v0"), ("two", "v1"), ("three", "v2")], name="toy")
    make_run(toy, {0: [0, 1], 1: [1, 0], 2: [2, 1]}, name="strong")
    make_run(toy, {0: [1, 0], 1: [1, 2], 2: [0, 1]}, name="weak")
    make_run(toy, {0: [0, 1], 1: [1, 0], 2: [2, 1]}, name="strong again")
    make_run(toy, {0: [0]}, name="the other way", direction="v2t")
    return toy


def said(capsys, *words: str) -> str:
    call_command("overlap", *words)
    return capsys.readouterr().out


def test_every_two_runs_that_rank_videos_have_a_row(toy, capsys):
    rows = json.loads(said(capsys, "toy", "--depth", "1", "--json"))["rows"]
    assert [(row["a"], row["b"], row["overlap"]) for row in rows] == [
        ("strong", "weak", pytest.approx(1 / 3)),
        ("strong", "strong again", 1.0),
        ("weak", "strong again", pytest.approx(1 / 3)),
    ]
    assert {tuple(row) for row in rows} == {("a", "b", *FIGURES, "n")}


def test_p_and_depth_are_those_that_are_asked_for(toy, capsys):
    rows = json.loads(said(capsys, "toy", "--depth", "2", "--p", "0.5", "--json"))["rows"]
    assert [row["rbo"] for row in rows] == [row.rbo for row in overlap_of_runs(toy, 2, 0.5)]
    # by hand, (1-p) sum p^(d-1) A_d + p^2 A_2 at depth 2: agreements (0, 1), (1, 1/2), (0, 1/2) of
    # the three captions
    assert rows[0]["rbo"] == pytest.approx(((0 + 0.5) + (0.5 + 0.25) + (0 + 0.25)) / 3)


def test_every_convention_is_told_and_explained(toy, capsys):
    row = json.loads(said(capsys, "toy", "--depth", "2", "--p", "0.5", "--json"))["rows"][0]
    # (1-p) sum p^(d-1) A_d by hand, as above, without what is extrapolated
    assert row["rbo_cut"] == pytest.approx((0.25 + (0.5 + 0.125) + 0.125) / 3)
    assert row["rbo_cut"] < row["rbo_lower"] < row["rbo"] < row["rbo_lower"] + row["rbo_residual"]
    printed = said(capsys, "toy", "--depth", "2", "--p", "0.5")
    assert "Two runs that are the same have 0.750." in printed


def test_people_get_a_table_of_three_places_and_how_to_read_it(toy, capsys):
    lines = said(capsys, "toy", "--depth", "1").splitlines()
    assert lines[0] == "Table 3: toy"
    assert " ".join(lines[2].split()) == (
        "Run and run Overlap@1 RBO RBO cut at 1 RBO at least Residual n"
    )
    assert " ".join(lines[3].split()) == "strong weak 0.333 0.333 0.033 0.085 0.848 3"
    assert "RBO: rank-biased overlap with p = 0.9, extrapolated from the first 1." in lines


def test_spreadsheets_get_all_digits_and_a_paper_its_table(toy, capsys):
    rows = list(csv.DictReader(io.StringIO(said(capsys, "toy", "--depth", "1", "--csv"))))
    assert [(row["a"], row["b"], row["n"]) for row in rows] == [
        ("strong", "weak", "3"), ("strong", "strong again", "3"), ("weak", "strong again", "3"),
    ]  # fmt: skip
    assert float(rows[0]["overlap"]) == overlap_of_runs(toy, 1)[0].overlap
    assert r"strong & weak & 0.333 & 0.333 & 0.033 & 0.085 & 0.848 & 3 \\" in said(
        capsys, "toy", "--depth", "1", "--latex"
    )


def test_two_runs_that_rank_nothing_have_null_and_no_number(capsys):
    empty = make_benchmark([("one", "v0")], name="empty")
    for name in ("a", "b"):
        make_run(empty, {}, name=name)
    (row,) = json.loads(said(capsys, "empty", "--json"))["rows"]
    assert row == {"a": "a", "b": "b", **dict.fromkeys(FIGURES), "n": 0}
    assert said(capsys, "empty").splitlines()[3].split() == ["a", "b", *"–" * len(FIGURES), "0"]


def test_fewer_than_two_runs_are_nothing_to_compare(capsys):
    make_benchmark([("one", "v0")], name="lonely")
    assert json.loads(said(capsys, "lonely", "--json"))["rows"] == []
    assert said(capsys, "lonely", "--csv") == "a,b,overlap,rbo,rbo_cut,rbo_lower,rbo_residual,n\n"
    assert "no two runs" in said(capsys, "lonely")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["tyo"], "did you mean toy"),
        (["toy", "--depth", "11"], "1 to 10"),
        (["toy", "--depth", "0"], "1 to 10"),
        (["toy", "--p", "1"], "0 and 1"),
        (["toy", "--p", "nan"], "0 and 1"),
    ],
)
def test_what_it_cannot_do_it_says_with_what_it_expected(toy, words, expected):
    with pytest.raises(CommandError, match=expected):
        call_command("overlap", *words)
