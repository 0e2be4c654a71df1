"""What is computed of a judge from outside, and how little one label or one pair shows of it."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from metrics.studies.held_witness import HeldWitness
from metrics.studies.outside_judge import (
    COVERED,
    FEW_IN_TOP,
    LEAST_LABELLED,
    NOTHING,
    UNKNOWN,
    JudgeFigure,
    JudgeStanding,
    RunFlattered,
    for_author,
    judge_standing,
    worth_of,
)
from tests.metrics.worlds import Bare

CAPTIONS, VIDEOS, DEEP = 60, 40, 10
NONE = np.empty(0, np.int64)
ALL = np.arange(CAPTIONS * VIDEOS)


def world(seed=1) -> Bare:
    rng = np.random.default_rng(seed)
    rankings = [[rng.permutation(VIDEOS)[:DEEP].tolist() for _ in range(CAPTIONS)]]
    verdicts = {
        (query, video): bool(rng.random() < 0.4)
        for query, ranked in enumerate(rankings[0])
        for video in ranked
    }
    return Bare(VIDEOS, list(range(CAPTIONS)), [0] * CAPTIONS, verdicts, rankings)


def judge(of: Bare, seed=2, keys=ALL) -> HeldWitness:
    rng = np.random.default_rng(seed)
    values = rng.random(len(ALL))
    for (query, video), relevant in of.verdicts.items():
        values[query * VIDEOS + video] = np.clip(rng.normal(0.4 + 0.2 * relevant, 0.2), 0, 1)
    return HeldWitness("Judge 7", "Model that judges", "", keys, values[keys])


def found_of(of: Bare, said: HeldWitness, unresolved=NONE, listed=ALL) -> JudgeStanding:
    return judge_standing(of.snapshot(DEEP), said, unresolved, listed)


def keys_of(of: Bare) -> np.ndarray:
    return np.array(sorted(query * VIDEOS + video for query, video in of.verdicts))


def test_what_is_not_resolved_or_not_on_the_list_counts_as_not_labelled():
    of = world()
    keys = keys_of(of)
    assert found_of(of, judge(of)).labelled == len(keys) == CAPTIONS * DEEP
    some = found_of(of, judge(of), unresolved=keys[:7], listed=keys[:-20])
    assert (some.labelled, some.covered, some.listed) == (len(keys) - 27, len(keys) - 27, 580)


def test_under_500_labelled_pairs_nothing_is_said():
    of = world()
    keys = keys_of(of)
    enough = found_of(of, judge(of), listed=keys[:LEAST_LABELLED])
    few = found_of(of, judge(of), listed=keys[: LEAST_LABELLED - 1])
    assert enough.saved.value is not None
    assert for_author(enough, 0.5, 0.5).enough
    assert few.saved == UNKNOWN
    shown = for_author(few, 0.5, 0.5)
    assert (shown.enough, shown.saved.value, shown.runs) == (False, None, ())


def test_opinions_that_are_missing_save_nothing_and_are_no_bias():
    """The share with 85 % of the opinions is about 85 % of that with all."""
    of = world()
    keys, rng = keys_of(of), np.random.default_rng(3)
    whole = found_of(of, judge(of)).saved.value
    shares = []
    for _ in range(20):
        kept = np.setdiff1d(ALL, rng.choice(keys, 90, replace=False))
        shares.append(found_of(of, judge(of, keys=kept)).saved.value)
    assert np.mean(shares) == pytest.approx(0.85 * whole, abs=0.03)


def test_with_opinions_on_too_few_labelled_pairs_nothing_is_said():
    of = world()
    kept = np.setdiff1d(ALL, keys_of(of)[: CAPTIONS * DEEP // 5 + 1])
    found = found_of(of, judge(of, keys=kept))
    assert found.share < COVERED
    assert found.saved.value is None
    assert not for_author(found, 0.5, 0.0).enough


def standing(**changes) -> JudgeStanding:
    saved = JudgeFigure(0.31, 0.22, 0.4, "")
    runs = (
        RunFlattered("rival", own=False, labelled=400, flattery=JudgeFigure(0.07, 0.02, 0.12, "")),
    )
    return replace(JudgeStanding(900, 900, 600, 600, 0.004, saved, 10, runs), **changes)


def test_the_author_reads_neighbouring_steps_and_which_depends_on_what_is_drawn():
    shown = {for_author(standing(), drawn, 0.5).saved.value for drawn in np.linspace(0, 0.999, 50)}
    assert shown == {0.3, 0.35}
    drawn = [for_author(standing(), drawn, 0.5).saved.value for drawn in np.linspace(0, 0.999, 999)]
    assert np.mean(drawn) == pytest.approx(0.31, abs=0.001)


def test_steps_widen_where_one_label_weighs_more_and_at_last_nothing_is_said():
    steps = [for_author(standing(weight=w), 0.5, 0.5).saved.step for w in (0.001, 0.008, 0.015)]
    assert steps == [0.05, 0.1, 0.2]
    assert for_author(standing(weight=0.03), 0.5, 0.5).saved == UNKNOWN


def test_of_a_run_with_few_labelled_pairs_nothing_is_said():
    (run,) = standing().runs
    few = for_author(standing(runs=(replace(run, labelled=49),)), 0.5, 0.5).runs[0]
    assert (few.labelled, few.flattery) == (None, JudgeFigure(None, None, None, FEW_IN_TOP))
    some = for_author(standing(runs=(replace(run, labelled=110),)), 0.5, 0.5).runs[0]
    assert some.flattery.step == 0.1


def test_no_reason_that_follows_from_labels_reaches_the_author():
    why = "fewer than 10 labelled pairs are relevant, or fewer than 10 are not"
    shown = for_author(standing(saved=JudgeFigure(None, None, None, why)), 0.5, 0.5)
    assert shown.saved.why == NOTHING


def test_a_worth_stays_below_what_a_step_is_worth():
    assert worth_of(JudgeFigure(0.5, 0.0, 1.0, "", 0.05)) == (2.0, 1.0, pytest.approx(20))
    assert worth_of(JudgeFigure(0.6, 0.5, 0.7, "")) == pytest.approx((2.5, 2.0, 10 / 3))
    assert worth_of(JudgeFigure(1.0, None, None, "")) == (None, None, None)


@pytest.mark.parametrize("known", [False, True])
def test_a_file_made_to_read_one_label_reads_it_in_few_of_all_cases(known):
    """known: whoever hands it in knows all labels but one, and says so. The two that the label may
    be are told apart where anything that is shown differs."""
    of, target = world(), (17, world().rankings[0][17][3])
    other = replace(of, verdicts=of.verdicts | {target: not of.verdicts[target]})
    said = judge(of)
    if known:
        values = np.zeros(len(ALL))
        for (query, video), relevant in of.verdicts.items():
            values[query * VIDEOS + video] = relevant
        values[target[0] * VIDEOS + target[1]] = 0
        said = replace(said, values=values)
    one, turned = found_of(of, said), found_of(other, said)
    draws = np.linspace(0, 0.999, 500)
    told = [for_author(one, d, 0.5) != for_author(turned, d, 0.5) for d in draws]
    values = [
        for_author(one, d, 0.5).saved.value != for_author(turned, d, 0.5).saved.value for d in draws
    ]
    assert np.mean(values) <= 0.2
    assert np.mean(told) <= 0.4


def test_one_pair_more_says_whether_it_is_labelled_in_few_of_all_cases():
    """At whatever number of pairs: the share that is needed is drawn."""
    at = [standing(labelled=600, covered=covered) for covered in range(470, 520)]
    draws = np.linspace(0, 0.999, 500)
    turned = [
        np.mean([for_author(one, 0.5, d).enough != for_author(two, 0.5, d).enough for d in draws])
        for one, two in pairwise(at)
    ]
    assert max(turned) <= 0.05
    assert not for_author(at[0], 0.5, 0.0).enough
    assert all(for_author(at[-1], 0.5, drawn).enough for drawn in draws)


def test_one_pair_more_changes_the_steps_of_a_run_in_few_of_all_cases():
    (run,) = standing().runs
    at = [standing(runs=(replace(run, labelled=number),)) for number in range(45, 240)]
    draws = np.linspace(0, 0.999, 200)

    def step(found: JudgeStanding, drawn: float) -> float | None:
        return for_author(found, 0.5, drawn).runs[0].flattery.step

    turned = [np.mean([step(one, d) != step(two, d) for d in draws]) for one, two in pairwise(at)]
    assert max(turned) <= 0.25
    assert {step(at[0], d) for d in draws} == {None}
    assert {step(at[-1], d) for d in draws} == {0.05}
