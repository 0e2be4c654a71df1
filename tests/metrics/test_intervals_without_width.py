"""Where nothing varies there is no interval, and the reason stands beside its absence: in every
study, shape and door."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import call_command
from scipy.stats import t as student

from measures.agreement_intervals import bootstrap, jackknife
from measures.dependence import Dependence
from measures.mean_intervals import ALIKE
from measures.names import parse_all
from measures.resampling import percentiles, resample
from measures.spread import vary, why_no_interval
from metrics.standalone.command import run as run_standalone
from metrics.studies.agreement import agreement
from metrics.studies.comparison import compare_runs
from metrics.studies.evaluation import evaluate
from metrics.studies.registry import tables_of
from metrics.studies.sample_size import sample_sizes
from metrics.table_files import as_csv, as_latex
from metrics.words import as_text
from tests.annotator.saying import label_all
from tests.factories import make_benchmark, make_campaign, make_run
from tests.metrics.reporting import ASKED, make_report
from tests.metrics.test_agreement_study import two_each
from tests.metrics.worlds import Bare

SAME = "nearly every resample gave the same value"
FEW = {"resamples": 50}


def all_right(captions: int = 60) -> Bare:
    """The first run has every caption's own video first; the second has it second, for one caption
    not at all."""
    own = list(range(captions))
    second = [[(n + 1) % captions, n] for n in own]
    second[0] = [1, 2]
    return Bare(captions, own, own, {}, [[[n, (n + 1) % captions] for n in own], second])


def resampled(scores, clusters=None):
    found = resample(scores, Dependence.of(scores.shape[1], clusters), resamples=200, seed=1)
    each = zip(found.means, found.clusters.tolist(), strict=True)
    return [percentiles(means, clusters) for means, clusters in each]


def test_sixty_of_sixty_right_is_no_interval():
    (shown,) = resampled(np.ones((1, 60)))
    assert shown.ends is None
    assert SAME in shown.reason
    some = np.ones((1, 60))
    some[0, 0] = 0
    (shown,) = resampled(some)
    assert shown.low < shown.high


@pytest.mark.parametrize("value", [1.0, 0.1, 1 / 3, -0.7])
def test_equal_values_are_equal_whatever_their_sums_round_to(value):
    (shown,) = resampled(np.full((1, 61), value), np.arange(61) % 7)
    assert shown.ends is None
    assert SAME in shown.reason


def test_one_group_says_that_it_is_one():
    one, none = resampled(np.array([[0.0, 1.0], [np.nan, np.nan]]), [3, 3])
    assert "one cluster" in one.reason
    assert none.reason == "no caption has a value"


def test_the_rule_knows_nothing_from_one_value_from_an_interval():
    assert why_no_interval(0.2, 0.3, 5) == ""
    assert SAME in why_no_interval(0.3, 0.3 + 1e-15, 5)
    assert why_no_interval(float("nan"), float("nan"), 5) == "undefined in every resample"
    assert why_no_interval(0.2, 0.3, 1, one_group="one video") == "one video"
    assert why_no_interval(0.2, 0.3, 0, no_group="none") == "none"
    assert [
        vary(np.array(values)) for values in ([1.0, np.nan, 1.0], [1.0, 0.5], [np.nan], [1.0])
    ] == [False, True, False, False]


def test_an_evaluation_has_an_exact_interval_or_says_why_beside_null():
    study = evaluate(all_right().snapshot(), parse_all("C@1,MedR"), intervals=True, **FEW)
    first, ranks, other, _ = study.as_json()["rows"]
    assert (first["all"], first["delta_interval"]) == (1.0, None)
    assert first["interval"] == pytest.approx([0.025 ** (1 / 60), 1.0])
    assert (first["interval_kind"], first["clusters"], first["why"]) == ("exact", 60, None)
    assert ALIKE in first["delta_why"]
    assert "rank may not be known" in ranks["why"]
    assert (other["all"], other["interval"][0]) == (0.0, 0.0)
    table = tables_of(study)[1]
    text = as_text(table)
    assert "100.0 to 100.0" not in text
    assert "94.0 to 100.0 %" in text
    assert "Clopper and Pearson's of as many captions as there are clusters" in text
    assert f"No interval of run0 C@1, delta; run1 C@1, delta: {ALIKE}" in text
    row = next(csv.DictReader(io.StringIO(as_csv(table))))
    assert (row["delta_interval_low"], row["delta_interval_high"]) == ("", "")
    assert "100.0 to 100.0" not in as_latex(table)


def test_an_evaluation_with_spread_has_its_interval_and_no_reason():
    rows = evaluate(all_right().snapshot(), parse_all("C@2"), intervals=True, **FEW).as_json()[
        "rows"
    ]
    assert [row["interval_kind"] for row in rows] == ["exact", "two-way t"]
    assert [row["why"] for row in rows] == [None, None]
    low, high = rows[1]["interval"]
    assert low < high
    assert all(
        row["why"] is None
        for row in evaluate(all_right().snapshot(), parse_all("C@2")).as_json()["rows"]
    )


def test_runs_that_differ_alike_on_every_caption_have_no_interval_of_the_difference():
    study = compare_runs(all_right().snapshot(), None, parse_all("C@1"), permutations=100)
    (row,) = study.as_json()["rows"]
    assert (row["difference"], row["interval"]) == (1.0, None)
    assert row["why"] == ALIKE
    text = as_text(tables_of(study)[0])
    assert "100.0 to 100.0" not in text
    assert f"No interval of run0, run1, C@1: {ALIKE}" in text


def test_agreement_without_a_disagreement_has_no_interval():
    counts = np.array([[2, 0]] * 9 + [[0, 2]] * 3)
    for found, said in (
        (bootstrap(counts, seed=6), SAME),
        (jackknife(counts), "the same without any one"),
    ):
        for name in ("percent", "alpha", "ac1"):
            assert (found[name].low, found[name].high) == (None, None), name
            assert said in found[name].reason
        assert found["prevalence"].low < found["prevalence"].high
        assert found["prevalence"].reason == ""


def test_a_study_of_agreement_says_so_in_json_and_in_its_tables():
    study = agreement(two_each(both=3, neither=9, differing=0), **FEW)
    told = study.as_json()
    assert (told["alpha"], told["percent_agreement"]) == (1.0, 1.0)
    assert told["figures"]["alpha"]["mark"].startswith("not to be trusted")
    low, high = told["alpha_interval"]
    assert (low < 0.5, high) == (True, 1.0)
    assert SAME in told["figures"]["alpha"]["no_bootstrap"]
    (bar,) = told["by_number_of_labels"]
    assert (bar["bootstrap"], bar["jackknife"]) == (None, None)
    assert SAME in bar["no_bootstrap"]
    _, figures, bars, *_ = tables_of(study)
    for table in (figures, bars):
        text = as_text(table)
        assert "1.000 to 1.000" not in text
        assert "No bootstrap interval of" in text
        assert "No jackknife interval of" in text


def test_raters_who_are_always_right_keep_wilsons_interval_which_has_a_width():
    study = agreement(two_each(both=30, neither=30, differing=0), **FEW)
    raters = as_csv(tables_of(study)[3])
    rows = list(csv.DictReader(io.StringIO(raters)))
    squared = student.ppf(0.975, 59) ** 2  # of sixty videos
    assert float(rows[0]["others_interval_low"]) == pytest.approx(60 / (60 + squared))
    assert float(rows[0]["others_interval_high"]) == 1.0
    assert rows[0]["gold_interval_low"] == ""


def test_equal_values_tell_no_sample_size():
    study = sample_sizes(all_right().snapshot(), parse_all("C@1,C@2"), [10], **FEW)
    flat, _, other, varied = study.as_json()["rows"]
    assert (flat["detectable"], flat["expected"], other["detectable"]) == (None, None, None)
    assert "every caption has the same value" in flat["why"]
    assert varied["detectable"] > 0
    assert varied["why"] is None
    text = as_text(tables_of(study)[0])
    assert "run0, C@1: every caption has the same value" in text


# By every door


def make_easy_world():
    easy = make_benchmark([(f"caption {n}", f"v{n}") for n in range(4)], "easy")
    make_run(easy, {n: [n, (n + 1) % 4] for n in range(4)}, "right", depth=2)
    make_run(easy, {n: [(n + 1) % 4, n] for n in range(4)}, "wrong", depth=2)
    return easy


@pytest.mark.django_db
def test_the_command_prints_an_exact_interval_or_a_dash_and_the_reason(capsys):
    make_easy_world()
    call_command("evaluate", "easy", "--intervals", "--measures", "C@1", "--resamples", "50")
    printed = capsys.readouterr().out
    assert "100.0 to 100.0" not in printed
    assert f"No interval of right C@1, delta; wrong C@1, delta: {ALIKE}" in printed
    call_command(
        "evaluate", "easy", "--intervals", "--measures", "C@1", "--resamples", "50", "--json"
    )
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["delta_interval"] for row in rows] == [None, None]
    assert rows[0]["interval"] == pytest.approx([0.025**0.25, 1.0])


@pytest.mark.django_db
def test_a_reports_page_and_the_api_say_the_same(signed_in, lead):
    report = make_report(
        make_easy_world(), replace(ASKED, overlap=0, sample_sizes=(), leave_out="")
    )
    browser = signed_in(lead)
    page = browser.get(f"/evaluations/{report.pk}/").text
    assert "100.0 to 100.0" not in page
    assert "No interval of right C@1, delta; right C@5, delta" in page
    assert "It rests on few clusters: 4." in page
    told = browser.get(f"/api/v1/evaluations/{report.pk}").json()["result"]["parts"]
    assert told["evaluation"]["found"]["rows"][0]["delta_interval"] is None
    assert ALIKE in told["evaluation"]["found"]["rows"][0]["delta_why"]
    assert told["comparison"]["found"]["rows"][0]["interval"] is None
    assert told["comparison"]["found"]["rows"][0]["why"] == ALIKE


@pytest.mark.django_db
def test_the_page_and_the_api_of_agreement_say_it_too(signed_in, lead, rater, other_rater):
    campaign = make_campaign(
        captions=3, videos=3, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    for person in (rater, other_rater):
        label_all(person, campaign, "relevant")
    browser = signed_in(lead)
    page = browser.get(f"/agreement/{campaign.benchmark_id}/").text
    assert "1.00 to 1.00" not in page
    assert "Not to be trusted, as it rests on about as much as" in page
    told = browser.get(
        "/api/v1/agreement", {"benchmark": campaign.benchmark_id, "resamples": 50}
    ).json()
    assert (told["figures"]["percent"]["bootstrap"], told["figures"]["ac1"]["jackknife"]) == (
        None,
        None,
    )


def test_files_alone_have_an_exact_interval_too(tmp_path, capsys):
    (tmp_path / "q.txt").write_text("".join(f"c{n} 0 v{n} 1\n" for n in range(5)))
    (tmp_path / "right.trec").write_text(
        "".join(f"c{n} Q0 v{n} 1 2.0 x\nc{n} Q0 w 2 1.0 x\n" for n in range(5))
    )
    words = [
        str(tmp_path / "right.trec"),
        "--original",
        str(tmp_path / "q.txt"),
        "--measures",
        "C@1",
        "--intervals",
    ]
    assert run_standalone(words) == 0
    printed = capsys.readouterr().out
    assert "100.0 to 100.0" not in printed
    assert "47.8 to 100.0 %" in printed  # 0.025 to the power of 1/5
