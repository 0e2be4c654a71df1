"""The order of runs by original and by all positives, against scipy and plain loops."""

import json
import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from measures.names import parse_all
from measures.orders import (
    kendall_tau_b,
    overlap_of_orders,
    ranks_of,
    shares_of_ranks,
    tau_ap,
)
from measures.resampling import resample
from metrics.queries.reports import result_of
from metrics.queries.verified import verify_report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.comparison import compare_runs
from metrics.studies.evaluation import evaluate
from metrics.studies.registry import tables_of
from metrics.studies.stability import stability, tau_ap_of_pairs
from metrics.studies.study import NothingToStudy
from metrics.words import as_text
from tests.metrics.reporting import everything_since, make_report
from tests.metrics.test_study_versions import small_world
from tests.metrics.worlds import Bare, make_world

SCORES = st.lists(st.integers(0, 5), min_size=2, max_size=7)


def slow_rbo(a: list[float], b: list[float], p: float) -> float:
    """Webber et al. (2010), Eq. 32, of two lists of all runs."""
    first, second = (sorted(range(len(one)), key=lambda run: -one[run]) for one in (a, b))
    found = 0.0
    for depth in range(1, len(a) + 1):
        agreement = len(set(first[:depth]) & set(second[:depth])) / depth
        found += (1 - p) / p * agreement * p**depth
    return found + p ** len(a)


def slow_tau_ap(a: list[float], b: list[float]) -> float:
    """Yilmaz et al. (2008): for each run below the first, how many above it are rightly there."""
    order = sorted(range(len(a)), key=lambda run: -a[run])
    right = [
        sum(b[above] > b[run] for above in order[:place]) / place
        for place, run in enumerate(order)
        if place
    ]
    return 2 * sum(right) / (len(a) - 1) - 1


@given(first=SCORES, data=st.data())
def test_tau_b_is_that_of_scipy_ties_and_all(first, data):
    second = data.draw(st.lists(st.integers(0, 5), min_size=len(first), max_size=len(first)))
    (found,) = kendall_tau_b(np.array([first], float), np.array([second], float))
    assert found == pytest.approx(stats.kendalltau(first, second).statistic, nan_ok=True)


@given(n=st.integers(2, 8), seed=st.integers(0, 99), p=st.sampled_from([0.5, 0.9]))
def test_rbo_and_tau_ap_are_what_their_definitions_say(n, seed, p):
    random = np.random.default_rng(seed)
    a, b = random.permutation(n).astype(float), random.permutation(n).astype(float)
    assert overlap_of_orders(a[None], b[None], p)[0] == pytest.approx(slow_rbo([*a], [*b], p))
    assert tau_ap(a[None], b[None])[0] == pytest.approx(slow_tau_ap([*a], [*b]))


@given(n=st.integers(2, 9), seed=st.integers(0, 99))
def test_tau_ap_is_a_sum_over_pairs_in_exact_fractions(n, seed):
    """Each pair counts 1 or -1, divided by how many runs are above the lower one and by n - 1."""
    random = np.random.default_rng(seed)
    a, b = random.permutation(n), random.permutation(n)
    rank = {run: place for place, run in enumerate(sorted(range(n), key=lambda run: -a[run]))}
    exact = Fraction(0)
    for one, other in combinations(range(n), 2):
        agreeing = 1 if (a[one] > a[other]) == (b[one] > b[other]) else -1
        exact += Fraction(agreeing, (n - 1) * max(rank[one], rank[other]))
    (found,) = tau_ap(a[None].astype(float), b[None].astype(float))
    assert found == pytest.approx(float(exact))


def test_a_swap_at_the_top_costs_tau_ap_more_than_one_at_the_bottom():
    truth = np.array([[3.0, 2.0, 1.0]])
    assert tau_ap(np.array([[2.0, 3.0, 1.0]]), truth)[0] == 0
    assert tau_ap(np.array([[3.0, 1.0, 2.0]]), truth)[0] == 0.5
    swapped = np.array([[2.0, 3.0, 1.0]])
    assert kendall_tau_b(swapped, truth)[0] == pytest.approx(1 / 3)


