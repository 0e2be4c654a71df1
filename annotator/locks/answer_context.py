"""All that an answer to a slot is judged by, read under its locks in one round trip.

The database's function takes the locks and reads (annotator/sql/answer_context.sql says why it is a
function); here its row becomes what the action asks of it.
"""

from dataclasses import fields
from itertools import starmap
from typing import Any
from uuid import UUID

from annotator.consensus import Given
from annotator.locks.campaign import LARGEST, UnknownSlot
from annotator.locks.slot import LockedSlot
from annotator.locks.standing import Standing
from foundation.database.rows import named_row
from foundation.frozen import frozen

# Of the row's columns, those that are fields of each.
SLOT = tuple(field.name for field in fields(LockedSlot))
STANDING = tuple(field.name for field in fields(Standing))


@frozen
class Earlier:
    """The label that this rater's request made before."""

    label: int
    slot: int
    answer: str
    value: int | None
    reason: str
    comment: str


@frozen
class AnswerContext:
    slot: LockedSlot
    standing: Standing
    earlier: Earlier | None
    labels: list[Given]  # those that count already, of the slot's pair


def lock_answer_context(
    cursor: Any, slot_id: int, rater_id: int, request_id: UUID
) -> AnswerContext:
    """The campaign is held and the slot locked from here on, in the one order (slot.py). Raises
    UnknownSlot."""
    if slot_id > LARGEST:
        raise UnknownSlot
    cursor.execute(
        "SELECT * FROM annotator_lock_answer_context(%s::bigint, %s::bigint, %s)",
        [slot_id, rater_id, request_id],
    )
    row = named_row(cursor)
    if row is None:
        raise UnknownSlot
    return AnswerContext(
        slot=LockedSlot(**{name: row[name] for name in SLOT}),
        standing=Standing(**{name: row[name] for name in STANDING}),
        earlier=_earlier(row),
        labels=_labels(row),
    )


def _earlier(row: dict[str, Any]) -> Earlier | None:
    if row["earlier"] is None:
        return None
    return Earlier(
        label=row["earlier"],
        slot=row["earlier_slot"],
        answer=row["earlier_answer"],
        value=row["earlier_value"],
        reason=row["earlier_reason"],
        comment=row["earlier_comment"],
    )


def _labels(row: dict[str, Any]) -> list[Given]:
    """Arrays side by side: an array of rows would come as text."""
    columns = ("live_labels", "live_kinds", "live_answers", "live_values")
    return list(starmap(Given, zip(*(row[name] or () for name in columns), strict=True)))
