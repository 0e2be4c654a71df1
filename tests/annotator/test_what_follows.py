"""What follows from labels, where more than one campaign, day or lease has a say."""

import uuid

import pytest

from annotator.actions.change_label import change_label, undo_label
from annotator.actions.not_saved import LeaseLost
from annotator.models import Answer, Label, RaterDay
from pooling.models import JudgedPair
from tests.annotator.breaking import differing, sql, unguarded
from tests.annotator.saying import ask_again_in_another, claim, say, verdicts
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater, other_rater):
    return make_campaign(
        captions=1, videos=1, raters=[rater, other_rater], double_share=0.0, change_minutes=10_000
    )


@pytest.fixture
def asked_again(campaign, other_rater):
    return ask_again_in_another(campaign, other_rater)


def judged() -> str:
    return JudgedPair.objects.get().verdict


def test_of_two_campaigns_the_newest_label_tells_what_a_pair_is(
    campaign, asked_again, rater, other_rater
):
    first = say(rater, claim(rater, campaign)[0], "relevant").label
    second = say(other_rater, claim(other_rater, asked_again)[0], "irrelevant").label
    assert judged() == "irrelevant"
    undo_label(rater=other_rater, label_id=second)
    assert judged() == "relevant"
    say(other_rater, claim(other_rater, asked_again)[0], "irrelevant")
    assert judged() == "irrelevant"
    undo_label(rater=rater, label_id=first)
    assert judged() == "irrelevant"
    assert differing() == []


def test_a_change_of_mind_counts_on_the_day_of_the_first_answer(campaign, rater):
    label = say(rater, claim(rater, campaign)[0], "relevant").label
    with unguarded("annotator_label"):
        sql("UPDATE annotator_label SET given_at = given_at - interval '1 day'")
        sql("UPDATE annotator_raterday SET day = day - 1")
    for answer in (Answer.IRRELEVANT, Answer.RELEVANT, Answer.IRRELEVANT):
        label = change_label(rater=rater, label_id=label, answer=answer, request_id=uuid.uuid4())
        assert (RaterDay.objects.get().labels, RaterDay.objects.get().relevant) == (
            1,
            int(answer == "relevant"),
        )
        assert differing() == []
    undo_label(rater=rater, label_id=label)
    assert RaterDay.objects.get().labels == 0
    assert differing() == []


def test_a_lease_of_long_ago_does_not_count_a_rater_twice(rater, other_rater, adjudicator):
    """The rater's lease on the third slot ended, and they labelled the pair in another slot
    since."""
    campaign = make_campaign(
        captions=1, videos=1, raters=[rater, other_rater, adjudicator], double_share=1.0
    )
    one = say(rater, claim(rater, campaign)[0], "relevant").label
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    old = claim(adjudicator, campaign)[0]
    sql("UPDATE annotator_slot SET lease_ends = now() WHERE state = 'leased'")
    assert claim(rater, campaign) == []  # whoever asks frees it
    one = change_label(
        rater=rater,
        label_id=one,
        answer=Answer.CANNOT_JUDGE,
        request_id=uuid.uuid4(),
        reason="not_for_me",
    )
    say(adjudicator, claim(adjudicator, campaign)[0], "relevant")
    with pytest.raises(LeaseLost):
        say(adjudicator, old)
    assert Label.objects.filter(rater=adjudicator).count() == 1
    assert verdicts(campaign) == ["disagreement"]
    assert differing() == []
