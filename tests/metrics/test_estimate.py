"""Scores over all captions from a pool that drew some of them."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from measures.hits import Pairs
from measures.names import parse_all
from measures.sampling import sample_captions
from metrics.studies.estimate import ESTIMATORS, estimate
from metrics.studies.evaluation import evaluate
from metrics.studies.registry import tables_of
from metrics.studies.sampled import PoolSample
from metrics.studies.study import NothingToStudy
from metrics.words import as_text
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Caption, JudgedPair, PoolCaption, PoolPair, Query
from tests.factories import make_run
from tests.metrics.worlds import IRRELEVANT, RELEVANT, Bare, bare_worlds, make_world

DRAWS = 250
DEPTH = 4
MEASURES = "C@1,C@3,P@4,AP"


def sample_of(
    world: Bare,
    chosen,
    stratum=None,
    inclusion=None,
    by=None,
    runs=frozenset({"run0", "run1"}),
    depth=DEPTH,
):
    """As if a pool of the world's runs had drawn these captions."""
    captions, n = np.array(chosen, np.int64), len(chosen)
    found = {
        (number, video)
        for ranked in world.rankings
        for number in chosen
        for video in ranked[number][:depth]
    }
    row, column = zip(*sorted(found), strict=True) if found else ((), ())
    return PoolSample(
        name="half",
        depth=depth,
        population=len(world.queries),
        captions=captions,
        stratum=np.zeros(n, np.int64) if stratum is None else stratum,
        inclusion=np.full(n, n / len(world.queries)) if inclusion is None else inclusion,
        by=by,
        strata=5,
        runs=runs,
        pairs=Pairs.of(row, column, (len(world.queries), world.videos)),
    )


def whole_world(captions: int = 100, videos: int = 9) -> Bare:
    """Everybody's answers to all pairs of two runs' first ranks; long captions are harder, and each
    has its own text."""
    rng = np.random.default_rng(5)
    own = [int(video) for video in rng.integers(0, videos, captions)]
    rankings = [
        [[int(v) for v in rng.permutation(videos)[:DEPTH]] for _ in range(captions)]
        for _ in range(2)
    ]
    for number in range(0, captions, 3):
        ranked = rankings[0][number]
        if own[number] not in ranked:
            ranked[0] = own[number]
    found = {
        (number, video) for ranked in rankings for number, row in enumerate(ranked) for video in row
    }
    verdicts = {pair: bool(rng.random() < 0.25 - pair[0] / 800) for pair in sorted(found)}
    return Bare(
        videos,
        list(range(captions)),
        own,
        verdicts,
        rankings,
        [10 + number for number in range(captions)],
    )


def labelled(world: Bare, chosen) -> Bare:
    """Nobody has been asked about captions that were not drawn."""
    drawn = {world.queries[number] for number in chosen}
    kept = {pair: relevant for pair, relevant in world.verdicts.items() if pair[0] in drawn}
    return Bare(
        world.videos,
        world.queries,
        world.own,
        kept,
        world.rankings,
        world.characters,
        world.same_text,
    )


def rows_of(world: Bare, sample: PoolSample, measures: str = MEASURES, by=ESTIMATORS) -> dict:
    found = estimate(world.snapshot(DEPTH), sample, parse_all(measures), by).as_json()
    return {(row["run"], row["measure"], row["estimator"]): row for row in found["rows"]}


def truth_of(world: Bare, measures: str = MEASURES) -> dict:
    told = evaluate(world.snapshot(DEPTH), parse_all(measures), "all").as_json()
    return {(row["run"], row["measure"]): row["all"] for row in told["rows"]}


