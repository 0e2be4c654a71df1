"""Remember when a token was last used, to the minute: a busy script must not write its row with
every call.

Not for the audit log, which tells what was done with it.
"""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from people.models import ApiToken

AT_MOST_EVERY = timedelta(minutes=1)


def note_token_use(token: ApiToken) -> None:
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - AT_MOST_EVERY:
        return
    long_ago = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - AT_MOST_EVERY)
    ApiToken.objects.filter(long_ago, pk=token.pk).update(last_used_at=now)
