"""Keep a lease alive, or give it back; or judge a pair later: give it back behind all others, and
take the next one."""

from datetime import datetime
from uuid import UUID

from django.db import connection, transaction

from annotator.actions.even_time import even_time
from annotator.actions.not_saved import LeaseLost
from annotator.locks.campaign import hold_campaign_of
from annotator.locks.slot import lock_slot
from annotator.locks.standing import NotOpen, Standing
from annotator.slots.free import give_back
from annotator.slots.give import Claimed, give_slots
from foundation.database.rows import column_of
from people.models import User


class NotHeld(LeaseLost):
    """You do not hold this pair any more."""


@transaction.atomic
def keep_lease(*, rater: User, slot_id: int, lease: UUID) -> datetime:
    """Its new end. A lease that has ended is kept as long as its answer would be taken: while
    nobody else has the slot.

    What somebody's claim has freed is taken up again, unless its rater holds as many others by now
    as one may.
    """
    with connection.cursor() as cursor:
        campaign_id = hold_campaign_of(cursor, slot_id, rater.pk)
        slot = lock_slot(cursor, slot_id)
        if not slot.may_be_filled_by(rater.pk, lease):
            raise NotHeld
        if slot.state == "free":
            standing = Standing.of(campaign_id, rater.pk)
            standing.refuse_if_not_active()
            if not standing.takes_answers:
                raise NotOpen
    found: list[datetime] = column_of(KEEP, {"slot": slot_id, "rater": rater.pk})
    if not found:
        raise NotHeld
    return found[0]


# What was freed meanwhile is taken up again only within what a rater may hold, and if they have not
# met the pair in another slot since.
KEEP = """
UPDATE annotator_slot s SET state = 'leased', rater_id = %(rater)s,
  lease_ends = now() + make_interval(secs => c.lease_seconds)
FROM annotator_campaign c WHERE c.id = s.campaign_id AND s.id = %(slot)s AND (s.state = 'leased'
  OR (SELECT count(*) FROM annotator_slot h WHERE h.campaign_id = c.id AND h.rater_id = %(rater)s
      AND h.state = 'leased' AND h.kind <> 'adjudication') < c.leases_per_rater
    AND NOT EXISTS (SELECT FROM annotator_slot met
      WHERE met.item_id = s.item_id AND met.rater_id = %(rater)s))
RETURNING s.lease_ends
"""


@transaction.atomic
def release_slot(*, rater: User, slot_id: int, lease: UUID, later: bool = False) -> None:
    """Free for anybody again; until somebody else takes it, its rater is given it back first.
    `later`: it goes behind all others, wherever it stood, so that it does not come straight
    back."""
    with connection.cursor() as cursor:
        hold_campaign_of(cursor, slot_id, rater.pk)
        lock_slot(cursor, slot_id)
        if not give_back(cursor, slot_id, rater.pk, lease, later=later):
            raise NotHeld


def put_off(*, rater: User, slot_id: int, lease: UUID) -> Claimed | None:
    """The next pair; None where none is given out, as in a campaign that is paused. Raises
    UnknownSlot, NotHeld."""
    with even_time() as clock, transaction.atomic():
        with connection.cursor() as cursor:
            campaign_id = hold_campaign_of(cursor, slot_id, rater.pk)
        standing = Standing.of(campaign_id, rater.pk)
        clock.gives_checks = standing.gives_checks
        release_slot(rater=rater, slot_id=slot_id, lease=lease, later=True)
        if not standing.may_be_given_more:
            return None
        return give_slots(standing, rater.pk, campaign_id, 1)
