"""How often one address may look at what anybody may see."""

import time

from django.core.cache import cache
from django.http import HttpRequest

MINUTE = 60


def too_often(request: HttpRequest, what: str, most: int) -> bool:
    """Whether this address has looked more than `most` times within this minute.

    Each web process counts for itself, as with the API: it keeps a script that runs wild from
    taking the machine, and guards no secret.
    """
    now = int(time.time()) // MINUTE
    key = f"visits-{what}-{request.META.get('REMOTE_ADDR', '')}-{now}"
    if cache.add(key, 1, 2 * MINUTE):
        return False
    try:
        return cache.incr(key) > most
    except ValueError:  # forgotten between the two
        return False
