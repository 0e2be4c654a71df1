"""Estimates from pools that drew misses alone; bounds that hold whatever is judged later."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import call_command
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from measures.estimates import correct_with_orphans
from measures.misses import missed_by_any
from measures.names import parse_all
from measures.sampling import sample_captions
from measures.shares import most_unseen, share_ends
from metrics.studies.estimate import estimate
from metrics.studies.sampled import PoolSample, Sampled
from pooling.models import JudgedPair, PoolPair
from tests.metrics.test_estimate import DEPTH, rows_of, sample_of, truth_of
from tests.metrics.worlds import IRRELEVANT, Bare, bare_worlds, make_world

NAN = float("nan")


def pool_of_misses(
    world: Bare, n: int, seed: int, depth: int, *, by=None, spread=None, runs=(0, 1)
) -> PoolSample:
    """As build_pool --misses draws them."""
    own = np.array(world.own)
    tops = [world.snapshot(DEPTH).runs[run].targets[:, :depth] for run in runs]
    among = np.flatnonzero(missed_by_any(tops, own))
    lengths = np.array(world.characters)[among]
    drawn = sample_captions(lengths, n, seed, by=by, spread=spread)
    names = tuple(f"run{run}" for run in runs)
    sample = sample_of(
        world, among[drawn.chosen].tolist(), drawn.stratum, drawn.inclusion, by,
        frozenset(names), depth,
    )  # fmt: skip
    return replace(
        sample, population=len(among), among=among, of=len(world.queries), missed_by=names
    )


def missed_world() -> Bare:
    """300 captions, of which each run gets about half right at once; long ones turn out right less
    often."""
    random, videos, captions = np.random.default_rng(3), 30, 300
    own = [int(one) for one in random.integers(0, videos, captions)]
    rankings: list[list[list[int]]] = [[], []]
    for run in rankings:
        for number in range(captions):
            ranked = [int(one) for one in random.permutation(videos)[:DEPTH]]
            if random.random() < 0.5:
                ranked = [own[number], *[one for one in ranked if one != own[number]]][:DEPTH]
            run.append(ranked)
    verdicts = {
        (number, video): bool(random.random() < 0.35 - number / 1_000)
        for run in rankings
        for number, row in enumerate(run)
        for video in row
        if video != own[number]
    }
    lengths = [10 + number for number in range(captions)]
    return Bare(videos, list(range(captions)), own, verdicts, rankings, lengths)


@pytest.mark.parametrize(
    ("by", "spread"), [(None, None), ("length", None), ("length", [5, 4, 3, 2, 1])]
)
def test_over_many_draws_misses_tell_what_all_labels_would(by, spread):
    """Of both runs, though a caption that one misses was drawn because of the other."""
    world, draws = missed_world(), 40
    truth = truth_of(world, "C@1")
    told: dict = {}
    for seed in range(draws):
        sample = pool_of_misses(world, 60, seed, 1, by=by, spread=spread)
        for key, row in rows_of(world, sample, "C@1", ("misses", "ht", "hajek")).items():
            told.setdefault(key, []).append(row)
    for (run, measure, by_), rows in told.items():
        values, true = np.array([row["estimate"] for row in rows]), truth[run, measure]
        assert abs(values.mean() - true) < 4.5 * values.std() / math.sqrt(draws), (run, by_)
        held = np.mean([row["interval"][0] <= true <= row["interval"][1] for row in rows])
        assert held > 0.82, (run, by_, held)
        assert all(row["trusted"] == (by_ == "misses") for row in rows)
    # Misses that the run has are weighed by what each stratum has of them.
    spread_of = {by_: np.std([r["estimate"] for r in told["run0", "C@1", by_]])
                 for by_ in ("misses", "ht")}  # fmt: skip
    assert spread_of["misses"] < spread_of["ht"]


def test_a_pool_of_misses_tells_of_nothing_else():
    world = missed_world()
    sample = pool_of_misses(world, 60, 1, 1, runs=(0,))
    rows = rows_of(world, sample, "C@1,P@1,AP")
    assert {key for key, row in rows.items() if row["estimate"] is not None} == {
        ("run0", "C@1", by) for by in ("misses", "ht", "hajek")
    }
    assert "of nothing else" in rows["run0", "AP", "simple"]["reason"]
    # run1 misses captions that run0 gets right: these could not be drawn.
    assert "could not be drawn" in rows["run1", "C@1", "misses"]["reason"]
    deep = pool_of_misses(world, 20, 1, 3, runs=(0, 1))
    rows = rows_of(world, deep, "C@1,C@3", ("misses",))
    assert "at 3 alone" in rows["run0", "C@1", "misses"]["reason"]
    assert rows["run0", "C@3", "misses"]["interval"]
    (first, *_) = estimate(world.snapshot(DEPTH), deep, parse_all("C@3")).notes()
    assert first.startswith(f"half drew 20 of the {deep.population:,} captions (of 300) that run0")


def test_stopping_at_the_first_positive_leaves_c_at_k_as_it_is():
    """Each caption's pairs are judged until the first positive, rank by rank over both runs."""
    world = missed_world()
    sample = pool_of_misses(world, 80, 4, 2)
    stopped: dict = {}
    for number in sample.captions.tolist():
        order = [row[number][rank] for rank in range(2) for row in world.rankings]
        for video in dict.fromkeys(order):
            found = video == world.own[number] or world.verdicts[number, video]
            if video != world.own[number]:
                stopped[number, video] = found
            if found:
                break
    early = replace(world, verdicts=stopped)
    whole, part = (rows_of(one, sample, "C@2", ("misses",)) for one in (world, early))
    for key, row in part.items():
        low, high = row["bounds"]
        assert low <= whole[key]["estimate"] <= high
    told = " ".join(estimate(early.snapshot(DEPTH), sample, parse_all("C@2")).notes())
    assert "stops at a caption's first positive" in told
    # With one run it is its own first positive that ends it: nothing stays open.
    alone = pool_of_misses(world, 80, 4, 2, runs=(0,))
    stopped = {}
    for number in alone.captions.tolist():
        for video in world.rankings[0][number][:2]:
            stopped[number, video] = world.verdicts[number, video]
            if stopped[number, video]:
                break
    rows = rows_of(replace(world, verdicts=stopped), alone, "C@2", ("misses",))
    full = rows_of(world, alone, "C@2", ("misses",))
    assert rows["run0", "C@2", "misses"]["estimate"] == full["run0", "C@2", "misses"]["estimate"]
    assert len(stopped) < 2 * 80


