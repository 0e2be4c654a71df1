"""Every measure of a run against slow twins, pytrec_eval (through ir-measures) and ranx."""

import math
import warnings

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.hits import Pairs
from measures.measure import Depth
from measures.names import parse, parse_all
from measures.registry import KINDS
from measures.scoring import score
from tests.measures.ranked import VIDEOS, as_dictionaries, padded, pairs_of, slow, worlds

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own dependencies warn on import
    import ranx

PER_CAPTION = [kind for kind in KINDS.values() if kind.needs_positives and not kind.instead]
NAMES = [
    *(str(kind.usual()) for kind in PER_CAPTION if kind.depth is not Depth.NEEDED),
    *(
        str(kind.usual(k))
        for kind in PER_CAPTION
        for k in (1, 3, 10)
        if kind.depth is not Depth.NONE
    ),
]
# What a grade counts for without being a level.
GRADED = [str(name) for name in NAMES if parse(name).kind.graded]


def values(name: str, rankings, gains, **options) -> np.ndarray:
    return scored(name, rankings, gains, **options).values[parse(name)]


def summary(name: str, rankings, gains, **options):
    return scored(name, rankings, gains, **options).summaries[parse(name)]


def scored(name: str, rankings, gains, **options):
    """What is positive is what was judged, where nothing else is said."""
    if parse(name).kind.needs_verdicts:
        options = {"judged": pairs_of(gains)} | options
    return score(padded(rankings), pairs_of(gains), name, **options)


@pytest.mark.parametrize("name", NAMES)
@given(world=worlds(max_gain=4))
def test_every_value_is_what_the_definition_says(name, world):
    rankings, gains = world
    if name.startswith("ERR"):  # whose scale is that of all captions, if its name says none
        name = name.replace("ERR", "ERR(max=4)")
    if name.startswith("gRBP"):
        name = name.replace("gRBP(p=0.8)", "gRBP(p=0.8,max=4)")
    measure = parse(name)
    expected = [slow(measure, *caption) for caption in zip(rankings, gains, strict=True)]
    np.testing.assert_allclose(values(name, rankings, gains), expected, atol=1e-12)


@given(world=worlds(max_gain=3), k=st.integers(1, 10))
def test_pytrec_eval_finds_the_same(world, k):
    rankings, gains = world
    qrels, run = as_dictionaries(rankings, gains)
    theirs = {
        f"C@{k}": ir_measures.Success @ k,
        f"P@{k}": ir_measures.P @ k,
        f"R@{k}": ir_measures.R @ k,
        "AP": ir_measures.AP,
        f"AP@{k}": ir_measures.AP @ k,
        "RR": ir_measures.RR,
        f"nDCG@{k}": ir_measures.nDCG @ k,
    }
    if not qrels.keys() & run.keys():
        return
    ours = score(padded(rankings), pairs_of(gains), theirs).values
    names = {theirs[name]: name for name in theirs}
    seen = list(ir_measures.pytrec_eval.iter_calc(list(names), qrels, run))
    assert {metric.query_id for metric in seen} >= qrels.keys() & run.keys()
    for metric in seen:
        if metric.query_id in run:
            assert ours[parse(names[metric.measure])][int(metric.query_id[1:])] == pytest.approx(
                metric.value, abs=1e-9
            )


@pytest.mark.filterwarnings(
    "ignore::numba.core.errors.NumbaTypeSafetyWarning"
)  # of ranx's own code
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("C@3", "hit_rate@3"),
        ("P@3", "precision@3"),
        ("R@3", "recall@3"),
        ("AP", "map"),
        ("AP@3", "map@3"),
        ("RR", "mrr"),
        ("RR@3", "mrr@3"),
        ("nDCG@3", "ndcg@3"),
        ("nDCG-exp@3", "ndcg_burges@3"),
    ],
)
def test_ranx_finds_the_same(name, theirs):
    random = np.random.default_rng(5)
    rankings = [random.permutation(VIDEOS)[: 1 + i % 8].tolist() for i in range(60)]
    gains = [
        dict.fromkeys(random.choice(VIDEOS, 5, replace=False).tolist()[: 1 + i % 5], 1 + i % 4)
        for i in range(60)
    ]
    for i, one in enumerate(gains):
        one.update({video: 1 + (i + place) % 3 for place, video in enumerate(one)})
    qrels, run = as_dictionaries(rankings, gains)
    found = ranx.Run(run)
    ranx.evaluate(ranx.Qrels(qrels), found, theirs)
    scores = (
        found.scores[theirs]
        if "@" in theirs and theirs in found.scores
        else next(iter(found.scores.values()))
    )
    ours = values(name, rankings, gains)
    np.testing.assert_allclose(ours, [scores[f"q{row}"] for row in range(60)], atol=1e-9)


@given(world=worlds(), k=st.integers(1, 10))
def test_ir_measures_finds_the_same_share_judged(world, k):
    rankings, gains = world
    qrels, run = as_dictionaries(rankings, gains)
    name = f"Judged@{k}"
    ours = values(name, rankings, gains, judged=pairs_of(gains))
    for metric in ir_measures.judged.iter_calc([ir_measures.Judged @ k], qrels, run):
        assert ours[int(metric.query_id[1:])] == pytest.approx(metric.value, abs=1e-9)
    assert (ours[[not ranking for ranking in rankings]] == 0).all()


def test_the_release_forgives_what_was_not_found():
    assert values("AP-found@20", [[0, 8, 9]], [{0: 1, 1: 1}]) == [1.0]
    assert values("AP@20", [[0, 8, 9]], [{0: 1, 1: 1}]) == [0.5]


