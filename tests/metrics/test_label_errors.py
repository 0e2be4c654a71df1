"""Scores with the labels' errors: estimates near the truth where the majority's are not, intervals
about captions and labels, shares, and what a report keeps of who said what."""

import json
import uuid
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import call_command

from annotator.actions.adjudicate import adjudicate
from annotator.models import Answer, Item, Label
from bench.cells import labels as noisy
from measures.names import parse_all
from metrics.frozen import canonical
from metrics.queries.labels import read_label_evidence
from metrics.queries.reports import result_of
from metrics.queries.snapshot import take_snapshot
from metrics.queries.verified import verify_report
from metrics.studies.evaluation import evaluate
from metrics.studies.label_errors import NO_POOL, label_errors, with_label_errors
from metrics.studies.label_evidence import LabelEvidence, strata_of
from metrics.studies.label_means import LABELS
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from metrics.words import as_text
from people.models import User
from tests.annotator.saying import ask_again_in_another, claim, label_all, say
from tests.factories import make_campaign, make_user
from tests.metrics.reporting import ASKED, make_report
from tests.metrics.worlds import Bare, make_world

NONE = np.empty(0, np.int64)
WORLD = Bare(
    videos=8,
    queries=[0, 1, 2, 3, 4, 5],
    own=[0, 1, 2, 3, 4, 5],
    verdicts={(n, v): v == 7 and n < 4 for n in range(6) for v in (6, 7)},
    rankings=[[[n, 7, 6] if n % 2 else [7, n, 6] for n in range(6)]],
)
FEW = {"draws": 20, "resamples": 200}


@pytest.fixture
def labelled(rater, other_rater, lead):
    """Twelve pairs, each labelled by two, who differ about two of them; one of these was decided
    as relevant."""
    made = make_campaign(captions=6, raters=[rater, other_rater], double_share=1.0, label_limit=2)
    for person in (rater, other_rater):
        while slots := claim(person, made):
            item = Item.objects.get(slots__pk=slots[0].slot)
            own = item.video.number == item.query.number % 2
            wrong = person == other_rater and item.query.number in (1, 2) and not own
            say(person, slots[0], "relevant" if own or wrong else "irrelevant")
    disputed = Item.objects.filter(campaign=made, verdict="disagreement").first()
    adjudicate(
        adjudicator=lead,
        campaign_id=made.pk,
        item_id=disputed.pk,
        answer=Answer.RELEVANT,
        comment="seen",
        request_id=uuid.uuid4(),
    )
    return made


def evidence_of(rows, gold=(NONE, NONE, NONE), decided=-1) -> LabelEvidence:
    """rows: (query, video, rater, value)."""
    query, video, rater, value = np.array(rows, np.int64).reshape(-1, 4).T
    return LabelEvidence.of(
        query * WORLD.videos + video, rater, value, np.full(len(rows), decided), gold
    )


def everybody(raters=(31, 12), wrong=()) -> LabelEvidence:
    """Labels as the verdicts are, but those of `wrong`: (query, video, rater)."""
    return evidence_of([
        (query, video, rater, int(found) ^ int((query, video, rater) in wrong))
        for (query, video), found in WORLD.verdicts.items()
        for rater in raters
    ])  # fmt: skip


def scored(measures="C@1,AP,GMR,MedR,Judged@3", **more):
    return evaluate(WORLD.snapshot(), parse_all(measures), **more)


def test_intervals_of_captions_and_labels_mostly_hold_the_truth():
    """A short version of `python -m bench.coverage --only noisy`: seeds 0 to 9, whatever they
    hold. Of 100 intervals 95 should: fewer than 7 of 10 would then come once in 1,000 times."""
    found = [noisy.found(seed, draws=15) for seed in range(10)]
    rows = [row for one in found for row in one.rows]
    held = 0
    for row in rows:
        low, high = row.drawn.ends(LABELS)
        held += low <= noisy.TRUTH[row.run] <= high
        assert row.score.value < row.drawn.value
        assert 0 < row.share_raters < 1
    assert len(rows) == 20
    assert held >= 14


