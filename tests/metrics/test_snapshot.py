"""A snapshot is what the tables held at one moment, as arrays."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections, transaction
from hypothesis import given

from annotator.models import Label
from annotator.queries.campaigns import log_position
from metrics.queries.snapshot import take_snapshot
from pooling.models import Benchmark, Query, Run, Video
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_run
from tests.metrics.worlds import (
    BACKWARDS,
    CAPTIONS,
    RELEVANT,
    RUNS,
    VERDICTS,
    VIDEOS,
    bare_worlds,
    judge,
    make_world,
)

TEXTS = list(dict.fromkeys(text for text, _ in CAPTIONS))
OWN = [VIDEOS.index(video) if video in VIDEOS else -1 for _, video in CAPTIONS]


def all_runs(benchmark) -> list[Run]:
    return list(Run.objects.filter(benchmark=benchmark).order_by("pk"))


def as_set(pairs) -> set[tuple[int, int]]:
    return {divmod(int(key), pairs.columns) for key in pairs.keys}


def by_query(verdicts) -> set[tuple[int, int]]:
    return {(TEXTS.index(text), video) for text, video in verdicts}


@pytest.mark.django_db
def test_it_equals_the_rows():
    make_world("another")  # whose rows stay out of it
    toy = make_world()
    taken = take_snapshot(toy, all_runs(toy))
    assert taken.benchmark == "toy"
    assert (taken.captions, taken.queries, taken.videos) == (len(CAPTIONS), len(TEXTS), len(VIDEOS))
    assert taken.caption_queries.tolist() == [TEXTS.index(text) for text, _ in CAPTIONS]
    assert taken.own_videos.tolist() == OWN
    assert taken.characters.tolist() == [len(text) for text, _ in CAPTIONS]
    assert taken.words.tolist() == [len(text.split()) for text, _ in CAPTIONS]
    assert as_set(taken.judged) == by_query(VERDICTS)
    assert as_set(taken.collected) == by_query(
        pair for pair, verdict in VERDICTS.items() if verdict == RELEVANT
    )
    assert taken.log_position == 0


@pytest.mark.django_db
@pytest.mark.parametrize("late_video", [False, True])
@pytest.mark.parametrize("at_a_time", [1, 3, 1 << 16])
def test_rows_of_a_benchmark_that_came_in_between_stay_out_of_it(
    monkeypatch, late_video, at_a_time
):
    """Ids of another lie between the toy's first and last."""
    monkeypatch.setattr("metrics.queries.snapshot.QUERIES_AT_A_TIME", at_a_time)
    toy = make_world()
    make_world("another")
    Query.objects.create(
        benchmark=toy, number=5, text="late", digest=b"l" * 32, characters=4, words=1
    )
    toy.query_count += 1
    if late_video:
        Video.objects.create(benchmark=toy, number=6, key="v6")
        toy.video_count += 1
    toy.save()
    judge(toy, {("late", 2): RELEVANT})
    taken = take_snapshot(toy, [])
    assert as_set(taken.judged) == by_query(VERDICTS) | {(5, 2)}
    assert as_set(taken.collected) == by_query(
        pair for pair, verdict in VERDICTS.items() if verdict == RELEVANT
    ) | {(5, 2)}


@pytest.mark.django_db
def test_a_benchmark_without_captions_or_labels_is_empty():
    taken = take_snapshot(
        Benchmark.objects.create(name="bare", caption_count=0, query_count=0, video_count=0), []
    )
    assert (taken.captions, len(taken.judged.keys), taken.log_position) == (0, 0, 0)


def answered(campaign, person) -> int:
    """The label's number."""
    say(person, claim(person, campaign, 1)[0])
    return Label.objects.latest("pk").pk


@pytest.mark.django_db
def test_the_label_log_stands_at_the_newest_label_of_its_campaigns(rater, other_rater):
    campaign = make_campaign(captions=3, videos=2, raters=[rater, other_rater])
    elsewhere = make_campaign(captions=3, videos=2, raters=[rater])
    said = [answered(campaign, person) for person in (rater, other_rater, rater)]
    later = answered(elsewhere, rater)
    assert take_snapshot(campaign.benchmark, []).log_position == max(said) == said[2]
    assert (
        take_snapshot(elsewhere.benchmark, []).log_position
        == log_position([campaign, elsewhere])
        == later
    )
    assert log_position([]) == 0


