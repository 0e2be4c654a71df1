"""Raters do anything in any order in a campaign with checks: everything stays as it must be, and
nobody meets a pair twice."""

import random
import uuid
from collections import defaultdict

import pytest

from annotator.actions.change_label import (
    OthersWorkOnIt,
    Superseded,
    TooLate,
    change_label,
    undo_label,
)
from annotator.actions.change_state import change_member_state
from annotator.actions.extend_lease import keep_lease, release_slot
from annotator.actions.not_saved import LeaseLost
from annotator.actions.rebuild import rebuild
from annotator.locks.standing import NotAMember
from annotator.models import Answer, Item, Label, Member, Slot
from foundation.integrity import differences
from people.actor import SYSTEM
from tests.annotator.breaking import sql
from tests.annotator.guessing import make_world
from tests.annotator.saying import claim, say
from tests.factories import make_user

pytestmark = pytest.mark.django_db
REFUSED = (LeaseLost, NotAMember, OthersWorkOnIt, Superseded, TooLate)
ANSWERS = ["relevant", "irrelevant", "cannot_judge"]


class Crowd:
    def __init__(self, seed: int, **policy) -> None:
        self.drawn = random.Random(seed)
        self.raters = [make_user() for _ in range(3)]
        self.campaign = make_world(self.raters, known=12, gold_share=0.4, **policy)
        self.leases, self.labels = [], []

    def step(self) -> None:
        do = self.drawn.choice(
            (
                self.claim,
                self.claim,
                self.answer,
                self.answer,
                self.answer,
                self.back,
                self.undo,
                self.change,
                self.rest,
            )
        )
        try:
            do(self.drawn.choice(self.raters))
        except REFUSED:
            return

    def claim(self, rater) -> None:
        self.leases += [
            (rater, slot) for slot in claim(rater, self.campaign, self.drawn.randint(1, 4))
        ]

    def answer(self, _) -> None:
        if self.leases:
            rater, slot = self.drawn.choice(self.leases[-12:])
            said = say(rater, slot, self.drawn.choice(ANSWERS), then_claim=self.drawn.randint(0, 2))
            self.labels.append((rater, said.label))

    def back(self, _) -> None:
        if self.leases:
            rater, slot = self.drawn.choice(self.leases[-12:])
            lease = {"rater": rater, "slot_id": slot.slot, "lease": slot.lease}
            (
                keep_lease(**lease)
                if self.drawn.random() < 0.3
                else release_slot(**lease, later=self.drawn.random() < 0.3)
            )

    def undo(self, _) -> None:
        if self.labels:
            rater, label = self.drawn.choice(self.labels[-8:])
            undo_label(rater=rater, label_id=label)

    def change(self, _) -> None:
        if self.labels:
            rater, label = self.drawn.choice(self.labels[-8:])
            answer = Answer(self.drawn.choice(ANSWERS))
            reason = "unclear_video" if answer == Answer.CANNOT_JUDGE else None
            self.labels.append(
                (
                    rater,
                    change_label(
                        rater=rater,
                        label_id=label,
                        answer=answer,
                        request_id=uuid.uuid4(),
                        reason=reason,
                    ),
                )
            )

    def rest(self, rater) -> None:
        if self.drawn.random() < 0.5:
            sql(
                "UPDATE annotator_slot SET lease_ends = now() - interval '1 second' WHERE state ="
                " 'leased' AND rater_id = %s",
                rater.pk,
            )
        else:
            member = Member.objects.get(person=rater)
            for state in (Member.State.PAUSED, Member.State.ACTIVE):
                change_member_state(SYSTEM, member.pk, state)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_raters_do_checks_stay_as_they_must_be(seed):
    crowd = Crowd(seed, double_share=0.5, label_limit=3, cannot_judge_limit=2)
    seconds = Slot.objects.filter(kind="gold").exclude(stage="first")
    for number in range(2_000):
        if number >= 250 and seconds.exists():  # which pairs are labelled twice is drawn
            break
        crowd.step()
        if number % 10 == 9:
            assert [f"{found.kind}: {found.says}" for found in differences()] == []
    assert seconds.exists()
    live = defaultdict(set)
    for label in (
        Label.objects.filter(superseded_by=None)
        .exclude(answer="withdrawn")
        .values_list("rater", "item", "slot")
    ):
        live[label[:2]].add(label[2])
    assert {len(slots) for slots in live.values()} == {1}
    before = list(
        Slot.objects.filter(kind="gold").order_by("pk").values_list("pk", "state", "stage")
    )
    rebuild()
    assert (
        list(Slot.objects.filter(kind="gold").order_by("pk").values_list("pk", "state", "stage"))
        == before
    )
    assert set(Item.objects.filter(gold=True).values_list("verdict", flat=True)) == {None}