@pytest.mark.parametrize("by", [None, "length"])
def test_over_many_draws_it_estimates_what_all_labels_would_tell(by):
    world = whole_world()
    lengths, truth = np.array(world.characters), truth_of(world)
    drawn: dict = {}
    for seed in range(DRAWS):
        sample = sample_captions(lengths, 50, seed, by=by)
        pool = sample_of(world, sample.chosen.tolist(), sample.stratum, sample.inclusion, by)
        for key, row in rows_of(labelled(world, sample.chosen.tolist()), pool).items():
            drawn.setdefault(key, []).append(row)
    assert len(drawn) == 2 * (2 * 5 + 2 * 4)
    for (run, measure, estimator), rows in drawn.items():
        values, true = np.array([row["estimate"] for row in rows]), truth[run, measure]
        assert abs(values.mean() - true) < 4.5 * values.std() / math.sqrt(DRAWS), (
            run,
            measure,
            estimator,
        )
        spans = [
            row["interval"] for row in rows if row["interval"]
        ]  # none where a stratum has a single miss
        assert len(spans) > 0.98 * DRAWS
        held = np.mean([low <= true <= high for low, high in spans])
        assert held > 0.87, (
            run,
            measure,
            estimator,
            held,
        )  # a t interval of a share near 1 holds it less often than it says
        if estimator == "misses":
            assert values.std() < np.std([row["estimate"] for row in drawn[run, measure, "strata"]])


@given(world=bare_worlds(), depth=st.integers(1, DEPTH))
def test_a_pool_of_all_captions_tells_the_score_itself(world, depth):
    """Where all pairs are judged. A caption without positives plays no part, as in evaluate."""
    pairs = {
        (query, v)
        for ranked in world.rankings
        for query, row in zip(world.queries, ranked, strict=True)
        for v in row
    }
    every = Bare(
        world.videos, world.queries, world.own,
        dict.fromkeys(sorted(pairs), False) | world.verdicts, world.rankings,
        same_text=world.same_text,
    )  # fmt: skip
    everyone = list(range(len(world.queries)))
    measures = parse_all(f"C@{depth},P@{depth},RR,AP")
    try:
        truth = {
            (cell.run, cell.measure): cell.main.value.value
            for cell in evaluate(every.snapshot(), measures, "all").cells
        }
    except NothingToStudy:
        with pytest.raises(NothingToStudy):
            estimate(every.snapshot(), sample_of(every, everyone, depth=8), measures)
        return
    found = estimate(every.snapshot(), sample_of(every, everyone, depth=8), measures)
    assert "nothing was drawn" in found.notes()[0]
    for row in found.rows:
        if row.reason:
            assert row.estimator in ("ht", "misses")
            continue
        value = row.mean.value
        assert value == pytest.approx(truth[row.run, row.measure], abs=1e-12)
        assert row.mean.ends() == pytest.approx([value, value], abs=1e-12)


def test_what_is_not_judged_yet_bounds_the_estimate():
    world, chosen = whole_world(), list(range(0, 100, 2))
    all_judged = labelled(world, chosen)
    whole = rows_of(all_judged, sample_of(world, chosen))
    some = dict(all_judged.verdicts)
    for number in chosen[:3]:
        for video in world.rankings[0][number]:
            some.pop((number, video))
    part = rows_of(
        Bare(world.videos, world.queries, world.own, some, world.rankings, world.characters),
        sample_of(world, chosen),
    )
    for key, row in part.items():
        if key[1] == "AP":
            assert row["estimate"] is row["bounds"] is row["interval"] is None
            assert "pairs of the pool are not judged" in row["reason"]
            continue
        low, high = row["bounds"]
        assert low <= whole[key]["estimate"] <= high
        assert row["interval"][0] <= low <= high <= row["interval"][1]
    assert part["run0", "P@4", "simple"]["estimate"] is None


def test_what_cannot_change_the_value_any_more_does_not_wait():
    """A caption that is right at rank 1 stays so, whatever comes below."""
    world = Bare(
        4,
        [0, 1, 2, 3],
        [0, 1, 2, 3],
        {(1, 0): False, (3, 0): True},
        [[[0, 1], [0, 2], [2, 3], [0, 1]]],
    )
    sample = sample_of(world, [0, 1, 3], depth=2, runs=frozenset({"run0"}))
    rows = rows_of(world, sample, "C@1,C@2", ("simple",))
    assert rows["run0", "C@1", "simple"]["estimate"] == pytest.approx(2 / 3)
    assert rows["run0", "C@2", "simple"]["bounds"] == pytest.approx([2 / 3, 1])  # (1, 2) is open


def test_a_run_that_was_not_pooled_has_bounds_or_nothing():
    world, chosen = whole_world(), list(range(30))
    sample = sample_of(world, chosen, runs=frozenset({"run0"}))
    rows = rows_of(labelled(world, chosen), sample, "C@1,AP", ("simple",))
    assert (
        rows["run1", "C@1", "simple"]["estimate"] is not None
    )  # all that it ranks was judged, by chance or not
    assert (
        rows["run1", "AP", "simple"]["reason"]
        == "run1 was not pooled, so what it alone finds is not judged"
    )