def test_where_everybody_agrees_estimates_are_close_to_the_scores():
    found = label_errors(
        WORLD.snapshot(), everybody(), scored(intervals=True, resamples=200), seed=1, **FEW
    )
    row = next(row for row in found.rows if str(row.measure) == "AP")
    assert row.drawn.value == pytest.approx(row.score.value, abs=0.1)
    low, high = row.drawn.ends(LABELS)
    assert low < row.drawn.value < high
    assert row.delta.ends(LABELS) is not None


def test_what_has_no_mean_or_knows_no_positives_says_why():
    found = label_errors(WORLD.snapshot(), everybody(), scored(), seed=1, **FEW)
    of = {str(row.measure): row for row in found.rows}
    assert of["GMR"].drawn.ends(LABELS) is not None
    for name in ("MedR", "Judged@3"):
        assert of[name].drawn.value is None
        assert "no mean over captions" in of[name].drawn.why_not(LABELS)


def test_rows_are_as_before_with_more_beside():
    scores = scored("C@1,AP", intervals=True, resamples=100)
    told = with_label_errors(scores, WORLD.snapshot(), everybody(), seed=1, resamples=300)
    before, now = scores.as_json(), told.as_json()
    for was, row in zip(before["rows"], now["rows"], strict=True):
        assert was.items() <= row.items()
        assert row["share_captions"] + row["share_raters"] == pytest.approx(1)
        assert row["share_sampling"] is None
    assert [one["rater"] for one in now["raters"]] == ["rater 1", "rater 2"]
    shown = "\n".join(as_text(table) for table in tables_of(told))
    assert "captions and labels" in shown
    assert "How often raters err" in shown


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        (everybody([31]), "all labels are one rater's"),
        (evidence_of([(0, 6, 1, 0), (1, 6, 2, 0)]), "no pair has labels of two raters"),
        (evidence_of(np.empty((0, 4))), "no label says who gave it"),
    ],
)
def test_where_nothing_tells_of_errors_rows_say_so(labels, why):
    snapshot = WORLD.snapshot()
    with pytest.raises(NothingToStudy, match=why):
        label_errors(snapshot, labels, scored(), seed=0, **FEW)
    told = with_label_errors(scored(), snapshot, labels, seed=0)
    assert {row["label_interval"] for row in told.as_json()["rows"]} == {None}
    assert all(why in row["label_why"] for row in told.as_json()["rows"])
    assert any(why in note for note in tables_of(told)[-1].notes)


def test_original_positives_are_no_errors_of_raters():
    with pytest.raises(NothingToStudy, match="original positives are not errors"):
        label_errors(WORLD.snapshot(), everybody(), scored(positives="original"), seed=0)


def test_decided_pairs_stay_as_decided():
    """With every pair decided, nothing comes from raters."""
    rows = [
        (query, video, rater, int(found))
        for (query, video), found in WORLD.verdicts.items()
        for rater in (1, 2)
    ]
    values = np.array(rows).T
    decided = LabelEvidence.of(
        values[0] * WORLD.videos + values[1], values[2], values[3], values[3], (NONE, NONE, NONE)
    )
    found = label_errors(WORLD.snapshot(), decided, scored("C@1"), seed=0, **FEW)
    assert found.rows[0].drawn.value == pytest.approx(found.rows[0].score.value)
    assert found.rows[0].share_raters == 0


def test_raters_are_numbers_by_how_much_they_labelled_and_a_label_counts_once():
    gold = (np.array([90, 90]), np.array([1, 0]), np.array([1, 1]))
    found = evidence_of(
        [(0, 6, 90, 1), (0, 6, 90, 0), (0, 6, 7, 1), (1, 6, 7, 0), (2, 7, 7, 1)], gold
    )
    assert found.raters == 2
    assert found.rater[found.pair == 0].tolist() == [0, 1]
    assert found.value[found.pair == 0].tolist() == [1, 1]  # the first of each
    assert found.checks[1].tolist() == [[0, 0], [1, 1]]


def test_arrays_come_back_as_they_were():
    gold = (np.array([90, 7]), np.array([1, 0]), np.array([1, 0]))
    was = evidence_of([(0, 6, 90, 1), (3, 2, 7, 0), (0, 6, 7, 1)], gold, decided=1)
    now = LabelEvidence.from_arrays(was.arrays())
    for name in LabelEvidence.__slots__:
        assert getattr(now, name).tolist() == getattr(was, name).tolist()


