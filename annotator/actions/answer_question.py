"""A lead answers a rater's question; the answer may become a note in the guidelines."""

import re

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from annotator.actions.write_guideline import write_guideline
from annotator.models import Guideline, PairQuestion
from annotator.queries.raters import current_guideline
from foundation.database.rows import lock_row
from foundation.refused import Refused
from people.actions.record_audit import change_row
from people.actor import Actor

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
