"""What a new run would cost to judge, and the bounds of its scores until then."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from annotator.models import MeasuredPace
from metrics.queries.pace import labels_an_hour
from metrics.studies.bounds import BOUNDS, bounds_of_runs
from metrics.studies.study import NothingToStudy
from metrics.studies.unjudged import unjudged, unjudged_runs
from pooling.actions.build_pool import PoolParameters, cost_of_pool
from tests.factories import make_benchmark, make_campaign, make_run
from tests.metrics.worlds import IRRELEVANT, RELEVANT, Bare, bare_worlds, judge, make_world


def asked(capsys, *words) -> dict:
    call_command("unjudged", "toy", *words, "--json")
    return json.loads(capsys.readouterr().out)


@pytest.mark.django_db
def test_it_tells_pairs_hours_and_bounds(capsys):
    make_world()
    told = asked(capsys, "strong", "--depth", "1", "--pace", "10")
    # First places: (a dog runs, 0) and (a dog runs, 3) are original, as is (a red ball, 1); (a man
    # cooks rice, 3) has a verdict. (somebody sings, 5) and (it snows, 0) have none.
    assert (told["unjudged"], told["captions"], told["hours"]) == (2, 2, 0.2)
    assert told["judged"] == pytest.approx(4 / 6)
    assert told["bounds"][0] == {
        "measure": "C@1",
        "low": pytest.approx(4 / 6),
        "high": 1.0,
        "reason": None,
    }
    assert (told["n"], told["missing"], told["depth"], told["pace_from"]) == (
        6,
        0,
        1,
        "as asked for",
    )


@pytest.mark.django_db
def test_captions_with_the_same_text_share_their_pairs_and_their_originals(capsys):
    make_world()
    told = asked(capsys, "strong", "--depth", "2")
    # (a dog runs, 0) and (a dog runs, 3) stand in both captions' rankings, each the other's
    # original: nobody is asked for them.
    # Left: (somebody sings, 5) and (somebody sings, 0), of which the latter has a verdict; (it
    # snows, 0), while 1 has one.
    assert told["unjudged"] == 2
    assert told["judged"] < 1


@pytest.mark.django_db
@pytest.mark.parametrize("run", ["strong", "weak"])
@pytest.mark.parametrize("depth", [1, 3])
def test_with_the_original_ones_it_is_what_a_pool_of_the_run_counts(capsys, run, depth):
    world = make_world()
    judge(
        world, {("a red ball", 1): RELEVANT}
    )  # an original positive with a verdict: neither counts it
    told = asked(capsys, run, "--depth", str(depth))
    parameters = PoolParameters((world.runs.get(name=run).pk,), depth=depth)
    assert told["original_unjudged"] > 0
    assert told["unjudged"] + told["original_unjudged"] == cost_of_pool(world, parameters).unjudged


@pytest.mark.django_db
def test_the_lower_bound_is_the_score_as_evaluate_tells_it(capsys):
    make_world()
    told = asked(capsys, "weak", "--depth", "3")
    call_command(
        "evaluate",
        "toy",
        "--runs",
        "weak",
        "--measures",
        "C@3,P@3,Judged@3",
        "--positives",
        "all",
        "--json",
    )
    correct, precision, judged = (row["all"] for row in json.loads(capsys.readouterr().out)["rows"])
    assert [one["low"] for one in told["bounds"]] == pytest.approx([correct, precision])
    assert told["judged"] == pytest.approx(judged)


@pytest.mark.django_db
def test_the_pace_is_the_measured_one_where_there_is_one():
    campaign = make_campaign()
    assert labels_an_hour(campaign.benchmark)[0] == 180
    MeasuredPace.objects.create(
        campaign=campaign,
        answers=500,
        mean_seconds=30.0,
        long_seconds=60.0,
        measured_at=timezone.now(),
    )
    pace, source = labels_an_hour(campaign.benchmark)
    assert (pace, source) == (120.0, f"measured over 500 answers in {campaign.name}")
    assert labels_an_hour(campaign.benchmark, 60.0) == (60.0, "as asked for")


@pytest.mark.django_db
def test_while_a_caption_may_get_its_first_positive_there_are_costs_but_no_bounds(capsys):
    benchmark = make_benchmark([("a dog", "v0"), ("a cat", "nobody knows")], "toy", ["v0", "v1"])
    make_run(benchmark, {0: [1, 0], 1: [0, 1]}, "run", depth=2)
    judge(benchmark, {("a dog", 1): IRRELEVANT})
    reason = (
        "1 captions have no positive yet and pairs that are not judged: whether they count is open"
    )
    nothing = [
        {"measure": f"{kind}@1", "low": None, "high": None, "reason": reason} for kind in "CP"
    ]
    assert asked(capsys, "run", "--depth", "1")["bounds"] == nothing
    # What they would have been: 0 to 0. Yet were (a cat, 0) found relevant, C@1 would be 1 of 2.
    judge(benchmark, {("a cat", 0): RELEVANT})
    call_command("evaluate", "toy", "--measures", "C@1", "--positives", "all", "--json")
    assert json.loads(capsys.readouterr().out)["rows"][0]["all"] == 0.5
    assert asked(capsys, "run", "--depth", "1")["bounds"][0] == {
        "measure": "C@1",
        "low": 0.5,
        "high": 0.5,
        "reason": None,
    }


@pytest.mark.django_db
def test_a_caption_without_a_positive_whose_pairs_are_all_judged_is_left_out_of_the_bounds(capsys):
    benchmark = make_benchmark([("a dog", "v0"), ("a cat", "nobody knows")], "toy", ["v0", "v1"])
    make_run(benchmark, {0: [1, 0], 1: [0, 1]}, "run", depth=2)
    judge(benchmark, {("a cat", 0): IRRELEVANT})
    told = asked(capsys, "run", "--depth", "1")
    assert told["bounds"][0] == {"measure": "C@1", "low": 0.0, "high": 1.0, "reason": None}
    assert (told["n"], told["left_out"]) == (1, 1)
    make_run(
        other := make_benchmark([("it snows", "nobody knows")], "other", ["v0"]),
        {0: [0]},
        "alone",
        depth=1,
    )
    judge(other, {("it snows", 0): IRRELEVANT})
    call_command("unjudged", "other", "alone", "--depth", "1", "--json")
    assert json.loads(capsys.readouterr().out)["bounds"][0]["reason"] == "no caption has a positive"


@pytest.mark.django_db
def test_without_a_positive_there_are_costs_but_no_bounds(capsys):
    make_run(
        make_benchmark([("a dog", "nobody knows")], "toy", ["v0", "v1"]),
        {0: [0, 1]},
        "run",
        depth=2,
    )
    told = asked(capsys, "run", "--depth", "2")
    assert (told["unjudged"], told["hours"], told["n"], told["left_out"]) == (2, 2 / 180, 0, 1)
    reason = (
        "1 captions have no positive yet and pairs that are not judged: whether they count is open"
    )
    assert told["bounds"][0] == {"measure": "C@2", "low": None, "high": None, "reason": reason}
    call_command("unjudged", "toy", "run", "--depth", "2")
    printed = capsys.readouterr().out
    for said in (
        f"C@2: {reason}.",
        "180 labels an hour (assumed",
        "1 captions without a known positive left out",
    ):
        assert said in printed


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("strong", "--depth", "4"), "expected 1 to 3"),
        (("strong", "--depth", "0"), "a depth is at least 1, not 0"),
        (("strong", "--pace", "0"), "more than 0, not 0"),
        (("strong", "--pace", "nan"), "more than 0, not nan"),
        (("strong,weak",), "one run is looked at at a time, not 2"),
        (("backwards",), "backwards ranks captions for videos"),
        (("empty",), "run empty ranks nothing"),
        (("strange",), "no run is called"),
    ],
)
def test_what_cannot_be_studied_is_said_plainly(words, said):
    make_run(make_world(backwards=True), {}, "empty", depth=3)
    with pytest.raises(CommandError, match=said):
        call_command("unjudged", "toy", *words, *([] if "--depth" in words else ["--depth", "3"]))


@given(world=bare_worlds(runs=1), depth=st.integers(1, 8))
def test_it_is_the_definition_written_out(world, depth):
    if not any(world.rankings[0]):
        with pytest.raises(NothingToStudy):
            unjudged(world.snapshot(), depth)
        return
    study = unjudged(world.snapshot(), depth)
    every = range(len(world.queries))
    of_query = {query: set() for query in world.queries}
    for caption in every:
        of_query[world.queries[caption]] |= world.judged(caption)
    tops = [ranking[:depth] for ranking in world.rankings[0]]
    left = [
        {video for video in tops[caption] if video not in of_query[world.queries[caption]]}
        for caption in every
    ]
    assert study.pairs == len(
        {(world.queries[caption], video) for caption in every for video in left[caption]}
    )
    assert study.captions == sum(map(bool, left))
    shares = [
        len(set(tops[caption]) & world.judged(caption)) / max(len(tops[caption]), 1)
        for caption in every
    ]
    assert study.judged.value == pytest.approx(np.mean(shares))
    known = [caption for caption in every if world.positives(caption)]
    hits = [[video in world.positives(caption) for video in tops[caption]] for caption in known]
    open_ = [[video not in world.judged(caption) for video in tops[caption]] for caption in known]
    correct, precision = study.bounds
    low = [sum(one) / depth for one in hits]
    high = [sum(one) / depth + sum(other) / depth for one, other in zip(hits, open_, strict=True)]
    open_queries = {
        world.queries[caption] for caption in every if set(tops[caption]) - world.judged(caption)
    }
    if any(
        world.queries[caption] in open_queries for caption in every if not world.positives(caption)
    ):
        assert all(
            one.mean.ends(BOUNDS) is None and "whether they count is open" in one.mean.reason
            for one in study.bounds
        )
        return
    for bounds, ends in ((precision, (low, high)), (correct, (np.sign(low), np.sign(high)))):
        expected = [np.mean(end) if known else np.nan for end in ends]
        np.testing.assert_allclose(bounds.mean.ends(BOUNDS), expected, atol=1e-9)


def decided(world: Bare, runs: list, depth: int, draw) -> Bare:
    """The world when the first ranks of these runs are judged, with verdicts from `draw`."""
    verdicts = dict(world.verdicts)
    for rankings in runs:
        for caption, ranking in enumerate(rankings):
            for video in ranking[:depth]:
                verdicts.setdefault((world.queries[caption], video), draw())
    return replace(world, verdicts=verdicts)


def scores(world: Bare, rankings: list[list[int]], depth: int) -> tuple[float, float]:
    """C@K and P@K over the captions with a positive."""
    hits = [
        len(set(rankings[caption][:depth]) & world.positives(caption))
        for caption in range(len(world.queries))
        if world.positives(caption)
    ]
    return float(np.mean([hit > 0 for hit in hits])), float(np.mean(hits)) / depth


def completions(world: Bare, runs: list, depth: int, draw) -> Iterator[Bare]:
    """All irrelevant, all relevant, and many in between."""
    for likely in (0.0, 1.0, *[0.2] * 6, *[0.5] * 6, *[0.8] * 6):
        yield decided(world, runs, depth, lambda likely=likely: draw.random() < likely)


@st.composite
def nearly_judged_worlds(draw) -> Bare:
    """Few texts and few videos, most pairs judged and seldom relevant: captions without a positive
    beside captions of the same text that have one."""
    videos, captions = draw(st.integers(3, 6)), draw(st.integers(2, 5))
    random = Random(draw(st.integers(0, 10**6)))
    own = [random.choice([-1, random.randrange(videos)]) for _ in range(captions)]
    queries = [0, *(random.randrange(2) for _ in range(captions - 1))]
    verdicts = {
        (query, video): random.random() < 0.1
        for query in range(max(queries) + 1)
        for video in range(videos)
        if random.random() < 0.8
    }
    rankings = [[random.sample(range(videos), videos) for _ in own] for _ in range(2)]
    return Bare(videos, queries, own, verdicts, rankings)


@given(
    world=st.one_of(bare_worlds(runs=2), nearly_judged_worlds()),
    depth=st.integers(1, 5),
    seed=st.integers(0, 10**6),
)
def test_however_the_pairs_are_judged_the_scores_lie_within_the_bounds(world, depth, seed):
    """Captions of one text may be ranked differently: each shares the verdicts of the others."""
    draw, snapshot = Random(seed), world.snapshot()
    if not all(any(rankings) for rankings in world.rankings):
        return
    alone = unjudged(replace(snapshot, runs=snapshot.runs[:1]), depth)
    together = unjudged_runs(snapshot, depth, pace=180.0, pace_from="assumed")
    beside = bounds_of_runs(snapshot, snapshot.positives("all"), depth)
    every = [(0, world.rankings[:1], alone.bounds)]
    for run in range(2):
        every.append((run, world.rankings, together.rows[run].bounds))
        every.append((run, world.rankings, beside[run].bounds))
    for run, looked_at, bounds in every:
        assert all(one.mean.ends(BOUNDS) or one.mean.reason for one in bounds)
        if not any(one.mean.ends(BOUNDS) for one in bounds):
            continue
        for later in completions(world, looked_at, depth, draw):
            for one, score in zip(bounds, scores(later, world.rankings[run], depth), strict=True):
                low, high = one.mean.ends(BOUNDS)
                assert low - 1e-9 <= score <= high + 1e-9


def test_a_caption_waits_for_the_pairs_of_another_one_with_its_text():
    """Captions 0 and 1 have one text and other rankings. All that caption 0 ranks is judged, and
    nothing of it is relevant. Caption 1 is right by its own video, and its second place is open: if
    that is relevant caption 0 counts too, as a miss, and C@2 falls from 1 to 2/3."""
    verdicts = {(0, 0): False, (0, 2): False}
    world = Bare(4, [0, 0, 1], [-1, 3, 2], verdicts, [[[0, 2], [3, 1], [2, 0]]])
    for one in unjudged(world.snapshot(2), 2).bounds:
        assert one.mean.ends(BOUNDS) is None
        assert one.mean.reason.startswith("1 captions have no positive yet")
    found = replace(world, verdicts=verdicts | {(0, 1): True})
    assert scores(world, world.rankings[0], 2)[0] == 1
    assert scores(found, found.rankings[0], 2)[0] == pytest.approx(2 / 3)
