"""Rank-biased precision with its residual, against the sums of Moffat & Zobel (2008) as they are
written."""

import json

import numpy as np
import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from measures.names import UnknownMeasure, parse, parse_all
from measures.scoring import score
from metrics.studies.evaluation import evaluate
from metrics.studies.registry import tables_of
from metrics.words import as_text
from tests.measures.ranked import VIDEOS, padded, pairs_of, slow, worlds
from tests.metrics.worlds import Bare, make_world


@given(world=worlds(), p=st.sampled_from([0.1, 0.5, 0.8, 0.95]), k=st.none() | st.integers(1, 9))
def test_any_p_gives_the_sum_as_it_is_written(world, p, k):
    rankings, gains = world
    measure = parse(f"RBP(p={p})" if k is None else f"RBP(p={p})@{k}")
    found = score(padded(rankings), pairs_of(gains), [str(measure)])
    expected = [slow(measure, *caption) for caption in zip(rankings, gains, strict=True)]
    np.testing.assert_allclose(found.values[measure], expected, atol=1e-12)


def slow_residual(p: float, k: int | None, ranking: list[int], judged: set[int]) -> float:
    """Rank by rank: those without a verdict, and all after the last that is looked at."""
    top = ranking if k is None else ranking[:k]
    unjudged = [(1 - p) * p**place for place, video in enumerate(top) if video not in judged]
    return sum(unjudged) + p ** len(top)


@given(
    world=worlds(),
    judged=st.lists(st.sets(st.integers(0, VIDEOS - 1)), min_size=6, max_size=6),
    k=st.none() | st.integers(1, 9),
)
def test_the_residual_is_the_weight_of_what_has_no_verdict(world, judged, k):
    rankings, gains = world
    known = [set(one) | of for one, of in zip(gains, judged, strict=False)]
    name = "RBP(p=0.8)" if k is None else f"RBP(p=0.8)@{k}"
    verdicts = pairs_of([dict.fromkeys(one, 1) for one in known])
    found = score(padded(rankings), pairs_of(gains), name, judged=verdicts).summaries[parse(name)]
    residuals = [
        slow_residual(0.8, k, ranking, one)
        for ranking, one, of in zip(rankings, known, gains, strict=True)
        if of
    ]
    assert found.residual is not None
    if residuals:
        assert found.residual.value == pytest.approx(np.mean(residuals), abs=1e-12)
        # Whatever the missing verdicts say, the value stays within the residual.
        best = [dict.fromkeys({*one, *range(VIDEOS)} if one else (), 1) for one in gains]
        most = score(padded(rankings), pairs_of(best), name).summaries[parse(name)].value
        assert float(found.value) + found.residual.value <= 1 + 1e-12 or k is not None
        open_too = [
            dict.fromkeys(set(one) | (set(ranking) - of), 1) if one else {}
            for ranking, one, of in zip(rankings, gains, known, strict=True)
        ]
        high = score(padded(rankings), pairs_of(open_too), name).summaries[parse(name)].value
        assert float(found.value) - 1e-12 <= float(high) <= float(most) + 1e-12
        assert float(high) <= float(found.value) + found.residual.value + 1e-12


def test_its_name_has_its_parameter_and_a_name_without_one_has_the_usual():
    assert str(parse("RBP")) == str(parse("RBP(p=0.80)")) == "RBP(p=0.8)"
    assert str(parse("RBP(p=0.95)@10")) == "RBP(p=0.95)@10"
    assert [str(one) for one in parse_all("C@1, RBP(p=0.5),AP")] == ["C@1", "RBP(p=0.5)", "AP"]
    for name in ("RBP(p=1)", "RBP(p=0)", "RBP(q=0.5)", "rbp", "RBP(0.5)"):
        with pytest.raises(UnknownMeasure, match=r"the nearest is RBP\(p=0.8\);"):
            parse(name)


def test_a_table_has_its_residual_below_it():
    world = Bare(4, [0, 1], [0, 1], {(0, 1): False}, [[[0, 1, 2], [2, 1, 3]]])
    found = evaluate(world.snapshot(3), parse_all("RBP(p=0.5),C@1"))
    row = found.as_json()["rows"][0]
    # Captions 0 and 1: 1/2 and 1/4; without a verdict ranks 3 and on, and all but rank 2.
    assert row["all"] == pytest.approx((0.5 + 0.25) / 2)
    assert row["residual"] == pytest.approx((0.25 + 0.75) / 2)
    assert "residual" not in found.as_json()["rows"][1]
    lines = as_text(tables_of(found)[0]).splitlines()
    assert any(line.split() == ["RBP(p=0.5),", "residual", "50.0", "%"] for line in lines)


@pytest.mark.django_db
def test_commands_take_it(capsys):
    make_world()
    call_command("evaluate", "toy", "--measures", "C@1,RBP(p=0.8)", "--intervals", "--json")
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["measure"] for row in rows[:2]] == ["C@1", "RBP(p=0.8)"]
    assert rows[1]["interval"][0] < rows[1]["all"] < rows[1]["interval"][1]
    call_command("compare", "toy", "strong", "weak", "--measures", "RBP(p=0.8)", "--json")
    assert json.loads(capsys.readouterr().out)["rows"][0]["p"] <= 1


@given(world=worlds(max_gain=3), p=st.sampled_from([0.5, 0.8]), k=st.none() | st.integers(1, 9))
def test_a_grade_counts_for_its_share_of_the_highest(world, p, k):
    rankings, gains = world
    measure = parse(f"gRBP(p={p},max=3)" + ("" if k is None else f"@{k}"))
    found = score(padded(rankings), pairs_of(gains), [str(measure)])
    expected = [slow(measure, *caption) for caption in zip(rankings, gains, strict=True)]
    np.testing.assert_allclose(found.values[measure], expected, atol=1e-12)


def test_graded_it_tells_runs_apart_that_are_equal_without_grades():
    gains = [{0: 3, 1: 1}]
    first, second = (
        score(padded([ranking]), pairs_of(gains), "RBP(p=0.5),gRBP(p=0.5)").summaries
        for ranking in ([0, 1], [1, 0])
    )
    plain, graded = parse("RBP(p=0.5)"), parse("gRBP(p=0.5)")
    assert first[plain].value.value == second[plain].value.value == 0.75
    assert first[graded].value.value == pytest.approx(0.5 + 0.25 / 3)
    assert second[graded].value.value == pytest.approx(0.5 / 3 + 0.25)
    assert first[graded].notes[-1].startswith("the highest grade is 3")
    assert "gRBP(max=4) names another" in first[graded].notes[-1]


def test_of_one_grade_it_is_the_one_without_grades_and_so_is_its_residual():
    rankings, gains = [[0, 1, 2], [2, 1, 3]], [{0: 1, 2: 1}, {1: 1}]
    found = score(padded(rankings), pairs_of(gains), "RBP,gRBP", judged=pairs_of(gains)).summaries
    plain, graded = found[parse("RBP")], found[parse("gRBP")]
    assert graded.value.value == pytest.approx(float(plain.value.value))
    assert graded.residual.value == plain.residual.value


def test_a_grade_above_that_of_its_name_leaves_no_value():
    (shown,) = score(padded([[0]]), pairs_of([{0: 5}]), "gRBP(p=0.8,max=4)").summaries.values()
    assert shown.value.value is None
    assert shown.value.reason == "a positive has the grade 5, above the 4 of its name"
