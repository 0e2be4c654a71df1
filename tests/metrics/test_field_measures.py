"""Bpref, Rprec, AP@R, ERR, the inferred measures, levels and condensed lists: against slow twins,
trec_eval (through ir-measures), and what NIST's evaluator and gdeval print."""

import math

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from ir_measures import AP, RR, Bpref, P, Rprec, Success, nDCG

from measures.hits import Pairs
from measures.names import UnknownMeasure, parse
from measures.scoring import score
from metrics.charts.rows import key_of
from tests.measures.ranked import padded, pairs_of, parts_of, pooled_worlds, slow

INFERRED = ("infAP", "infNDCG", "iP@1", "iP@5", "infAP@3", "infNDCG@3")
OF_VERDICTS = ("Bpref", *INFERRED)
LEVELS = ("AP(rel=2)", "C(rel=2)@3", "RR(rel=3)", "Bpref(rel=2)", "infAP(rel=2)", "AP(rel=2)@R")
CONDENSED = ("AP'", "nDCG'@3", "C'@1", "P'@3", "R'@2", "RR'", "Rprec'", "AP'@R", "AP'(rel=2)@3")


def scored(names, rankings, pools, **options):
    gains, _, judged, strata = parts_of(pools)
    options = {"judged": judged, "strata": strata} | options
    return score(padded(rankings), pairs_of(gains), names, **options)


@given(world=pooled_worlds(max_gain=3))
def test_every_value_is_what_the_definition_says(world):
    rankings, pools = world
    gains = parts_of(pools)[0]
    names = (*OF_VERDICTS, *LEVELS, *CONDENSED, "ERR(max=3)@4", "RBP(p=0.5,rel=2)@4")
    found = scored(names, rankings, pools).values
    for name in names:
        captions = zip(rankings, gains, pools, strict=True)
        expected = [slow(parse(name), *caption) for caption in captions]
        np.testing.assert_allclose(found[parse(name)], expected, atol=1e-12, err_msg=name)


THEIRS = {
    "Bpref": Bpref,
    "Bpref(rel=2)": Bpref(rel=2),
    "Rprec": Rprec,
    "Rprec(rel=2)": Rprec(rel=2),
    "AP(rel=2)": AP(rel=2),
    "AP(rel=3)@2": AP(rel=3) @ 2,
    "C(rel=2)@3": Success(rel=2) @ 3,
    "RR(rel=2)": RR(rel=2),
    "P'@3": P(judged_only=True) @ 3,
    "AP'": AP(judged_only=True),
    "nDCG'@3": nDCG(judged_only=True) @ 3,
    "Rprec'(rel=2)": Rprec(rel=2, judged_only=True),
    "C'@1": Success(judged_only=True) @ 1,
}


@given(world=pooled_worlds(max_gain=3))
def test_trec_eval_finds_the_same(world):
    rankings, pools = world
    _, grades, _, _ = parts_of(pools)
    qrels = {f"q{q}": {f"v{v}": g for v, g in one.items()} for q, one in enumerate(grades) if one}
    run = {
        f"q{q}": {f"v{v}": float(-place) for place, v in enumerate(ranking)}
        for q, ranking in enumerate(rankings)
        if ranking and f"q{q}" in qrels
    }
    if not run:
        return
    ours = scored(list(THEIRS), rankings, pools).values
    names = {theirs: name for name, theirs in THEIRS.items()}
    for metric in ir_measures.pytrec_eval.iter_calc(list(names), qrels, run):
        value = ours[parse(names[metric.measure])][int(metric.query_id[1:])]
        if metric.query_id in run and not math.isnan(value):  # who has no positive has no value
            assert value == pytest.approx(metric.value, abs=1e-9), names[metric.measure]