def test_shares_of_ranks_are_counts():
    """Runs that tie share a rank; an order without ranks is left out."""
    ranks = np.array([[1, 2, 3], [1, 1, 3], [2, 1, 3], [np.nan] * 3])
    assert shares_of_ranks(ranks) == pytest.approx(
        np.array([[2 / 3, 1 / 3, 0], [2 / 3, 1 / 3, 0], [0, 0, 1]])
    )
    assert np.isnan(shares_of_ranks(np.full((2, 3), np.nan))).all()


def test_the_same_order_is_1_and_a_turned_one_is_minus_1():
    a = np.array([[3.0, 2.0, 1.0]])
    assert kendall_tau_b(a, a) == tau_ap(a, a) == overlap_of_orders(a, a, 0.9) == 1
    assert kendall_tau_b(a, -a) == tau_ap(a, -a) == -1
    assert 0 < overlap_of_orders(a, -a, 0.9)[0] < 1


def test_ties_leave_tau_ap_and_rbo_undefined_and_a_missing_score_leaves_all():
    a, tied = np.array([[3.0, 2.0, 1.0]]), np.array([[3.0, 3.0, 1.0]])
    assert np.isnan([tau_ap(a, tied)[0], overlap_of_orders(tied, a, 0.9)[0]]).all()
    assert not np.isnan(kendall_tau_b(a, tied)[0])
    unknown = np.array([[3.0, math.nan, 1.0]])
    for compute in (kendall_tau_b, tau_ap, lambda x, y: overlap_of_orders(x, y, 0.9)):
        assert np.isnan(compute(a, unknown)[0])
    assert np.isnan(ranks_of(unknown)).all()
    assert ranks_of(tied).tolist() == [[1, 1, 3]]


def test_one_set_of_weights_serves_all_cells_and_intervals_are_its_percentiles():
    snapshot, measures = small_world().snapshot(6), parse_all("C@3,AP")
    found = stability(snapshot, measures, seed=5, resamples=200)
    arrays = evaluate(snapshot, measures, "both").arrays()
    names = [run.name for run in snapshot.runs]
    for row in found.rows:
        cells = [
            arrays[f"{run}|{row.measure}|{rule}"] for rule in ("original", "all") for run in names
        ]
        drawn = resample(np.stack(cells), snapshot.dependence(), resamples=200, seed=5)
        assert row.tau_b.value == pytest.approx(
            stats.kendalltau(drawn.mean[:3], drawn.mean[3:]).statistic
        )
        each = [stats.kendalltau(one[:3], one[3:]).statistic for one in drawn.means.T]
        low, high = np.nanquantile(each, [0.025, 0.975])
        if high - low > 1e-12:
            assert row.tau_b.ends() == pytest.approx([low, high])
        else:
            assert row.tau_b.ends() is None
    assert any(row.tau_b.ends() for row in found.rows)


def test_ranks_are_those_of_the_scores_with_intervals_over_captions():
    snapshot = small_world().snapshot(6)
    found = stability(snapshot, parse_all("AP"), seed=5, resamples=200)
    scores = {
        cell.run: (cell.original.value.value, cell.all.value.value)
        for cell in evaluate(snapshot, parse_all("AP"), "both").cells
    }
    for rank in found.ranks:
        assert rank.original.value == 1 + sum(o[0] > scores[rank.run][0] for o in scores.values())
        assert rank.all.value == 1 + sum(o[1] > scores[rank.run][1] for o in scores.values())
        low, high = rank.all.ends() or (rank.all.value, rank.all.value)
        assert 1 <= low <= high <= 3


def test_the_shares_of_ranks_are_those_of_the_resampled_scores():
    snapshot = small_world().snapshot(6)
    found = stability(snapshot, parse_all("AP"), seed=5, resamples=200)
    arrays = evaluate(snapshot, parse_all("AP"), "both").arrays()
    names = [run.name for run in snapshot.runs]
    for rule, key in (("original", "shares_original"), ("all", "shares")):
        cells = np.stack([arrays[f"{run}|AP|{rule}"] for run in names])
        means = resample(cells, snapshot.dependence(), resamples=200, seed=5).means.T
        for place, rank in enumerate(found.ranks):
            better = [int((draw > draw[place] + 1e-12).sum()) for draw in means]
            counted = [better.count(above) / 200 for above in range(3)]
            assert getattr(rank, key) == pytest.approx(counted)
        assert sum(getattr(found.ranks[0], key)) == pytest.approx(1)


