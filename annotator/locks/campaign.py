"""The first lock of all: a campaign, held by all who work in it, or had alone.

Whoever may have to wait locks in one order: the campaign, the item, its slots. These are advisory
locks, because raters share a campaign: a lock on its row would be fought over by every answer.
"""

from typing import Any

from django.db import connection

from foundation.refused import Unknown

SPACE = 7_401  # of advisory locks: ours for campaigns
# No key is larger, but unmasking an invented number can give any; and for a larger one PostgreSQL
# would compare as numeric and read all slots.
LARGEST = 2**63 - 1


class UnknownSlot(Unknown):
    """There is no such slot for you."""


def hold_campaign(campaign_id: int, rater_id: int | None = None) -> None:
    """From here to the end of the transaction nobody pauses or closes this campaign, or pauses a
    member of it.

    Raters share this lock and never wait for each other; an action that changes a state takes it
    alone (alone_with_campaign). With `rater_id` a rater's own requests follow each other, so that
    two windows do not hold more than one may.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", [SPACE, campaign_id])
        if rater_id is not None:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [campaign_id << 32 | rater_id])


def hold_campaign_of(cursor: Any, slot_id: int, rater_id: int) -> int:
    """As hold_campaign does, for the campaign of a slot, in one statement: its number. Raises
    UnknownSlot."""
    if slot_id > LARGEST:
        raise UnknownSlot
    cursor.execute(
        "SELECT campaign_id, pg_advisory_xact_lock_shared(%s, campaign_id::int),"
        " pg_advisory_xact_lock(campaign_id::bigint << 32 | %s::bigint) FROM annotator_slot WHERE"
        " id = %s",
        [SPACE, rater_id, slot_id],
    )
    found = cursor.fetchone()
    if found is None:
        raise UnknownSlot
    return int(found[0])


def alone_with_campaign(campaign_id: int) -> None:
    """Waits for the answers that are on their way; until the end of the transaction no others
    begin."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [SPACE, campaign_id])
