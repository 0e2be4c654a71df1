"""Estimates with witnesses from pools: how captions were drawn is known, strata and all."""

import json
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from measures.names import parse_all
from measures.sampling import sample_captions
from metrics.studies.estimate import BOUNDS, estimate
from metrics.studies.opinions import Opinions
from metrics.studies.sampled import PoolSample
from metrics.studies.witness_sample import HowDrawn
from metrics.studies.witnessed import witnessed_sample
from pooling.models import Benchmark, JudgedPair, Query, Video
from tests.factories import make_benchmark, make_run
from tests.metrics.test_estimate import DEPTH, labelled, sample_of, truth_of
from tests.metrics.test_estimate_misses import missed_world, pool_of_misses
from tests.metrics.test_stored_opinions import hear, make_witness
from tests.metrics.worlds import Bare

MEASURES = "C@1,C@3,P@4"
DRAWS = 40


def whole() -> Bare:
    """Every pair of the first ranks of 300 captions is judged."""
    return missed_world()


def opinions(world: Bare, seed: int = 1, noise: float = 0.25) -> Opinions:
    rng = np.random.default_rng(seed)
    keys = sorted(
        number * world.videos + video
        for ranked in world.rankings
        for number, row in enumerate(ranked)
        for video in row
    )
    keys = np.unique(np.array(keys, np.int64))
    truth = [
        divmod(int(key), world.videos) in world.verdicts
        and world.verdicts[divmod(int(key), world.videos)]
        for key in keys
    ]
    said = 0.2 + 0.5 * np.array(truth) + rng.normal(0, noise, len(keys))
    return Opinions("judge", keys, np.clip(said, 0, 1))


def drawn_in_strata(world: Bare, n: int, seed: int, by: str | None) -> PoolSample:
    drawn = sample_captions(np.array(world.characters), n, seed, by=by)
    sample = sample_of(world, drawn.chosen.tolist(), drawn.stratum, drawn.inclusion, by)
    return replace(sample, strata=5)


def found_of(world: Bare, sample: PoolSample, *said: Opinions, how=None, **more) -> dict:
    of = labelled(world, sample.captions).snapshot(DEPTH)
    found = witnessed_sample(
        of, sample, said or [opinions(world)], parse_all(MEASURES), how or HowDrawn(), **more
    )
    return {(row["run"], row["measure"]): row for row in found.as_json()["rows"]}


@pytest.mark.parametrize("by", [None, "length"])
def test_over_many_draws_intervals_hold_and_a_witness_narrows_them(by):
    world = whole()
    truth = truth_of(world, MEASURES)
    widths: dict = {}
    held: dict = {}
    for seed in range(DRAWS):
        for key, row in found_of(world, drawn_in_strata(world, 180, seed, by)).items():
            if row["positives"] < 10:
                assert "and it takes 10" in row["witness_why"]
                continue
            for line in ("people", "witness"):
                low, high = row[f"{line}_interval"]
                widths.setdefault((*key, line), []).append(high - low)
                held.setdefault((*key, line), []).append(low <= truth[key] <= high)
    for name, each in held.items():
        assert np.mean(each) > 0.86, name
    for key in truth:
        assert np.mean(widths[*key, "witness"]) < 0.95 * np.mean(widths[*key, "people"]), key


def test_people_alone_are_as_without_a_witness():
    world = whole()
    sample = drawn_in_strata(world, 150, 3, "length")
    of = labelled(world, sample.captions).snapshot(DEPTH)
    alone = {
        (row.run, str(row.measure)): row.mean
        for row in estimate(of, sample, parse_all("C@1,C@3")).rows
        if row.trusted
    }
    for key, row in found_of(world, sample).items():
        if key in alone:
            assert row["people"] == pytest.approx(alone[key].value)
            assert row["people_interval"] == pytest.approx(alone[key].ends())


def test_how_much_better_a_run_is_than_another():
    world = whole()
    truth = truth_of(world, MEASURES)
    held = {}
    for seed in range(DRAWS):
        sample = drawn_in_strata(world, 150, seed, None)
        for (run, measure), row in found_of(world, sample, against="run1").items():
            assert run == "run0 - run1"
            difference = truth["run0", measure] - truth["run1", measure]
            for line in ("people", "witness"):
                low, high = row[f"{line}_interval"]
                held.setdefault((measure, line), []).append(low <= difference <= high)
    assert all(np.mean(each) > 0.86 for each in held.values()), held


def test_about_captions_like_these_intervals_are_wider_and_a_witness_saves_less():
    world, sample = whole(), drawn_in_strata(whole(), 150, 2, None)
    these, alike = found_of(world, sample), found_of(world, sample, how=HowDrawn(alike=True))
    for key, row in alike.items():
        assert row["people"] == pytest.approx(these[key]["people"], abs=0.02)
        for line in ("people", "witness"):
            (low, high), (least, most) = row[f"{line}_interval"], these[key][f"{line}_interval"]
            assert high - low > most - least
        assert 0.8 < row["worth"] < these[key]["worth"]


def test_a_pool_of_misses_helps_with_misses_alone():
    world = whole()
    sample = pool_of_misses(world, 100, 1, 1, runs=(0,))
    rows = found_of(world, sample)
    assert rows["run0", "C@1"]["witness"] is not None
    assert "of C@K and of nothing else" in rows["run0", "P@4"]["witness_why"]
    assert "could not be drawn" in rows["run1", "C@1"]["witness_why"]


