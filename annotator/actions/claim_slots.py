"""Give a rater the next slots.

1. What the rater holds already comes first: a page that was reloaded goes on where it was.
2. Leases that have ended, by the database's clock, are freed by whoever comes to claim: no worker
has to run.
3. Then come the pairs that this rater gave back, or whose leases ended, unless somebody else has
taken them since.
4. The first free slots are taken in their order, passing over those that others are taking at this
   moment (SKIP LOCKED), and pairs that this rater has met. The index annotator_free_slots_in_order
   serves the order, and annotator_nobody_meets_a_pair_twice the question; the cost does not grow
   with what is done or still to do. Some are checks instead (draw_checks.py).

All but the second is the database's function annotator_give_slots: one round trip.
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotator.actions.draw_checks import draw_checks
from annotator.actions.even_time import even_time
from annotator.actions.held import Held, held, hold_campaign
from annotator.actions.settle_item import mind_freed_slots
from annotator.actions.standing import Standing
from annotator.asked.answering import MOST_AT_ONCE
from foundation.database.prepared import prepared_cursor
from people.models import User


@dataclass(frozen=True, slots=True)
class Claimed:
    slots: list[Held]
    guideline_version: int

    @property
    def remaining(self) -> bool:
        return bool(self.slots)


def claim_slots(*, rater: User, campaign_id: int, count: int) -> Claimed:
    with even_time() as clock, transaction.atomic():
        hold_campaign(campaign_id, rater.pk)
        standing = Standing.of(campaign_id, rater.pk)
        clock.gives_checks = standing.gives_checks
        standing.refuse_if_idle()
        with prepared_cursor() as cursor:
            free_ended_leases(cursor, campaign_id)
        return claim(standing, rater.pk, campaign_id, count)


def claim(standing: Standing, rater_id: int, campaign_id: int, count: int) -> Claimed:
    """Inside a transaction that holds the campaign and its rater."""
    wanted = max(0, min(count, standing.leases_per_rater, MOST_AT_ONCE))
    asked = (
        campaign_id,
        rater_id,
        standing.lease_seconds,
        wanted,
        *draw_checks(standing, rater_id, wanted),
    )
    with prepared_cursor() as cursor:
        slots = _give(cursor, asked)
        if len(slots) < wanted and free_ended_leases(cursor, campaign_id):
            slots = _give(cursor, asked)
    return Claimed(slots, standing.version)


def _give(cursor: Any, asked: tuple[Any, ...]) -> list[Held]:
    """What the rater holds, what they gave back, and the first free slots or checks to make up the
    number. A lease that would end before half its time is over again is lengthened: asking for
    slots is a sign of life."""
    cursor.execute(
        "SELECT * FROM annotator_give_slots(%s::bigint, %s::bigint, %s::integer, %s::integer,"
        " %s::integer, %s::boolean[], %s::text)",
        asked,
    )
    return held(cursor.fetchall())


def free_ended_leases(cursor: Any, campaign_id: int) -> int:
    """By the database's clock; those that somebody is answering at this moment are passed over.

    An item's very first slot is wanted as long as it is not filled; any other may have become
    unwanted meanwhile.
    """
    cursor.execute(
        "UPDATE annotator_slot SET state = 'free', returned_by_id = rater_id, rater_id = NULL,"
        " lease_ends = NULL WHERE id IN (  SELECT s.id FROM annotator_slot s JOIN annotator_item i"
        " ON i.id = s.item_id  WHERE s.campaign_id = %s AND s.state = 'leased' AND s.lease_ends <="
        " now()  ORDER BY s.lease_ends LIMIT 500 FOR NO KEY UPDATE OF i, s SKIP LOCKED) RETURNING"
        " item_id, chain, kind, turn",
        [campaign_id],
    )
    freed = cursor.fetchall()
    mind_freed_slots(cursor, freed)
    return len(freed)