def test_captions_without_a_positive_are_counted_and_stop_what_cannot_do_without():
    world = Bare(3, [0, 1, 2, 3], [0, 1, -1, 2],
                 {(2, 0): False, (2, 1): False, (0, 1): False, (1, 0): True},
                 [[[0, 1], [0, 1], [0, 1], [2, 0]]])  # fmt: skip
    rows = rows_of(
        world, sample_of(world, [0, 1, 2], depth=2, runs=frozenset({"run0"})), "C@1", ESTIMATORS
    )
    assert {key[2] for key, row in rows.items() if row["estimate"] is None} == {"ht"}
    assert "some have no positive" in rows["run0", "C@1", "ht"]["reason"]
    # 0 and 3 are right, 1 turned out so; the orphan has no positive and no part in the mean.
    assert rows["run0", "C@1", "misses"]["estimate"] == pytest.approx(3 / 3)
    assert (rows["run0", "C@1", "simple"]["n"], rows["run0", "C@1", "simple"]["left_out"]) == (2, 1)
    open_ = Bare(3, world.queries, world.own, {(1, 0): True}, world.rankings)
    rows = rows_of(
        open_, sample_of(open_, [0, 1, 2], depth=2, runs=frozenset({"run0"})), "C@1", ("simple",)
    )
    assert "whether they count is open" in rows["run0", "C@1", "simple"]["reason"]


def test_from_misses_is_worked_out_by_hand():
    """Of 4 captions 2 are right by their own videos; of the 2 misses one was drawn, and people
    found it right."""
    world = Bare(
        4,
        [0, 1, 2, 3],
        [0, 1, 2, 3],
        {(2, 0): True, (2, 1): False},
        [[[0, 1], [1, 0], [0, 1], [0, 1]]],
    )
    row = rows_of(
        world, sample_of(world, [0, 2], runs=frozenset({"run0"}), depth=2), "C@1", ("misses",)
    )["run0", "C@1", "misses"]
    assert (row["estimate"], row["n"], row["population"], row["trusted"]) == (1.0, 1, 4, True)
    # Wilson for 1 of 1 / (1 - 1/2) = 2: from 2 / (2 + 1.96^2) to 1.
    assert row["interval"] == pytest.approx([0.5 + 0.5 * 2 / (2 + 1.959964**2), 1.0])


# The command


def asked(capsys, *words) -> dict:
    call_command("estimate", "toy", "half", *words, "--json")
    return json.loads(capsys.readouterr().out)


def sampled_world(sample: int | None = 4, by=None, **more):
    toy = make_world(**more)
    runs = tuple(toy.runs.filter(direction="t2v").order_by("pk").values_list("pk", flat=True))
    pool = build_pool(
        actor=SYSTEM,
        benchmark=toy,
        name="half",
        parameters=PoolParameters(runs, depth=3, sample=sample, by=by, seed=3),
    )
    return toy, pool


def judge_pool(pool) -> None:
    """All of its pairs that nobody has judged, as irrelevant."""
    done = set(JudgedPair.objects.values_list("query_id", "video_id"))
    rows = PoolPair.objects.filter(pool=pool).values_list("query_id", "video_id")
    JudgedPair.objects.bulk_create(
        JudgedPair(query_id=q, video_id=v, verdict=IRRELEVANT)
        for q, v in rows
        if (q, v) not in done
    )


@pytest.mark.django_db
def test_the_command_tells_it_from_the_captions_that_the_pool_drew(capsys):
    _, pool = sampled_world()
    judge_pool(pool)
    told = asked(capsys, "--runs", "strong", "--measures", "C@1", "--by", "simple")
    drawn = PoolCaption.objects.filter(pool=pool).values_list("caption__number", flat=True)
    # C@1 of strong: captions 0, 1, 2 and 3 are right, 4 and 5 are not.
    right = len({0, 1, 2, 3} & set(drawn))
    assert told["rows"][0]["estimate"] == pytest.approx(right / 4)
    assert (
        told["sampled"],
        told["population"],
        told["unjudged"],
        told["strata"],
        told["census"],
    ) == (4, 6, 0, 0, False)
    assert (told["rows"][0]["n"], told["rows"][0]["population"], told["depth"]) == (4, 6, 3)
    call_command("estimate", "toy", "half", "--measures", "C@1")
    printed = capsys.readouterr().out
    for said in (
        "half drew 4 of 6 captions, each as likely as any other.",
        "For the rest trust the simple one",
        "To trust",
    ):
        assert said in printed


