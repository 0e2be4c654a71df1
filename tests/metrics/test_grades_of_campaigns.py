"""A campaign of three grades, from its labels to tables from a grade on, and a report that freezes
what it saw."""

import json
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from annotator.queries.grades_used import grades_used
from jobs.models import Job
from jobs.running import run_job
from measures.hits import Pairs
from metrics.models import Report
from metrics.queries.drafts import draft_again, frozen_snapshot, stored_draft
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Grades
from metrics.studies.asked import EvaluationAsked
from metrics.studies.settings import labels_between
from pooling.models import JudgedPair
from publishing.standings import standings
from tests.annotator.saying import claim, say
from tests.factories import make_campaign
from tests.metrics.reporting import make_report

THREE = ["no", "in part", "wholly"]
# By caption, what is said of its four videos.
SAID = [[2, 1, 0, 0], [0, 2, 2, 1], [1, 0, 2, 0]]


@pytest.fixture
def graded(db, rater):
    """A campaign of three grades, relevant from the last on, whose twelve pairs have a label."""
    campaign = make_campaign(
        captions=3, videos=4, raters=[rater], scale=THREE, relevant_from=2, double_share=0.0
    )
    while slots := claim(rater, campaign, 5):
        for slot in slots:
            item = campaign.items.get(slots__pk=slot.slot)
            value = SAID[item.query.number][item.video.number]
            say(rater, slot, None, value=value)
    return campaign


def scores_of(benchmark, *measures: str, **options) -> dict[str, dict]:
    asked = {"measures": ",".join(measures), "json": True} | options
    return json.loads(call_command("evaluate", benchmark.name, **asked))


def test_grades_of_a_campaign_are_read_with_their_scale(graded):
    grades = take_snapshot(graded.benchmark, []).grades
    assert (grades.words, grades.relevant_from) == (tuple(THREE), 2)
    assert grades.verdicts == (5, 3, 4)
    expected = {4 * n + v: said for n, row in enumerate(SAID) for v, said in enumerate(row) if said}
    assert (
        dict(zip(grades.gains.keys.tolist(), grades.gains.gains.tolist(), strict=True)) == expected
    )


def test_a_verdict_of_two_values_beside_grades_counts_from_relevant_on(graded):
    JudgedPair.objects.filter(query__number=1, video__number=1).update(grade=None)
    JudgedPair.objects.filter(query__number=2, video__number=1).update(
        grade=None, verdict="relevant"
    )
    grades = take_snapshot(graded.benchmark, []).grades
    gains = dict(zip(grades.gains.keys.tolist(), grades.gains.gains.tolist(), strict=True))
    assert (gains[5], gains[9]) == (2, 2)
    assert grades.verdicts == (4, 3, 3)


def test_table_1_is_had_from_each_grade_on(graded):
    """The run ranks the four videos in their order; the own video of caption n is video n."""
    found = {
        level: scores_of(graded.benchmark, "C@1", "P@2", "nDCG@4", level=level)
        for level in (0, 1, 2)
    }
    values = {
        level: {row["measure"]: (row["all"], row["original"]) for row in one["rows"]}
        for level, one in found.items()
    }
    # c0: own video first. c1: 0 0 | own, 2. c2: graded 1 at rank 1, own at rank 3.
    assert values[0] == values[2]
    assert values[2]["C@1"] == pytest.approx((1 / 3, 1 / 3))
    assert values[1]["C@1"] == pytest.approx((2 / 3, 1 / 3))
    assert values[2]["P@2"] == pytest.approx(((1 / 2 + 1 / 2 + 0) / 3, (1 / 2 + 1 / 2) / 3))
    assert values[1]["P@2"] == pytest.approx(((1 + 1 / 2 + 1 / 2) / 3, (1 / 2 + 1 / 2) / 3))
    assert values[1]["nDCG@4"] == values[2]["nDCG@4"]
    assert found[1]["grades"] == {
        "words": THREE, "relevant_from": 2, "level": 1, "verdicts": [5, 3, 4],
    }  # fmt: skip


def test_a_level_that_is_not_on_the_scale_is_refused(graded):
    with pytest.raises(CommandError, match=r"up to 2 \(wholly\)"):
        scores_of(graded.benchmark, "C@1", level=3)


