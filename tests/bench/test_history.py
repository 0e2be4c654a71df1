"""The hammer's checker can fail: on doctored histories, and on code that was broken on purpose."""

from dataclasses import replace

import pytest

from annotator.actions.claim_slots import claim_slots
from annotator.consensus import Policy
from annotator.locks.slot import LockedSlot
from annotator.models import Label
from bench.history import Attempt, Found, Stored, check
from tests.annotator.saying import say
from tests.factories import make_campaign

POLICY = Policy(doubled=False, label_limit=3, cannot_judge_limit=2)
SENT = [
    Attempt(1, "a", 10, "relevant", "ok", 100),
    Attempt(1, "a", 10, "relevant", "ok", 100, again=True),
    Attempt(2, "b", 11, "irrelevant", "unknown"),
    Attempt(2, "b", 11, "irrelevant", "ok", 101, again=True),
    Attempt(2, "c", 12, "relevant", "fail"),
    Attempt(1, "d", 13, "relevant", "unknown"),
]
KEPT = [
    Stored(100, 1, "a", 10, 1, "first", "relevant"),
    Stored(101, 2, "b", 11, 2, "first", "irrelevant"),
]


def found(sent=SENT, kept=KEPT, before=(), doubled=()) -> Found:
    return check(sent, kept, before, doubled=doubled, policy=POLICY)


def counts(found: Found) -> tuple[int, int, int, int]:
    return len(found.lost), len(found.doubled), len(found.unexpected), len(found.over_policy)


def test_a_history_that_holds_is_left_in_peace():
    assert found().nothing
    taken = Stored(102, 1, "d", 13, 3, "first", "relevant")
    assert found(kept=[*KEPT, taken]).nothing  # an unknown outcome may be either


def test_an_acknowledged_label_that_is_not_there_is_lost():
    assert counts(found(kept=KEPT[1:])) == (2, 0, 0, 0)  # both its acknowledgements


@pytest.mark.parametrize("other", [{"answer": "irrelevant"}, {"slot": 99}, {"rater": 3}])
def test_a_label_that_is_not_as_it_was_sent_is_lost_and_unexpected(other):
    assert counts(found(kept=[replace(KEPT[0], **other), KEPT[1]])) == (2, 0, 1, 0)


def test_a_request_that_is_stored_or_acknowledged_twice_is_doubled():
    again = Stored(102, 1, "a", 20, 3, "first", "relevant")
    assert counts(found(kept=[*KEPT, again])) == (0, 1, 1, 0)
    other_number = Attempt(1, "a", 10, "relevant", "ok", 105, again=True)
    assert counts(found([*SENT, other_number])) == (1, 1, 0, 0)


def test_a_slot_with_two_labels_is_doubled_whenever_the_first_was_given():
    earlier = Stored(50, 9, "z", 10, 1, "first", "relevant")
    assert counts(found(before=[earlier])) == (0, 1, 0, 1)


def test_what_nobody_sent_or_what_was_refused_is_unexpected():
    refused = Stored(102, 2, "c", 12, 3, "first", "relevant")
    foreign = Stored(103, 7, "x", 14, 4, "first", "relevant")
    assert counts(found(kept=[*KEPT, refused, foreign])) == (0, 0, 2, 0)


def test_a_second_label_is_over_the_policy_unless_the_pair_is_asked_about_twice():
    sent = [*SENT, Attempt(3, "e", 15, "relevant", "ok", 102)]
    kept = [*KEPT, Stored(102, 3, "e", 15, 1, "second", "relevant")]
    assert counts(found(sent, kept)) == (0, 0, 0, 1)
    assert found(sent, kept, doubled=[1]).nothing
    third = (
        Attempt(4, "f", 16, "relevant", "ok", 103),
        Stored(103, 4, "f", 16, 1, "third", "relevant"),
    )
    assert counts(found([*sent, third[0]], [*kept, third[1]], doubled=[1])) == (
        0,
        0,
        0,
        1,
    )  # the first two agreed


def test_a_rater_who_answers_twice_about_a_pair_is_over_the_policy():
    sent = [*SENT, Attempt(1, "e", 15, "relevant", "ok", 102)]
    kept = [*KEPT, Stored(102, 1, "e", 15, 1, "second", "relevant")]
    assert counts(found(sent, kept, doubled=[1])) == (0, 0, 0, 1)


def history_of_two(rater, other_rater) -> Found:
    """Both answer the one slot that only one of them holds, and are told what the server made of
    it."""
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater], double_share=0.0)
    (held,) = claim_slots(rater=rater, campaign_id=campaign.pk, count=1).slots
    sent = []
    for person in (rater, other_rater):
        label = say(person, held, request_id=f"00000000-0000-0000-0000-{person.pk:012}").label
        sent.append(
            Attempt(
                person.pk,
                f"00000000-0000-0000-0000-{person.pk:012}",
                held.slot,
                "relevant",
                "ok",
                label,
            ),
        )
    kept = [
        Stored(
            row.pk,
            row.rater_id,
            str(row.request_id),
            row.slot_id,
            row.item_id,
            row.slot.kind,
            row.answer,
        )
        for row in Label.objects.select_related("slot")
    ]
    return check(sent, kept, doubled=[], policy=POLICY)


def test_code_that_lets_anybody_fill_any_slot_is_found_out(db, rater, other_rater, monkeypatch):
    monkeypatch.setattr(LockedSlot, "may_be_filled_by", lambda *_: True)
    broken = history_of_two(rater, other_rater)
    assert (len(broken.doubled), bool(broken.over_policy)) == (1, True)
