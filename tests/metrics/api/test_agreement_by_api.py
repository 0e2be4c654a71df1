"""Agreement by API: the contract's keys, and plain problems."""

import pytest

from metrics.queries.labels import read_labels
from metrics.studies.agreement import agreement
from tests.annotator.saying import label_all
from tests.factories import make_benchmark, make_campaign

pytestmark = pytest.mark.django_db
PATH = "/api/v1/agreement"


@pytest.fixture
def campaign(rater, other_rater):
    both = [rater, other_rater]
    made = make_campaign(captions=2, videos=2, raters=both, double_share=1.0, label_limit=2)
    label_all(rater, made, "relevant")
    label_all(other_rater, made, "irrelevant")
    return made


def test_it_is_what_the_study_tells(signed_in, lead, campaign):
    drawn = {"seed": 3, "resamples": 50}
    asked = {"benchmark": campaign.benchmark_id, "campaign": campaign.pk, "labels": "all"} | drawn
    answer = signed_in(lead).get(PATH, asked)
    assert answer.status_code == 200
    told, labels = answer.json(), read_labels(campaign.benchmark, campaign)
    assert told == agreement(labels, "all", **drawn).as_json()
    assert (told["percent_agreement"], told["disagreements"]) == (0.0, 4)


def test_what_is_wrong_with_the_question_is_a_problem(signed_in, lead, campaign):
    client, of = signed_in(lead), campaign.benchmark_id
    other = make_campaign(captions=1, videos=1)
    for asked, word in (
        ({}, "benchmark"),
        ({"benchmark": 99_999}, "benchmark"),
        ({"benchmark": of, "campaign": other.pk}, "Expected a campaign of"),
        ({"benchmark": of, "labels": "some"}, "labels"),
        ({"benchmark": of, "resamples": 0}, "resamples"),
    ):
        answer = client.get(PATH, asked)
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
        assert word in answer.json()["detail"]


def test_an_empty_campaign_is_all_of_the_benchmark(signed_in, lead, campaign):
    asked = {"benchmark": campaign.benchmark_id, "resamples": 50}
    client = signed_in(lead)
    empty = client.get(PATH, asked | {"campaign": ""})
    assert empty.status_code == 200
    assert empty.json() == client.get(PATH, asked).json()


def test_without_any_label_it_says_so(signed_in, lead):
    empty = make_benchmark([("one", "v0")], name="empty")
    answer = signed_in(lead).get(PATH, {"benchmark": empty.pk})
    assert answer.status_code == 409
    assert "nobody has labelled a pair of empty yet" in answer.json()["detail"]


def test_who_rates_is_told_nothing(signed_in, campaign, rater):
    assert signed_in(rater).get(PATH, {"benchmark": campaign.benchmark_id}).status_code == 403


def test_viewers_are_told_all_but_who_the_raters_are(signed_in, lead, viewer, campaign):
    asked = {"benchmark": campaign.benchmark_id, "resamples": 50}
    ours, theirs = (signed_in(person).get(PATH, asked).json() for person in (lead, viewer))
    numbered = [(row["id"], row["rater"]) for row in theirs["raters"]]
    assert numbered == [(1, "rater 1"), (2, "rater 2")]
    assert [(two["a"], two["b"]) for two in theirs["pairwise"]] == [("rater 1", "rater 2")]
    assert {row["rater"] for row in ours["raters"]} == {"Rosa Rater", "Omar Rater"}
    assert [row["labels"] for row in theirs["raters"]] == [row["labels"] for row in ours["raters"]]
    for told in (ours, theirs):
        del told["raters"], told["pairwise"]
    assert ours == theirs
