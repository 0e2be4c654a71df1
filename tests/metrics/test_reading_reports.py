"""What a frozen report says first, which measures are near their ceiling, and what comparisons come
to: from what it froze, whatever version froze it."""

import json
from dataclasses import replace

import pytest

from metrics.studies.asked import EvaluationAsked
from metrics.studies.headline import headline_of, measures_of
from metrics.studies.report import find_out
from metrics.studies.saturation import headroom_table, headrooms
from metrics.studies.verdicts import verdicts_of
from metrics.table_files import as_json
from tests.metrics.worlds import Bare

FULL = EvaluationAsked(measures=("C@1", "P@3", "MedR", "AP"), overlap=0, resamples=100)


def world(runs: int = 2, judged: float = 0.5, captions: int = 40) -> Bare:
    """The first run has each caption's own video first; each next one for fewer of them. Every
    fourth caption has a collected positive where the first run ranks it second."""
    own = list(range(captions))
    rankings = [
        [
            [n, (n + 1) % captions, (n + 2) % captions]
            if n % (run + 2) or not run
            else [(n + 1) % captions, (n + 2) % captions, n]
            for n in own
        ]
        for run in range(runs)
    ]
    verdicts = {
        (n, (n + step) % captions): step == 1 and n % 4 == 0
        for n in own
        for step in (1, 2)
        if n < judged * captions
    }
    return Bare(captions, own, own, verdicts, rankings)


def found(bare: Bare, asked: EvaluationAsked = FULL) -> dict:
    parts = json.loads(find_out(bare.snapshot(3), asked).result)["parts"]
    return {name: part["found"] for name, part in parts.items() if "found" in part}


def test_the_best_run_is_told_with_what_the_labels_change_and_what_was_judged():
    parts = found(world(3))
    rows = {(row["run"], row["measure"]): row for row in parts["evaluation"]["rows"]}
    headline = headline_of(parts["evaluation"])
    assert (headline.run, headline.measure, headline.runs) == ("run0", "C@1", 3)
    row = rows["run0", "C@1"]
    assert (headline.before, headline.after) == (row["original"], row["all"])
    assert (headline.ends, headline.delta) == (row["interval"], row["delta"])
    judged = {one["run"]: one["share"] for one in parts["evaluation"]["judged"]}
    assert (headline.judged.k, headline.judged.share) == (3, judged["run0"])
    assert (headline.judged.least, headline.judged.most) == (
        min(judged.values()),
        max(judged.values()),
    )
    assert not headline.judged.enough
    assert headline.definition == "C@1: 1 if the first is positive."
    by_precision = headline_of(parts["evaluation"], measure="P@3")
    assert by_precision.definition == "P@3: positives in the first 3, over 3."
    (c, p) = headline.bounds
    assert (c.measure, p.measure) == ("C@3", "P@3")
    assert c.low <= c.high
    assert p.low < p.high


@pytest.mark.parametrize(
    ("measure", "positives", "change"),
    [
        ("C@1", "both", "same"),  # its own video is first already
        ("P@3", "both", "rises"),
        ("AP", "both", "same"),
        ("P@3", "all", "alone"),
        ("P@3", "original", "alone"),
        ("MedR", "both", "same"),
    ],
)
def test_what_the_labels_change_has_a_direction(measure, positives, change):
    parts = found(world(1), replace(FULL, positives=positives))
    headline = headline_of(parts["evaluation"], measure=measure)
    assert (headline.measure, headline.change, headline.runs) == (measure, change, 1)
    assert headline.of_ranks == (measure == "MedR")
    assert (headline.before is None) == (positives == "all")
    assert (headline.after is None) == (positives == "original")


def test_a_score_falls_where_a_collected_positive_is_not_found():
    bare = world(1)
    bare.verdicts[0, 20] = True  # ranked by no run
    assert headline_of(found(bare)["evaluation"], measure="AP").change == "falls"


def test_without_labels_only_original_positives_are_judged():
    headline = headline_of(found(world(1, judged=0))["evaluation"])
    assert (headline.change, headline.collected) == ("same", 0)
    assert headline.judged.share == pytest.approx(1 / 3)


def test_where_all_was_judged_nothing_is_open():
    headline = headline_of(found(world(2, judged=1))["evaluation"])
    assert headline.judged.whole
    assert headline.judged.enough
    assert [(bound.low, bound.high) for bound in headline.bounds] == [
        (bound.low, bound.low) for bound in headline.bounds
    ]


