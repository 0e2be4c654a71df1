"""Every two runs: what the comparison says is what the paired scores say."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from scipy import stats

from bench.bare import sign_flip
from measures.comparison import compare, smallest_p
from measures.names import parse_all
from metrics.studies.comparison import compare_runs
from metrics.studies.evaluation import evaluate
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from metrics.table_files import as_json
from metrics.words import as_text
from tests.measures.ranked import slow
from tests.metrics.test_evaluation import WORLD
from tests.metrics.worlds import Bare, bare_worlds

FEW = {"permutations": 100}


@given(bare_worlds(runs=3))
def test_wins_losses_and_the_difference_are_those_of_the_captions(world):
    captions = [n for n in range(len(world.queries)) if world.positives(n)]
    assume(captions and all(any(rankings) for rankings in world.rankings))
    rows = compare_runs(world.snapshot(), None, parse_all("C@2,AP"), **FEW).as_json()["rows"]
    assert [(row["measure"], row["a"], row["b"]) for row in rows] == [
        (name, f"run{a}", f"run{b}") for name in ("C@2", "AP") for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    for row in rows:
        measure = parse_all(row["measure"])[0]
        a, b = (
            np.array([
                slow(
                    measure, world.rankings[int(row[side][3:])][n],
                    dict.fromkeys(world.positives(n), 1),
                )
                for n in captions
            ])
            for side in "ab"
        )  # fmt: skip
        near = np.isclose(a, b, rtol=0, atol=1e-12)
        assert (row["wins"], row["losses"], row["ties"]) == (
            sum(~near & (a > b)),
            sum(~near & (a < b)),
            sum(near),
        )
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
    wanted = compare(scores, [(0, 1), (2, 3)], dependence=snapshot.dependence(), seed=3, **FEW)
    rows = compare_runs(snapshot, ["run0", "run1"], measures, seed=3, **FEW).as_json()["rows"]
    assert [row["p"] for row in rows] == wanted.p.tolist()
    assert [row["p_holm"] for row in rows] == wanted.holm.tolist()
    assert np.isnan(wanted.detectable).all()
    assert [row["detectable"] for row in rows] == [None, None]
    assert [row["interval"] for row in rows] == [
        [max(low, -1), min(high, 1)]
        for low, high in zip(wanted.low.tolist(), wanted.high.tolist(), strict=True)
    ]


def test_the_runs_stand_in_the_order_they_were_named_in():
    (row,) = compare_runs(WORLD.snapshot(), ["run1", "run0"], parse_all("C@1"), **FEW).as_json()[
        "rows"
    ]
    assert (row["a"], row["b"]) == ("run1", "run0")
    assert row["difference"] == pytest.approx(2 / 6 - 4 / 6)
    assert row["missing"] == [1, 0]


def test_a_run_and_its_twin_differ_in_nothing_and_nothing_tells_what_could_be_seen():
    snapshot = WORLD.snapshot()
    twins = replace(snapshot, runs=(snapshot.runs[0], replace(snapshot.runs[0], name="twin")))
    study = compare_runs(twins, None, parse_all("AP"), **FEW)
    (row,) = study.as_json()["rows"]
    assert (row["difference"], row["p"], row["p_holm"], row["detectable"], row["ties"]) == (
        0,
        1,
        1,
        None,
        6,
    )
    assert row["interval"] is None
    assert row["why"].startswith("nothing varies between clusters")
    assert "–" in as_text(tables_of(study)[0]).splitlines()[3]


def test_the_table_says_how_it_was_made():
    found = compare_runs(WORLD.snapshot(), None, parse_all("C@1,AP"), "original", seed=4, **FEW)
    text = as_text(tables_of(found)[0])
    for said in (
        "Positives: original.", "100 permutations", "seed 4", "all 2 tests", "power 80%",
        "It is of each test alone", "p (max-T): holds for all tests", "run1: 1 without a ranking",
        "run0, AP: 8 ranks are looked at.",
        "Left out, as they have no value: run0, run1, C@1: 1; run0, run1, AP: 1.",
    ):  # fmt: skip
        assert said in text


# Bad input


@pytest.mark.parametrize("name", ["GMR", "MedR", "MeanR"])
def test_what_has_no_score_for_each_caption_is_refused_with_what_to_ask_instead(name):
    with pytest.raises(
        NothingToStudy, match=rf"{name} has no score .* ask for (C@1,C@5,C@10|RR) instead"
    ):
        compare_runs(WORLD.snapshot(), None, parse_all(f"C@1,{name}"), **FEW)


def test_one_run_or_runs_of_two_directions_are_refused():
    snapshot = WORLD.snapshot()
    with pytest.raises(
        NothingToStudy, match="two runs are needed to compare them, and only run0 is there"
    ):
        compare_runs(snapshot, ["run0", "run0"], parse_all("C@1"), **FEW)
    with pytest.raises(NothingToStudy, match="and bare has none"):
        compare_runs(snapshot, [], parse_all("C@1"), **FEW)
    mixed = replace(snapshot, runs=(snapshot.runs[0], replace(snapshot.runs[1], direction="v2t")))
    with pytest.raises(NothingToStudy, match="compare those of one direction"):
        compare_runs(mixed, None, parse_all("C@1"), **FEW)


def test_without_positives_or_permutations_nothing_is_compared():
    with pytest.raises(NothingToStudy, match="no positive at all"):
        compare_runs(
            Bare(8, [0], [-1], {}, [[[1]], [[2]]]).snapshot(), None, parse_all("C@1"), **FEW
        )
    with pytest.raises(NothingToStudy, match="permutations are 1 to 1,000,000, not 0"):
        compare_runs(WORLD.snapshot(), None, parse_all("C@1"), permutations=0)


# What could have been seen


def ahead(captions: int, right: int) -> Bare:
    """Each caption has a video of its own; the first run is right for all, the second for all but
    the first `right`."""
    own = list(range(captions))
    second = [[(n + 1) % captions, n] if n < right else [n, (n + 1) % captions] for n in own]
    return Bare(captions, own, own, {}, [[[n, (n + 1) % captions] for n in own], second])


@pytest.mark.parametrize(
    ("captions", "right", "permutations", "why"),
    [
        (
            4,
            4,
            1_000,
            (
                "with 4 clusters the smallest possible p is 0.125, so no difference could be"
                " significant"
            ),
        ),
        (
            40,
            4,
            1_000,
            (
                "as 4 of 40 clusters differ, the smallest possible p is 0.125, so no difference"
                " could be significant"
            ),
        ),
        (
            40,
            5,
            1_000,
            (
                "as 5 of 40 clusters differ, the smallest possible p is 0.0625, so no difference"
                " could be significant"
            ),
        ),
        (40, 20, 10, None),
        (40, 0, 1_000, "no two scores differ"),
        (40, 6, 1_000, None),
        (
            6,
            5,
            1_000,
            (
                "as 5 of 6 clusters differ, the smallest possible p is 0.0625, so no difference"
                " could be significant"
            ),
        ),
    ],
)
def test_nothing_is_detectable_where_the_test_cannot_reject(captions, right, permutations, why):
    study = compare_runs(
        ahead(captions, right).snapshot(),
        None,
        parse_all("C@1"),
        permutations=permutations,
    )
    (row,) = study.as_json()["rows"]
    assert row["detectable_why"] == why
    assert (row["detectable"] is None) == (why is not None)
    text = as_text(tables_of(study)[0])
    assert (f"Nothing is detectable of run0, run1, C@1: {why}." in text) == (why is not None)


@pytest.mark.parametrize("clusters", [1, 2, 3, 4, 5, 6, 7])
def test_the_smallest_p_is_that_of_all_flips(clusters):
    """However large the differences: all ways to flip them are tried here."""
    values = np.array([10.0, 7, 5, 3, 2, 1, 0.5][:clusters])
    flips = [
        abs(np.dot(signs, values)) >= values.sum() - 1e-9
        for signs in product((-1, 1), repeat=clusters)
    ]
    assert smallest_p(np.array([clusters]), 10**6)[0] == pytest.approx(
        max(np.mean(flips), 1e-6), abs=1e-6
    )
    found = sign_flip(values[None], permutations=20_000, seed=4)[0]
    assert found == pytest.approx(np.mean(flips), abs=0.02)


def test_differences_that_cancel_within_a_video_differ_in_nothing():
    """Two captions of one video, one better and one worse: flipping its sign changes nothing."""
    world = Bare(4, [0, 1, 2], [0, 0, 1], {}, [[[0, 1], [1, 0], [1, 0]], [[1, 0], [0, 1], [1, 0]]])
    (row,) = compare_runs(world.snapshot(), None, parse_all("C@1"), **FEW).as_json()["rows"]
    assert (row["wins"], row["losses"], row["detectable"]) == (1, 1, None)


def more_of(captions: int, right: int, **draws):
    study = compare_runs(ahead(captions, right).snapshot(), None, parse_all("C@1"), **draws)
    (row,) = study.as_json()["rows"]
    (table,) = tables_of(study)
    (shown,) = as_json(table)["rows"]
    assert shown["more_captions"] == row["more_captions"]
    assert (row["more_captions"] is None) == (row["more_captions_why"] is not None)
    return row, as_text(table)


def test_runs_that_are_not_told_apart_have_the_captions_that_would_do():
    """Sixteen captions more for one, ten for the other: d = 6/200, and its variance by hand."""
    world = ahead(200, 16)
    world.rankings[0][100:110] = [[1, 0]] * 10
    study = compare_runs(world.snapshot(), None, parse_all("C@1"), permutations=500)
    (row,) = study.as_json()["rows"]
    difference = row["difference"]
    assert row["p_holm"] > 0.05
    variance = (26 / 200 - difference**2) * 200 / 199
    multiple = stats.t.ppf(0.975, 199) + stats.t.ppf(0.8, 199)
    wanted = math.ceil(variance * multiple**2 / difference**2)
    assert row["more_captions"] == pytest.approx(wanted - row["n"], abs=1)


@pytest.mark.parametrize(
    ("captions", "right", "why"),
    [
        (40, 30, "told apart already"),
        (40, 0, "no two scores differ"),
        (6, 5, "the smallest possible p is 0.0625"),
    ],
)
def test_where_no_number_of_captions_follows_there_is_a_reason(captions, right, why):
    row, text = more_of(captions, right, permutations=1_000)
    assert row["more_captions"] is None
    assert why in row["more_captions_why"]
    assert "More captions: how many" in text


def test_equal_scores_of_differing_captions_foretell_nothing():
    world = ahead(40, 8)
    world.rankings[0][20:28] = [[1, 0]] * 8
    (row,) = compare_runs(world.snapshot(), None, parse_all("C@1"), **FEW).as_json()["rows"]
    assert row["difference"] == 0.0
    assert "their scores are equal" in row["more_captions_why"]
