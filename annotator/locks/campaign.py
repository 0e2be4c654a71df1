"""The first lock of all: a campaign, held by all who work in it, or had alone.

Whoever may have to wait locks in one order: the campaign, the query, the item, its slots. These are
advisory locks, because raters share a campaign: a lock on its row would be fought over by every
answer.

A query is locked only in campaigns that stop at a caption's first positive, where the answer to one
of its pairs decides whether others are asked. Its key is below 0: those of raters are above.
"""

from typing import Any

from django.db import connection

from foundation.refused import Unknown

SPACE = 7_401  # of advisory locks: ours for campaigns
# No key is larger, but unmasking an invented number can give any; and for a larger one PostgreSQL
# would compare as numeric and read all slots.
LARGEST = 2**63 - 1
# The key of the lock on the query of the item i.
QUERY = "-(i.campaign_id << 32 | i.query_id)"


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
    """As hold_campaign does, for the campaign of a slot, in one statement: its number. The slot's
    query is locked, too, where its campaign stops at a caption's first positive. Raises
    UnknownSlot."""
    if slot_id > LARGEST:
        raise UnknownSlot
    cursor.execute(
        "SELECT s.campaign_id, pg_advisory_xact_lock_shared(%s, s.campaign_id::int),"
        " pg_advisory_xact_lock(s.campaign_id::bigint << 32 | %s::bigint),"
        f" CASE WHEN c.stop <> 'never' THEN pg_advisory_xact_lock({QUERY}) END"
        " FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id"
        " JOIN annotator_campaign c ON c.id = s.campaign_id WHERE s.id = %s",
        [SPACE, rater_id, slot_id],
    )
    found = cursor.fetchone()
    if found is None:
        raise UnknownSlot
    return int(found[0])


def hold_query_of(cursor: Any, item_id: int) -> None:
    """After the campaign, before the item. Nothing is locked where the campaign never stops."""
    cursor.execute(
        f"SELECT pg_advisory_xact_lock({QUERY}) FROM annotator_item i"
        " JOIN annotator_campaign c ON c.id = i.campaign_id"
        " WHERE i.id = %s AND c.stop <> 'never'",
        [item_id],
    )


def alone_with_campaign(campaign_id: int) -> None:
    """Waits for the answers that are on their way; until the end of the transaction no others
    begin."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [SPACE, campaign_id])
