"""Pools that draw misses alone."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from measures.misses import missed_by_any, right_of, spread_by_stratum
from measures.sampling import Sample, sample_captions
from people.actor import SYSTEM
from pooling.actions.build_pool import build_pool, plan_pool
from pooling.actions.draw_captions import PoolParameters, query_inclusion
from pooling.models import Caption, JudgedPair, PoolCaption, PoolPair
from tests.metrics.worlds import IRRELEVANT, RELEVANT, make_world


def test_a_miss_has_its_own_video_in_none_of_the_first_ranks():
    tops = [np.array([[0, 1], [2, -1], [0, 2], [1, 0]]), np.array([[1, 0], [1, 2], [0, 1], [1, 2]])]
    own = np.array([0, 1, 2, -1])
    assert missed_by_any(tops, own).tolist() == [False, True, True, True]
    assert missed_by_any(tops[1:], own).tolist() == [False, False, True, True]


def test_what_a_pilot_says_of_a_caption():
    top, queries = np.array([[3, 1], [3, 2], [0, -1], [1, 2]]), np.array([0, 1, 1, 2])
    key = lambda query, video: query << 32 | video  # noqa: E731  (a name for what a key is)
    relevant = np.array([key(0, 1), key(2, 9)])
    judged = np.array([key(0, 1), key(1, 3), key(1, 2), key(2, 1)])
    assert right_of(top, queries, relevant, judged).tolist() == [1, 0, -1, -1]
    # (2 + 1) / (4 + 2) and (0 + 1) / (1 + 2), and nothing known of the third.
    spread = spread_by_stratum(np.array([0, 0, 0, 0, 1]), np.array([1, 1, 0, 0, 0]), 3)
    assert spread == [500, 471, 500]


@given(
    sizes=st.lists(st.integers(1, 30), min_size=2, max_size=4),
    spread=st.lists(st.integers(1, 500), min_size=4, max_size=4),
    share=st.floats(0.1, 1),
    seed=st.integers(0, 9),
)
def test_a_draw_by_spread_takes_so_many_and_none_twice(sizes, spread, share, seed):
    lengths = np.repeat(np.arange(len(sizes)) * 10 + 5, sizes)
    n = max(int(share * len(lengths)), len(sizes))
    plain = sample_captions(lengths, n, seed, by="length")
    given_ = spread[: int(plain.stratum.max()) + 1]
    drawn = sample_captions(lengths, n, seed, by="length", spread=given_)
    assert len(set(drawn.chosen.tolist())) == n
    taken = np.bincount(drawn.stratum)
    assert (taken > 0).all()
    # Each caption stands for as many as its stratum has.
    assert (1 / drawn.inclusion).sum() == pytest.approx(len(lengths))


def test_shares_are_in_proportion_to_size_times_spread():
    lengths = np.repeat([5, 10, 20], 100)
    drawn = sample_captions(lengths, 60, 1, by="length", strata=3, spread=[100, 200, 300])
    assert np.bincount(drawn.stratum).tolist() == [10, 20, 30]
    # Never more than there are, and two at least of each.
    drawn = sample_captions(lengths, 200, 1, by="length", strata=3, spread=[1, 1, 9_999])
    assert np.bincount(drawn.stratum).tolist() == [50, 50, 100]
    drawn = sample_captions(lengths, 30, 1, by="length", strata=3, spread=[1, 1, 9_999])
    assert np.bincount(drawn.stratum).tolist() == [2, 2, 26]
    with pytest.raises(ValueError, match="each of 3 strata has its spread above 0"):
        sample_captions(lengths, 30, 1, by="length", strata=3, spread=[1, 0, 1])


def test_a_texts_pairs_are_in_the_pool_as_often_as_any_of_its_missed_captions():
    """Captions 0, 1 and 2 share a text, but 2 is no miss: two of four misses are drawn."""
    queries, among = np.array([0, 0, 0, 1, 2]), np.array([True, True, False, True, True])
    misses = np.flatnonzero(among)
    seen: Counter[int] = Counter()
    for first in range(4):
        for second in range(first + 1, 4):
            seen.update(set(queries[misses[[first, second]]].tolist()))
    drawn = sample_captions(np.full(4, 7), 2, 3)
    sample = Sample(misses[drawn.chosen], drawn.stratum, drawn.inclusion)
    assert query_inclusion(sample, queries, among) == pytest.approx(
        [seen[int(one)] / 6 for one in queries[sample.chosen]]
    )


# In the database


def of_runs(toy, *names):
    return tuple(toy.runs.get(name=name).pk for name in names)


@pytest.mark.django_db
def test_only_what_a_named_run_misses_is_drawn(capsys):
    """strong misses captions 4 and 5 at 1."""
    toy = make_world()
    call_command(
        "build_pool", "toy", "m", "--misses", "strong", "--depth", "1", "--dry-run", "--json"
    )
    told = json.loads(capsys.readouterr().out)
    missed = [
        caption.number
        for caption in Caption.objects.filter(benchmark=toy)
        if caption.video_id is None
        or caption.video.number
        not in toy.runs.get(name="strong").rankings.get(item=caption.number).targets[:1]
    ]
    assert (told["captions"], told["population"], told["pool"]) == (len(missed),) * 2 + (None,)
    call_command("build_pool", "toy", "m", "--misses", "strong", "--depth", "1", "--sample", "1")
    assert f"1 captions, drawn from {len(missed)}" in capsys.readouterr().out
    pool = toy.pools.get(name="m")
    one = PoolCaption.objects.get(pool=pool)
    assert one.caption.number in missed
    assert one.inclusion == pytest.approx(1 / len(missed))
    assert pool.parameters["misses"] == list(of_runs(toy, "strong"))
    assert (pool.parameters["population"], pool.parameters["captions"]) == (len(missed), 6)


@pytest.mark.django_db
def test_a_pilot_is_remembered_so_that_the_pool_can_be_drawn_again():
    toy = make_world()
    runs = of_runs(toy, "strong", "weak")
    pilot = build_pool(
        actor=SYSTEM, benchmark=toy, name="pilot", parameters=PoolParameters(runs, depth=2)
    )
    done = set(JudgedPair.objects.values_list("query_id", "video_id"))
    rows = PoolPair.objects.filter(pool=pilot).values_list("query_id", "video_id")
    for number, (query, video) in enumerate(row for row in rows if row not in done):
        verdict = RELEVANT if number % 2 else IRRELEVANT
        JudgedPair.objects.create(query_id=query, video_id=video, verdict=verdict)
    parameters = PoolParameters(
        runs, depth=1, by="length", sample=2, misses=runs, pilot=pilot.pk, seed=2
    )
    pool = build_pool(actor=SYSTEM, benchmark=toy, name="first", parameters=parameters)
    kept = pool.parameters
    assert kept["pilot"] == pilot.pk
    assert kept["spread"]
    JudgedPair.objects.update(verdict=IRRELEVANT)
    again = replace(parameters, spread=tuple(kept["spread"]))
    second = build_pool(actor=SYSTEM, benchmark=toy, name="second", parameters=again)
    assert {**second.parameters} == kept
    drawn = [
        list(PoolCaption.objects.filter(pool=one).values_list("caption", "stratum", "inclusion"))
        for one in (pool, second)
    ]
    assert sorted(drawn[0]) == sorted(drawn[1])


@pytest.mark.django_db
def test_a_pool_without_misses_keeps_what_it_always_kept():
    toy = make_world()
    parameters = PoolParameters(of_runs(toy, "strong"), depth=2)
    pool = build_pool(actor=SYSTEM, benchmark=toy, name="p", parameters=parameters)
    assert set(pool.parameters) == {
        "runs", "beyond", "depth", "sample", "by", "seed", "strata", "run_names",
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--misses", "nobody"), "no run is called 'nobody'"),
        (("--misses", "strong", "--sample", "99"), "captions that are missed"),
        (("--misses", "strong", "--pilot", "none"), "no pool is called 'none'"),
    ],
)
def test_what_cannot_be_drawn_is_said_plainly(words, said):
    make_world()
    with pytest.raises(CommandError, match=said):
        call_command("build_pool", "toy", "m", "--depth", "1", *words)


@pytest.mark.django_db
def test_a_pilot_without_strata_of_misses_is_refused():
    toy = make_world()
    runs = of_runs(toy, "strong")
    pilot = build_pool(
        actor=SYSTEM, benchmark=toy, name="pilot", parameters=PoolParameters(runs, depth=2)
    )
    wanted = PoolParameters(runs, depth=1, misses=runs, pilot=pilot.pk)
    with pytest.raises(ValidationError, match="strata by length"):
        plan_pool(toy, wanted)
