"""The broker's memory, for numbers that all processes of an instance share and that may be lost.

Jobs do not come here (jobs/doorbell.py rings), and nothing depends on it: where it does not answer,
the caller goes on without, and it is left alone for a few seconds, so that no request waits twice.
"""

import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 0.25  # seconds
LEFT_ALONE = 5.0
NAMES_BEGIN_WITH = "truepool:"

Commands = Callable[[Any], object]


class Broker:
    def __init__(self, url: str) -> None:
        # A connection that the broker closed meanwhile fails once; the second try opens another.
        self._client = Redis.from_url(
            url.replace("redis+socket://", "unix://", 1),
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1),
            decode_responses=True,
        )
        self._left_alone_until = 0.0

    def ask(self, commands: Commands) -> list[Any] | None:
        """The answers to what `commands` put into a pipeline, all or none of which are carried out.
        None where the broker does not answer."""
        if time.monotonic() < self._left_alone_until:
            return None
        pipeline = self._client.pipeline()
        commands(pipeline)
        try:
            return list(pipeline.execute())
        except (RedisError, OSError):
            self._left_alone_until = time.monotonic() + LEFT_ALONE
            return None


_making = threading.Lock()


def broker() -> Broker:
    with _making:
        return _broker(settings.BROKER_URL)


@cache
def _broker(url: str) -> Broker:
    return Broker(url)