@given(world=pooled_worlds())
def test_of_one_stratum_trec_eval_infers_nearly_the_same(world):
    """Its small numbers are others: 0.00002 for 0.00003, and it knows nothing of a stratum above a
    hit, so precision is 1/3 here and 1/2 there where nothing above was judged."""
    rankings, pools = world
    pools = [{v: (1, grade) for v, (_, grade) in pool.items() if grade >= 0} for pool in pools]
    qrels = {f"q{q}": {f"v{v}": g for v, (_, g) in one.items()} for q, one in enumerate(pools)}
    run = {
        f"q{q}": {f"v{v}": float(-place) for place, v in enumerate(ranking)}
        for q, ranking in enumerate(rankings)
        if ranking and pools[q]
    }
    qrels = {query: qrels[query] for query in run}
    if not run:
        return
    ours = scored(["infAP"], rankings, pools).values[parse("infAP")]
    for metric in ir_measures.pytrec_eval.iter_calc([ir_measures.infAP], qrels, run):
        value = ours[int(metric.query_id[1:])]
        if not math.isnan(value):
            assert value == pytest.approx(metric.value, abs=1e-4)


def test_what_the_evaluator_of_nist_prints():
    """Two topics with two strata each, some judged, one rank not pooled; its printed digits."""
    rankings = [[0, 1, 2, 3, 4, 5, 6], [7, 3, 1, 0]]
    pools = [
        {0: (1, 1), 1: (2, -1), 2: (2, 2), 3: (1, 0), 4: (2, 0), 6: (2, -1), 8: (1, 1), 9: (2, 1)},
        {3: (1, -1), 1: (2, 1), 0: (2, -1), 5: (1, 3), 6: (1, 0)},
    ]
    found = scored(["infAP", "infNDCG", "iP@5"], rankings, pools).values
    expected = {
        "infAP": [0.43055347228472, 0.253968253968254],
        "infNDCG": [0.886773699742227, 0.24911935211138],
        "iP@5": [0.499997500037499, 0.466658666906659],
    }
    for name, printed in expected.items():
        np.testing.assert_allclose(found[parse(name)], printed, rtol=1e-12)


def test_what_gdeval_prints():
    """Its highest grade is 4, whatever the judgements; it prints five digits."""
    rankings, gains = [[0, 1, 2, 3], [3, 2, 1]], [{0: 1, 2: 4, 3: 2}, {1: 3, 5: 4}]
    found = score(padded(rankings), pairs_of(gains), "ERR(max=4)@10").values[parse("ERR(max=4)@10")]
    np.testing.assert_allclose(found, [0.35822, 0.14583], atol=5e-6)


def test_a_grade_above_the_highest_of_the_name_leaves_no_value_and_says_why():
    (shown,) = score(padded([[0]]), pairs_of([{0: 5}]), "ERR(max=4)@10").summaries.values()
    assert (shown.value.value, shown.n) == (None, 0)
    assert shown.value.reason == "a positive has the grade 5, above the 4 of its name"


def test_the_highest_grade_is_that_of_any_positive_and_a_note_says_so():
    found = score(padded([[0], [1]]), pairs_of([{0: 1}, {1: 2}]), "ERR@10")
    assert found.values[parse("ERR@10")].tolist() == [0.25, 0.75]
    (shown,) = found.summaries.values()
    assert shown.notes[-1].startswith("the highest grade is 2, the highest of any positive")


def test_a_level_leaves_out_who_has_no_such_positive():
    found = score(padded([[0], [1]]), pairs_of([{0: 1}, {1: 2}]), ["C(rel=2)@1", "GMR(rel=2)"])
    shown = found.summaries[parse("C(rel=2)@1")]
    assert (shown.n, shown.left_out, shown.value.value) == (1, 1, 1.0)
    assert shown.convention.endswith("; relevant from grade 2")
    assert found.summaries[parse("GMR(rel=2)")].value.value == 1.0


def test_without_strata_what_was_judged_is_all_that_was_pooled_and_a_note_says_so():
    options = {"judged": pairs_of([{0: 1, 1: 1}]), "strata": None}
    (shown,) = score(padded([[1, 0]]), pairs_of([{0: 1}]), "infAP", **options).summaries.values()
    assert shown.value.value == pytest.approx(0.5, abs=1e-4)
    assert "no strata are known" in shown.notes[0]


