"""A rater has read the guidelines."""

from django.db import transaction

from annotator.models import Member
from annotator.queries.raters import current_guideline
from foundation.database.rows import lock_row
from foundation.refused import Refused


class NewerGuideline(Refused):
    """The guidelines have changed again while you were reading: this is the newest version."""


@transaction.atomic
def confirm_guideline(member: Member, version: int) -> None:
    """Only the newest version can be confirmed; the version stays on the member, and on every label
    from here on."""
    locked = lock_row(Member, member.pk)
    newest = current_guideline(locked.campaign_id)
    if newest is None or newest.version != version:
        raise NewerGuideline
    locked.confirmed_version = version
    locked.save(update_fields=["confirmed_version"])