def test_orphans_are_misses():
    """Half of the captions have no known video; some of them get a positive, some none."""
    world = missed_world()
    own = [-1 if number % 2 else video for number, video in enumerate(world.own)]
    pairs = {(n, v) for run in world.rankings for n, row in enumerate(run) for v in row}
    world = replace(world, own=own, verdicts={p: world.verdicts.get(p, True) for p in pairs})
    truth, values = truth_of(world, "C@1")["run0", "C@1"], []
    for seed in range(40):
        sample = pool_of_misses(world, 100, seed, 1, runs=(0,))
        row = rows_of(world, sample, "C@1", ("misses",))["run0", "C@1", "misses"]
        assert row["interval"][0] <= row["estimate"] <= row["interval"][1]
        values.append(row["estimate"])
    assert abs(np.mean(values) - truth) < 4.5 * np.std(values) / math.sqrt(40)


# The arithmetic


def test_with_orphans_by_hand():
    """Of 10 captions 4 are right; of 6 misses 3 were drawn: right, wrong, and without a positive.
    C = (4 + 2) / (4 + 4)."""
    found = correct_with_orphans([np.array([1.0, 0.0, NAN])], [6], 10)
    assert found.value == pytest.approx(6 / 8)
    residuals = np.array([0.25, -0.75, 0.0])
    error = math.sqrt(36 * (1 - 3 / 6) * residuals.var(ddof=1) / 3) / 8
    assert (found.error, found.n, found.left_out) == (pytest.approx(error), 2, 1)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 4)), min_size=1, max_size=2))
@example([(1, 3), (2, 3)])  # exactly 2.5 %
def test_what_a_sample_without_any_can_hide(parts):
    """By trying every division over the strata."""
    drawn, sizes = [n for n, _ in parts], [n + more for n, more in parts]

    def chance(wrong) -> float:
        return math.prod(
            hypergeom(size, each, n).pmf(0)
            for size, each, n in zip(sizes, wrong, drawn, strict=True)
        )

    ranges = [range(size - n + 1) for size, n in zip(sizes, drawn, strict=True)]
    divided = [()]
    for each in ranges:
        divided = [(*one, more) for one in divided for more in each]
    slow = max(sum(one) for one in divided if chance(one) >= 0.025 * (1 - 1e-9))
    assert most_unseen(drawn, sizes) == slow


def test_ends_of_a_share_are_where_a_test_would_just_reject_it():
    low, high = share_ends(0.9, 0.03, 40)
    size = 0.9 * 0.1 / 0.03**2
    for end in (low, high):
        assert abs(end - 0.9) == pytest.approx(2.021075 * math.sqrt(end * (1 - end) / size))