def test_scales_that_differ_do_not_meet(graded, rater):
    other = make_campaign(captions=1, videos=2, raters=[rater], scale=["a", "b", "c", "d"])
    type(other).objects.filter(pk=other.pk).update(benchmark=graded.benchmark)
    snapshot = take_snapshot(graded.benchmark, [])
    assert snapshot.grades is None
    assert set(snapshot.collected.gains.tolist()) == {1}
    assert "no, in part, wholly, relevant from 2" in snapshot.no_grades
    notes = scores_of(graded.benchmark, "C@1")
    assert "grades" not in notes


def test_a_report_freezes_the_grades_and_comes_out_the_same_again(graded):
    asked = EvaluationAsked(
        measures=("C@1", "nDCG@4", "ERR@4"), level=1, comparisons=False, overlap=0, resamples=100
    )
    report = make_report(graded.benchmark, asked)
    JudgedPair.objects.update(grade=0, verdict="irrelevant")
    grades = frozen_snapshot(report).grades
    assert (grades.words, grades.verdicts, grades.level) == (tuple(THREE), (5, 3, 4), 0)
    assert sorted(grades.gains.gains.tolist()) == [1, 1, 1, 2, 2, 2, 2]
    assert draft_again(report).sha256 == stored_draft(report).sha256 == report.sha256


def test_a_grade_that_changed_between_two_reports_is_told_though_it_is_relevant_in_both(
    graded, signed_in, lead
):
    """The scale has four grades here, of which two are relevant. Of four pairs with a 2 two rise,
    and one is relevant no longer."""
    type(graded).objects.filter(pk=graded.pk).update(scale=[*THREE, "surely"])
    asked = EvaluationAsked(measures=("C@1",), comparisons=False, overlap=0, resamples=100)
    before = make_report(graded.benchmark, asked)
    twos = list(JudgedPair.objects.filter(grade=2).order_by("pk"))
    JudgedPair.objects.filter(pk__in=[twos[0].pk, twos[1].pk]).update(grade=3)
    JudgedPair.objects.filter(pk=twos[2].pk).update(grade=1, verdict="irrelevant")
    after = make_report(graded.benchmark, asked)
    browser = signed_in(lead)
    told = browser.get(f"/api/v1/evaluations/{before.pk}/compare/{after.pk}").json()["labels"]
    assert told["grade_changed"] == [{"before": 2, "after": 3, "pairs": 2}]
    assert (told["newly_relevant"], told["no_longer_relevant"]) == (0, 1)
    page = browser.get(f"/evaluations/{before.pk}/compare/{after.pk}/").text
    assert "The same verdict with a higher grade: 2 pairs; with a lower one: 0 pairs." in page
    back = browser.get(f"/api/v1/evaluations/{after.pk}/compare/{before.pk}").json()["labels"]
    assert back["grade_changed"] == [{"before": 3, "after": 2, "pairs": 2}]
    same = browser.get(f"/api/v1/evaluations/{after.pk}/compare/{after.pk}").json()["labels"]
    assert same["grade_changed"] == []


@pytest.mark.parametrize("seed", range(10))
def test_changed_grades_are_what_a_loop_over_pairs_finds(seed):
    of = np.random.default_rng(seed)

    def drawn(columns):
        """By (query, video), some of five grades; as arrays of so many columns."""
        said = {
            (q, v): int(of.integers(0, 5)) for q in range(4) for v in range(4) if of.random() < 0.8
        }
        rows = np.array([*said]).reshape(-1, 2)
        gains = Pairs.of(*rows.T, (4, columns), gains=[*said.values()])
        return said, Grades(tuple("abcde"), 3, gains)

    (before, first), (after, second) = drawn(4), drawn(6)
    nothing = Pairs.of([], [], (4, 4)), Pairs.of([], [], (4, 6))
    expected = Counter(
        (before[pair], after[pair])
        for pair in before.keys() & after.keys()
        if before[pair]
        and after[pair]
        and before[pair] != after[pair]
        and (before[pair] >= 3) == (after[pair] >= 3)
    )
    found = labels_between((0, 0), nothing, nothing, (first, second))
    assert {(one.before, one.after): one.pairs for one in found.grades} == expected
    assert found.higher + found.lower == expected.total()
    shorter = replace(second, relevant_from=2)
    assert labels_between((0, 0), nothing, nothing, (first, shorter)).grades is None