def test_an_older_report_is_read_without_what_it_did_not_have():
    parts = found(world(2), replace(FULL, unjudged=3))
    older = dict(parts["evaluation"])
    for key in ("bounds", "judged"):
        older.pop(key)
    headline = headline_of(older)
    assert (headline.judged, headline.bounds) == (None, ())
    # Bounds are then those that the cost of judging came with.
    older = {name: value for name, value in parts["evaluation"].items() if name != "bounds"}
    assert (
        headline_of(older, unjudged=parts["unjudged"]).bounds
        == headline_of(parts["evaluation"]).bounds
    )
    rows = [
        {name: value for name, value in row.items() if not name.startswith("more_captions")}
        for row in parts["comparison"]["rows"]
    ]
    assert {one.more for one in verdicts_of({"rows": rows}, "C@1")} == {None}


def test_runs_of_two_directions_are_not_measured_against_each_other():
    told = found(world(2))["evaluation"]
    runs = [{"name": "run0", "direction": "v2t"}, {"name": "run1", "direction": "t2v"}]
    assert headline_of(told, runs).run == "run0"
    assert headline_of(told, runs).runs == 1


def test_measures_of_ranks_and_judged_are_told_apart():
    told = found(world(1), replace(FULL, measures=("Judged@3", "C@1", "MedR")))["evaluation"]
    assert measures_of(told) == ["C@1", "MedR"]
    assert headline_of(told).measure == "C@1"


def test_a_measure_is_near_its_ceiling_by_numbers():
    parts = found(world(3, captions=60))
    by_name = {one.measure: one for one in headrooms(parts["evaluation"], parts["comparison"])}
    assert set(by_name) == {"C@1", "P@3", "AP"}
    scores = {
        row["measure"]: row["all"] for row in parts["evaluation"]["rows"] if row["run"] == "run0"
    }
    for one in by_name.values():
        seen = [
            row["detectable"]
            for row in parts["comparison"]["rows"]
            if row["measure"] == one.measure
            and "run0" in (row["a"], row["b"])
            and row["detectable"] is not None
        ]
        least = min(seen, default=None)
        assert (one.run, one.score, one.detectable) == ("run0", scores[one.measure], least)
        assert one.saturated == (one.score > 0.95 or (least is not None and 1 - one.score < least))
    assert by_name["C@1"].saturated  # it is 1
    assert not by_name["P@3"].saturated  # a third of three
    alone = headrooms(parts["evaluation"], None)
    assert [one.detectable for one in alone] == [None] * 3
    shown = as_json(headroom_table("bare", list(by_name.values())))["rows"]
    assert [row["saturated"] for row in shown] == [
        "yes" if one.saturated else "no" for one in by_name.values()
    ]


def test_verdicts_name_the_better_run_first_and_the_clearest_difference_before_others():
    parts = found(world(4, captions=60))
    for measure in ("C@1", "AP"):
        rows = [row for row in parts["comparison"]["rows"] if row["measure"] == measure]
        verdicts = verdicts_of(parts["comparison"], measure)
        assert len(verdicts) == len(rows) == 6
        outcomes = [one.outcome == "apart" for one in verdicts]
        assert outcomes == sorted(outcomes, reverse=True)
        by_pair = {frozenset((row["a"], row["b"])): row for row in rows}
        for one in verdicts:
            row = by_pair[frozenset((one.better, one.other))]
            sign = 1 if row["a"] == one.better else -1
            assert one.difference == sign * row["difference"] >= 0
            assert one.ends == (
                row["interval"] if sign == 1 else [-row["interval"][1], -row["interval"][0]]
            )
            assert (one.outcome == "apart") == (row["p_holm"] <= 0.05)
            assert (one.more, one.why or None) == (row["more_captions"], row["more_captions_why"])


@pytest.mark.parametrize(
    ("p", "holm", "words"),
    [
        (1 / 10_001, 12 / 10_001, "≤ 0.0012"),
        (1 / 10_001, 4 / 10_001, "< 0.001"),
        (2 / 10_001, 8 / 10_001, "< 0.001"),
        (12 / 10_001, 12 / 10_001, "0.0012"),
        (120 / 10_001, 120 / 10_001, "0.012"),
        (None, None, "–"),
    ],
)
def test_a_p_that_no_permutation_reached_is_a_bound(p, holm, words):
    row = {"measure": "C@1", "a": "x", "b": "y", "difference": 0.2, "interval": None}
    row |= {"p": p, "p_holm": holm, "detectable": None}
    (one,) = verdicts_of({"rows": [row], "permutations": 10_000}, "C@1")
    assert one.p_words == words
