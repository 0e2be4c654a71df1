"""What a rater reads while a colleague works beside them: whatever the colleague does, each count
does the same for checks and for other pairs."""

import re

import pytest
from django.test import Client

from annotator.masks import unmask_number
from annotator.models import Slot
from tests.annotator.guessing import an_hour_passes, auc, make_world

pytestmark = pytest.mark.django_db
REACH = 4.3  # standard errors: as in test_nobody_can_guess_checks.py


@pytest.fixture
def world(rater, other_rater, settings):
    settings.SECRET_KEY = "the same in every run"
    return make_world([rater, other_rater], double_share=0.0)


class Reader:
    """All the counts of a rater, as their pages and the screen's script have them."""

    def __init__(self, person, campaign) -> None:
        self.client, self.campaign = Client(), campaign
        self.client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")

    def left(self) -> int:
        return self.client.get(f"/rate/{self.campaign.pk}/standing/").json()["left"]

    def all(self) -> dict:
        """Of pages, what is read on them."""
        standing = self.client.get(f"/rate/{self.campaign.pk}/standing/").json()
        pages = {
            at: text_of(self.client.get(at).text)
            for at in ("/", "/rate/", f"/rate/{self.campaign.pk}/")
        }
        return {name: found for name, found in standing.items() if name != "csrf"} | pages


def text_of(page: str) -> list[str]:
    return re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.DOTALL).split()


def kind_of(slot: dict) -> str:
    return Slot.objects.get(pk=unmask_number(slot["id"])).kind


def test_a_claim_and_an_answer_move_it_for_neither_kind(script, rater, other_rater, world):
    working, reading = script(rater), Reader(other_rater, world)
    script(other_rater).claim(world)
    moved = set()
    for _ in range(25):
        before = reading.left()
        (slot,) = working.claim(world)
        claimed = reading.left()
        working.say(slot)
        moved.add((kind_of(slot), before - claimed, claimed - reading.left()))
    assert moved == {("first", 0, 0), ("gold", 0, 0)}


@pytest.mark.parametrize("holding", [False, True])
def test_nor_does_anything_else_that_a_colleague_does(
    script, rater, other_rater, world, end_leases, holding
):
    """All counts on all pages of a rater, who holds a pair or not."""
    working, reading = script(rater), Reader(other_rater, world)
    if holding:
        script(other_rater).claim(world)
    first, kinds = reading.all(), set()
    for turn in range(100):
        if turn >= 12 and len(kinds) == 2:  # which kind comes is drawn
            break
        (slot,) = working.claim(world)
        kinds.add(kind_of(slot))
        assert reading.all() == first
        working.post(f"slots/{slot['id']}/release", {"lease": slot["lease"]})
        assert reading.all() == first
        (slot,) = working.claim(world)
        kinds.add(kind_of(slot))
        label = working.say(slot, "cannot_judge", reason="unclear_video").json()["label"]
        assert reading.all() == first
        assert working.post(f"labels/{label}/undo").status_code == 200
        assert reading.all() == first
        (slot,) = working.claim(world)
        kinds.add(kind_of(slot))
        working.post(f"slots/{slot['id']}/release", {"lease": slot["lease"], "later": True})
        assert reading.all() == first
        working.say(working.claim(world)[0])
        assert reading.all() == first
    assert kinds == {"first", "gold"}


def test_one_claim_an_hour_is_lost_in_what_is_drawn(script, rater, other_rater, world):
    working, reading = script(rater), Reader(other_rater, world)
    before, fallen, checks = reading.left(), [], []
    for _ in range(150):
        (slot,) = working.claim(world)
        checks.append(kind_of(slot) == "gold")
        working.say(slot)
        an_hour_passes()
        now = reading.left()
        fallen.append(before - now)
        before = now
    area, error = auc(fallen, checks)
    assert abs(area - 0.5) < REACH * error
    # It follows all the same: each pair takes the checks with it that would have come before it.
    assert abs(sum(fallen) - checks.count(False) / (1 - world.gold_share)) <= 30
