"""What costs a processor for long has a limit by person: one mechanism for pages and the API.

Which addresses those are is a list in the settings (COSTLY), measured on the demo: what takes more
than 0.3 s. A limit is for one web process. It keeps one person, or a script that runs wild, from
taking the site from everybody else; it guards no secret.
"""

import threading
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import ceil
from time import monotonic
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.throttling import BaseThrottle

from foundation.api.throttle import who_asks
from foundation.errors import refused
from foundation.middleware import Middleware
from foundation.words import sentence

AT_ONCE = 2
A_MINUTE = 60
MINUTE = 60.0


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
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way: Counter[str] = Counter()
        self._lately: defaultdict[str, deque[float]] = defaultdict(deque)

    @contextmanager
    def place(self, who: str) -> Iterator[None]:
        with self._lock:
            self._take(who, monotonic())
        try:
            yield
        finally:
            with self._lock:
                self._under_way[who] -= 1
                if not self._under_way[who]:
                    del self._under_way[who]

    def _take(self, who: str, now: float) -> None:
        for one, begun in list(self._lately.items()):
            while begun and begun[0] < now - MINUTE:
                begun.popleft()
            if not begun:
                del self._lately[one]
        lately = self._lately[who]
        if len(lately) >= A_MINUTE:
            raise TooCostly(lately[0] + MINUTE - now)
        if self._under_way[who] >= AT_ONCE:
            raise TooCostly(1)
        lately.append(now)
        self._under_way[who] += 1


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