@pytest.mark.django_db
def test_rankings_stand_at_their_items_and_end_with_minus_one():
    toy = make_world(backwards=True)
    strong, weak, again, backwards = take_snapshot(toy, all_runs(toy)).runs
    assert strong.targets.tolist() == list(RUNS["strong"].values())
    assert weak.targets.tolist() == [*RUNS["weak"].values(), [-1, -1, -1]]
    assert backwards.targets.tolist() == [*BACKWARDS.values(), [-1, -1, -1]]
    assert (strong.direction, backwards.direction) == ("t2v", "v2t")
    assert (strong.model, strong.family) == ("strong", "strong")
    assert (again.model, again.family) == ("weak again", "small")
    assert strong.own_ranks is None


@pytest.mark.django_db
def test_it_is_read_no_deeper_than_asked_and_no_deeper_than_stored():
    toy = make_world()
    assert [run.depth for run in take_snapshot(toy, all_runs(toy), 2).runs] == [2, 2, 2]
    assert [run.depth for run in take_snapshot(toy, all_runs(toy), 50).runs] == [3, 3, 3]


@pytest.mark.django_db
def test_ranks_of_the_own_video_are_there_where_a_matrix_gave_them():
    toy = make_world()
    run = make_run(toy, {0: [1], 1: [1], 2: [0]}, "matrix", depth=1, full_ranks=True)
    run.rankings.filter(item=0).update(own_rank=4)
    run.rankings.filter(item=1).update(own_rank=1)
    (stored,) = take_snapshot(toy, [run]).runs
    assert stored.own_ranks is not None
    assert stored.own_ranks.tolist() == [4, 1, 0, 0, 0, 0]


@pytest.mark.django_db
def test_captions_with_the_same_text_share_what_was_collected_and_keep_their_own_videos():
    taken = take_snapshot(toy := make_world(), [])
    assert as_set(taken.original()) == {(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)}
    assert as_set(taken.positives("all")) == as_set(taken.original()) | {
        (0, 5),
        (3, 5),
        (1, 2),
        (2, 3),
        (5, 1),
    }
    shared = take_snapshot(toy, [], same_text=True)
    assert as_set(shared.original()) == as_set(taken.original()) | {(0, 3), (3, 0)}


@given(bare_worlds())
def test_its_sets_are_those_of_the_definitions(world):
    taken = world.snapshot()
    captions = range(len(world.queries))
    assert as_set(taken.original()) == {(n, video) for n in captions for video in world.original(n)}
    assert as_set(taken.positives("all")) == {
        (n, video) for n in captions for video in world.positives(n)
    }
    assert as_set(taken.judged_pairs()) == {
        (n, video) for n in captions for video in world.judged(n)
    }
    clusters = taken.clusters()
    assert clusters is not None
    for one in captions:
        for other in range(one):
            assert (clusters[one] == clusters[other]) == (world.own[one] == world.own[other] != -1)


@pytest.mark.django_db(transaction=True)
def test_a_verdict_that_comes_during_the_read_is_not_in_it():
    """The reader has begun, and waits for the captions' table; when it comes to the verdicts, one
    more has been committed."""
    toy = make_world()
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE pooling_caption IN ACCESS EXCLUSIVE MODE")
            reading = other.submit(_take, toy)
            _wait_for_a_reader(cursor)
            judge(toy, {("it snows", 0): RELEVANT})
        taken = reading.result()
    assert as_set(taken.judged) == by_query(VERDICTS)
    assert as_set(take_snapshot(toy, []).judged) == by_query(VERDICTS) | by_query([("it snows", 0)])


def _take(benchmark):
    try:
        return take_snapshot(benchmark, all_runs(benchmark))
    finally:
        connections.close_all()


def _wait_for_a_reader(cursor) -> None:
    for _ in range(1_000):
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE relation = 'pooling_caption'::regclass AND NOT"
            " granted"
        )
        if cursor.fetchone()[0]:
            return
        time.sleep(0.01)
    raise AssertionError("nobody came to read the captions")