@pytest.mark.parametrize(
    ("chosen", "said", "why"),
    [
        (20, 1, "positives, and it takes 10"),
        (60, 4, "60 labels are too few for 4 witnesses"),
        (300, 1, "all that could be drawn is judged"),
    ],
)
def test_where_people_alone_is_all_that_may_be_said_the_reason_is(chosen, said, why):
    world = whole()
    sample = sample_of(world, sorted(np.random.default_rng(1).choice(300, chosen, replace=False)))
    given = [opinions(world, seed) for seed in range(said)]
    row = found_of(world, sample, *given)["run0", "P@4"]
    if chosen == 20:
        row = found_of(world, sample, *given)["run0", "C@1"]
    assert row["people"] is not None
    assert row["witness"] is None
    assert why in row["witness_why"]


def test_pairs_that_are_not_judged_yet_leave_people_alone():
    world = whole()
    sample = drawn_in_strata(world, 150, 2, None)
    kept = dict(sorted(labelled(world, sample.captions).verdicts.items())[20:])
    of = replace(world, verdicts=kept).snapshot(DEPTH)
    found = witnessed_sample(of, sample, [opinions(world)], parse_all("C@3"))
    (row, *_) = (row for row in found.rows if "not judged yet" in row.witness.reason)
    low, high = row.people.ends(BOUNDS)
    assert low < high


def test_a_witness_who_says_the_same_of_all_is_no_witness():
    world, sample = whole(), drawn_in_strata(whole(), 150, 2, None)
    same = opinions(world)
    same = Opinions("same", same.keys, np.full(len(same.keys), 0.5))
    row = found_of(world, sample, same)["run0", "C@1"]
    assert "says the same of all" in row["witness_why"]


def stored(world: Bare, runs: dict[str, int]) -> Benchmark:
    """The world as rows: its captions, runs and verdicts, and what a witness says."""
    videos = [f"v{number}" for number in range(world.videos)]
    of = make_benchmark(
        [(f"caption {number}", videos[own]) for number, own in enumerate(world.own)], "toy", videos
    )
    for name, number in runs.items():
        make_run(of, dict(enumerate(world.rankings[number])), name, depth=DEPTH)
    queries = {row.number: row for row in Query.objects.filter(benchmark=of)}
    rows = {row.number: row for row in Video.objects.filter(benchmark=of)}
    JudgedPair.objects.bulk_create(
        JudgedPair(query=queries[query], video=rows[video],
                   verdict="relevant" if relevant else "irrelevant")
        for (query, video), relevant in world.verdicts.items()
    )  # fmt: skip
    said = opinions(world)
    pairs = [divmod(int(key), world.videos) for key in said.keys]
    values = {(*pair, 0): float(value) for pair, value in zip(pairs, said.values, strict=True)}
    hear(make_witness(of, "gpt"), values)
    return of


def asked(*words: str) -> dict:
    found: dict = json.loads(call_command("estimate", "toy", "half", *words, json=True))
    return found


@pytest.mark.django_db
def test_the_command_prints_people_first_and_then_the_witness():
    world = whole()
    stored(world, {"A": 0, "B": 1})
    call_command("build_pool", "toy", "half", "--sample", "150", "--by", "length", "--depth", "4")
    found = asked("--witness", "gpt", "--measures", "C@1,P@4", "--runs", "A,B")
    truth = truth_of(world, "C@1,P@4")
    assert [(row["run"], row["measure"]) for row in found["rows"]] == [
        ("A", "C@1"), ("A", "P@4"), ("B", "C@1"), ("B", "P@4"),
    ]  # fmt: skip
    for row in found["rows"]:
        low, high = row["witness_interval"]
        assert (
            abs(row["witness"] - truth[{"A": "run0", "B": "run1"}[row["run"]], row["measure"]])
            < 0.06
        )
        assert high - low < row["people_interval"][1] - row["people_interval"][0]
        assert row["sampled"] < row["labels_as_if"]
    printed = call_command("estimate", "toy", "half", "--witness", "GPT", "--measures", "C@1")
    first, second = (line for line in printed.splitlines() if line.startswith("A "))
    assert "People alone" in first
    assert "With gpt" in second
    assert "as if" in second
    assert "in 2 strata by the length of their text" in printed
    both = asked("--witness", "gpt", "--against", "B", "--measures", "C@1", "--about", "alike")
    assert [row["run"] for row in both["rows"]] == ["A - B"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--witness", "gtp"), "toy has no witness 'gtp': expected some of gpt"),
        (("--witness", "gpt", "--against", "C"), "no run is called 'C': expected one of A, B"),
        (("--witness", "gpt", "--against", "A", "--runs", "A"), "A alone is compared with nothing"),
        (("--against", "A"), "are of witnesses: expected --witness too"),
        (("--about", "alike"), "are of witnesses: expected --witness too"),
    ],
)
def test_what_cannot_be_asked_is_said_plainly(words, said):
    stored(whole(), {"A": 0, "B": 1})
    call_command("build_pool", "toy", "half", "--sample", "50", "--depth", "4")
    with pytest.raises(CommandError, match=said):
        asked(*words)