@pytest.mark.django_db
def test_strata_are_those_of_the_draw(capsys):
    toy, pool = sampled_world(by="length")
    judge_pool(pool)
    told = asked(capsys, "--measures", "C@1,AP", "--by", "strata")
    strata = dict(PoolCaption.objects.filter(pool=pool).values_list("caption__number", "stratum"))
    assert told["strata"] == len(set(strata.values())) > 1
    assert told["population"] == toy.caption_count
    # Some stratum is known from a single caption: there is no interval, and so nothing to trust.
    assert [row["trusted"] for row in told["rows"]] == [
        row["interval"] is not None for row in told["rows"]
    ]
    assert "known from a single one" in told["rows"][0]["why"]
    assert "in 3 strata by the length of their text" in told["notes"][0]


@pytest.mark.django_db
def test_a_pool_that_adds_to_another_waits_for_the_pairs_of_both(capsys):
    toy, first = sampled_world()
    runs = tuple(first.parameters["runs"])
    wide = PoolParameters(runs, depth=3, sample=4, seed=3, beyond=(first.pk,))
    extra = make_run(toy, {number: [5, 4, 2] for number in range(6)}, "extra", depth=3)
    build_pool(
        actor=SYSTEM, benchmark=toy, name="more",
        parameters=replace(wide, runs=(*runs, extra.pk)),
    )  # fmt: skip
    call_command("estimate", "toy", "more", "--runs", "extra", "--measures", "AP", "--json")
    before = json.loads(capsys.readouterr().out)
    for pool in toy.pools.all():
        judge_pool(pool)
    call_command("estimate", "toy", "more", "--runs", "extra", "--measures", "AP", "--json")
    after = json.loads(capsys.readouterr().out)
    assert (before["rows"][0]["estimate"], after["unjudged"]) == (None, 0)
    assert before["unjudged"] > toy.pools.get(name="more").unjudged
    assert after["rows"][0]["estimate"] is not None


@pytest.mark.django_db
def test_captions_that_came_later_are_not_spoken_for(capsys):
    toy, pool = sampled_world()
    judge_pool(pool)
    before = asked(capsys, "--measures", "C@1,AP")
    query = Query.objects.create(
        benchmark=toy, number=5, text="new", digest=b"n" * 32, characters=3, words=1
    )
    Caption.objects.create(benchmark=toy, number=6, key="c6", query=query)
    toy.caption_count, toy.query_count = 7, 6
    toy.save()
    after = asked(capsys, "--measures", "C@1,AP")
    assert after["rows"] == before["rows"]
    assert "1 captions came after the pool was frozen" in after["notes"][1]


@pytest.mark.django_db
def test_a_pool_of_all_captions_is_said_to_be_one(capsys):
    _, pool = sampled_world(sample=None)
    judge_pool(pool)
    told = asked(capsys, "--measures", "C@1", "--runs", "strong", "--by", "hajek")
    assert told["census"] is True
    assert told["rows"][0]["estimate"] == pytest.approx(4 / 6)
    assert told["rows"][0]["interval"] == pytest.approx([4 / 6, 4 / 6])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hald",), "no pool is called 'hald': did you mean half"),
        (("half", "--measures", "MedR"), "ask for RR instead"),
        (("half", "--measures", "Judged@3"), "without an estimate"),
        (("half", "--measures", "AP", "--by", "misses"), "of C@K alone"),
        (("half", "--runs", "backwards"), "backwards ranks captions for videos"),
    ],
)
def test_what_cannot_be_estimated_is_said_plainly(words, said):
    sampled_world(backwards=True)
    with pytest.raises(CommandError, match=said):
        call_command("estimate", "toy", *words)


