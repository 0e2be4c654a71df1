"""Graded qrels in a benchmark: grades come in with their level, count in nDCG and at levels, and
go out again."""

import json
import math

import pytest
from django.core.management import CommandError, call_command

from metrics.queries.drafts import frozen_snapshot
from metrics.queries.snapshot import take_snapshot
from metrics.studies.asked import EvaluationAsked
from pooling.models import JudgedPair
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.factories import make_run
from tests.metrics.reporting import make_report

pytestmark = pytest.mark.django_db

# c0 is of v0 and c1 of v1.
GRADED = "c0 0 v2 3\nc0 0 v1 1\nc0 0 v3 0\nc1 0 v1 2\nc1 0 v0 -2\n"
RANKINGS = {0: [1, 2, 0, 3], 1: [0, 1, 2, 3]}


@pytest.fixture
def benchmark(tmp_path):
    of = small_benchmark(2, 4)
    make_run(of, RANKINGS, "r", depth=4)
    (tmp_path / "q.txt").write_text(GRADED)
    return of


def scores(benchmark, *measures: str) -> dict[str, dict]:
    options = {"measures": ",".join(measures), "json": True}
    rows = json.loads(call_command("evaluate", benchmark.name, **options))["rows"]
    return {row["measure"]: row for row in rows}


def dcg(*gains: float) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def test_grades_are_gains_and_levels_choose_among_them(benchmark, tmp_path):
    told = bring(benchmark, tmp_path / "q.txt", "qrels", highest_grade=3, relevant_from=2)
    assert (told["pairs"], told["labels"]) == (5, 6)  # a disagreement is two labels
    relevant = JudgedPair.objects.filter(verdict="relevant")
    assert sorted(relevant.values_list("video__key", flat=True)) == ["v1", "v2"]
    found = scores(benchmark, "nDCG@4", "AP(rel=3)", "ERR@4", "Bpref", "AP'")
    # c0: v1 of grade 1, v2 of grade 3 and its own v0, which has the highest; c1: its own v1, which
    # was judged with 2 and keeps the highest.
    first = dcg(1, 3, 3) / dcg(3, 3, 1)
    assert found["nDCG@4"]["all"] == pytest.approx((first + dcg(0, 3) / dcg(3)) / 2)
    assert found["nDCG@4"]["original"] == pytest.approx((dcg(0, 0, 1) + dcg(0, 1)) / 2)
    assert found["AP(rel=3)"]["all"] == pytest.approx(((1 / 2 + 2 / 3) / 2 + 1 / 2) / 2)
    # Judged of c0: v0, v1, v2 and v3; of c1 v1, and v0 above it, which is a disagreement.
    assert found["AP'"]["all"] == pytest.approx(((1 / 2 + 2 / 3) / 2 + 1 / 2) / 2)
    assert found["Bpref"]["all"] == pytest.approx((1 / 2 + 0) / 2)
    assert "the highest grade is 3, the highest of the scale" in found["ERR@4"]["notes"][-1]


def test_what_goes_out_is_what_came_in(benchmark, tmp_path):
    bring(benchmark, tmp_path / "q.txt", "qrels", highest_grade=3, relevant_from=2)
    take(benchmark, tmp_path / "out.txt", "qrels")
    rows = {tuple(line.split()) for line in (tmp_path / "out.txt").read_text().splitlines()}
    came = {tuple(line.split()) for line in GRADED.splitlines()}
    assert rows == came


def test_a_report_keeps_the_grades_that_it_saw(benchmark, tmp_path):
    bring(benchmark, tmp_path / "q.txt", "qrels", highest_grade=3)
    plain = EvaluationAsked(measures=("nDCG@4",), comparisons=False, overlap=0, resamples=100)
    report = make_report(benchmark, plain)
    JudgedPair.objects.update(verdict="irrelevant")
    assert sorted(frozen_snapshot(report).collected.gains.tolist()) == [1, 2, 3]


def test_without_a_level_any_grade_is_relevant(benchmark, tmp_path):
    bring(benchmark, tmp_path / "q.txt", "qrels", highest_grade=3)
    collected = take_snapshot(benchmark, []).collected
    assert sorted(collected.gains.tolist()) == [1, 2, 3]


def test_labels_of_two_values_have_no_grades(benchmark, tmp_path):
    (tmp_path / "q.txt").write_text("c0 0 v2 1\nc0 0 v3 0\n")
    bring(benchmark, tmp_path / "q.txt", "qrels")
    assert take_snapshot(benchmark, []).collected.gains.tolist() == [1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"highest_grade": 2}, "q.txt:1:9: the relevance '3' is not known; expected 0 to 2"),
        ({}, "q.txt:1:9: the relevance '3' is not known; expected 1, 0, -1 or -2"),
        ({"highest_grade": 3, "relevant_from": 4}, "Expected a grade of the scale, 1 to 3."),
    ],
)
def test_grades_beyond_the_scale_are_refused_with_their_place(
    benchmark, tmp_path, capsys, options, said
):
    with pytest.raises(CommandError) as refused:
        bring(benchmark, tmp_path / "q.txt", "qrels", **options)
    assert said in f"{refused.value}\n{capsys.readouterr().err}"
    assert not JudgedPair.objects.exists()
