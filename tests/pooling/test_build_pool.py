"""A pool: the pairs that it should have, why each is there, and that it stays so."""

import itertools

import numpy as np
import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from measures.sampling import sample_captions
from people.actor import Actor
from pooling.actions.build_pool import PoolParameters, build_pool, cost_of_pool, query_inclusion
from pooling.models import Caption, JudgedPair, Pool, PoolCaption, PoolPair, Query, Video
from tests.factories import make_benchmark, make_run

CAPTIONS = [
    ("a dog runs", "v0"),
    ("a cat sleeps", "v1"),
    ("a dog runs", "v2"),
    ("a man cooks rice", "v3"),
]


@pytest.fixture
def benchmark_of_four(db):
    return make_benchmark(CAPTIONS)


@pytest.fixture
def actor(lead):
    return Actor(lead, "page")


def pairs_of(pool: Pool) -> dict[tuple[str, str], PoolPair]:
    texts = dict(Query.objects.values_list("id", "text"))
    keys = dict(Video.objects.values_list("id", "key"))
    return {
        (texts[row.query_id], keys[row.video_id]): row for row in PoolPair.objects.filter(pool=pool)
    }


def test_a_pool_is_the_union_of_the_tops_with_who_found_each_pair_and_where(
    benchmark_of_four, actor
):
    weak = make_run(benchmark_of_four, {0: [1, 0, 3], 1: [2], 2: [0, 2], 3: []})
    strong = make_run(benchmark_of_four, {0: [0, 2], 1: [1], 3: [3, 1]})
    pool = build_pool(
        actor=actor,
        benchmark=benchmark_of_four,
        name="round 1",
        parameters=PoolParameters((weak.pk, strong.pk), depth=2),
    )
    pairs = pairs_of(pool)
    assert {pair: (row.ranks, row.best_rank, row.original) for pair, row in pairs.items()} == {
        ("a dog runs", "v0"): ([1, 1], 1, True),  # the second caption of this text ranks it first
        ("a dog runs", "v1"): ([1, 0], 1, False),
        ("a dog runs", "v2"): ([2, 2], 2, True),
        ("a cat sleeps", "v1"): ([0, 1], 1, True),
        ("a cat sleeps", "v2"): ([1, 0], 1, False),
        ("a man cooks rice", "v1"): ([0, 2], 2, False),
        ("a man cooks rice", "v3"): ([0, 1], 1, True),
    }
    assert {row.inclusion for row in pairs.values()} == {1.0}
    assert (pool.captions, pool.pairs, pool.unjudged) == (4, 7, 7)
    assert pool.by_run == {weak.name: {"pairs": 4, "only": 2}, strong.name: {"pairs": 5, "only": 3}}
    assert PoolCaption.objects.filter(pool=pool).count() == 4


def test_what_it_costs_is_known_before_and_nothing_is_written_for_it(benchmark_of_four, actor):
    run = make_run(benchmark_of_four, {0: [0, 1], 1: [1]})
    parameters = PoolParameters((run.pk,))
    cost = cost_of_pool(benchmark_of_four, parameters)
    assert (Pool.objects.count(), PoolPair.objects.count()) == (0, 0)
    pool = build_pool(actor=actor, benchmark=benchmark_of_four, name="p", parameters=parameters)
    assert (cost.captions, cost.pairs, cost.unjudged, cost.by_run) == (
        pool.captions,
        pool.pairs,
        pool.unjudged,
        pool.by_run,
    )
    assert cost.hours(pairs_per_hour=1.5) == 2


def test_pairs_that_are_judged_already_are_pooled_and_marked_but_cost_nothing(
    benchmark_of_four, actor
):
    run = make_run(benchmark_of_four, {0: [0, 1]})
    dog, first = Query.objects.get(text="a dog runs"), Video.objects.get(key="v1")
    JudgedPair.objects.create(query=dog, video=first, verdict=JudgedPair.Verdict.IRRELEVANT)
    pool = build_pool(
        actor=actor, benchmark=benchmark_of_four, name="p", parameters=PoolParameters((run.pk,))
    )
    assert (pool.pairs, pool.unjudged) == (2, 1)
    assert {pair: row.judged for pair, row in pairs_of(pool).items()} == {
        ("a dog runs", "v0"): False,
        ("a dog runs", "v1"): True,
    }


