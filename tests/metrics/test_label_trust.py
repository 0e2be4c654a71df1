"""Estimates with the labels' errors that rest on what is assumed of raters, and say so."""

from dataclasses import replace

import numpy as np
import pytest

from bench.cells import weak
from measures.label_check import BOTH, DIFFER, THIRD, check_patterns, unlike_expected
from measures.label_draws import draw_labels
from measures.names import parse_all
from measures.posterior import OPEN, Evidence
from metrics.queries.labels import read_label_evidence
from metrics.studies.evaluation import evaluate
from metrics.studies.label_errors import label_errors
from metrics.studies.label_evidence import LabelEvidence
from metrics.studies.label_means import LABELS, LabelEstimates
from metrics.studies.label_trust import MOVES, bands_alike, few_relevant, trust_of
from metrics.studies.registry import tables_of
from metrics.words import as_text
from tests.annotator.exchanging import bring, fire_pair, small_benchmark, write_release

SMALL = {"draws": 40, "every": 4, "before": 60}
GIVEN = weak.WORLDS["careless"]
CROWD = replace(weak.WORLDS["crowd"], asked=weak.Asked(300, 5))


def labelled(seed=0, pairs=600, share=(0.5, 0.05), hard=0.0, thirds=False, rates=(0.85, 0.99)):
    """Two labels on every pair by two of four raters, in two bands; and where they differ, a third.
    Of the hard ones every rater misses three in four."""
    draw = np.random.default_rng(seed)
    band = np.arange(pairs) % 2
    truth = draw.random(pairs) < np.array(share)[band]
    missed = draw.random(pairs) < hard
    rows = []
    for pair in range(pairs):
        chance = np.where(truth[pair], 0.25 if missed[pair] else rates[0], 1 - rates[1])
        values = (draw.random(3) < chance).astype(int)
        many = 3 if thirds and values[0] != values[1] else 2
        raters = draw.permutation(4)[:many]
        rows += [(pair, rater, value) for rater, value in zip(raters, values, strict=False)]
    return Evidence.of(*np.array(rows).T, pairs=pairs, raters=4, stratum=band), truth


def test_crowd_labels_of_weak_raters_are_marked_and_a_flat_prior_is_beside():
    """Sensitivity .59 and one tenth labelled twice, no band better than another: the prior thinks
    most of what is called relevant is not."""
    row = weak.found(10_000, CROWD, draws=20).rows[0]
    assert "rests on what is assumed of raters" in row.drawn.mark(LABELS)
    assert "and on the data it would be" in row.drawn.mark(LABELS)
    told = row.as_json()
    assert told["label_mark"] == row.drawn.mark(LABELS)
    assert told["label_flat_moves"] == pytest.approx(
        told["label_flat_estimate"] - told["label_estimate"]
    )
    assert told["label_flat_interval"][0] <= told["label_flat_estimate"]


def test_raters_who_differ_are_not_marked_where_bands_do():
    found = weak.found(10_000, GIVEN, draws=20)
    assert [row.drawn.mark(LABELS) for row in found.rows] == ["", ""]
    assert found.trust.assumed == ()
    assert all(row.moves is not None for row in found.rows)


def test_frequent_pairs_are_marked():
    row = weak.found(10_000, weak.WORLDS["common"], draws=20).rows[0]
    assert "about as often of pairs that rank high as of others" in row.drawn.mark(LABELS)


def test_decided_pairs_and_gold_make_up_for_bands_that_are_alike():
    evidence, truth = labelled(share=(0.4, 0.4))
    assert bands_alike(evidence) is not None
    known = np.where(np.arange(600) < 120, truth, OPEN)
    assert bands_alike(replace(evidence, known=known)) is None
    checks = np.zeros((4, 2, 2))
    checks[:, 0, 0] = checks[:, 1, 1] = 5
    assert bands_alike(replace(evidence, checks=checks)) is None
    checks[:, 0, 0] = 4
    assert bands_alike(replace(evidence, checks=checks)) is not None


def test_too_few_relevant_pairs_with_several_labels():
    evidence, _ = labelled(pairs=40, share=(0.1, 0.0))
    found = few_relevant(evidence, draw_labels(evidence, **SMALL, seed=1))
    assert "of 40 pairs that several raters labelled" in found.why
    gold = np.zeros((4, 2, 2))
    gold[:, 1, 1] = 2
    more = replace(evidence, checks=gold)
    assert few_relevant(more, draw_labels(more, **SMALL, seed=1)) is None


def test_gold_tells_how_often_raters_err():
    """Checks that were half missed bring a rater's sensitivity down."""
    evidence, _ = labelled()
    checks = np.zeros((4, 2, 2))
    checks[0, 1] = 60, 60
    with_gold = draw_labels(replace(evidence, checks=checks), **SMALL, seed=1)
    without = draw_labels(evidence, **SMALL, seed=1)
    assert with_gold.sensitivity[:, 0].mean() < without.sensitivity[:, 0].mean() - 0.1


