"""An answer to a check runs the statements of an answer to any other pair, and is acknowledged in
the same steps of time."""

import re
import time
import uuid

import psycopg
import pytest
from django.db import connection

from annotator.actions.change_label import change_label, undo_label
from annotator.actions.even_time import STEP_SECONDS
from annotator.models import Answer, Item, Reason
from tests.annotator.guessing import make_world
from tests.annotator.saying import claim, say
from tests.factories import make_campaign


@pytest.fixture
def sent(monkeypatch):
    """How each statement begins, and which table or function it names first, in their order: those
    on prepared cursors, too."""
    shapes: list[str] = []
    execute = psycopg.Cursor.execute

    def watching(cursor, query, *rest, **options):
        shapes.append(shape(str(query)))
        return execute(cursor, query, *rest, **options)

    monkeypatch.setattr(psycopg.Cursor, "execute", watching)
    return shapes


def shape(query: str) -> str:
    named = re.search(r"\b(?:annotator|pooling|people)_\w+", query)
    return f"{query.split(maxsplit=1)[0]} {named.group() if named else ''}".strip()


def of_each_kind(campaign, rater, sent, call, count: int = 16) -> dict[bool, set[tuple[str, ...]]]:
    """By whether it was a check: what `call`, which returns the next slot, sent for each of `count`
    slots."""
    found: dict[bool, set[tuple[str, ...]]] = {False: set(), True: set()}
    (slot,) = claim(rater, campaign)
    for _ in range(count):
        is_check = Item.objects.get(slots=slot.slot).gold
        slot, shapes = call(slot, sent)
        found[is_check].add(
            tuple(each for each in shapes if not each.startswith(("SAVEPOINT", "RELEASE")))
        )
    return found


def answering(rater, said):
    def call(slot, sent):
        sent.clear()
        (following,) = say(rater, slot, said, then_claim=1).next.slots
        return following, list(sent)

    return call


def changing(rater, first, then):
    def call(slot, sent):
        done = say(rater, slot, first, then_claim=1)
        sent.clear()
        reason = Reason.UNCLEAR_VIDEO if then == "cannot_judge" else None
        change_label(
            rater=rater,
            label_id=done.label,
            answer=Answer(then),
            request_id=uuid.uuid4(),
            reason=reason,
        )
        return done.next.slots[0], list(sent)

    return call


def undoing(rater):
    def call(slot, sent):
        done = say(rater, slot)
        sent.clear()
        undo_label(rater=rater, label_id=done.label)
        shapes = list(sent)
        (again,) = claim(rater, slot_campaign(slot))
        return say(rater, again, then_claim=1).next.slots[0], shapes

    return call


def slot_campaign(slot):
    return Item.objects.get(slots=slot.slot).campaign


@pytest.mark.django_db
@pytest.mark.parametrize("said", ["relevant", "cannot_judge"])
def test_an_answer_sends_the_same_statements_for_both_kinds(rater, settings, sent, said):
    settings.SECRET_KEY = "the same in every run"
    campaign = make_world([rater], gold_share=0.5, double_share=0.0)
    found = of_each_kind(campaign, rater, sent, answering(rater, said))
    assert found[True] == found[False]
    assert len(found[True]) == 1
    if said == "relevant":
        assert len(found[True].pop()) == 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "then"),
    [("relevant", "irrelevant"), ("cannot_judge", "relevant"), ("relevant", "cannot_judge")],
)
def test_a_change_sends_the_same_statements_for_both_kinds(rater, settings, sent, first, then):
    settings.SECRET_KEY = "the same in every run"
    campaign = make_world([rater], gold_share=0.5, double_share=0.0)
    found = of_each_kind(campaign, rater, sent, changing(rater, first, then))
    assert found[True] == found[False]
    assert len(found[True]) == 1


@pytest.mark.django_db
def test_an_undo_sends_the_same_statements_for_both_kinds(rater, settings, sent):
    settings.SECRET_KEY = "the same in every run"
    campaign = make_world([rater], gold_share=0.5, double_share=0.0)
    found = of_each_kind(campaign, rater, sent, undoing(rater))
    assert found[True] == found[False]
    assert len(found[True]) == 1


@pytest.fixture
def slept(monkeypatch):
    """How long calls waited before they came back, each time without a transaction or a
    connection."""
    waits: list[float] = []

    def sleeping(seconds: float) -> None:
        assert connection.connection is None
        waits.append(seconds)

    monkeypatch.setattr(time, "sleep", sleeping)
    return waits


@pytest.mark.django_db(transaction=True)
def test_where_checks_are_given_a_call_waits_for_the_end_of_its_step_without_a_connection(
    rater, slept
):
    campaign = make_world([rater], gold_share=0.5, double_share=0.0)
    (slot,) = claim(rater, campaign)
    label = say(rater, slot, then_claim=1).label
    change_label(rater=rater, label_id=label, answer=Answer.IRRELEVANT, request_id=uuid.uuid4())
    undo_label(rater=rater, label_id=label_of(slot))
    assert len(slept) == 4
    assert all(0 <= seconds <= STEP_SECONDS for seconds in slept)


def label_of(slot) -> int:
    return Item.objects.get(slots=slot.slot).labels.latest("pk").pk


@pytest.mark.django_db(transaction=True)
def test_a_campaign_without_checks_waits_for_nothing_and_answers_in_three_statements(
    rater, slept, sent
):
    campaign = make_campaign(captions=4, raters=[rater], double_share=0.0)
    (slot,) = claim(rater, campaign)
    sent.clear()
    say(rater, slot, then_claim=1)
    assert len([each for each in sent if "annotator" in each]) == 3
    assert slept == []