def test_all_right_in_every_stratum_is_not_certain():
    world = Bare(4, list(range(40)), [0] * 40, {}, [[[0, 1]] * 40], [10] * 20 + [50] * 20)
    drawn = sample_captions(np.array(world.characters), 20, 1, by="length")
    sample = sample_of(
        world, drawn.chosen.tolist(), drawn.stratum, drawn.inclusion, "length",
        frozenset({"run0"}), 2,
    )  # fmt: skip
    rows = rows_of(world, sample, "C@1", ("simple", "strata", "ht", "hajek"))
    spans = {key[2]: row["interval"] for key, row in rows.items()}
    assert spans["strata"] == spans["ht"] == spans["hajek"]
    assert spans["strata"] == pytest.approx([1 - 4 / 40, 1])


# Bounds


@given(world=bare_worlds(), depth=st.integers(1, 4), data=st.data(), pooled=st.sampled_from([1, 2]))
def test_bounds_hold_whatever_is_judged_later(world, depth, data, pooled):
    numbers = list(range(len(world.queries)))
    chosen = sorted(data.draw(st.sets(st.sampled_from(numbers), min_size=1)))
    runs = frozenset({"run0", "run1"} if pooled == 2 else {"run0"})
    part = replace(world, rankings=world.rankings[:pooled])
    sample = sample_of(part, chosen, runs=runs, depth=depth)
    before = Sampled(world.snapshot(), sample)
    measures = parse_all(f"C@{depth},RR")
    open_ = sorted(
        {
            (world.queries[number], video)
            for number in chosen
            for run in part.rankings
            for video in run[number][:depth]
            if video not in world.judged(number)
        }
    )
    found = data.draw(st.lists(st.booleans(), min_size=len(open_), max_size=len(open_)))
    later = replace(world, verdicts=world.verdicts | dict(zip(open_, found, strict=True)))
    after = Sampled(later.snapshot(), sample)
    for run in before.snapshot.runs[:pooled]:
        top = replace(run, targets=run.targets[:, :depth])
        was, now = before.known(top, measures), after.known(top, measures)
        for measure in measures:
            bounds, value = was[measure], now[measure].low
            if bounds.reason:
                continue
            assert (np.isnan(bounds.low) == np.isnan(value)).all()
            there = ~np.isnan(value)
            assert (bounds.low[there] <= value[there] + 1e-12).all()
            assert (value[there] <= bounds.high[there] + 1e-12).all()


def test_a_caption_waits_for_what_another_of_its_text_ranks():
    """Neither has a known video. 0's own ranking is judged, but what is found in 1's counts for
    both."""
    world = Bare(4, [0, 0, 1], [-1, -1, 2], {(0, 0): False}, [[[0], [1], [2]]])
    sample = sample_of(world, [0, 1, 2], runs=frozenset({"run0"}), depth=1)
    rows = rows_of(world, sample, "C@1", ("simple",))
    assert rows["run0", "C@1", "simple"]["reason"].startswith("2 captions have no positive yet")


# The command


@pytest.mark.django_db
def test_from_the_pool_to_the_estimate(capsys):
    """strong misses 4 and 5 at 1; both are drawn, and nobody finds anything right but (5, 1)."""
    make_world()
    call_command("build_pool", "toy", "m", "--misses", "strong", "--depth", "1", "--runs", "strong")
    done = set(JudgedPair.objects.values_list("query_id", "video_id"))
    for query, video in PoolPair.objects.filter(pool__name="m").values_list("query_id", "video_id"):
        if (query, video) not in done:
            JudgedPair.objects.create(query_id=query, video_id=video, verdict=IRRELEVANT)
    capsys.readouterr()
    call_command("estimate", "toy", "m", "--runs", "strong", "--measures", "C@1", "--json")
    told = json.loads(capsys.readouterr().out)
    (row,) = [row for row in told["rows"] if row["estimator"] == "misses"]
    snapshot_truth = 3 / 6  # 0, 1 and 3 by their own videos; 2 by what people found
    assert told["misses_of"] == ["strong"]
    assert told["population"] == 6
    assert told["drawn_from"] == told["sampled"]
    assert row["estimate"] == pytest.approx(max(row["estimate"], snapshot_truth))
    assert row["interval"] == pytest.approx([row["estimate"]] * 2)
    call_command("evaluate", "toy", "--runs", "strong", "--measures", "C@1", "--json")
    assert json.loads(capsys.readouterr().out)["rows"][0]["all"] == pytest.approx(row["estimate"])