@pytest.mark.parametrize("seed", range(3))
def test_labels_of_the_model_are_reproduced(seed):
    evidence, _ = labelled(seed, thirds=True)
    patterns = check_patterns(evidence, draw_labels(evidence, **SMALL, seed=seed))
    assert unlike_expected(patterns) == ()
    assert {one.pattern for one in patterns} == {BOTH, DIFFER, THIRD}
    of_both = [one for one in patterns if one.pattern == BOTH]
    assert sum(one.pairs for one in of_both) == 600
    assert sum(one.expected for one in of_both) == pytest.approx(
        sum(one.observed for one in of_both), rel=0.3
    )


def test_third_labels_show_that_some_pairs_are_hard_for_everybody():
    evidence, _ = labelled(3, pairs=6_000, share=(0.6, 0.05), hard=0.4, thirds=True)
    drawn = draw_labels(evidence, **SMALL, seed=3)
    found = trust_of(evidence, drawn)
    third = next(one for one in found.patterns if one.pattern == THIRD)
    assert third.observed < third.expected
    assert third in unlike_expected(found.patterns)
    assert any("does not reproduce" in one.why for one in found.assumed)


def test_two_labels_a_pair_do_not_tell_hard_pairs_from_fewer_relevant_ones():
    """Of a fifth of what is relevant everybody misses three in four; or a tenth less is relevant,
    and raters see .81 of it. Either gives the same shares of every pattern of two labels."""
    hard = 0.8 * np.array([0.85, 0.85**2]) + 0.2 * np.array([0.25, 0.25**2])
    same = hard[1] / hard[0]
    fewer = hard[0] / same
    assert fewer == pytest.approx(0.9, abs=0.01)
    assert fewer * np.array([same, same**2]) == pytest.approx(hard)


def test_what_a_flat_prior_moves_far_is_marked_and_sooner_where_labels_were_imported():
    evidence, _ = labelled()
    drawn = draw_labels(evidence, **SMALL, seed=1)
    here, elsewhere = (trust_of(evidence, drawn, imported) for imported in (0, len(evidence.pair)))
    row = weak.found(10_000, GIVEN, draws=20).rows[0]
    low, high = row.drawn.ends(LABELS)
    for share, of_here, of_elsewhere in ((0.9, "", "imported"), (1.1, "moves", "imported")):
        moved = row.drawn.value + share * MOVES * (high - low) / 2
        one = LabelEstimates(row.drawn, replace(row.flat, value=moved), 0.5)
        assert of_here in here.mark(one)
        assert bool(here.mark(one)) == bool(of_here)
        assert of_elsewhere in elsewhere.mark(one)


def test_where_nothing_comes_from_raters_nothing_is_assumed():
    evidence, _ = labelled(share=(0.4, 0.4), pairs=12)
    found = trust_of(evidence, draw_labels(evidence, **SMALL, seed=1))
    row = weak.found(10_000, GIVEN, draws=20).rows[0]
    assert found.assumed
    assert found.mark(LabelEstimates(row.drawn, row.flat, 0.5))
    assert found.mark(LabelEstimates(row.drawn, row.flat, 0.0)) == ""


def test_tables_show_what_is_marked_and_what_helps():
    shown = "\n".join(as_text(table) for table in tables_of(weak.found(10_000, CROWD, draws=20)))
    assert "By a flat prior" in shown
    assert "what is assumed (marked)" in shown
    assert "on the data it would be: one C@1" in shown
    assert "What helps: give hidden gold or decide pairs" in shown
    assert "both labels say relevant" in shown
    assert "Moves by: the estimate by a flat prior less the estimate" in shown
    assert "Rests on: labels, or what is assumed of raters" in shown


def test_reports_from_before_imports_were_counted_are_read():
    snapshot, labels = weak.world(1, GIVEN)
    arrays = labels.arrays()
    del arrays["labels|imported"]
    again = LabelEvidence.from_arrays(arrays)
    assert again.imported == 0
    scored = evaluate(snapshot, parse_all("C@1"), "all")
    found = [
        label_errors(snapshot, one, scored, seed=1, resamples=100, draws=10).as_json()
        for one in (labels, again)
    ]
    assert found[0] == found[1]


@pytest.mark.django_db
def test_imported_labels_are_counted(tmp_path, capsys):
    benchmark = small_benchmark()
    pairs = [
        fire_pair(f"a person does {n}", f"v{v}", ["relevant", "irrelevant"], [n % 3, 3])
        for n in range(6)
        for v in range(5)
    ]
    write_release(tmp_path / "fire.json", pairs)
    bring(benchmark, tmp_path / "fire.json", "fire")
    found = read_label_evidence(benchmark)
    assert found.imported == len(found.pair) == 60
