"""GET /metrics: who may read, and what they read."""

import logging
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from secrets import compare_digest

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse

from foundation.middleware import Middleware
from stack.figures import house
from stack.figures.text import CONTENT_TYPE, Sample, as_text
from stack.web.counting import COUNTS
from stack.web.environ import client_of

logger = logging.getLogger(__name__)

PATIENCE = "SET LOCAL statement_timeout = '8s'"  # below the 10 s after which Prometheus gives up
CLOSED = (
    "Metrics are closed here. TRUEPOOL_METRICS_TOKEN or TRUEPOOL_METRICS_NETWORKS opens them.\n"
)
NOT_FOR_YOU = (
    "Metrics are not open to this request: expected the header Authorization: Bearer with the token"
    " of TRUEPOOL_METRICS_TOKEN, or an address within TRUEPOOL_METRICS_NETWORKS.\n"
)
Group = Callable[[], Iterator[Sample]]
FROM_DATABASE: tuple[Group, ...] = (
    house.of_queue,
    house.of_jobs,
    house.of_workers,
    house.of_labelling,
    house.of_database,
)


class FiguresMiddleware(Middleware):
    """Answers before redirects, host names and sessions, as probes are: Prometheus may come by
    plain HTTP, to the address of a container."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info != "/metrics":
            return self.get_response(request)
        if not settings.METRICS_TOKEN and not settings.METRICS_NETWORKS:
            answer = HttpResponse(CLOSED, status=404, content_type="text/plain")
        elif not may_read(request):
            answer = HttpResponse(NOT_FOR_YOU, status=403, content_type="text/plain")
        else:
            answer = HttpResponse(as_text(all_samples()), content_type=CONTENT_TYPE)
        answer["Cache-Control"] = "no-store"
        return answer


def may_read(request: HttpRequest) -> bool:
    kind, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    known = settings.METRICS_TOKEN.encode()
    if known and kind.lower() == "bearer" and compare_digest(token.strip().encode(), known):
        return True
    try:
        address = ip_address(client_of(request.META))
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in settings.METRICS_NETWORKS)


def all_samples() -> Iterator[Sample]:
    """What cannot be had is left out, and /metrics answers all the same: that a part is away is
    what it is asked for."""
    counted = COUNTS.deliver()
    yield "truepool_up", {"part": "broker"}, counted is not None
    if counted is not None:
        yield from house.of_requests(counted)
    yield from house.of_machine()
    answers = database_answers()
    yield "truepool_up", {"part": "database"}, answers
    if answers:
        for group in FROM_DATABASE:
            yield from _found(group)


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        connection.close()
        return False
    return True


def _found(group: Group) -> list[Sample]:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(PATIENCE)
            return list(group())
    except DatabaseError as error:
        logger.warning("Metrics %s are left out: %s", group.__name__, error)
        return []
