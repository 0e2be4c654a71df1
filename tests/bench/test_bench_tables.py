"""The arithmetic of the benchmarks' tables: what is compared with what, and when a goal is met."""

import json
import sys

import pytest

from bench.table import Goal, Row, draw, row, show


def cells(table: str) -> list[dict[str, str]]:
    """The lines of a drawn table by their columns' titles."""
    head, _, *body = (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if "|" in line
    )
    return [dict(zip(head, line, strict=True)) for line in body]


def test_a_row_holds_median_and_extremes_and_the_median_of_the_ratios_pair_by_pair():
    made = row("ours", [4.0, 1.0, 10.0], "theirs", [2.0, 1.0, 2.0])
    assert (made.seconds, made.least, made.most, made.runs) == (4.0, 1.0, 10.0, 3)
    assert (
        made.ratio == 2.0
    )  # of 2, 1 and 5; the ratio of the medians happens to be 2 as well, that of the sums is 3
    assert (
        row("ours", [1.0, 2.0, 9.0], "theirs", [1.0, 8.0, 3.0]).ratio == 1.0
    )  # the ratio of the medians would be 2/3


def test_ours_without_a_peers_figure_for_each_is_refused():
    with pytest.raises(ValueError, match="zip"):
        row("ours", [1.0, 2.0], "theirs", [1.0])


def test_memory_is_that_of_the_worst_run():
    assert row("ours", [1.0, 1.0, 1.0], megabytes=[90.0, 250.0, 120.0]).megabytes == 250.0


@pytest.mark.parametrize(
    ("seconds", "megabytes", "goal", "met"),
    [
        ([3.0, 4.0, 9.0], [399.0], Goal(4, 400), True),  # the median reaches the goal exactly
        ([4.1], [10.0], Goal(4, 400), False),
        ([1.0], [10.0, 401.0], Goal(4, 400), False),
        ([99.0], [10.0], Goal(megabytes=400), True),
        ([1.0], [], Goal(4, 400), False),  # memory that was not measured meets no goal
        ([1.0], [10.0], None, None),
    ],
)
def test_a_goal_is_met_when_every_limit_is_kept(seconds, megabytes, goal, met):
    assert row("ours", seconds, megabytes=megabytes, goal=goal).met is met


def test_columns_of_memory_and_goals_stand_only_where_a_row_has_them():
    plain = cells(draw("Title", [row("ours", [1.0], "theirs", [2.0])]))
    assert plain == [
        {
            "what": "ours",
            "median s": "1.000",
            "least": "1.000",
            "most": "1.000",
            "runs": "1",
            "against": "theirs",
            "ratio": "0.50",
        }
    ]
    ours, peer = cells(
        draw("Title", [row("ours", [5.0], megabytes=[12.4], goal=Goal(4, 400)), row("peer", [2.0])])
    )
    assert (ours["peak MB"], ours["goal"], ours["met"]) == ("12", "4 s, 400 MB", "NO")
    assert (peer["peak MB"], peer["goal"], peer["met"]) == ("", "", "")


def test_the_same_figures_are_written_as_json(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["bench", "--json", str(tmp_path / "figures.json")])
    rows: list[Row] = [
        row("ours", [5.0, 1.0, 3.0], "theirs", [1.0, 1.0, 1.0], goal=Goal(seconds=4)),
        row("theirs", [1.0] * 3),
    ]
    show("Title", rows)
    written = json.loads((tmp_path / "figures.json").read_text())
    assert written["title"] == "Title"
    assert [(r["what"], r["seconds"], r["ratio"], r["met"]) for r in written["rows"]] == [
        ("ours", 3.0, 3.0, True),
        ("theirs", 1.0, None, None),
    ]
    assert cells(capsys.readouterr().out)[0]["median s"] == "3.000"