def test_a_caption_without_positives_is_left_out_and_counted_and_one_without_a_ranking_has_0():
    shown = summary("C@1", [[0], [0], []], [{0: 1}, {}, {0: 1}])
    assert (shown.value.value, shown.n, shown.left_out, shown.missing) == (0.5, 2, 1, 1)


@pytest.mark.parametrize("name", [*NAMES, "MedR", "MeanR", "GMR"])
def test_no_positive_at_all_is_undefined_and_says_so(name):
    for rankings, gains in ([[[0]], [{}]], [[], []]):
        shown = summary(name, rankings, gains)
        assert (shown.value.value, shown.value.reason, shown.n) == (
            None,
            "no caption has a positive",
            0,
        )


@given(world=worlds())
def test_a_first_rank_below_the_stored_depth_is_counted_and_makes_the_mean_rank_undefined(world):
    rankings, gains = world
    ranks = [
        next((rank for rank, video in enumerate(ranking, start=1) if video in one), math.inf)
        if one
        else math.nan
        for ranking, one in zip(rankings, gains, strict=True)
    ]
    shown = summary("MeanR", rankings, gains)
    np.testing.assert_array_equal(values("MeanR", rankings, gains), ranks)
    assert shown.below_depth == sum(map(math.isinf, ranks))
    known = [rank for rank in ranks if not math.isnan(rank)]
    if known and not shown.below_depth:
        assert shown.value.value == pytest.approx(np.mean(known))
        assert summary("MedR", rankings, gains).value.value == np.median(known)
    else:
        assert shown.value.value is None


@pytest.mark.parametrize(
    ("found", "median"),
    [
        ([1, 1, 0], 1.0),
        ([1, 1, 1, 0], 1.0),
        ([1, 1, 0, 0], None),
        ([1, 0, 0], None),
        ([0], None),
        ([1, 2], 1.5),
    ],
)
def test_a_median_rank_is_known_where_the_middle_is(found, median):
    gains = [{place - 1: 1} if place else {9: 1} for place in found]
    value = summary("MedR", [[0, 1, 2]] * len(found), gains).value
    assert value.value == median
    if median is None:
        assert value.reason.startswith("> 3")


def test_stored_full_ranks_take_the_place_of_below_the_depth():
    rankings, gains = [[0, 1], [2, 3], [4, 5]], [{1: 1}, {9: 1}, {}]
    assert summary("MeanR", rankings, gains, full_ranks=[2, 7, 3]).value.value == 4.5
    assert summary("MeanR", rankings, gains, full_ranks=[2, 0, 3]).below_depth == 1
    assert values("RR", rankings, gains, full_ranks=[2, 7, 3])[1] == 0
    with pytest.raises(ValueError, match="lies within the ranking"):
        summary("MeanR", rankings, gains, full_ranks=[2, 1, 3])


def test_the_geometric_mean_is_that_of_the_means():
    rankings, gains = [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [7]], [{0: 1}, {0: 1}, {3: 1}]
    scores = score(padded(rankings), pairs_of(gains), "GMR")
    assert scores.summaries[parse("GMR")].value.value == pytest.approx(
        (1 / 3 * 1 / 3 * 2 / 3) ** (1 / 3)
    )
    assert list(scores.values) == list(parse_all("C@1,C@5,C@10"))
    assert summary("GMR", [[7]], [{3: 1}]).value.value == 0


def test_gains_of_another_scale_change_only_what_is_graded():
    rankings, weak, strong = [[0, 1, 2]], [{1: 1, 2: 1}], [{1: 1, 2: 3}]
    for name in NAMES:
        same = np.array_equal(values(name, rankings, weak), values(name, rankings, strong))
        assert same == (name not in GRADED or name.endswith("@1")), name


def test_what_was_not_stored_is_said():
    rankings, gains = [[0, 1]], [{1: 1, 2: 1, 3: 1}]
    assert summary("C@10", rankings, gains).notes == (
        "ranks 3 to 10 are not stored and count as not relevant",
    )
    assert summary("C@10", rankings, gains).depth == 2
    assert summary("nDCG", rankings, gains).notes == (
        "1 captions have more positives than ranks are stored",
    )
    assert summary("C@2", rankings, gains).notes == ()
    assert summary("C@50", [list(range(VIDEOS))], gains).notes == ()


def test_every_result_says_what_it_is():
    rankings, gains = [[0]], [{0: 1}]
    valid = [str(kind.usual(1 if kind.depth is Depth.NEEDED else None)) for kind in KINDS.values()]
    for shown in score(
        padded(rankings), pairs_of(gains), valid, judged=pairs_of(gains)
    ).summaries.values():
        assert shown.positives == "all"
        assert shown.ties == "score descending, then key descending"
        assert shown.convention


def test_judged_needs_what_is_judged():
    with pytest.raises(ValueError, match="have a verdict"):
        summary("Judged@1", [[0]], [{0: 1}])


@given(world=worlds())
def test_a_deeper_look_never_makes_a_caption_less_correct(world):
    rankings, gains = world
    kept = [bool(one) for one in gains]
    assert (values("C@5", rankings, gains)[kept] >= values("C@1", rankings, gains)[kept]).all()


def test_the_other_direction_ranks_captions_for_videos():
    captions_of = Pairs.of([0, 1, 2], [0, 0, 1], (3, 2), rule="original").turned()
    scores = score(np.array([[1, 0, 2], [0, 1, 2]], np.int32), captions_of, "R@1,AP")
    assert scores.values[parse("R@1")].tolist() == [0.5, 0.0]
    assert scores.values[parse("AP")].tolist() == [1.0, 1 / 3]
