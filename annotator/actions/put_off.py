"""Judge a pair later: give it back behind all others, and take the next one.

Both happen in one transaction, as with an answer: a rater who was given no other pair has not lost
this one.
"""

from uuid import UUID

from django.db import connection, transaction

from annotator.actions.even_time import even_time
from annotator.actions.extend_lease import release_slot
from annotator.locks.campaign import hold_campaign_of
from annotator.locks.standing import Standing
from annotator.slots.give import Claimed, give_slots
from people.models import User


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