def test_significant_pairs_are_those_that_comparing_the_runs_finds():
    """A run that is best by original positives, and worst by all: its pairs turn round."""
    captions = 40
    own, other = list(range(captions)), [(n + 1) % captions for n in range(captions)]
    verdicts = {(n, other[n]): n >= 15 for n in range(captions)}
    kept = [[own[n]] if n < 32 else [(n + 5) % captions] for n in range(captions)]
    wide = [[other[n], own[n]] if n >= 6 else [own[n], other[n]] for n in range(captions)]
    none = [[(n + 9) % captions] for n in range(captions)]
    world = Bare(captions, own, own, verdicts, [kept, wide, none])
    snapshot, measures = world.snapshot(4), parse_all("C@1,AP")
    found = stability(snapshot, measures, seed=3, resamples=20)
    for one in found.significant:
        rows = {
            rule: {
                (row.a, row.b): row
                for row in compare_runs(snapshot, None, measures, rule, seed=3).rows
                if row.measure == one.measure
            }
            for rule in ("original", "all")
        }
        sure = {
            rule: {pair: row.difference.value > 0 for pair, row in of.items() if row.p_holm <= 0.05}
            for rule, of in rows.items()
        }
        both = sure["original"].keys() & sure["all"].keys()
        agree = {pair for pair in both if sure["original"][pair] == sure["all"][pair]}
        assert (one.pairs, one.by_original, one.by_all) == (3, *map(len, sure.values()))
        assert one.active == (len(agree), len(both - agree))
        assert sum(one.active + one.mixed + one.passive) == one.pairs
        called = one.by_original + one.by_all
        assert one.agreement == pytest.approx(2 * len(agree) / called)
    told = found.as_json()["significant"][0]
    assert told["by_original"] == 3
    assert told["why"] is None
    text = "\n".join(as_text(table) for table in tables_of(found))
    assert "Significant differences: bare" in text
    assert "How sure the ranks are: bare" in text


def test_tau_ap_of_significant_pairs_looks_at_those_alone():
    named = [("a", "b"), ("a", "c"), ("b", "c")]
    ways, same = np.array([1.0, 1.0, -1.0]), np.array([True, False, True])
    # c has a above it, wrongly; b has a and c above it, both rightly.
    assert tau_ap_of_pairs(named, ways, same, np.array([True, True, True])) == pytest.approx(0.0)
    assert tau_ap_of_pairs(named, ways, same, np.array([True, False, True])) == 1
    assert tau_ap_of_pairs(named, ways, same, np.zeros(3, bool)) is None


def test_without_a_significant_pair_there_is_no_agreement_but_a_reason():
    same = [[0, 3, 1], [1, 4, 0], [2, 0, 1]]
    worse = [[5, 0, 3], [5, 1, 4], [5, 2, 0]]
    (one,) = stability(alike([same, worse]).snapshot(3), parse_all("C@1"), resamples=50).significant
    told = one.as_json()
    assert (told["by_original"], told["by_all"], told["agreement"], told["tau"]) == (
        0,
        0,
        None,
        None,
    )
    assert told["why"] == "no difference is significant by either kind of positives"
    assert told["passive_agreements"] == told["pairs"] == 1


def alike(rankings: list) -> Bare:
    return Bare(6, [0, 1, 2], [0, 1, 2], {(0, 3): True, (1, 4): False}, rankings)


