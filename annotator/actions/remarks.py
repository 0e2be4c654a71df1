"""What raters say beside their answers, and leads do about it.

A rater asks their lead about a pair: one in hand, one that they have answered, or one of their
training. What is kept is the pair, and the same is done for every pair: neither the row nor the
time it takes tells a check from another. The lead's answer may become a note in the guidelines.
"""

import re
from uuid import UUID

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from annotator.actions.extend_lease import NotHeld, keep_lease
from annotator.actions.write_guideline import write_guideline
from annotator.asked.answering import ClipFailed
from annotator.asked.leading import RemarksReadWanted
from annotator.locks.campaign import hold_campaign, hold_campaign_of
from annotator.locks.once import RequestReused
from annotator.locks.slot import LockedSlot, lock_slot
from annotator.models import (
    Campaign,
    ClipFailure,
    Guideline,
    Item,
    KnownAnswer,
    Label,
    Member,
    PairQuestion,
    RemarksRead,
    Slot,
    Trial,
)
from annotator.queries.kept import key_of
from annotator.queries.raters import current_guideline
from foundation.database.rows import lock_row
from foundation.refused import Refused, Unknown
from people.actions.record_audit import change_row
from people.actor import Actor
from people.models import User

MOST_OPEN = 100
Pair = Item | KnownAnswer | LockedSlot  # each knows its query and its video


class NoSuchAnswer(Unknown):
    """You have no such label."""


class TooManyQuestions(Refused):
    """A hundred of your questions wait for an answer in this campaign. Ask again when your lead has
    answered some of them."""


@transaction.atomic
def ask_about_slot(
    *, rater: User, slot_id: int, lease: UUID, text: str, request_id: UUID
) -> PairQuestion:
    """The pair stays in hand: whoever writes a question is at work on it. Raises UnknownSlot,
    NotHeld."""
    with connection.cursor() as cursor:
        campaign_id = hold_campaign_of(cursor, slot_id, rater.pk)
        slot = lock_slot(cursor, slot_id)
    if earlier := _asked_before(rater, campaign_id, text, request_id):
        return earlier
    # Sent after the answer, the question is still about a pair that this rater held.
    is_answered = slot.state == "filled" and (slot.rater_id, slot.lease) == (rater.pk, lease)
    if not is_answered:
        keep_lease(rater=rater, slot_id=slot_id, lease=lease)
    return _ask(rater, campaign_id, slot, text, request_id)


@transaction.atomic
def ask_about_label(*, rater: User, label_id: int, text: str, request_id: UUID) -> PairQuestion:
    mine = Label.objects.filter(rater=rater).exclude(slot__kind=Slot.Kind.ADJUDICATION)
    label = mine.select_related("item").filter(pk=label_id).first()
    if label is None:
        raise NoSuchAnswer
    return _ask_once(rater, label.campaign_id, label.item, text, request_id)


@transaction.atomic
def ask_about_trial(member: Member, trial: Trial, *, text: str, request_id: UUID) -> PairQuestion:
    """`trial`: one of the member's own."""
    return _ask_once(member.person, member.campaign_id, trial.known, text, request_id)


def _ask_once(
    rater: User, campaign_id: int, pair: Pair, text: str, request_id: UUID
) -> PairQuestion:
    hold_campaign(campaign_id, rater.pk)
    earlier = _asked_before(rater, campaign_id, text, request_id)
    return earlier or _ask(rater, campaign_id, pair, text, request_id)


def _asked_before(
    rater: User, campaign_id: int, text: str, request_id: UUID
) -> PairQuestion | None:
    """A rater's own requests in a campaign follow each other, so a copy finds the first."""
    earlier = PairQuestion.objects.filter(asked_by=rater, request_id=request_id).first()
    if earlier and (earlier.campaign_id, earlier.text) != (campaign_id, text):
        raise RequestReused
    return earlier


def _ask(rater: User, campaign_id: int, pair: Pair, text: str, request_id: UUID) -> PairQuestion:
    mine = PairQuestion.objects.filter(campaign=campaign_id, asked_by=rater)
    if mine.filter(answered_at__isnull=True).count() >= MOST_OPEN:
        raise TooManyQuestions
    return mine.create(
        campaign_id=campaign_id,
        query_id=pair.query_id,
        video_id=pair.video_id,
        asked_by=rater,
        text=text,
        request_id=request_id,
    )


# What means something in Markdown: a rater's words are shown as they were typed.
MARKS = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&])")


class NotAnsweredYet(Refused):
    """Answer the question first: the note is your answer."""


class NotedBefore(Refused):
    """This answer is in the guidelines already."""


@transaction.atomic
def answer_question(actor: Actor, question_id: int, *, answer: str) -> PairQuestion:
    """Another answer takes the place of the one before."""
    question = lock_row(PairQuestion, question_id)
    noted = {"answer": answer}
    change_row(actor, "answered", question, noted, answered_by=actor.user, answered_at=Now())
    return question


@transaction.atomic
def note_answer(actor: Actor, question_id: int) -> Guideline:
    """A new version of the guidelines, which ends with the question and its answer. It names no
    pair, for raters may still be asked about it, and nobody has to confirm it."""
    question = lock_row(PairQuestion, question_id)
    if not question.answer:
        raise NotAnsweredYet
    if question.noted_version is not None:
        raise NotedBefore
    newest = current_guideline(question.campaign_id)
    text = with_note(newest.markdown if newest else "", question)
    guideline = write_guideline(actor, question.campaign_id, text)
    question.noted_version = guideline.version
    question.save(update_fields=["noted_version"])
    return guideline


def with_note(markdown: str, question: PairQuestion) -> str:
    heading = f"## {_('Questions and answers')}"
    asked = MARKS.sub(r"\\\1", " ".join(question.text.split()))
    new = "" if heading in markdown.splitlines() else heading
    parts = (markdown.rstrip(), new, f"**{asked}**", question.answer.strip())
    return "\n\n".join(filter(None, parts)) + "\n"


@transaction.atomic
def note_clip_failure(*, rater: User, slot_id: int, failed: ClipFailed, browser: str) -> None:
    """Raises UnknownSlot, NotHeld. The same failure again is noted once: the last words of it."""
    with connection.cursor() as cursor:
        hold_campaign_of(cursor, slot_id, rater.pk)
        slot = lock_slot(cursor, slot_id)
    if not slot.may_be_filled_by(rater.pk, failed.lease):
        raise NotHeld
    longest = ClipFailure._meta.get_field("browser").max_length
    ClipFailure.objects.update_or_create(
        campaign_id=slot.campaign_id,
        video_id=slot.video_id,
        rater=rater,
        cause=failed.cause,
        defaults={"detail": failed.detail, "browser": browser[:longest]},
    )


@transaction.atomic
def mark_read(actor: Actor, campaign: Campaign, wanted: RemarksReadWanted) -> RemarksRead:
    """Only forwards: a page that was opened earlier makes nothing unread."""
    mark, _ = RemarksRead.objects.select_for_update().get_or_create(
        campaign=campaign, defaults={"read_at": timezone.now()}
    )
    setattr(mark, wanted.of, max(getattr(mark, wanted.of), wanted.up_to))
    mark.read_by, mark.read_at = actor.user, timezone.now()
    mark.save()
    cache.delete(key_of("remarks", campaign))
    return mark