@pytest.mark.django_db
def test_a_pool_whose_run_is_gone_says_so():
    toy, _ = sampled_world()
    toy.runs.get(name="weak").delete()
    with pytest.raises(CommandError, match="a run of pool half is not there any more"):
        call_command("estimate", "toy", "half")


@pytest.mark.django_db
def test_no_positive_at_all_is_said():
    toy, _ = sampled_world()
    toy.captions.update(video=None)
    JudgedPair.objects.filter(verdict=RELEVANT).delete()
    with pytest.raises(CommandError, match="toy has no positive at all"):
        call_command("estimate", "toy", "half")


# Without an interval there is nothing to trust


def one_right_run(right: int, captions: int = 40) -> Bare:
    """The first so many captions have their own video first, the rest second; everything is
    judged."""
    rankings = [
        [n, (n + 1) % captions] if n < right else [(n + 1) % captions, n] for n in range(captions)
    ]
    verdicts = {(n, video): False for n, row in enumerate(rankings) for video in row}
    return Bare(captions, list(range(captions)), list(range(captions)), verdicts, [rankings])


def test_a_run_without_a_miss_is_not_known_exactly():
    world = one_right_run(40)
    sample = sample_of(world, list(range(0, 40, 2)), depth=2, runs=frozenset({"run0"}))
    rows = rows_of(world, sample, "C@1")
    row = rows["run0", "C@1", "misses"]
    assert (row["estimate"], row["interval"], row["n"], row["trusted"]) == (1.0, None, 0, False)
    assert "no miss was drawn" in row["why"]
    # All 20 drawn are right. Of 40, with 4 wrong ones that happens in 4.0 %, with 5 in 1.7 %.
    assert [key[2] for key, row in rows.items() if row["trusted"]] == ["simple"]
    for name in ("simple", "ht", "hajek"):
        assert rows["run0", "C@1", name]["interval"] == pytest.approx([1 - 4 / 40, 1])
    study = estimate(world.snapshot(DEPTH), sample, parse_all("C@1"))
    (table,) = tables_of(study)
    assert "100.0 to 100.0" not in as_text(table)
    told = " ".join(study.notes())
    assert "no miss was drawn" in told
    assert "trust the estimate from misses where it has an interval" in told


def test_few_misses_in_strata_are_weighed_together():
    """Some draws take one or none of a stratum's several misses."""
    world = one_right_run(32)
    lengths, left = np.array([10 + number % 7 for number in range(40)]), 0
    world = Bare(
        world.videos, world.queries, world.own, world.verdicts, world.rankings, lengths.tolist()
    )
    for seed in range(20):
        drawn = sample_captions(lengths, 20, seed, by="length")
        sample = sample_of(
            world,
            drawn.chosen.tolist(),
            drawn.stratum,
            drawn.inclusion,
            "length",
            depth=2,
            runs=frozenset({"run0"}),
        )
        rows = rows_of(world, sample, "C@1", ("misses", "strata"))
        misses, strata = rows["run0", "C@1", "misses"], rows["run0", "C@1", "strata"]
        assert misses["trusted"] == (misses["interval"] is not None)
        assert strata["trusted"] == (strata["interval"] is not None and not misses["trusted"])
        # Where a stratum's misses are too few to tell, all are weighed by their probabilities.
        left += bool(misses["trusted"])
    assert left > 15


def test_a_draw_that_holds_every_miss_says_that_its_interval_is_a_point():
    world = one_right_run(38)
    sample = sample_of(world, [0, 1, 2, 38, 39], depth=2, runs=frozenset({"run0"}))
    row = rows_of(world, sample, "C@1", ("misses",))["run0", "C@1", "misses"]
    assert row["interval"] == pytest.approx([38 / 40] * 2)
    assert (row["trusted"], row["why"]) == (True, None)
    assert "every miss was drawn" in " ".join(
        estimate(world.snapshot(DEPTH), sample, parse_all("C@1"), ("misses",)).notes()
    )


@pytest.mark.django_db
def test_the_command_does_not_ask_to_trust_what_has_no_interval(capsys):
    _, pool = sampled_world()
    judge_pool(pool)
    rows = asked(capsys, "--measures", "C@1,C@3")["rows"]
    assert all(row["interval"] for row in rows if row["trusted"])
    assert all(row["why"] for row in rows if row["interval"] is None)
