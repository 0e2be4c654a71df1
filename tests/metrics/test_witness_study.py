"""A witness against people: figures by their plainest definitions, and what is said where there is
nothing to say."""

from dataclasses import replace

import numpy as np
import pytest

from measures.estimate import unknown
from measures.hits import Pairs
from metrics.charts.chart import specification
from metrics.charts.registry import drawn_of
from metrics.charts.style import Style
from metrics.snapshot import Grades
from metrics.studies.held_witness import Drawing, HeldWitness
from metrics.studies.registry import tables_of
from metrics.studies.witness_agreement import (
    ALL_RELEVANT,
    NO_THRESHOLD,
    NONE_RELEVANT,
    ONE_CALL,
)
from metrics.studies.witness_study import NO_FAMILY, NO_OPINION, NO_VERDICT, witness_study
from tests.metrics.proxied import slow_auc
from tests.metrics.worlds import Bare

CAPTIONS, VIDEOS = 60, 40
NONE = np.empty(0, np.int64)


def world(seed=1, share=0.4) -> Bare:
    rng = np.random.default_rng(seed)
    rankings = [[rng.permutation(VIDEOS)[:10].tolist() for _ in range(CAPTIONS)] for _ in range(3)]
    verdicts = {
        (query, int(video)): bool(rng.random() < share)
        for query in range(CAPTIONS)
        for video in rng.choice(VIDEOS, 8, replace=False)
    }
    own = rng.integers(0, VIDEOS, CAPTIONS).tolist()
    return Bare(VIDEOS, list(range(CAPTIONS)), own, verdicts, rankings)


def snapshot_of(of: Bare):
    """With a family for each run: own, other, other."""
    snapshot = of.snapshot(10)
    families = zip(snapshot.runs, ("Own", "Other", "Other"), strict=True)
    return replace(snapshot, runs=tuple(replace(run, family=name) for run, name in families))


def judge(of: Bare, seed=2, raised=0.0, **more) -> HeldWitness:
    """Right two times of three, of all pairs; above the truth where its own run looks."""
    rng = np.random.default_rng(seed)
    keys = np.arange(CAPTIONS * VIDEOS)
    values = np.round(rng.random(len(keys)), 2)
    for (query, video), relevant in of.verdicts.items():
        base = 0.65 if relevant else 0.35
        values[query * VIDEOS + video] = np.round(np.clip(rng.normal(base, 0.25), 0, 1), 2)
    for query, ranked in enumerate(of.rankings[0]):
        at = query * VIDEOS + np.array(ranked)
        values[at] = np.minimum(values[at] + raised, 1)
    return HeldWitness("gpt", "Model that judges", "own", keys, values, **more)


def studied(of: Bare, said: HeldWitness, **more):
    return witness_study(snapshot_of(of), said, **{"unresolved": NONE, **more})


def by_hand(of: Bare, said: HeldWitness):
    return [
        (float(said.values[query * VIDEOS + video]), relevant)
        for (query, video), relevant in of.verdicts.items()
    ]


def test_kappa_area_and_leniency_are_those_of_their_definitions():
    of = world()
    found = studied(of, judge(of)).agreement
    pairs = by_hand(of, judge(of))
    n = len(pairs)
    calls = sum(f >= 0.5 for f, _ in pairs) / n
    people = sum(relevant for _, relevant in pairs) / n
    same = sum((f >= 0.5) == relevant for f, relevant in pairs) / n
    chance = calls * people + (1 - calls) * (1 - people)
    assert found.kappa.value == pytest.approx((same - chance) / (1 - chance))
    assert found.auc.value == pytest.approx(slow_auc(*map(list, zip(*pairs, strict=True))))
    assert found.calls_relevant.value == pytest.approx(calls)
    assert found.leniency.value == pytest.approx(calls - people)
    assert found.brier.value == pytest.approx(sum((f - y) ** 2 for f, y in pairs) / n)
    assert found.r.value == pytest.approx(np.corrcoef(np.array(pairs, float).T)[0, 1])
    # By least squares it would be the square of r; each slope is found without its own pairs.
    assert found.saves.value == pytest.approx(found.r.value**2, abs=0.02)
    for one in (found.kappa, found.auc, found.leniency, found.r, found.brier, found.saves):
        low, high = one.ends()
        assert low < one.value < high


def test_calibration_counts_each_tenth():
    of = world()
    bins = studied(of, judge(of)).agreement.calibration
    pairs = by_hand(of, judge(of))
    for one in bins:
        last = one.high == 1
        inside = [y for f, y in pairs if one.low - 1e-9 <= f and (f < one.high - 1e-9 or last)]
        assert one.n == len(inside)
        assert one.share.value == pytest.approx(np.mean(inside))
    assert sum(one.n for one in bins) == len(pairs)


def test_a_witness_of_few_values_has_a_bin_for_each():
    of = world()
    said = judge(of)
    found = studied(of, replace(said, values=np.round(said.values)))
    assert [(one.low, one.high) for one in found.agreement.calibration] == [(0, 0), (1, 1)]


def test_flattery_is_the_mean_error_in_a_runs_first_ranks():
    of = world()
    said = judge(of, raised=0.3)
    found = studied(of, said, depth=5)
    for place, row in enumerate(found.flattery):
        errors = [
            said.values[query * VIDEOS + video] - of.verdicts[query, video]
            for query, ranked in enumerate(of.rankings[place])
            for video in ranked[:5]
            if (query, video) in of.verdicts
        ]
        assert row.labelled == len(errors)
        assert row.ranked == 5 * CAPTIONS
        assert row.flattery.value == pytest.approx(np.mean(errors))
    assert [row.own for row in found.flattery] == [True, False, False]
    assert found.own_family.ends()[0] > 0