def test_runs_that_tie_and_orders_that_never_change_say_why_there_is_nothing():
    same = [[0, 3, 1], [1, 4, 0], [2, 0, 1]]
    (row,) = stability(alike([same, same]).snapshot(3), parse_all("C@1"), resamples=50).rows
    assert row.as_json()["tau_b"] is row.as_json()["rbo"] is row.as_json()["tau_b_interval"] is None
    assert "all runs have the same score" in row.as_json()["tau_b_why"]
    assert "two runs have the same score" in row.as_json()["rbo_why"]
    worse = [[5, 0, 3], [5, 1, 4], [5, 2, 0]]
    found = stability(alike([same, worse]).snapshot(3), parse_all("C@1"), resamples=50)
    told = found.as_json()["rows"][0]
    assert (told["tau_b"], told["tau_ap"], told["rbo"]) == (1, 1, pytest.approx(1))
    assert told["tau_b_interval"] is told["rbo_interval"] is None
    assert "nearly every resample gave the same value" in told["tau_b_why"]
    text = "\n".join(as_text(table) for table in tables_of(found))
    assert "No interval of Kendall's tau-b, C@1: nearly every resample gave the same value" in text
    assert "rank-biased overlap with p = 0.9" in text


@pytest.mark.parametrize(
    ("runs", "measures", "said"),
    [
        (1, "AP", "two runs are needed"),
        (2, "MedR", "ask for RR instead"),
        (2, "Judged@2", "knows no positives"),
    ],
)
def test_what_has_no_order_is_refused_in_words(runs, measures, said):
    world = alike([[[0], [1], [2]]] * runs)
    with pytest.raises(NothingToStudy, match=said):
        stability(world.snapshot(2), parse_all(measures), resamples=10)
    with pytest.raises(NothingToStudy, match="between 0 and 1"):
        stability(alike([[[0], [1], [2]]] * 2).snapshot(2), parse_all("AP"), p=1.0)


@given(seed=st.integers(0, 20))
def test_the_same_seed_gives_the_same(seed):
    assume(seed >= 0)
    snapshot = small_world().snapshot(6)
    twice = [stability(snapshot, parse_all("AP"), seed=seed, resamples=20) for _ in range(2)]
    assert twice[0].as_json() == twice[1].as_json()


# By command and in reports


@pytest.fixture
def world(db):
    return make_world(backwards=True)


def test_the_command_tells_orders_and_ranks(world, capsys):
    call_command("stability", "toy", "--measures", "C@1,RBP(p=0.8)", "--resamples", "50", "--json")
    told = json.loads(capsys.readouterr().out)
    assert [row["measure"] for row in told["rows"]] == ["C@1", "RBP(p=0.8)"]
    assert {"tau_b", "tau_b_interval", "tau_ap", "rbo", "rbo_interval"} <= told["rows"][0].keys()
    assert {"run", "original", "all", "interval"} <= told["ranks"][0].keys()
    assert sum(told["ranks"][0]["distribution"]) == pytest.approx(1)
    assert [row["measure"] for row in told["significant"]] == ["C@1", "RBP(p=0.8)"]
    assert told["runs"] == ["strong", "weak", "weak again"]
    call_command("stability", "toy", "--resamples", "50", "--p", "0.5")
    assert "rank-biased overlap with p = 0.5" in capsys.readouterr().out
    with pytest.raises(CommandError, match="two runs are needed"):
        call_command("stability", "toy", "--runs", "strong")


def test_a_report_has_it_and_comes_to_the_same_bytes_again(world):
    asked = EvaluationAsked(resamples=100, overlap=0, stability=True, measures=("C@1", "MedR"))
    report = make_report(world, asked, runs=[run.pk for run in world.runs.order_by("pk")])
    part = result_of(report)["parts"]["stability"]
    assert [row["measure"] for row in part["found"]["rows"]] == ["C@1"]
    assert part["found"]["other_direction"] == ["backwards"]
    assert [table["key"] for table in part["tables"]] == [
        "stability",
        "significant_pairs",
        "ranks_of_runs",
        "distribution_of_ranks",
    ]
    everything_since(world)
    assert verify_report(report).differences == ()


def test_it_is_asked_for_by_page_and_by_api(world, signed_in, lead):
    browser = signed_in(lead)
    assert 'name="stability"' in browser.get(f"/evaluations/new/?benchmark={world.pk}").text
    body = {"benchmark": world.pk, "resamples": 100, "stability": True}
    job = browser.post("/api/v1/evaluations", body, content_type="application/json").json()["job"]
    assert job["id"]