def test_pairs_that_rank_alike_share_a_prevalence():
    keys = np.array([7, 8 + 7, 0, 6, 5])  # of queries 0, 1, 0, 0, 0
    order = np.sort(keys)
    bands = dict(zip(order.tolist(), strata_of(order, WORLD.snapshot()).tolist(), strict=True))
    assert bands[7] == 1  # video 7 is first for caption 0
    assert bands[8 + 7] == 2  # and second for caption 1
    assert bands[0] == 2 + 5  # its own video, apart
    assert bands[6] == 2
    assert bands[5] == 4


def test_evidence_is_read_from_the_labels_that_count(db, labelled):
    snapshot = take_snapshot(labelled.benchmark, list(labelled.benchmark.runs.all()))
    found = read_label_evidence(labelled.benchmark, snapshot.videos)
    live = Label.objects.filter(campaign=labelled, superseded_by=None)
    votes = live.filter(slot__kind__in=["first", "second", "third"])
    assert len(found.pair) == votes.filter(answer__in=["relevant", "irrelevant"]).count()
    for item in Item.objects.filter(campaign=labelled).select_related("query", "video"):
        place = np.flatnonzero(found.keys == item.query.number * 2 + item.video.number)
        said = [label.answer == "relevant" for label in votes.filter(item=item)]
        assert sorted(found.value[found.pair == place[0]]) == sorted(map(int, said))
        decided = item.verdict == "relevant" if item.adjudicated else -1
        assert found.known[place[0]] == decided


def test_a_report_keeps_who_said_what_without_who_they_are(db, labelled, lead):
    report = make_report(labelled.benchmark, replace(ASKED, labels="posterior", leave_out=""))
    told = result_of(report)["parts"]["label_errors"]["found"]
    assert {row["run"] for row in told["rows"]} == {
        run.name for run in labelled.benchmark.runs.all()
    }
    assert [one["rater"] for one in told["raters"]] == ["rater 1", "rater 2"]
    everything = canonical([result_of(report), report.inputs, report.asked]).decode()
    assert not any(person.username in everything for person in User.objects.all())
    again = ask_again_in_another(labelled, another := make_user())
    label_all(another, again, "irrelevant")
    assert verify_report(report).same


def test_a_reports_page_shows_raters_errors_and_why_nothing_is_from_sampling(
    db, labelled, lead, signed_in
):
    report = make_report(labelled.benchmark, replace(ASKED, labels="posterior", leave_out=""))
    browser = signed_in(lead)
    page = browser.get(f"/evaluations/{report.pk}/").text
    assert "How often raters err" in page
    assert "rater 2" in page
    assert "nothing comes from sampling" in page
    assert "This rests on what is assumed of raters: " in page
    assert "What helps: give hidden gold or decide pairs" in page
    told = browser.get(f"/api/v1/evaluations/{report.pk}").json()["result"]["parts"]
    row = told["label_errors"]["found"]["rows"][0]
    assert row["share_sampling"] is None
    assert row["share_sampling_why"] == NO_POOL


def test_two_resamples_in_each_draw_are_least():
    """With one, all of the variance would seem to be the raters'."""
    found = label_errors(
        WORLD.snapshot(), everybody(wrong={(0, 7, 12)}), scored("C@1"), seed=1, resamples=30
    )
    assert (found.draws, found.resamples) == (15, 30)
    assert 0 < found.rows[0].share_raters < 1


def test_a_report_says_why_there_is_no_such_part(db):
    part = result_of(make_report(make_world(), replace(ASKED, labels="posterior")))["parts"]
    assert "no label says who gave it" in part["label_errors"]["nothing"]


def test_the_command_tells_rows_as_before_and_raters(db, labelled, capsys):
    options = {"resamples": 300, "measures": "C@1", "json": True}
    plain = json.loads(call_command("evaluate", labelled.benchmark.name, intervals=True, **options))
    told = json.loads(
        call_command("evaluate", labelled.benchmark.name, labels="posterior", **options)
    )
    assert plain["rows"][0].items() <= told["rows"][0].items()
    assert told["rows"][0]["label_interval"] is not None
    assert len(told["raters"]) == 2
