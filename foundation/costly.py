"""What costs a processor for long has a limit by person: one mechanism for pages and the API.

Which addresses those are is a list in the settings (COSTLY), measured on the demo: what takes more
than 0.3 s. A limit holds over all web processes (foundation/limits.py). It keeps one person, or a
script that runs wild, from taking the site from everybody else; it guards no secret.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import ceil
from secrets import token_hex
from time import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.throttling import BaseThrottle

from foundation.api.throttle import who_asks
from foundation.broker import NAMES_BEGIN_WITH, broker
from foundation.errors import refused
from foundation.limits import seconds_to_wait
from foundation.middleware import Middleware
from foundation.words import sentence

AT_ONCE = 2
A_MINUTE = 60
LOST_AFTER = 300  # seconds; longer than any answer takes


class TooCostly(Exception):
    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = max(1, ceil(seconds))

    def __str__(self) -> str:
        most, minute = AT_ONCE, A_MINUTE
        return sentence(
            f"This takes long to make, so one person may ask for {most} such things at a time,"
            f" and for {minute} a minute. Ask again in {self.seconds} s."
        )


class Allowance:
    """Places of people whose request is being answered, AT_ONCE for each. They are the broker's
    sorted sets, by when they were taken: one whose process was killed is free after LOST_AFTER."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._here: Counter[str] = Counter()

    @contextmanager
    def place(self, who: str) -> Iterator[None]:
        with self._place_here(who), self._place_of_all(who):
            if seconds := seconds_to_wait(f"costly-{who}", A_MINUTE):
                raise TooCostly(seconds)
            yield

    @contextmanager
    def _place_here(self, who: str) -> Iterator[None]:
        """Of this process, which is all that is known while the broker is away."""
        with self._lock:
            if self._here[who] >= AT_ONCE:
                raise TooCostly(1)
            self._here[who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._here[who] -= 1
                if not self._here[who]:
                    del self._here[who]

    @contextmanager
    def _place_of_all(self, who: str) -> Iterator[None]:
        places, mine, now = f"{NAMES_BEGIN_WITH}costly:{who}", token_hex(8), time()

        def take(pipeline: Any) -> None:
            pipeline.zremrangebyscore(places, "-inf", now - LOST_AFTER)
            pipeline.zadd(places, {mine: now})
            pipeline.expire(places, LOST_AFTER)
            pipeline.zcard(places)

        taken = broker().ask(take)
        try:
            if taken and taken[-1] > AT_ONCE:
                raise TooCostly(1)
            yield
        finally:
            broker().ask(lambda pipeline: pipeline.zrem(places, mine))


ALLOWANCE = Allowance()


def is_costly(request: HttpRequest) -> bool:
    name = request.resolver_match.view_name if request.resolver_match else ""
    return name in settings.COSTLY or name.endswith("_chart")


class CostlyMiddleware(Middleware):
    """Pages are looked at here. Whoever calls the API is known only to its views, so there it is
    their throttle; the place is given back here for both."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with ExitStack() as places:
            request.costly_places = places  # type: ignore[attr-defined]
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> HttpResponse | None:
        if is_costly(request) and not hasattr(view, "cls"):
            try:
                request.costly_places.enter_context(ALLOWANCE.place(who_asks(request)))  # type: ignore[attr-defined]
            except TooCostly as trouble:
                answer = refused(request, 429, str(trouble))
                answer["Retry-After"] = str(trouble.seconds)
                return answer
        return None


class CostlyThrottle(BaseThrottle):
    """REST framework answers with 429 and Retry-After."""

    seconds = 1

    def allow_request(self, request: Any, view: Any) -> bool:
        door = request._request  # noqa: SLF001  (the middleware's own)
        if not is_costly(door) or not hasattr(door, "costly_places"):
            return True
        try:
            door.costly_places.enter_context(ALLOWANCE.place(who_asks(request)))
        except TooCostly as trouble:
            self.seconds = trouble.seconds
            return False
        return True

    def wait(self) -> float:
        return self.seconds
