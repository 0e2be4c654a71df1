"""Pools and their pairs by API."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from foundation.api.paging import write_cursor
from jobs.models import Job
from pooling.models import Pool
from tests.api.conftest import check_problem
from tests.factories import make_benchmark, make_run
from tests.pooling.api.conftest import work_on

pytestmark = pytest.mark.django_db


def test_pairs_tell_who_found_them_and_what_is_known_of_them(api, pool):
    pairs = api.rows(f"pools/{pool.pk}/pairs", limit=4)
    assert len(pairs) == len({(pair["query"], pair["video"]) for pair in pairs}) == pool.pairs
    (dunes,) = [
        pair for pair in pairs if pair["text"].startswith("a dog") and pair["video_key"] == "dunes"
    ]
    assert {
        name: dunes[name] for name in ("ranks", "best_rank", "inclusion", "original", "judged")
    } == {
        "ranks": {"strong": 1, "weak": None},
        "best_rank": 1,
        "inclusion": 1.0,
        "original": True,
        "judged": True,
    }
    unjudged = api.rows(f"pools/{pool.pk}/pairs", unjudged="true")
    assert len(unjudged) == pool.unjudged == pool.pairs - 1
    check_problem(api.get(f"pools/{pool.pk}/pairs", unjudged="perhaps"), 400, "unjudged")


def test_pairs_page_backwards_to_the_first(api, pool):
    seen, address = [], f"/api/v1/pools/{pool.pk}/pairs?limit=4"
    while (body := api.client.get(address).json())["next"]:
        address = body["next"]
    while True:
        seen = [(pair["query"], pair["video"]) for pair in body["results"]] + seen
        if body["previous"] is None:
            break
        body = api.client.get(body["previous"]).json()
    assert len(seen) == pool.pairs
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    "values", [["1"], ["x", "1", "1"], [str(10**30), "1", "1"], ["1", "1", "1\x00"]]
)
def test_a_cursor_that_no_answer_held_is_a_problem(api, pool, values):
    check_problem(
        api.get(f"pools/{pool.pk}/pairs", cursor=write_cursor(False, values)),
        400,
        "cursor",
    )


def test_a_page_of_pairs_takes_as_many_reads_however_long_it_is(api, pool):
    reads, of = [], f"pools/{pool.pk}/pairs"
    for limit in (1, 1, pool.pairs):  # the first also notes that the token was used
        with CaptureQueriesContext(connection) as made:
            assert len(api.get(of, limit=limit).json()["results"]) == limit
        reads.append(len(made))
    assert reads[1] == reads[2]


def test_a_pool_tells_the_parameters_that_it_follows_from(api, pool, strong, weak):
    shown = api.get(f"pools/{pool.pk}").json()
    assert shown["parameters"]["runs"] == [strong.pk, weak.pk]
    assert shown["by_run"] == pool.by_run
    make_benchmark([("a", "v")], name="other")
    assert [row["id"] for row in api.rows("pools", benchmark=pool.benchmark.pk)] == [pool.pk]
    check_problem(api.get("pools", benchmark=999_999), 400, "benchmark")


def test_an_increment_holds_only_what_a_new_run_adds(api, pool):
    new = make_run(pool.benchmark, {0: [0, 2]}, name="new")
    plan = {"benchmark": pool.benchmark.pk, "runs": [new.pk], "depth": 2, "beyond": [pool.pk]}
    cost = api.post("pools", {**plan, "dry_run": True}).json()
    assert (cost["pairs"], cost["by_run"]) == (0, {"new": {"pairs": 0, "only": 0}})
    plan["depth"], plan["runs"] = 1, [make_run(pool.benchmark, {2: [1]}, name="newer").pk]
    frozen = work_on(api.post("pools", {**plan, "name": "round 2"}))
    assert (frozen["state"], frozen["result"]["pairs"]) == ("done", 1)
    assert Pool.objects.get(name="round 2").parameters["beyond"] == [pool.pk]


def test_a_sample_is_drawn_as_asked_for(api, pool):
    plan = {
        "benchmark": pool.benchmark.pk,
        "depth": 1,
        "sample": 2,
        "by": "length",
        "seed": 7,
        "dry_run": True,
    }
    cost = api.post("pools", plan).json()
    assert cost["captions"] == 2
    assert cost == api.post("pools", plan).json()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": None}, "#/name"),
        ({"name": ""}, "#/name"),
        ({"name": "round 1"}, "has a pool called round 1"),
        ({"name": "a,b"}, "comma"),
        ({"benchmark": 999_999}, "#/benchmark"),
        ({"runs": []}, "#/runs"),
        ({"runs": [999_999]}, "#/runs"),
        ({"runs": [1.5]}, "#/runs"),
        ({"runs": "all"}, "#/runs"),
        ({"beyond": [999_999]}, "#/beyond"),
        ({"depth": 0}, "#/depth"),
        ({"depth": True}, "#/depth"),
        ({"seed": -1}, "#/seed"),
        ({"by": "colour"}, "#/by"),
        ({"smaple": 3}, "#/smaple"),
        ({"dry_run": True, "depth": 11}, "1 to 10"),
        ({"dry_run": True, "sample": 6}, "1 to 5 captions"),
        ({"dry_run": True, "pace": 0}, "#/pace"),
    ],
)
def test_what_cannot_be_a_pool_is_refused(api, pool, changed, words):
    sent = {"benchmark": pool.benchmark.pk, "name": "round 2", "depth": 2} | changed
    check_problem(api.post("pools", sent), 400, words)
    assert (Job.objects.count(), Pool.objects.count()) == (0, 1)


def test_runs_of_another_benchmark_twice_or_of_the_other_direction_make_no_pool(api, pool, strong):
    other = make_run(make_benchmark([("a", "v")]), {0: [0]})
    back = make_run(pool.benchmark, {0: [0]}, direction="v2t")
    for runs, words in [
        ([other.pk], "of this benchmark"),
        ([strong.pk] * 2, "each named once"),
        ([back.pk], "videos for captions"),
    ]:
        plan = {"benchmark": pool.benchmark.pk, "name": "round 2", "runs": runs}
        check_problem(api.post("pools", plan), 400, "#/runs", words)
