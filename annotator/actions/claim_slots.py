"""Give a rater the next slots.

1. What the rater holds already comes first: a page that was reloaded goes on where it was.
2. Leases that have ended, by the database's clock, are freed by the next claim: no worker has to
run.
3. Then come the pairs that this rater gave back, or whose leases ended, unless somebody else has
taken them since.
4. The first free slots are taken in their order, passing over those that others are taking at this
   moment (SKIP LOCKED), and pairs that this rater has met. The index annotator_free_slots_in_order
   serves the order, and annotator_nobody_meets_a_pair_twice the question; the cost does not grow
   with what is done or still to do. Some are checks instead (slots/draw_checks.py).

All but the second is the database's function annotator_give_slots: one round trip.
"""

from django.db import transaction

from annotator.actions.even_time import even_time
from annotator.locks.campaign import hold_campaign
from annotator.locks.standing import Standing
from annotator.slots.free import free_ended_leases
from annotator.slots.give import Claimed, give_slots
from foundation.database.prepared import prepared_cursor
from people.models import User


def claim_slots(*, rater: User, campaign_id: int, count: int) -> Claimed:
    with even_time() as clock, transaction.atomic():
        hold_campaign(campaign_id, rater.pk)
        standing = Standing.of(campaign_id, rater.pk)
        clock.gives_checks = standing.gives_checks
        standing.refuse_if_idle()
        with prepared_cursor() as cursor:
            free_ended_leases(cursor, campaign_id)
        return give_slots(standing, rater.pk, campaign_id, count)
