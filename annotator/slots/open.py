"""Which slot of an item is open, made to follow from what its labels call for.

An item's slots open one after another: of all of them at most one is free or leased at a time. So
nobody can be given two of one pair at once, and "filled + leased <= slots" needs no counting.
"""

from typing import Any

from annotator.consensus import ADJUDICATION, Outcome
from annotator.locks.item import LockedItem
from annotator.slots.places import BEHIND, GOES_BEHIND, LATER, PLACE
from foundation.database.rows import rows_as
from foundation.frozen import frozen

# The slots that settle together: an item's, but for its checks; or those of one chain. What each of
# them is there: its kind, or which label of a pair a check passes for.
THESE = (
    "item_id = %(item)s AND CASE WHEN %(chain)s::int IS NULL THEN kind <> 'gold' ELSE chain ="
    " %(chain)s::int END"
)
ROLE = "CASE WHEN chain IS NULL THEN kind ELSE stage END"


def reconcile(cursor: Any, item: LockedItem, outcome: Outcome) -> None:
    """Close the slot that is not called for any more, and open the one that is."""
    wanted = _close_others(cursor, item, outcome.wanted)
    if wanted is not None:
        open_slot(cursor, item, wanted)


def _close_others(cursor: Any, item: LockedItem, wanted: str | None) -> str | None:
    """The kind of slot that is still to be opened.

    A free one of another kind goes back to waiting; a leased one is somebody's work by now, and its
    label will count. Locked, for somebody may be taking the free one at this moment.
    """
    cursor.execute(
        f"SELECT id, {ROLE} AS role, state FROM annotator_slot WHERE {THESE}"
        " AND state IN ('free', 'leased', 'unwanted') FOR NO KEY UPDATE",
        item.words,
    )
    found = rows_as(cursor, _Open)
    # The slot that is called for is unwanted: none is opened in its place.
    if any(slot.state == "unwanted" and slot.role == wanted for slot in found):
        wanted = None
    slot = next((slot for slot in found if slot.state != "unwanted"), None)
    if slot is None:
        return wanted
    if slot.role == wanted or slot.state == "leased":
        return None
    cursor.execute("UPDATE annotator_slot SET state = 'waiting' WHERE id = %s", [slot.id])
    return wanted


@frozen
class _Open:
    """A slot that is open, or would be if it were not unwanted."""

    id: int
    role: str
    state: str


# Once a rater who knows a check's pair has passed it by, nothing follows in its chain any more; and
# of a kind whose slot is unwanted no other is opened in its place.
STOPPED = (
    f"SELECT FROM annotator_slot WHERE {THESE}"
    f" AND (stage = 'gone' OR (state = 'unwanted' AND {ROLE} = %(kind)s::text))"
)
# The first of its kind that waits: a second label's was drawn with the campaign, others come back
# to waiting when they are not wanted.
OPEN = f"""
UPDATE annotator_slot SET state = 'free' WHERE id = (
  SELECT id FROM annotator_slot WHERE {THESE} AND {ROLE} = %(kind)s AND state = 'waiting'
  ORDER BY turn LIMIT 1) AND NOT EXISTS ({STOPPED})
"""
# Where the last of them was drawn, and where the first.
LAST, FIRST = (
    f"(SELECT {which}(CASE WHEN place >= {LATER} THEN mod(place, {LATER}) ELSE place END)"
    f" FROM annotator_slot WHERE {THESE})"
    for which in ("max", "min")
)
# Where none waits: one more.
ADD = f"""
INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)
SELECT i.campaign_id, i.id, %(kind)s::text, 1 + (SELECT coalesce(max(turn), 0)
    FROM annotator_slot t WHERE t.item_id = i.id AND t.kind = %(kind)s::text),
  CASE WHEN {GOES_BEHIND} THEN {BEHIND.format(place=LAST)} ELSE {PLACE} END, 'free'
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
WHERE i.id = %(item)s AND NOT EXISTS ({STOPPED})
"""
# No adjudicator decides about a check. nullif: the server works out a constant before it finds that
# no row is wanted, and this word is too long for a stage.
ADD_CHECK = f"""
INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state, chain, stage)
SELECT i.campaign_id, i.id, 'gold', 1 + (SELECT max(turn) FROM annotator_slot t
    WHERE t.item_id = i.id AND t.kind = 'gold'),
  CASE WHEN {GOES_BEHIND} THEN {BEHIND.format(place=LAST)} ELSE {FIRST} END, 'free', %(chain)s::int,
  nullif(%(kind)s::text, '{ADJUDICATION}')
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
WHERE i.id = %(item)s AND NOT EXISTS ({STOPPED})
  AND %(kind)s::text <> '{ADJUDICATION}'
"""


def open_slot(cursor: Any, item: LockedItem, wanted: str) -> None:
    """None of the item's slots is open."""
    # One that waits is taken before another is added, for it has its place in the queue already.
    words = {**item.words, "kind": wanted}
    cursor.execute(OPEN, words)
    if not cursor.rowcount:
        cursor.execute(ADD if item.chain is None else ADD_CHECK, words)
