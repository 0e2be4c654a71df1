"""A pair that an adjudicator takes out: what scores, exports and agreement do with it."""

from uuid import uuid4

import pytest

from annotator.actions.adjudicate import adjudicate
from annotator.models import Answer, Item, Reason
from annotator.queries.forecast import captions_done
from annotator.queries.progress import progress_of
from measures.names import parse_all
from metrics.queries.labels import read_labels
from metrics.queries.snapshot import take_snapshot
from metrics.studies.agreement import agreement
from metrics.studies.evaluation import evaluate
from tests.annotator.exchanging import take
from tests.annotator.saying import label_all
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
NAMES = "Judged@2,AP'"


@pytest.fixture
def doubled(rater, other_rater):
    """Four pairs on which two raters disagree; the first of each caption is decided as relevant."""
    campaign = make_campaign(
        captions=2, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    return campaign


def decide(lead, item, answer: Answer, **more) -> None:
    where = {"campaign_id": item.campaign_id, "item_id": item.pk, "request_id": uuid4()}
    adjudicate(adjudicator=lead, answer=answer, **where, **more)


def judged_at_2(benchmark) -> float:
    runs = benchmark.runs.filter(direction="t2v")
    found = evaluate(take_snapshot(benchmark, runs), parse_all(NAMES)).as_json()
    return found["judged"][0]["share"]


def test_it_is_not_judged_any_more_and_agreement_is_what_it_was(doubled, lead, tmp_path):
    benchmark = doubled.benchmark
    item = Item.objects.filter(campaign=doubled).order_by("position")[0]
    before = agreement(read_labels(benchmark), resamples=50).as_json()
    assert judged_at_2(benchmark) == 1.0
    decide(lead, item, Answer.CANNOT_JUDGE, reason=Reason.UNCLEAR_CAPTION)
    assert judged_at_2(benchmark) == 0.75
    after = agreement(read_labels(benchmark), resamples=50).as_json()
    for name in ("multiply_labelled", "percent_agreement", "alpha", "labels"):
        assert after[name] == before[name]
    assert (before["disagreements"], after["disagreements"]) == (4, 3)
    take(benchmark, tmp_path / "labels.qrels", "qrels")
    marks = [line.split()[-1] for line in (tmp_path / "labels.qrels").read_text().splitlines()]
    assert sorted(marks) == ["-1", "-2", "-2", "-2"]
    take(benchmark, tmp_path / "labels.csv", "triplets")
    assert (tmp_path / "labels.csv").read_text().count("disagreement") == 3
    take(benchmark, tmp_path / "log.csv", "log")
    assert "unclear_caption" in (tmp_path / "log.csv").read_text()


def test_nothing_waits_for_it(doubled, lead):
    for item in Item.objects.filter(campaign=doubled):
        decide(lead, item, Answer.CANNOT_JUDGE, reason=Reason.UNCLEAR_VIDEO)
    progress = progress_of(doubled)
    assert (progress.taken_out, progress.open, progress.asked, progress.disputes) == (4, 4, 0, 0)
    assert progress.not_judged_yet == 0
    assert len(captions_done(doubled)) == 2
