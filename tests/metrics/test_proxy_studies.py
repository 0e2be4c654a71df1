"""The studies under a proxy, against plain loops over small made benchmarks."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from measures.hits import Pairs
from measures.names import parse_all
from metrics.studies.ceiling import ceilings
from metrics.studies.graded import graded_scores
from metrics.studies.hard_negatives import AUDITED, audit_negatives
from metrics.studies.proxied import judged_pairs, take_proxied
from metrics.studies.proxies_alone import count_relevant
from metrics.studies.proxy_study import (
    ALL_RELEVANT,
    NO_PROXY,
    NONE_RELEVANT,
    NOT_JUDGED,
    proxy_study,
)
from metrics.studies.registry import tables_of
from metrics.studies.run_orders import ALL_TIE, ONE_RUN
from metrics.studies.study import NothingToStudy
from metrics.words import as_text
from tests.metrics.proxied import (
    dense,
    made_proxy,
    slow_ap,
    slow_auc,
    slow_ndcg,
    slow_tau,
    taken,
    with_backwards,
)
from tests.metrics.test_study_versions import small_world
from tests.metrics.worlds import Bare, bare_worlds

FEW = {"seed": 5, "resamples": 60}


def rankings_of(run) -> list[list[int]]:
    return [[one for one in ranking if one >= 0] for ranking in run.targets.tolist()]


@given(world=bare_worlds(), seed=st.integers(0, 99))
def test_ndcg_is_equation_2_in_both_directions(world, seed):
    snapshot = with_backwards(world.snapshot(), 3)
    if any(not any(rankings_of(run)) for run in snapshot.runs):
        return
    proxy = made_proxy(snapshot, seed)
    matrix = dense(proxy)
    found = graded_scores(snapshot, take_proxied(proxy, snapshot, ranks=True), **FEW)
    means = {}
    for run, row in zip(snapshot.runs, found.rows, strict=False):
        turned = (
            matrix if run.direction == "t2v" else [list(one) for one in zip(*matrix, strict=True)]
        )
        depth = min(len(turned[0]), 8 if run.direction == "t2v" else 3)
        values = [
            slow_ndcg(ranking, relevance, depth)
            for ranking, relevance in zip(rankings_of(run), turned, strict=True)
        ]
        known = [one for one in values if one is not None]
        assert (row.run, row.depth, row.n) == (run.name, depth, len(known))
        assert row.left_out == len(values) - len(known)
        taus = [
            slow_tau(ranking[:depth], relevance)
            for ranking, relevance in zip(rankings_of(run), turned, strict=True)
        ]
        pairs = zip(rankings_of(run), turned, strict=True)
        precisions = [slow_ap(ranking[:depth], relevance) for ranking, relevance in pairs]
        valued = [one for one in precisions if one is not None]
        assert row.ap_n == len(valued)
        assert row.ap.value == (pytest.approx(np.mean(valued)) if valued else None)
        ordered = [one for one in taus if one is not None]
        assert row.tau_n == len(ordered)
        assert row.tau.value == (pytest.approx(np.mean(ordered)) if ordered else None)
        means[run.name] = np.mean(known) if known else None
        assert row.value.value == (pytest.approx(means[run.name]) if known else None)
    if None not in means.values():
        both = found.rows[-1]
        assert both.direction == "both"
        assert both.value.value == pytest.approx((means["run0"] + means["back"]) / 2)


def test_a_run_in_the_best_order_has_all_and_a_random_one_less():
    snapshot = small_world().snapshot(6)
    proxy = made_proxy(snapshot)
    best = np.argsort(-np.array(dense(proxy)), axis=1, kind="stable")[:, :6].astype(np.int32)
    snapshot = replace(snapshot, runs=(replace(snapshot.runs[0], targets=best),))
    (row,) = graded_scores(snapshot, take_proxied(proxy, snapshot, ranks=True), **FEW).rows
    assert row.value.value == pytest.approx(1)
    assert row.cut > 0
    assert 0.8 < row.tau.value < 1  # what is as relevant is not ranked as such
    backwards = replace(snapshot.runs[0], targets=best[:, ::-1].copy())
    proxied = take_proxied(proxy, replace(snapshot, runs=(backwards,)), ranks=True)
    assert np.nanmean(proxied.sides["t2v"].taus[backwards.name]) == pytest.approx(-row.tau.value)
    assert 0.2 < row.random < 0.9


def test_both_directions_have_a_video_in_the_cluster_of_its_captions():
    """If each run says the same of a video as of its captions, the mean varies like either; apart
    it would vary less."""
    own = list(range(12))
    ranked = [[n] if n % 2 else [(n + 1) % 12] for n in range(12)]
    world = Bare(12, own, own, {}, [ranked])
    snapshot = with_backwards(world.snapshot(1), 1)
    back = replace(snapshot.runs[1], targets=snapshot.runs[0].targets)
    snapshot = replace(snapshot, runs=(snapshot.runs[0], back))
    cells = np.eye(12, dtype=np.float16)
    proxy = replace(made_proxy(snapshot), relevance=type(made_proxy(snapshot).relevance)(cells))
    proxied = take_proxied(proxy, snapshot, ranks=True)
    text, video, both = graded_scores(snapshot, proxied, **FEW).rows
    assert text.value.ends() == video.value.ends() == pytest.approx(both.value.ends())
    assert text.value.value == video.value.value == both.value.value == 0.5


@given(world=bare_worlds(), seed=st.integers(0, 99))
def test_thresholds_count_captions_of_a_video(world, seed):
    snapshot = world.snapshot()
    proxy = made_proxy(snapshot, seed)
    matrix = dense(proxy)
    for row in count_relevant(snapshot, [take_proxied(proxy, snapshot)]).rows:
        reached = [
            sum(one >= row.threshold for one in column) for column in zip(*matrix, strict=True)
        ]
        assert row.captions == pytest.approx(np.mean(reached))


@given(world=bare_worlds(), seed=st.integers(0, 99))
def test_the_least_and_the_most_take_the_last_and_the_first_that_is_the_same(world, seed):
    world = replace(world, same_text=False)
    snapshot = world.snapshot()
    if not any(map(len, world.rankings[0])) or max(world.own) < 0 or not any(world.rankings[1]):
        return
    proxy = made_proxy(snapshot, seed)
    matrix = dense(proxy)
    proxied = take_proxied(proxy, snapshot, ranks=True)
    found = ceilings(snapshot, proxied, parse_all("C@1,C@3,RR"), **FEW)
    rows = {(row.run, row.measure): row for row in found.rows}
    for number, rankings in enumerate(world.rankings):
        least, reported, most = [], [], []
        for caption, ranking in enumerate(rankings):
            if world.own[caption] < 0:
                continue
            same = [video for video in range(world.videos) if matrix[caption][video] > 0.8]
            places = [ranking.index(one) + 1 for one in same if one in ranking]
            own = world.own[caption]
            reported.append(ranking.index(own) + 1 if own in ranking else np.inf)
            most.append(min(places, default=np.inf))
            least.append(max(places) if len(places) == len(same) else np.inf)
        for measure, of in (("C@1", 1), ("C@3", 3)):
            row = rows[f"run{number}", measure]
            for name, ranks in (("least", least), ("reported", reported), ("most", most)):
                assert getattr(row, name).value == pytest.approx(np.mean(np.array(ranks) <= of))
        assert rows[f"run{number}", "RR"].most.value == pytest.approx(np.mean(1 / np.array(most)))


def test_a_geometric_mean_has_its_bounds_too():
    snapshot = with_backwards(small_world().snapshot(6))
    found = ceilings(snapshot, taken(snapshot), parse_all("C@1,C@3,GMR"), **FEW)
    rows = {(row.run, row.measure): row for row in found.rows}
    assert {run for run, _ in rows} == {"run0", "run1", "run2", "back"}
    for row in found.rows:
        assert row.least.value <= row.reported.value <= row.most.value
    assert rows["run0", "GMR"].most.value > 0


@given(world=bare_worlds(), seed=st.integers(0, 99))
def test_the_audit_counts_what_is_ranked_and_not_claimed(world, seed):
    snapshot = world.snapshot()
    if not all(any(rankings) for rankings in world.rankings):
        return
    proxy = made_proxy(snapshot, seed)
    matrix = dense(proxy)
    found = audit_negatives(snapshot, take_proxied(proxy, snapshot), 4, **FEW)
    texts = replace(world, same_text=True)
    for row, rankings in zip(found.rows, world.rankings, strict=True):
        negatives = [
            (caption, video)
            for caption, ranking in enumerate(rankings)
            for video in ranking[:4]
            if video not in texts.original(caption)
        ]
        values = [matrix[caption][video] for caption, video in negatives]
        said = [world.verdicts.get((world.queries[caption], video)) for caption, video in negatives]
        assert row.n == len(negatives)
        assert (row.relevant, row.irrelevant) == (said.count(True), said.count(False))
        assert row.unjudged == said.count(None)
        assert sum(row.levels) == row.n
        for one, threshold in zip(row.by_proxy, AUDITED, strict=True):
            expected = np.mean([value >= threshold for value in values]) if values else None
            assert one.share.value == (pytest.approx(expected) if values else None)
        known = [one for one in said if one is not None]
        assert row.people.value == (pytest.approx(np.mean(known)) if known else None)
        if negatives:
            assert row.bounds[0] == row.relevant / row.n
            assert row.bounds[1] == pytest.approx(1 - row.irrelevant / row.n)


@given(world=bare_worlds(runs=3), seed=st.integers(0, 99))
def test_proxies_against_people_by_every_pair(world, seed):
    snapshot = world.snapshot()
    proxy = made_proxy(snapshot, seed)
    matrix = dense(proxy)
    judged = sorted(pair for pair in world.verdicts if pair[0] in world.queries)
    if not judged or not all(any(rankings) for rankings in world.rankings):
        return
    found = proxy_study(snapshot, [take_proxied(proxy, snapshot)], **FEW)
    values = [
        max(matrix[caption][video] for caption, of in enumerate(world.queries) if of == query)
        for query, video in judged
    ]
    relevant = [world.verdicts[pair] for pair in judged]
    (row,) = found.rows
    assert (found.pairs, found.relevant) == (len(judged), sum(relevant))
    if len(set(relevant)) == 2:
        assert row.auc.value == pytest.approx(slow_auc(values, relevant))
    else:
        assert row.auc.value is None
        assert row.auc.reason == (ALL_RELEVANT if relevant[0] else NONE_RELEVANT)
    for one in row.thresholds:
        called = [value >= one.threshold for value in values]
        both = sum(a and b for a, b in zip(called, relevant, strict=True))
        assert one.precision.value == (pytest.approx(both / sum(called)) if any(called) else None)
        assert one.recall.value == (pytest.approx(both / sum(relevant)) if any(relevant) else None)
    assert sum(one.n for one in row.calibration) == len(judged)
    for one in row.calibration:
        inside = [
            (value, is_one)
            for value, is_one in zip(values, relevant, strict=True)
            if one.low <= value < one.high or (one.high == value == 1)
        ]
        assert one.mean == pytest.approx(np.mean([value for value, _ in inside]))
        assert one.share.value == pytest.approx(np.mean([is_one for _, is_one in inside]))


def test_tau_compares_ndcg_under_the_proxy_and_with_peoples_positives():
    snapshot = with_backwards(small_world().snapshot(6))
    proxy = made_proxy(snapshot)
    found = proxy_study(snapshot, [take_proxied(proxy, snapshot)], **FEW)
    world = small_world()
    people, matrix = [], dense(proxy)
    graded = []
    for rankings in world.rankings:
        binary = [
            slow_ndcg(ranking, [float(v in world.positives(c)) for v in range(12)], 6)
            for c, ranking in enumerate(rankings)
        ]
        people.append(np.mean([one for one in binary if one is not None]))
        graded.append(np.mean([slow_ndcg(r, matrix[c], 6) for c, r in enumerate(rankings)]))
    assert found.people == pytest.approx(people)
    assert found.rows[0].scores == pytest.approx(graded)
    assert found.rows[0].tau.value == pytest.approx(stats.kendalltau(people, graded).statistic)
    assert found.other_direction == ("back",)
    low, high = found.rows[0].tau.ends()
    assert -1 <= low <= high <= 1


def test_an_original_pair_counts_only_where_it_was_judged():
    """It has 1 by definition, and would pass for a success of the proxy."""
    world = Bare(4, [0, 1], [0, 1], {(0, 1): True, (0, 2): False}, [[[1, 2], [2, 3]]] * 2)
    snapshot = world.snapshot(2)
    found = proxy_study(snapshot, [taken(snapshot)], **FEW)
    assert (found.pairs, found.original) == (2, 0)
    judged = replace(world, verdicts={**world.verdicts, (0, 0): True})
    snapshot = judged.snapshot(2)
    found = proxy_study(snapshot, [taken(snapshot)], **FEW)
    assert (found.pairs, found.original) == (3, 1)
    (row,) = found.rows
    assert row.auc.value >= row.auc_not_original.value


def test_what_is_undefined_is_null_with_why():
    world = Bare(4, [0, 1], [0, 1], {(0, 1): True, (0, 2): True}, [[[1, 2], [2, 3]]])
    snapshot = world.snapshot(2)
    told = proxy_study(snapshot, [taken(snapshot)], **FEW).as_json()["rows"][0]
    assert (told["auc"], told["auc_interval"], told["auc_why"]) == (None, None, ALL_RELEVANT)
    assert (told["tau"], told["tau_interval"], told["tau_why"]) == (None, None, ONE_RUN)
    assert told["why"] == f"{ALL_RELEVANT}; {ONE_RUN}"
    twice = replace(snapshot, runs=(snapshot.runs[0], replace(snapshot.runs[0], name="again")))
    told = proxy_study(twice, [taken(twice)], **FEW).as_json()["rows"][0]
    assert (told["tau"], told["tau_why"]) == (None, ALL_TIE)
    without = replace(snapshot, runs=())
    told = proxy_study(without, [taken(without)], **FEW).as_json()["rows"][0]
    assert told["tau_why"] == ONE_RUN
    empty = Pairs.of([], [], (2, 4))
    unjudged = replace(snapshot, judged=empty, collected=empty)
    with pytest.raises(NothingToStudy, match=NOT_JUDGED):
        proxy_study(unjudged, [taken(unjudged)], **FEW)
    with pytest.raises(NothingToStudy, match=NO_PROXY):
        proxy_study(snapshot, [], **FEW)


def test_a_proxy_that_knows_the_answer_has_all_and_one_that_does_not_has_half():
    snapshot = small_world().snapshot(6)
    names = {"knows": 1.0, "says nothing": 0.5}
    proxies = [
        replace(taken(snapshot, name=name), at_judged=self_told(snapshot, name)) for name in names
    ]
    found = proxy_study(snapshot, proxies, **FEW)
    assert {row.proxy: row.auc.value for row in found.rows} == names
    assert found.rows[0].auc.ends() is None  # nothing varies
    assert found.rows[0].auc.why_not()


def self_told(snapshot, name):
    keys = judged_pairs(snapshot).keys
    knows = np.isin(keys, snapshot.collected.keys).astype(float)
    return knows if name == "knows" else np.full(len(keys), 0.3)


def test_tables_say_what_is_in_them():
    snapshot = with_backwards(small_world().snapshot(6))
    proxied = taken(snapshot)
    studies = (
        graded_scores(snapshot, proxied, **FEW),
        count_relevant(snapshot, [proxied]),
        ceilings(snapshot, proxied, parse_all("C@1,GMR"), **FEW),
        audit_negatives(snapshot, proxied, 3, **FEW),
        proxy_study(snapshot, [proxied, taken(snapshot, 4, name="bow")], **FEW),
    )
    texts = ["\n".join(as_text(table) for table in tables_of(study)) for study in studies]
    assert "Random order" in texts[0]
    assert "both, the mean (Eq. 3)" in texts[0]
    assert "Captions of a video" in texts[1]
    assert "above 0.8" in texts[2]
    assert "Of all, between" in texts[3]
    assert "Area under ROC" in texts[4]
