"""Hidden gold where pairs are shown together: what a rater is given says as little of which pairs
are checks as where each comes by itself (test_nobody_can_guess_checks.py)."""

from collections import Counter

import numpy as np
import pytest

from annotator.masks import unmask_number
from annotator.models import Item, Label, Slot
from annotator.slots.draw_checks import share_alone
from foundation.integrity import differences
from tests.annotator.guessing import Guesser, auc, best_guess, checks_given, make_world, pair_of

pytestmark = pytest.mark.django_db
REACH, MOST = 4.3, 32


@pytest.fixture
def world(rater, other_rater, settings):
    settings.SECRET_KEY = "the same in every run"
    # More captions than where pairs come by themselves: the helper takes whole groups, and the
    # campaign must not run dry before the guesser has seen enough.
    usual = {"show": "grid", "group_size": 6, "single_share": 0.1, "captions": 60}
    return lambda **policy: make_world([rater, other_rater], **(usual | policy))


class GroupGuesser(Guesser):
    """Notices also what is shown with what, and what came before."""

    def see(self, slots):
        new = super().see(slots)
        sizes = Counter(slot.get("group") for slot in slots)
        places: Counter = Counter()
        captions = Counter(slot["caption"] for slot in slots)
        for slot in slots:
            group = slot.get("group")
            places[group] += 1
            if slot in new:
                self.notice(
                    slot,
                    alone=float(group is None),
                    size_of_its_group=float(sizes[group]) if group else 0.0,
                    place_in_its_group=places[group] / sizes[group] if group else 0.5,
                    with_its_caption=float(captions[slot["caption"]]),
                    fields=float(len(slot)),
                )
        return new

    def round(self, count, *, look, **what):
        """The helper does not look ahead: they would see the whole of what is shown together."""
        if self.me.claim(self.campaign, 1):
            super().round(count, look=0, **what)


def test_no_rule_that_a_rater_can_make_tells_checks_from_other_pairs(
    script, rater, other_rater, world, end_leases
):
    campaign = world()
    guesser = GroupGuesser(campaign, script(rater), script(other_rater), (), end_leases)
    guesser.play(36, until=100)
    truth = np.array([key in checks_given(campaign) for key in guesser.pairs])
    names = sorted({name for noticed in guesser.pairs.values() for name in noticed.features})
    features = np.array(
        [[noticed.features.get(name, -1.0) for name in names] for noticed in guesser.pairs.values()]
    )
    assert 20 < len(names) < MOST
    told = {name: auc(column, truth) for name, column in zip(names, features.T, strict=True)}
    told["all of them together"] = auc(*best_guess(features, truth))
    telling = {
        name: f"{area:.3f}"
        for name, (area, error) in told.items()
        if abs(area - 0.5) > REACH * error
    }
    assert telling == {}
    assert len(truth) > 100
    assert 15 < truth.sum() < 0.5 * len(truth)
    assert list(differences()) == []


def test_a_check_stands_among_clips_of_its_caption_and_makes_no_group_larger(script, rater, world):
    # So few checks that some of the groups are without one, however they are drawn.
    rating, campaign = script(rater), world(double_share=0.0, gold_share=0.12)
    found = []
    while slots := rating.claim(campaign):
        kinds = [Slot.objects.get(pk=unmask_number(slot["id"])).kind for slot in slots]
        if "group" in slots[0]:
            found.append((len(slots), "gold" in kinds, len({slot["caption"] for slot in slots})))
        for slot in slots:
            rating.say(slot, shown=slot.get("shown", "single"), shown_group=slot.get("group"))
    assert {captions for _, _, captions in found} == {1}
    assert {with_check for _, with_check, _ in found} == {True, False}
    pairs = Counter(Item.objects.filter(gold=False).exclude(bundle=None).values_list("bundle"))
    assert {size for size, _, _ in found} <= set(pairs.values())
    assert set(Label.objects.values_list("shown", flat=True)) <= {"grid", "single"}


def test_what_a_check_took_the_room_of_is_asked_all_the_same(script, rater, world):
    rating, campaign = script(rater), world(double_share=0.0)
    given = set()
    while slots := rating.claim(campaign):
        for slot in slots:
            given.add(pair_of(slot))
            rating.say(slot)
    assert Item.objects.filter(campaign=campaign, gold=False, verdict=None).count() == 0
    assert len(given) == campaign.items_count + len(checks_given(campaign) & given)


@pytest.mark.parametrize("kind", ["first", "gold"])
def test_what_is_labelled_twice_is_so_with_its_whole_group(script, rater, other_rater, world, kind):
    rating, helping, campaign = script(rater), script(other_rater), world(double_share=1.0)
    mine = None
    while mine is None:
        slots = rating.claim(campaign)
        kinds = [Slot.objects.get(pk=unmask_number(slot["id"])).kind for slot in slots]
        for slot, is_kind in zip(slots, kinds, strict=True):
            rating.say(slot)
            if "group" in slot and is_kind == kind and "gold" in kinds:
                mine = slot
    came = set()
    while slots := helping.claim(campaign):
        for slot in slots:
            came.add(pair_of(slot))
            helping.say(slot)
    assert pair_of(mine) in came


def test_as_many_of_what_comes_by_itself_are_checks_as_of_all():
    """A check comes by itself before what comes next, so often that the shares are the same."""
    for gold, single, group in ((0.1, 0.05, 9), (0.3, 0.1, 6), (0.5, 0.02, 12)):
        chance = share_alone(gold, single, group)
        singles = single / (single + (1 - single) / group)
        checks = chance / (1 - chance)  # before each, as often as it is drawn
        assert checks / (checks + singles) == pytest.approx(gold)
