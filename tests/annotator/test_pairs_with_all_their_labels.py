"""A pair with as many labels as the policy allows waits for nobody else; those that did so before
are settled by a migration."""

from importlib import import_module

import pytest
from django.db import connection

from annotator.models import Campaign, Item, Slot
from pooling.models import JudgedPair
from tests.annotator.breaking import differing
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db
MIGRATION = "annotator.migrations.0016_pairs_with_all_their_labels_are_adjudicated"


def one_by_one(campaign, *answers: str) -> None:
    """Each answer to every pair by somebody else."""
    people = list(campaign.members.order_by("pk"))
    for member, answer in zip(people, answers, strict=False):
        for slot in claim(member.person, campaign, 10):
            say(member.person, slot, answer)


def make_crowd(**policy) -> Campaign:
    return make_campaign(
        captions=1, videos=2, raters=[make_user() for _ in range(4)], double_share=1.0, **policy
    )


def test_a_third_cannot_judge_after_one_to_one_goes_to_the_adjudicator():
    campaign = make_crowd(label_limit=3)
    one_by_one(campaign, "relevant", "irrelevant", "cannot_judge")
    assert list(Item.objects.values_list("verdict", "dispute")) == [("disagreement", 3)] * 2
    assert set(Slot.objects.filter(state="free").values_list("kind", flat=True)) == {"adjudication"}
    assert differing() == []


def test_those_that_waited_for_one_more_label_are_settled_by_the_migration():
    """The policy allowed one more label when they were given: so the pairs stand as the old rule
    left them."""
    campaign = make_crowd(label_limit=4)
    one_by_one(campaign, "relevant", "irrelevant", "cannot_judge")
    last = campaign.members.order_by("-pk")[0].person
    (held,) = claim(last, campaign)
    Campaign.objects.update(label_limit=3)
    assert len(differing()) == 3  # two verdicts, and one slot that is not in anybody's hands
    with connection.cursor() as cursor:
        for statement in import_module(MIGRATION).ALL:
            cursor.execute(statement)
    assert differing() == []
    assert JudgedPair.objects.filter(verdict="disagreement").count() == 2
    assert list(Slot.objects.filter(state="free").values_list("kind", flat=True)) == [
        "adjudication"
    ]
    say(last, held, "relevant")
    assert differing() == []
