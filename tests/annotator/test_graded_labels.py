"""A campaign of five values: what its raters say, what follows for its pairs, and that all of it
can be written anew from the log."""

import uuid

import pytest
from django.core.exceptions import ValidationError

from annotator.actions.adjudicate import adjudicate
from annotator.actions.change_label import change_label, undo_label
from annotator.actions.create_campaign import create_campaign
from annotator.actions.not_saved import SavedBefore
from annotator.actions.rebuild import rebuild
from annotator.models import Campaign, Item, Label
from annotator.scales import NotOnScale
from foundation.refused import Refused
from people.actor import SYSTEM
from pooling.models import JudgedPair
from tests.annotator.breaking import differing, kinds, sql, unguarded
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db
WORDS = ["not at all", "hardly", "in part", "mostly", "entirely"]
GRADED = {"scale": WORDS, "relevant_from": 3, "far": 2}


@pytest.fixture
def raters():
    return [make_user() for _ in range(3)]


@pytest.fixture
def campaign(raters):
    return make_campaign(captions=2, videos=2, raters=raters, double_share=1.0, **GRADED)


def answer_all(campaign, raters, values: dict[int, list[int]]) -> None:
    """values: by the position of a pair, what its raters say, one after another."""
    said = {position: list(of) for position, of in values.items()}
    for rater in raters:
        for slot in claim(rater, campaign, 4):
            position = Item.objects.get(slots=slot.slot).position
            if said.get(position):
                say(rater, slot, value=said[position].pop(0))


def found(campaign) -> list[tuple]:
    items = Item.objects.filter(campaign=campaign).order_by("position")
    return list(items.values_list("verdict", "grade"))


def judged(campaign) -> dict[int, tuple]:
    items = Item.objects.filter(campaign=campaign)
    rows = {
        (one.query_id, one.video_id): (one.verdict, one.grade) for one in JudgedPair.objects.all()
    }
    return {
        one.position: rows[one.query_id, one.video_id]
        for one in items
        if (one.query_id, one.video_id) in rows
    }


def test_grades_become_verdicts_and_are_written_anew_from_the_log(campaign, raters):
    answer_all(campaign, raters, {0: [4, 3], 1: [0, 1], 2: [2, 3, 3], 3: [0, 2, 4]})
    expected = [("relevant", 3), ("irrelevant", 0), ("relevant", 3), ("disagreement", None)]
    assert found(campaign) == expected
    assert judged(campaign) == dict(enumerate(expected))
    assert set(Label.objects.values_list("value", "answer")) == {
        (0, "irrelevant"),
        (1, "irrelevant"),
        (2, "irrelevant"),
        (3, "relevant"),
        (4, "relevant"),
    }
    assert differing() == []
    sql("UPDATE annotator_item SET grade = NULL, verdict = 'irrelevant'")
    sql("UPDATE pooling_judgedpair SET grade = 1")
    assert kinds() == {"verdict", "judged pair"}
    rebuild()
    assert found(campaign) == expected
    assert judged(campaign) == dict(enumerate(expected))
    assert differing() == []


def test_an_adjudicator_decides_by_a_value(campaign, raters):
    answer_all(campaign, raters, {3: [0, 2, 4]})
    (disputed,) = Item.objects.filter(dispute__gt=0)
    decided = {"campaign_id": campaign.pk, "item_id": disputed.pk, "comment": "Most of it."}
    with pytest.raises(NotOnScale):
        adjudicate(adjudicator=make_user(), answer="relevant", request_id=uuid.uuid4(), **decided)
    adjudicate(adjudicator=make_user(), value=2, request_id=uuid.uuid4(), **decided)
    disputed.refresh_from_db()
    assert (disputed.verdict, disputed.grade, disputed.adjudicated) == ("irrelevant", 2, True)
    assert judged(campaign)[disputed.position] == ("irrelevant", 2)
    assert differing() == []


def test_a_rater_changes_a_value_and_takes_it_back(campaign, raters):
    rater = raters[0]
    (slot,) = claim(rater, campaign)
    first = say(rater, slot, value=4).label
    changed = change_label(rater=rater, label_id=first, value=1, request_id=uuid.uuid4())
    label = Label.objects.get(pk=changed)
    assert (label.answer, label.value, label.supersedes_id) == ("irrelevant", 1, first)
    withdrawn = Label.objects.get(pk=undo_label(rater=rater, label_id=changed))
    assert (withdrawn.answer, withdrawn.value) == ("withdrawn", None)
    assert differing() == []


def test_a_request_counts_once_and_stands_for_its_value(campaign, raters):
    request = uuid.uuid4()
    (slot,) = claim(raters[0], campaign)
    label = say(raters[0], slot, value=3, request_id=request).label
    assert say(raters[0], slot, value=3, request_id=request).label == label
    with pytest.raises(SavedBefore, match=r"a moment ago: 3, mostly\."):
        say(raters[0], slot, value=4, request_id=request)
    assert Label.objects.count() == 1


@pytest.mark.parametrize("value", [5, 10])
def test_a_value_above_the_scale_is_refused_and_nothing_is_written(campaign, raters, value):
    (slot,) = claim(raters[0], campaign)
    with pytest.raises(NotOnScale, match="the values 0 to 4"):
        say(raters[0], slot, value=value)
    assert not Label.objects.exists()


def test_a_label_whose_answer_is_not_its_values_is_found(campaign, raters):
    answer_all(campaign, raters, {0: [4, 3]})
    with unguarded("annotator_label"):
        sql("UPDATE annotator_label SET answer = 'irrelevant' WHERE value = 4")
    assert "value" in kinds()


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ({"scale": [str(n) for n in range(12)]}, "A scale has 2 to 11 values."),
        ({"scale": ["only"]}, "annotator_a_scale_has_two_values_or_more"),
        ({"scale": WORDS, "relevant_from": 0}, "greater than or equal to 1"),
        ({"scale": WORDS, "relevant_from": 5}, "Relevant begins above the lowest value"),
        ({"scale": WORDS, "far": 5}, "Two values of a scale differ by 1 to"),
        ({"relevant_from": 2}, "Relevant begins above the lowest value"),
    ],
)
def test_a_scale_that_cannot_be_is_refused(campaign, policy, says):
    with pytest.raises((ValidationError, Refused), match=says):
        create_campaign(SYSTEM, campaign.pool, "another", **policy)
    assert Campaign.objects.count() == 1


def test_what_is_far_follows_from_the_scale(campaign):
    assert create_campaign(SYSTEM, campaign.pool, "graded", scale=WORDS).far == 2
    assert create_campaign(SYSTEM, campaign.pool, "binary").far == 1
