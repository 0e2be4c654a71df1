"""A pair with as many labels as the policy allows waits for nobody else; those that did so before
are settled by a migration."""

import pytest

from annotator.models import Campaign, Item, Slot
from tests.annotator.breaking import differing
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db


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
