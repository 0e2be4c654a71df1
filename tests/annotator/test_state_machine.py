"""Raters, adjudicators and a lead do anything in any order, against a real database that really
commits.

After every step: everything is as check_integrity wants it, the log holds exactly the answers that
were acknowledged, and every verdict is what consensus.settle says of what this test itself
remembers.
"""

import uuid
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from annotator.actions.adjudicate import NotAdjudicated, NotDisputed, OwnLabel, adjudicate, reopen
from annotator.actions.change_label import (
    OthersWorkOnIt,
    Superseded,
    TooLate,
    change_label,
    undo_label,
)
from annotator.actions.change_state import NotFromHere, change_campaign_state, change_member_state
from annotator.actions.extend_lease import keep_lease, release_slot
from annotator.actions.not_saved import LeaseLost
from annotator.consensus import Given, Policy, settle
from annotator.locks.once import RequestReused
from annotator.locks.standing import NotAMember, NotOpen
from annotator.models import Answer, Campaign, Item, Label, Member, Slot
from people.actor import Actor
from people.models import Role
from pooling.queries.integrity import benchmark_differences
from tests.annotator.breaking import sql
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_user

ANSWERS = st.sampled_from(["relevant", "irrelevant", "cannot_judge"])
DECISIONS = st.sampled_from([Answer.RELEVANT, Answer.IRRELEVANT])
WHO = st.integers(0, 3)
ANY = st.integers(0, 999)


@dataclass(frozen=True)
class Json:
    """An answer that the server has acknowledged."""

    label: int
    item: int
    kind: str
    rater: int  # which of the raters; -1 is not one of them
    answer: str
    supersedes: int | None = None


