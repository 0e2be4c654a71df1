"""A rater asks their lead about a pair; the lead answers; the answer may become a note."""

import uuid

import pytest
from django.core.exceptions import PermissionDenied

from annotator.actions.extend_lease import NotHeld, release_slot
from annotator.actions.remarks import (
    MOST_OPEN,
    NoSuchAnswer,
    NotAnsweredYet,
    NotedBefore,
    TooManyQuestions,
    answer_question,
    ask_about_label,
    ask_about_slot,
    ask_about_trial,
    note_answer,
)
from annotator.locks.once import RequestReused
from annotator.models import Guideline, Member, PairQuestion, Slot
from annotator.queries.remarks import access_questions, open_questions, questions_of
from people.actor import SYSTEM, Actor
from tests.annotator.saying import claim, say
from tests.annotator.test_training import campaign_with_training, in_training, train, unasked
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater):
    return make_campaign(raters=[rater], double_share=0.0)


def ask(rater, slot, text: str = "Is a puppet a person?", **more):
    sent = {"slot_id": slot.slot, "lease": slot.lease, "text": text, "request_id": uuid.uuid4()}
    return ask_about_slot(rater=rater, **(sent | more))


def test_a_question_keeps_the_pair_in_hand(rater, campaign):
    (slot,) = claim(rater, campaign)
    before = Slot.objects.get(pk=slot.slot).lease_ends
    asked = ask(rater, slot)
    held = Slot.objects.get(pk=slot.slot)
    assert (held.state, held.rater, held.lease_ends >= before) == ("leased", rater, True)
    assert (asked.query_id, asked.video_id) == (held.item.query_id, held.item.video_id)
    assert open_questions(campaign) == 1
    say(rater, slot)


def test_sent_again_it_is_asked_once(rater, campaign):
    (slot,) = claim(rater, campaign)
    request_id = uuid.uuid4()
    first = ask(rater, slot, request_id=request_id)
    say(rater, slot)
    assert ask(rater, slot, request_id=request_id) == first
    with pytest.raises(RequestReused):
        ask(rater, slot, "Something else?", request_id=request_id)
    assert PairQuestion.objects.count() == 1


def test_after_the_answer_it_may_still_be_asked(rater, campaign):
    (slot,) = claim(rater, campaign)
    label = say(rater, slot).label
    first = ask(rater, slot)
    second = ask_about_label(
        rater=rater, label_id=label, text="And a doll?", request_id=uuid.uuid4()
    )
    assert (first.query, first.video) == (second.query, second.video)


def test_a_pair_that_went_to_somebody_else_is_not_asked_about(rater, other_rater, campaign):
    (slot,) = claim(rater, campaign)
    release_slot(rater=rater, slot_id=slot.slot, lease=slot.lease)
    Slot.objects.filter(pk=slot.slot).update(lease=None)
    with pytest.raises(NotHeld):
        ask(rater, slot)
    label = None
    (mine,) = claim(rater, campaign)
    label = say(rater, mine).label
    with pytest.raises(NoSuchAnswer):
        ask_about_label(rater=other_rater, label_id=label, text="?", request_id=uuid.uuid4())
    assert not PairQuestion.objects.exists()


def test_a_question_about_training_is_kept_as_any_other(rater):
    campaign = campaign_with_training()
    unasked(campaign)
    member = in_training(campaign, rater)
    trial = train(member).trial
    asked = ask_about_trial(member, trial, text="Why?", request_id=uuid.uuid4())
    assert (asked.query_id, asked.video_id) == (trial.known.query_id, trial.known.video_id)


def test_a_hundred_open_questions_are_enough(rater, campaign):
    (slot,) = claim(rater, campaign)
    for number in range(MOST_OPEN):
        ask(rater, slot, f"Question {number}?")
    with pytest.raises(TooManyQuestions):
        ask(rater, slot, "One more?")


def test_a_lead_answers_and_the_rater_reads_it(rater, lead, campaign):
    (slot,) = claim(rater, campaign)
    asked = ask(rater, slot)
    answer_question(Actor(lead, "page"), asked.pk, answer="No: a person lives.")
    [mine] = questions_of(Member.objects.get(person=rater))
    assert (mine.answer, mine.answered_by) == ("No: a person lives.", lead)
    assert open_questions(campaign) == 0


def test_an_answer_becomes_a_note_that_names_no_pair(rater, lead, campaign):
    slots = claim(rater, campaign, 2)
    first, second = (ask(rater, slot, f"Is *this* {n}?\nReally") for n, slot in enumerate(slots))
    with pytest.raises(NotAnsweredYet):
        note_answer(SYSTEM, first.pk)
    for asked in (first, second):
        answer_question(Actor(lead, "page"), asked.pk, answer="Yes.")
        note_answer(Actor(lead, "page"), asked.pk)
    with pytest.raises(NotedBefore):
        note_answer(SYSTEM, first.pk)
    newest = Guideline.objects.latest("version")
    assert newest.version == 3
    assert not newest.confirm
    assert newest.markdown.count("## Questions and answers") == 1
    assert "<strong>Is *this* 0? Really</strong>" in newest.html
    assert "caption" not in newest.markdown.split("## Questions")[1]
    first.refresh_from_db()
    assert first.noted_version == 2


def test_a_lead_who_rates_is_not_shown_what_others_ask(rater, lead, campaign):
    assert access_questions(lead, campaign.pk).count() == 0
    Member.objects.create(campaign=campaign, person=lead)
    with pytest.raises(PermissionDenied):
        access_questions(lead, campaign.pk)
