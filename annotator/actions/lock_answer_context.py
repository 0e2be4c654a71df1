"""All that an answer to a slot is judged by, read under its locks in one round trip."""

from dataclasses import dataclass, fields
from typing import Any
from uuid import UUID

from annotator.actions.locked_slot import LARGEST, LockedSlot, UnknownSlot
from annotator.actions.standing import Standing
from annotator.consensus import Given

STANDING = len(fields(LockedSlot))
EARLIER = STANDING + len(fields(Standing))
LIVE = EARLIER + 5


@dataclass(frozen=True, slots=True)
class Earlier:
    """The label that this rater's request made before."""

    label: int
    slot: int
    answer: str
    reason: str
    comment: str


@dataclass(frozen=True, slots=True)
class Faced:
    slot: LockedSlot
    standing: Standing
    earlier: Earlier | None
    labels: list[Given]  # those that count already, of the slot's pair


def lock_answer_context(cursor: Any, slot_id: int, rater_id: int, request_id: UUID) -> Faced:
    """The campaign is held and the slot locked from here on, in the one order (locked_slot.py).
    Raises UnknownSlot."""
    if slot_id > LARGEST:  # no key is; unmasking what somebody made up comes to any number
        raise UnknownSlot
    cursor.execute(
        "SELECT * FROM annotator_face_slot(%s::bigint, %s::bigint, %s)",
        [slot_id, rater_id, request_id],
    )
    row = cursor.fetchone()
    if row is None:
        raise UnknownSlot
    earlier = Earlier(*row[EARLIER:LIVE]) if row[EARLIER] is not None else None
    labels = [Given(*each) for each in zip(*row[LIVE:], strict=True)] if row[LIVE] else []
    return Faced(LockedSlot(*row[:STANDING]), Standing(*row[STANDING:EARLIER]), earlier, labels)