class Labelling(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.raters = [make_user() for _ in range(4)]
        self.adjudicators = [make_user(Role.ADJUDICATOR) for _ in range(2)]
        self.lead = Actor(make_user(Role.LEAD), "page")
        self.log: dict[int, Json] = {}
        self.leases: list[tuple[int, object]] = []  # every lease that was ever given, and to whom
        self.sent: list[tuple[int, object, str, uuid.UUID, int]] = []  # every answer that was taken

    @initialize(
        share=st.sampled_from([0.0, 0.5, 1.0]),
        limit=st.integers(1, 3),
        unable=st.integers(1, 3),
        stop=st.sampled_from(["never", "first_positive"]),
    )
    def open(self, share, limit, unable, stop):
        self.campaign = make_campaign(
            captions=1,
            videos=2,
            raters=self.raters,
            double_share=share,
            label_limit=limit,
            cannot_judge_limit=unable,
            stop=stop,
        )

    @rule(who=WHO, count=st.integers(1, 2))
    def claim(self, who, count):
        try:
            slots = claim(self.raters[who], self.campaign, count)
        except (NotAMember, NotOpen):
            assert not self.may_claim(who)
            return
        assert self.may_claim(who)
        assert len(slots) <= count
        for slot in slots:
            item = Slot.objects.get(pk=slot.slot).item_id
            assert not any(told.item == item and told.rater == who for told in self.live().values())
            if (who, slot.slot, slot.lease) not in [(w, s.slot, s.lease) for w, s in self.leases]:
                self.leases.append((who, slot))

    @precondition(lambda self: self.leases)
    @rule(n=ANY, answer=ANSWERS)
    def answer(self, n, answer):
        """Any lease that was ever given, however long ago."""
        self.submit(*self.leases[n % len(self.leases)], answer)

    @precondition(lambda self: self.leases)
    @rule(answer=ANSWERS)
    def answer_the_last(self, answer):
        self.submit(*self.leases[-1], answer)

    @rule(who=WHO, answer=ANSWERS)
    def claim_and_answer(self, who, answer):
        before = len(self.leases)
        self.claim(who, 1)
        if len(self.leases) > before:
            self.submit(*self.leases[-1], answer)

    def submit(self, who, held, answer):
        request, wanted = uuid.uuid4(), self.may_answer(who, held)
        try:
            done = say(self.raters[who], held, answer, request_id=request)
        except (LeaseLost, NotAMember, NotOpen):
            assert not wanted
            return
        assert wanted
        assert done.is_new
        self.remember(done.label, who)
        self.sent.append((who, held, answer, request, done.label))

    @precondition(lambda self: self.sent)
    @rule(n=ANY)
    def send_again(self, n):
        who, held, answer, request, label = self.sent[n % len(self.sent)]
        again = say(self.raters[who], held, answer, request_id=request)
        assert (again.label, again.is_new) == (label, False)

    @precondition(lambda self: self.sent)
    @rule(n=ANY)
    def use_a_request_for_something_else(self, n):
        who, held, answer, request, _ = self.sent[n % len(self.sent)]
        with pytest.raises(RequestReused):
            say(
                self.raters[who],
                held,
                "relevant" if answer == "irrelevant" else "irrelevant",
                request_id=request,
            )

    @precondition(lambda self: self.sent)
    @rule(n=ANY)
    def undo(self, n):
        told = self.pick(n)
        self.supersede(told, lambda rater: undo_label(rater=rater, label_id=told.label))

    @precondition(lambda self: self.sent)
    @rule(n=ANY, answer=ANSWERS, twice=st.booleans())
    def change(self, n, answer, twice):
        told, request = self.pick(n), uuid.uuid4()
        reason = "unclear_video" if answer == "cannot_judge" else None
        for _ in range(1 + twice):
            self.supersede(
                told,
                lambda rater: change_label(
                    rater=rater,
                    label_id=told.label,
                    answer=Answer(answer),
                    request_id=request,
                    reason=reason,
                ),
            )

    def supersede(self, told, do):
        try:
            label = do(self.raters[told.rater])
        except (Superseded, TooLate, OthersWorkOnIt, NotAMember):
            return
        if label not in self.log:
            assert told.label in self.live()
            self.remember(label, told.rater)

    @rule(who=st.none() | WHO)
    def leases_end(self, who):
        of = [rater.pk for n, rater in enumerate(self.raters) if who is None or n == who]
        sql(
            "UPDATE annotator_slot SET lease_ends = now() - interval '1 second'"
            " WHERE campaign_id = %s AND state = 'leased' AND rater_id = ANY(%s)",
            self.campaign.pk,
            of,
        )

    @precondition(lambda self: self.leases)
    @rule(n=ANY, later=st.booleans(), keep=st.booleans())
    def give_back_or_keep(self, n, later, keep):
        who, held = self.leases[n % len(self.leases)]
        lease = {"rater": self.raters[who], "slot_id": held.slot, "lease": held.lease}
        may_answer = self.may_answer(who, held)
        try:
            keep_lease(**lease) if keep else release_slot(**lease, later=later)
        except (LeaseLost, NotAMember, NotOpen):
            assert not Slot.objects.filter(pk=held.slot, state="leased", lease=held.lease).exists()
            assert not (keep and may_answer)
            return
        assert may_answer

    @rule(
        who=WHO,
        state=st.sampled_from(
            [Member.State.ACTIVE, Member.State.ACTIVE, Member.State.PAUSED, Member.State.REMOVED]
        ),
    )
    def move_member(self, who, state):
        change_member_state(self.lead, self.member(who).pk, state)
        if state != Member.State.ACTIVE:
            assert not Slot.objects.filter(
                campaign=self.campaign, state="leased", rater=self.raters[who]
            ).exists()

    @rule(
        state=st.sampled_from(
            [Campaign.State.OPEN, Campaign.State.OPEN, Campaign.State.PAUSED, Campaign.State.CLOSED]
        )
    )
    def move_campaign(self, state):
        try:
            change_campaign_state(self.lead, self.campaign.pk, state)
        except NotFromHere:
            return
        self.campaign.refresh_from_db()

    @rule(n=ANY, who=st.integers(0, 1), decision=DECISIONS, twice=st.booleans())
    def decide(self, n, who, decision, twice):
        item, request = self.item(n), uuid.uuid4()
        where = {"campaign_id": self.campaign.pk, "item_id": item.pk}
        for _ in range(1 + twice):
            try:
                label = adjudicate(
                    adjudicator=self.adjudicators[who],
                    answer=decision,
                    comment="seen",
                    request_id=request,
                    **where,
                )
            except (NotDisputed, OwnLabel):
                return
            if label not in self.log:
                assert item.dispute
                self.remember(label, -1)

    @rule(n=ANY)
    def open_again(self, n):
        item = self.item(n)
        try:
            reopen(self.lead, campaign_id=self.campaign.pk, item_id=item.pk, reason="look again")
        except NotAdjudicated:
            assert not item.adjudicated
            return
        assert item.adjudicated
        self.remember(Label.objects.filter(item=item).latest("id").pk, -1)

    @invariant()
    def everything_is_as_it_must_be(self):
        assert [
            f"{found.kind}: {found.says}"
            for found in benchmark_differences(self.campaign.benchmark)
        ] == []

    @invariant()
    def the_log_holds_what_was_acknowledged_and_nothing_else(self):
        held = Label.objects.filter(campaign=self.campaign).values_list(
            "id", "item", "slot__kind", "answer", "supersedes"
        )
        assert sorted(held) == sorted(
            (t.label, t.item, t.kind, t.answer, t.supersedes) for t in self.log.values()
        )

    @invariant()
    def every_verdict_is_what_was_said(self):
        live = self.live().values()
        for item in Item.objects.filter(campaign=self.campaign):
            said = [
                Given(told.label, told.kind, told.answer) for told in live if told.item == item.pk
            ]
            outcome = settle(
                said,
                Policy(item.doubled, self.campaign.label_limit, self.campaign.cannot_judge_limit),
            )
            assert (item.verdict, tuple(item.labels_used), item.dispute) == (
                outcome.verdict,
                outcome.used,
                outcome.dispute,
            )

    def remember(self, label, who):
        assert label not in self.log
        row = Label.objects.select_related("slot").get(pk=label)
        self.log[label] = Json(
            label, row.item_id, row.slot.kind, who, row.answer, row.supersedes_id
        )

    def live(self) -> dict[int, Json]:
        superseded = {told.supersedes for told in self.log.values()}
        return {
            n: told
            for n, told in self.log.items()
            if n not in superseded and told.answer != "withdrawn"
        }

    def pick(self, n) -> Json:
        ours = [told for told in self.log.values() if told.rater >= 0]
        return ours[n % len(ours)]

    def item(self, n) -> Item:
        return Item.objects.filter(campaign=self.campaign).order_by("id")[n % 2]

    def member(self, who) -> Member:
        return Member.objects.get(campaign=self.campaign, person=self.raters[who])

    def may_claim(self, who) -> bool:
        return self.member(who).state == "active" and self.campaign.state == "open"

    def may_answer(self, who, held) -> bool:
        """The lease is theirs, or has ended while nobody else has the slot, and they have not met
        the pair elsewhere."""
        slot = Slot.objects.get(pk=held.slot)
        met = (
            Slot.objects.filter(item=slot.item_id, rater=self.raters[who])
            .exclude(pk=slot.pk)
            .exists()
        )
        theirs = slot.lease == held.lease and (
            slot.state == "free" or (slot.state, slot.rater) == ("leased", self.raters[who])
        )
        return (
            theirs
            and not met
            and self.member(who).state == "active"
            and self.campaign.state in ("open", "paused")
        )


@pytest.mark.django_db(transaction=True)
def test_whatever_people_do_in_whatever_order_nothing_is_lost_or_counted_twice():
    examples = settings.default.max_examples // 2
    run_state_machine_as_test(
        Labelling,
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
            deadline=None,
        ),
    )