def test_a_pools_drawing_weighs_the_pairs_and_leaves_out_the_others():
    of = world()
    said = judge(of, raised=0.3)
    weights = np.where(
        np.arange(CAPTIONS) % 3 == 0, np.nan, np.where(np.arange(CAPTIONS) % 2, 4, 1)
    )
    found = studied(of, said, drawing=Drawing("a draw", weights))
    inside = {pair for pair in of.verdicts if pair[0] % 3}
    assert found.left_out == len(of.verdicts) - len(inside)
    first = [
        (weights[query], said.values[query * VIDEOS + video] - of.verdicts[query, video])
        for query, ranked in enumerate(of.rankings[0])
        for video in ranked
        if (query, video) in inside
    ]
    expected = sum(w * e for w, e in first) / sum(w for w, _ in first)
    assert found.flattery[0].flattery.value == pytest.approx(expected)
    assert "a draw" in tables_of(found)[-1].notes[1]


def test_disputed_pairs_are_in_nothing():
    of = world()
    some = np.array([query * VIDEOS + video for query, video in list(of.verdicts)[:50]])
    found = studied(of, judge(of), unresolved=np.sort(some))
    assert found.verdicts == len(of.verdicts) - 50 == found.pairs


def test_one_that_learnt_from_these_labels_is_not_held_against_people():
    of = world()
    found = studied(of, judge(of, no_agreement="it has learnt from these labels"))
    for name in ("kappa", "auc", "r", "leniency", "brier", "people"):
        assert getattr(found.agreement, name).reason == "it has learnt from these labels"
    assert found.agreement.calibration == ()
    assert found.flattery[0].flattery.value is not None


def test_scores_take_a_threshold():
    of = world()
    said = judge(of)
    cosines = replace(said, values=10 * said.values - 5)
    without = studied(of, cosines)
    assert without.agreement.kappa.reason == NO_THRESHOLD
    assert {row.flattery.reason for row in without.flattery} == {NO_THRESHOLD}
    assert without.agreement.auc.value == studied(of, said).agreement.auc.value
    named = studied(of, replace(cosines, threshold=0.0))
    assert named.agreement.kappa.value == studied(of, said).agreement.kappa.value
    assert named.threshold_from == "named"


def test_grades_of_the_campaigns_scale_have_weighted_kappa():
    of = world()
    snapshot = snapshot_of(of)
    rng = np.random.default_rng(5)
    keys = snapshot.judged.keys
    people = rng.integers(0, 4, len(keys))
    own = np.clip(people + rng.integers(-1, 2, len(keys)), 0, 3)
    shape = snapshot.queries, snapshot.videos
    gains = Pairs(keys[people > 0], people[people > 0].astype(float), *shape)
    relevant = Pairs(keys[people >= 2], np.ones(int((people >= 2).sum())), *shape)
    grades = Grades(("no", "hardly", "nearly", "fully"), 2, gains)
    graded = replace(snapshot, collected=relevant, grades=grades)
    said = HeldWitness("gpt", "Model that judges", "", keys, own.astype(float))
    found = witness_study(graded, said, unresolved=NONE)
    apart = np.abs(np.subtract.outer(np.arange(4), np.arange(4))) / 3
    table = np.zeros((4, 4))
    np.add.at(table, (own, people), 1 / len(keys))
    by_chance = np.outer(table.sum(axis=1), table.sum(axis=0))
    linear = 1 - (apart * table).sum() / (apart * by_chance).sum()
    assert found.agreement.kappa_linear.value == pytest.approx(linear)
    assert (found.threshold, found.threshold_from) == (2, "scale")
    assert found.own_family.reason == NO_FAMILY


@pytest.mark.parametrize(
    ("share", "why"), [(1.1, ALL_RELEVANT), (-1, NONE_RELEVANT), (0.012, "10 are needed")]
)
def test_verdicts_of_one_kind_or_few_positives_have_the_reason(share, why):
    of = world(share=share)
    found = studied(of, judge(of))
    assert why in found.agreement.kappa.reason
    assert why in found.agreement.auc.reason
    assert found.agreement.people.value == pytest.approx(np.mean(list(of.verdicts.values())))
    assert any(why in note for note in tables_of(found)[0].notes)


def test_without_labels_or_opinions_the_study_says_what_is_missing():
    empty = Bare(VIDEOS, [0], [0], {}, [[[0, 1]]])
    assert witness_study(empty.snapshot(2), judge(world()), unresolved=NONE).nothing == NO_VERDICT
    of = world()
    silent = HeldWitness("gpt", "Model that judges", "", NONE, np.empty(0))
    found = studied(of, silent)
    assert found.nothing == NO_OPINION
    assert drawn_of(found) == ([], [])
    assert found.agreement.kappa.value is None


def test_one_that_says_yes_to_everything_has_no_kappa():
    of = world()
    said = replace(judge(of), values=np.ones(CAPTIONS * VIDEOS))
    found = studied(of, said)
    assert found.agreement.kappa.reason == ONE_CALL
    assert found.agreement.calls_relevant.value == 1


def test_its_pictures_say_what_it_found():
    of = world()
    found = studied(of, judge(of, raised=0.3))
    _, charts = drawn_of(found)
    assert [chart.key for chart in charts] == ["witness_calibration", "witness_flattery"]
    assert "flatters runs of its own family +" in charts[1].title
    assert "dashed line" in charts[0].subtitle
    layers = specification(charts[0], Style())["layer"]
    assert layers[0]["data"] == {"values": [{"at": 0}, {"at": 1}]}
    assert (
        "flatters run0 most: +"
        in drawn_of(replace(found, own_family=unknown(NO_FAMILY)))[1][1].title
    )
    style = Style()
    for chart in charts:
        assert specification(chart, style, alone=True)["data"]["values"]
