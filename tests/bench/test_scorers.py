"""What the benchmark of metrics compares comes to the same numbers, and its made-up worlds are
worlds."""

import numpy as np
import pytest

from bench.stage.corpus import simulate_labels, simulate_snapshot
from bench.stage.scorers import (
    check_equal,
    means_of_ir_measures,
    means_of_pytrec_eval,
    means_of_ranx,
    our_means,
)
from bench.stage.scoring_child import measured_report


@pytest.mark.filterwarnings(
    "ignore::numba.core.errors.NumbaTypeSafetyWarning"
)  # of ranx's own code
@pytest.mark.parametrize("theirs", [means_of_pytrec_eval, means_of_ir_measures, means_of_ranx])
def test_peers_come_to_our_numbers(theirs):
    snapshot = simulate_snapshot(60, 31, 10)
    ours = our_means(snapshot)
    assert len(ours) == 8
    assert 0 < ours["run-0", "C@1"] < ours["run-0", "C@10"] < 1
    check_equal(ours, theirs(snapshot))


def test_other_numbers_are_not_let_pass():
    ours = our_means(simulate_snapshot(60, 31, 10))
    with pytest.raises(RuntimeError, match="expected the same means"):
        check_equal(ours, ours | {("run-0", "AP"): ours["run-0", "AP"] + 1e-6})


def test_a_made_up_ranking_names_no_video_twice():
    snapshot = simulate_snapshot(200, 53, 20)
    for run in snapshot.runs:
        assert run.targets.shape == (200, 20)
        assert all(len(set(ranking)) == 20 for ranking in run.targets.tolist())
        assert ((run.targets >= 0) & (run.targets < 53)).all()


def test_made_up_labels_are_two_for_each_pair_and_few_are_at_odds():
    counts, videos = simulate_labels(np.random.default_rng(1), 5_000, 67)
    assert counts.shape == (5_000, 2)
    assert (counts.sum(axis=1) == 2).all()
    assert 0.01 < (counts[:, 0] == 1).mean() < 0.05
    assert set(videos.tolist()) == set(range(67))


def test_a_report_is_measured_in_a_process_of_its_own():
    seconds, megabytes = measured_report(500, 31, 10)
    assert seconds > 0
    assert 20 < megabytes < 1_000
