"""Every two runs: what the comparison says is what the paired scores say."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given

from metrics.measures.comparison import compare
from metrics.measures.names import parse_all
from metrics.studies.comparison import compare_runs
from metrics.studies.evaluation import evaluate
from metrics.studies.study import NothingToStudy
from metrics.tables import as_text
from tests.metrics.ranked import slow
from tests.metrics.test_evaluation import WORLD
from tests.metrics.worlds import Bare, bare_worlds

FEW = {"resamples": 100, "permutations": 100}


@given(bare_worlds(runs=3))
def test_wins_losses_and_the_difference_are_those_of_the_captions(world):
    captions = [n for n in range(len(world.queries)) if world.positives(n)]
    assume(captions and all(any(rankings) for rankings in world.rankings))
    rows = compare_runs(world.snapshot(), None, parse_all("C@2,AP"), **FEW).told()["rows"]
    assert [(row["measure"], row["a"], row["b"]) for row in rows] == [
        (name, f"run{a}", f"run{b}") for name in ("C@2", "AP") for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    for row in rows:
        measure = parse_all(row["measure"])[0]
        a, b = (
            np.array([
                slow(measure.kind, measure.depth, world.rankings[int(row[side][3:])][n], dict.fromkeys(world.positives(n), 1))
                for n in captions
            ])
            for side in "ab"
        )  # fmt: skip
        near = np.isclose(a, b, rtol=0, atol=1e-12)
        assert (row["wins"], row["losses"], row["ties"]) == (sum(~near & (a > b)), sum(~near & (a < b)), sum(near))
        assert row["difference"] == pytest.approx(np.mean(a - b), abs=1e-12)
        assert (row["n"], row["left_out"]) == (len(captions), len(world.queries) - len(captions))
        clips = {world.own[n] if world.own[n] >= 0 else -1 - n for n in captions}
        assert row["clusters"] == len(clips)
        assert (row["interval"] is None) == (row["why"] is not None)
        assert row["interval"] is None or len(clips) > 1
        assert row["interval"] is None or row["interval"][0] < row["interval"][1]


def test_p_and_holm_are_those_of_the_arithmetic_over_all_rows():
    snapshot, measures = WORLD.snapshot(), parse_all("C@1,AP")
    arrays = evaluate(snapshot, measures, "all").arrays()
    scores = np.stack([arrays[f"run{run}|{measure}|all"] for measure in measures for run in (0, 1)])
    wanted = compare(scores, [(0, 1), (2, 3)], clusters=snapshot.clusters(), seed=3, **FEW)
    rows = compare_runs(snapshot, ["run0", "run1"], measures, seed=3, **FEW).told()["rows"]
    assert [row["p"] for row in rows] == wanted.p.tolist()
    assert [row["p_holm"] for row in rows] == wanted.holm.tolist()
    assert [row["detectable"] for row in rows] == pytest.approx(wanted.detectable.tolist())
    assert [row["interval"] for row in rows] == [list(ends) for ends in zip(wanted.low, wanted.high, strict=True)]


def test_the_runs_stand_in_the_order_they_were_named_in():
    (row,) = compare_runs(WORLD.snapshot(), ["run1", "run0"], parse_all("C@1"), **FEW).told()["rows"]
    assert (row["a"], row["b"]) == ("run1", "run0")
    assert row["difference"] == pytest.approx(2 / 6 - 4 / 6)
    assert row["missing"] == [1, 0]


def test_a_run_and_its_twin_differ_in_nothing_and_nothing_tells_what_could_be_seen():
    snapshot = WORLD.snapshot()
    twins = replace(snapshot, runs=(snapshot.runs[0], replace(snapshot.runs[0], name="twin")))
    study = compare_runs(twins, None, parse_all("AP"), **FEW)
    (row,) = study.told()["rows"]
    assert (row["difference"], row["p"], row["p_holm"], row["detectable"], row["ties"]) == (0, 1, 1, None, 6)
    assert row["interval"] is None
    assert row["why"].startswith("every resample gave the same value")
    assert "–" in as_text(study.tables()[0]).splitlines()[3]


def test_the_table_says_how_it_was_made():
    text = as_text(compare_runs(WORLD.snapshot(), None, parse_all("C@1,AP"), "original", seed=4, **FEW).tables()[0])
    for said in (
        "Positives: original.", "100 permutations", "seed 4", "all 2 tests", "power 80%", "run1: 1 without a ranking",
        "run0, AP: 8 ranks are looked at.", "Left out, as they have no value: run0, run1, C@1: 1; run0, run1, AP: 1.",
    ):  # fmt: skip
        assert said in text


# Bad input


@pytest.mark.parametrize("name", ["GMR", "MedR", "MeanR"])
def test_what_has_no_score_for_each_caption_is_refused_with_what_to_ask_instead(name):
    with pytest.raises(NothingToStudy, match=rf"{name} has no score .* ask for (C@1,C@5,C@10|RR) instead"):
        compare_runs(WORLD.snapshot(), None, parse_all(f"C@1,{name}"), **FEW)


def test_one_run_or_runs_of_two_directions_are_refused():
    snapshot = WORLD.snapshot()
    with pytest.raises(NothingToStudy, match="two runs are needed to compare them, and only run0 is there"):
        compare_runs(snapshot, ["run0", "run0"], parse_all("C@1"), **FEW)
    with pytest.raises(NothingToStudy, match="and bare has none"):
        compare_runs(snapshot, [], parse_all("C@1"), **FEW)
    mixed = replace(snapshot, runs=(snapshot.runs[0], replace(snapshot.runs[1], direction="v2t")))
    with pytest.raises(NothingToStudy, match="compare those of one direction"):
        compare_runs(mixed, None, parse_all("C@1"), **FEW)


def test_without_positives_or_permutations_nothing_is_compared():
    with pytest.raises(NothingToStudy, match="no positive at all"):
        compare_runs(Bare(8, [0], [-1], {}, [[[1]], [[2]]]).snapshot(), None, parse_all("C@1"), **FEW)
    with pytest.raises(NothingToStudy, match="permutations are 1 to 1,000,000, not 0"):
        compare_runs(WORLD.snapshot(), None, parse_all("C@1"), permutations=0)