def test_what_was_judged_outside_the_strata_stands_for_itself():
    """An original positive that no pool has, among pairs of which each stands for two."""
    strata = pairs_of([{0: 1, 1: 1}])
    options = {"judged": pairs_of([{0: 1, 5: 1}]), "strata": strata}
    found = score(padded([[0, 5]]), pairs_of([{0: 1, 5: 1}]), "infAP", **options).values
    # Two estimated in the stratum and one beside: (2 * 1 + (1 + F) / 2) / 3, F nearly 1.
    assert found[parse("infAP")][0] == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("name", [*OF_VERDICTS, "AP'"])
def test_verdicts_are_needed(name):
    with pytest.raises(ValueError, match="have a verdict"):
        score(padded([[0]]), pairs_of([{0: 1}]), name)


def test_full_ranks_are_of_any_grade_and_of_whole_rankings():
    options = {"judged": pairs_of([{0: 1, 1: 1}]), "full_ranks": [9]}
    names = ("MeanR", "MeanR(rel=2)", "MeanR'")
    found = score(padded([[0]]), pairs_of([{1: 2}]), names, **options).values
    assert [found[parse(name)][0] for name in names] == [9, math.inf, math.inf]


def test_many_strata_and_rows_stay_apart():
    """As rows of other captions and pairs without a stratum in common would show."""
    random = np.random.default_rng(3)
    rankings = [random.permutation(12)[:9].tolist() for _ in range(40)]
    pools = [
        {v: (int(random.integers(1, 9)), int(random.integers(-1, 3))) for v in range(11)}
        for _ in rankings
    ]
    gains = parts_of(pools)[0]
    whole = scored(INFERRED, rankings, pools).values
    for row, caption in enumerate(zip(rankings, gains, pools, strict=True)):
        for name in INFERRED:
            assert whole[parse(name)][row] == pytest.approx(slow(parse(name), *caption), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("AP(rel=2,judged_only=True)@10", "AP'(rel=2)@10"),
        ("AP(rel=1)", "AP"),
        ("RBP(rel=2)", "RBP(p=0.8,rel=2)"),
        ("AP'(rel=2)@R", "AP'(rel=2)@R"),
        ("ERR(max=4)@10", "ERR(max=4)@10"),
        ("GMR(rel=2)", "GMR(rel=2)"),
    ],
)
def test_levels_and_primes_are_read_as_ir_measures_has_them(name, printed):
    assert str(parse(name)) == printed
    assert parse(printed) == parse(name)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("nDCG(rel=2)", "nDCG"),
        ("Bpref'", "Bpref"),
        ("Judged'@10", "Judged@10"),
        ("AP(rel=0)", "AP"),
        ("AP(rel=101)", "AP"),
        ("AP(rel=2,rel=3)", "AP"),
        ("AP'(judged_only=True)", "AP"),
        ("mAP@R", "AP@R"),
        ("R-Prec", "Rprec"),
        ("infndcg", "infNDCG"),
        ("ERR(max=101)", "ERR"),
    ],
)
def test_a_name_that_makes_no_measure_is_told_its_nearest(name, nearest):
    with pytest.raises(UnknownMeasure, match=f"; the nearest is {nearest};"):
        parse(name)


def test_only_what_follows_from_any_grade_and_whole_rankings_is_bounded_by_verdicts():
    assert [parse(name).rises for name in ("C@1", "C(rel=2)@1", "C'@1", "ERR", "AP")] == [
        True,
        False,
        False,
        True,
        False,
    ]


def test_pictures_of_a_measure_and_of_its_condensed_one_have_their_own_names():
    names = ("AP", "AP'", "AP@R", "AP'@R", "AP(rel=2)", "AP'(rel=2)")
    assert len({key_of("scores", name) for name in names}) == len(names)


def test_nothing_at_all_has_no_value():
    nothing = Pairs.of((), (), (2, 12))
    empty = np.empty((2, 0), np.int32)
    for name in (*OF_VERDICTS, *LEVELS, *CONDENSED, "ERR", "AP@R", "Rprec"):
        found = score(empty, nothing, name, judged=nothing, strata=nothing)
        assert np.isnan(found.values[parse(name)]).all()
