"""Explain a known answer, or show it to raters as an example."""

from django.db import transaction

from annotator.actions.know_answers import lock_known_answer, refuse_other_words, use_known_answer
from annotator.models import KnownAnswer, Slot
from annotator.queries.known_answers import waits_for, with_waiting
from foundation.refused import Refused
from people.actions.record_audit import change_row
from people.actor import Actor


class NotExplained(Refused):
    """Write an explanation first: an example without one teaches nothing."""


class StillAsked(Refused):
    """This campaign still asks about this pair: as an example, it would tell raters its answer."""


class GivenAsCheck(Refused):
    """This pair has been given out as hidden gold: as an example, it would tell raters which of
    their pairs are checks."""


@transaction.atomic
def change_known_answer(
    actor: Actor,
    known_id: int,
    *,
    active: bool | None = None,
    explanation: str | None = None,
    words: str | None = None,
    example: bool | None = None,
) -> None:
    """What is None stays."""
    if explanation is not None or words is not None:
        explain_known_answer(actor, known_id, explanation=explanation, words=words)
    if example:
        show_as_example(actor, known_id)
    if active is not None:
        use_known_answer(actor, known_id, active=active)


@transaction.atomic
def explain_known_answer(
    actor: Actor, known_id: int, *, explanation: str | None, words: str | None
) -> KnownAnswer:
    """What is None stays. Raises WrongValues if the words are not in the caption."""
    known = lock_known_answer(known_id)
    if words is not None:
        refuse_other_words(known.query.text, words)
    noted = {
        "explanation": known.explanation if explanation is None else explanation,
        "words": known.words if words is None else words,
    }
    change_row(actor, "explained", known, noted)
    return known


@transaction.atomic
def show_as_example(actor: Actor, known_id: int) -> KnownAnswer:
    """The guidelines show it with its answer from now on, so it is asked no more, in training or
    as a check. What raters have answered to it stays."""
    known = lock_known_answer(known_id)
    if not known.explanation:
        raise NotExplained
    found = with_waiting(KnownAnswer.objects.filter(pk=known_id)).select_related("video").get()
    if waits_for(found) == "pair":
        raise StillAsked
    checks = Slot.objects.filter(campaign=known.campaign_id, kind=Slot.Kind.GOLD)
    if checks.filter(item__query=known.query_id, item__video=known.video_id).exists():
        raise GivenAsCheck
    change_row(actor, "made an example of", known, {"use": KnownAnswer.Use.EXAMPLE})
    return known