def test_an_increment_holds_only_what_the_earlier_pools_do_not(benchmark_of_four, actor):
    old = make_run(benchmark_of_four, {0: [0, 1], 1: [1]})
    new = make_run(benchmark_of_four, {0: [1, 3], 1: [1, 2]})
    first = build_pool(
        actor=actor, benchmark=benchmark_of_four, name="first", parameters=PoolParameters((old.pk,))
    )
    more = build_pool(
        actor=actor,
        benchmark=benchmark_of_four,
        name="more",
        parameters=PoolParameters((new.pk,), beyond=(first.pk,)),
    )
    assert set(pairs_of(more)) == {("a dog runs", "v3"), ("a cat sleeps", "v2")}


def test_a_frozen_pool_refuses_every_change(benchmark_of_four, actor):
    run = make_run(benchmark_of_four, {0: [0]})
    pool = build_pool(
        actor=actor, benchmark=benchmark_of_four, name="p", parameters=PoolParameters((run.pk,))
    )
    for rows, change in (
        (Pool.objects, {"pairs": 2}),
        (PoolPair.objects, {"judged": True}),
        (PoolCaption.objects, {"inclusion": 0.5}),
    ):
        with pytest.raises(IntegrityError, match="a pool is frozen"), transaction.atomic():
            rows.update(**change)
    pool.refresh_from_db()
    assert pool.pairs == 1


def test_the_same_parameters_make_the_same_pool_again(benchmark_of_four, actor):
    run = make_run(benchmark_of_four, {n: [n, (n + 1) % 4] for n in range(4)})
    parameters = PoolParameters((run.pk,), sample=2, by="length", seed=5)
    first = build_pool(
        actor=actor, benchmark=benchmark_of_four, name="first", parameters=parameters
    )
    stored = {
        name: value
        for name, value in first.parameters.items()
        if name not in ("run_names", "strata")
    }
    again = PoolParameters(
        **(stored | {"runs": tuple(stored["runs"]), "beyond": tuple(stored["beyond"])})
    )
    second = build_pool(actor=actor, benchmark=benchmark_of_four, name="second", parameters=again)
    assert set(pairs_of(first)) == set(pairs_of(second))
    chosen = [
        list(
            PoolCaption.objects.filter(pool=p)
            .order_by("caption")
            .values_list("caption", "inclusion")
        )
        for p in (first, second)
    ]
    assert chosen[0] == chosen[1]
    assert first.captions == 2


def test_a_text_with_two_captions_is_in_more_often_than_either_of_them():
    queries = np.array([0, 0, 1, 2])
    probability = np.zeros(3)
    draws = list(itertools.combinations(range(4), 2))
    for draw in draws:
        for query in {int(queries[caption]) for caption in draw}:
            probability[query] += 1 / len(draws)
    sample = sample_captions(np.full(4, 7), 2, seed=3)
    np.testing.assert_allclose(
        query_inclusion(sample, queries), probability[queries[sample.chosen]]
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"runs": ()}, "at least one run"),
        ({"depth": 11}, "expected 1 to 10"),
        ({"depth": 0}, "expected 1 to 10"),
        ({"sample": 5}, "expected 1 to 4 captions"),
        ({"by": "colour", "sample": 1}, "expected length"),
    ],
)
def test_a_pool_that_cannot_be_is_refused_with_what_was_expected(
    benchmark_of_four, actor, change, said
):
    run = make_run(benchmark_of_four, {0: [0]})
    parameters = PoolParameters(**({"runs": (run.pk,)} | change))
    with pytest.raises(ValidationError, match=said):
        build_pool(actor=actor, benchmark=benchmark_of_four, name="p", parameters=parameters)
    assert not Pool.objects.exists()


def test_runs_of_another_benchmark_and_of_the_other_direction_are_refused(benchmark_of_four, actor):
    foreign = make_run(make_benchmark([("elsewhere", "v0")]), {0: [0]})
    backwards = make_run(benchmark_of_four, {0: [0]}, direction="v2t")
    for run in (foreign, backwards):
        with pytest.raises(ValidationError):
            build_pool(
                actor=actor,
                benchmark=benchmark_of_four,
                name="p",
                parameters=PoolParameters((run.pk,)),
            )


def test_two_pools_of_a_benchmark_do_not_share_a_name(benchmark_of_four, actor):
    run = make_run(benchmark_of_four, {0: [0]})
    build_pool(
        actor=actor, benchmark=benchmark_of_four, name="p", parameters=PoolParameters((run.pk,))
    )
    with pytest.raises(ValidationError, match="taken"):
        build_pool(
            actor=actor, benchmark=benchmark_of_four, name="p", parameters=PoolParameters((run.pk,))
        )
    assert Caption.objects.filter(benchmark=benchmark_of_four).count() == 4
