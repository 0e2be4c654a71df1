"""A rater's player could not play a clip: noted for the lead, whatever is answered."""

from django.db import connection, transaction

from annotator.actions.extend_lease import NotHeld
from annotator.asked.answering import ClipFailed
from annotator.locks.campaign import hold_campaign_of
from annotator.locks.slot import lock_slot
from annotator.models import ClipFailure
from people.models import User


@transaction.atomic
def note_clip_failure(*, rater: User, slot_id: int, failed: ClipFailed, browser: str) -> None:
    """Raises UnknownSlot, NotHeld. The same failure again is noted once: the last words of it."""
    with connection.cursor() as cursor:
        hold_campaign_of(cursor, slot_id, rater.pk)
        slot = lock_slot(cursor, slot_id)
    if not slot.may_be_filled_by(rater.pk, failed.lease):
        raise NotHeld
    longest = ClipFailure._meta.get_field("browser").max_length
    ClipFailure.objects.update_or_create(
        campaign_id=slot.campaign_id,
        video_id=slot.video_id,
        rater=rater,
        cause=failed.cause,
        defaults={"detail": failed.detail, "browser": browser[:longest]},
    )