def send(browser, benchmark, **more):
    run = benchmark.runs.get()
    asked = {"measures": "C@1, nDCG@4", "positives": "both", "labels": "majority",
             "resamples": "100", "seed": "0", "runs": [run.pk]}  # fmt: skip
    return browser.post(f"/evaluations/new/?benchmark={benchmark.pk}", asked | more)


def test_a_lead_asks_for_a_table_from_a_grade_on_and_reads_its_words(graded, signed_in, lead):
    browser = signed_in(lead)
    page = browser.get(f"/evaluations/new/?benchmark={graded.benchmark.pk}").text
    assert 'name="level"' in page
    answer = send(browser, graded.benchmark, level="1")
    assert answer.status_code == 302
    run_job(Job.objects.latest("pk").pk, worker="w")
    report = Report.objects.get()
    assert report.asked["level"] == 1
    page = browser.get(f"/evaluations/{report.pk}/").text
    assert "Table 1 from grade 1" in page
    assert "Grades: 0 (no); 1 (in part); 2 (wholly). Of 12 verdicts with a grade" in page
    assert "0: 5, 1: 3, 2: 4." in page
    assert "Here a pair is relevant from grade 1 on." in page
    assert "C@1 of run from grade 1" in page.replace(graded.benchmark.runs.get().name, "run")
    assert "From grade 1: " in page
    assert "<dt>Relevant from grade</dt><dd>1</dd>" in page


def test_the_overview_says_the_number_at_the_campaigns_own_grade(graded, lead):
    def report_from(level):
        few = {"comparisons": False, "overlap": 0, "resamples": 100}
        return make_report(graded.benchmark, EvaluationAsked(measures=("C@1",), level=level, **few))

    report_from(1)
    assert standings(lead, [graded.benchmark])[0].report is None
    own = report_from(0)
    report_from(1)
    assert standings(lead, [graded.benchmark])[0].report == own


@pytest.mark.parametrize("level", ["3", "-1"])
def test_another_grade_is_refused_beside_its_field(graded, signed_in, lead, level):
    answer = send(signed_in(lead), graded.benchmark, level=level)
    assert answer.status_code == 422
    assert 'id="id_level_error"' in answer.text
    assert not Job.objects.exists()


def test_of_two_values_there_is_no_such_question(db, signed_in, lead):
    campaign = make_campaign()
    browser = signed_in(lead)
    assert (
        'name="level"'
        not in browser.get(f"/evaluations/new/?benchmark={campaign.benchmark.pk}").text
    )


def test_the_campaigns_page_counts_verdicts_by_grade(graded, signed_in, lead):
    page = signed_in(lead).get(f"/campaigns/{graded.pk}/").text
    assert " ".join(part_of(page, 'id="grades"').split()) == (
        "By grade 0, no: 5 1, in part: 3 2, wholly: 4 relevant from here on"
    )


def test_a_grade_that_no_verdict_has_is_pointed_out_once_there_are_enough(graded, monkeypatch):
    assert not grades_used(graded).unused
    graded.items.filter(grade=1).update(grade=0)
    assert not grades_used(graded).unused  # twelve say nothing of it yet
    monkeypatch.setattr("annotator.queries.grades_used.ENOUGH", 12)
    assert [one.word for one in grades_used(graded).unused] == ["in part"]


def test_a_campaign_of_two_values_has_no_such_row(db, signed_in, lead):
    campaign = make_campaign()
    assert grades_used(campaign).counts == ()
    assert 'id="grades"' not in signed_in(lead).get(f"/campaigns/{campaign.pk}/").text


def part_of(page: str, begin: str) -> str:
    """The text of one row of a list of facts."""
    rest = page[page.index(begin) :]
    return re.sub(r"<[^>]*>", " ", rest[rest.index(">") + 1 : rest.index("</div>")])
