"""What a label says beside its answer: its value, and how its pair was shown; a pair's kind, and a
campaign's scale. Only today's are offered."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction

from annotator.actions.change_label import undo_label
from annotator.labels.append import NewLabel, append
from annotator.models import Campaign, Item, Label
from tests.annotator.breaking import differing, kinds, sql, unguarded
from tests.annotator.saying import claim, say
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater, other_rater):
    """One label of each answer."""
    campaign = make_campaign(captions=2, videos=2, raters=[rater, other_rater], double_share=0.0)
    slots = claim(rater, campaign, 4)
    for slot, answer in zip(slots, ["relevant", "irrelevant", "cannot_judge"], strict=False):
        say(rater, slot, answer)
    undo_label(rater=rater, label_id=say(rater, slots[3]).label)
    return campaign


def values() -> dict[str, int | None]:
    return dict(Label.objects.values_list("answer", "value").distinct())


def test_a_label_has_its_place_on_the_campaigns_scale(campaign):
    assert campaign.scale == ["irrelevant", "relevant"]
    found = values()
    assert found == {"relevant": 1, "irrelevant": 0, "cannot_judge": None, "withdrawn": None}
    for answer, value in found.items():
        assert value is None or campaign.scale[value] == answer


def test_a_value_that_is_not_on_the_scale_is_found(campaign):
    assert differing() == []
    with unguarded("annotator_label"):
        sql("UPDATE annotator_label SET value = 2 WHERE answer = 'relevant'")
    assert kinds() == {"value"}


def test_a_scale_has_two_values_or_more(campaign):
    with (
        pytest.raises(IntegrityError, match="annotator_a_scale_has_two_values_or_more"),
        transaction.atomic(),
    ):
        Campaign.objects.filter(pk=campaign.pk).update(scale=["relevant"])


def test_pairs_are_of_videos_and_are_shown_by_themselves(campaign):
    assert set(Item.objects.values_list("kind", flat=True)) == {"video"}
    assert set(Label.objects.values_list("shown", "shown_group")) == {("single", None)}
    with (
        pytest.raises(IntegrityError, match="annotator_an_items_kind_is_known"),
        transaction.atomic(),
    ):
        Item.objects.update(kind="picture")


def new_label(campaign, rater, **fields) -> NewLabel:
    (slot,) = claim(rater, campaign)
    item = Item.objects.get(slots=slot.slot)
    said = {"answer": "relevant", "value": 1, "request": uuid.uuid4(), "version": 1}
    return NewLabel(
        campaign=campaign.pk, item=item.pk, slot=slot.slot, rater=rater.pk, **said | fields
    )


@pytest.mark.parametrize("shown", ["grid", "captions"])
def test_the_one_insert_says_how_a_pair_was_shown_and_with_which(
    campaign, other_rater, shown, cursor
):
    group = uuid.uuid4()
    number = append(cursor, new_label(campaign, other_rater, shown=shown, shown_group=group))
    label = Label.objects.get(pk=number)
    assert (label.shown, label.shown_group, label.value) == (shown, group, 1)


@pytest.mark.parametrize(
    "fields",
    [
        {"shown": "grid"},
        {"shown_group": uuid.uuid4()},
        {"shown": "upside", "shown_group": uuid.uuid4()},
    ],
)
def test_only_what_was_shown_together_has_a_group(campaign, other_rater, fields, cursor):
    label = new_label(campaign, other_rater, **fields)
    with (
        pytest.raises(IntegrityError, match="annotator_what_was_shown_together_is_a_group"),
        transaction.atomic(),
    ):
        append(cursor, label)


@pytest.fixture
def cursor(db):
    with connection.cursor() as cursor:
        yield cursor


def read(statement: str):
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]
