"""The web process: `granian --interface rsgi config.rsgi:application`.

A request is read whole before a thread is taken for it, within limits and deadlines
(stack/web/bodies.py); Django answers in one of THREADS threads, and that thread sends. So neither
who sends slowly nor who reads slowly holds a thread.
"""

import asyncio
import resource
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from foundation.disk import DISK_IS_FULL, is_full
from foundation.request_ids import on_behalf_of
from jobs.own_files import Watch
from stack.starting import log_what_is_wrong
from stack.web.answered import BEGAN, id_for
from stack.web.answers import FileToSend, Start, send
from stack.web.bodies import Body, BodyBrokenOff
from stack.web.counting import COUNTS, Deliveries
from stack.web.environ import PREFIX, client_of, environ_of
from stack.web.incoming import Incoming
from stack.web.limits import KnownAs, most_bytes
from stack.web.refusal import Refusal, plain_answer
from stack.web.standing import standing_of

# A page or a call takes milliseconds, and the database has ten connections for a process.
THREADS = 32
DISK_THREADS = 4
OPEN_FILES = 16_384
# These are pages with words; what refuses a crowd is said without Django.
ASKED_OF_DJANGO = (413, 507)

# They have threads of their own, so that they are answered while all others are busy.
MACHINES_ASK = ("/readyz", "/metrics")

EMPTY = BytesIO()
files = Watch()
FILES_ELSEWHERE = (
    "This server does not see the files that the others keep, so it answers nothing. Its log says"
    " what is expected. Nothing was changed by your request; ask again in a moment."
)
# As stack/health.py answers where another server serves Django. Said by the loop itself, so it is
# said while all threads are busy.
WELL = ([("Content-Type", "application/json"), ("Cache-Control", "no-store")], b'{"status": "ok"}')


class Entry:
    """What granian calls. One for each process, made before its loop runs."""

    def __init__(self, django: WSGIHandler) -> None:
        self.django = django
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="django")
        self.for_probes = ThreadPoolExecutor(2, thread_name_prefix="probes")
        self.disk = ThreadPoolExecutor(DISK_THREADS, thread_name_prefix="disk")

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        raise_file_limit()
        self.incoming = Incoming(settings.HOME.incoming)
        # Django's own temporary files of uploads go there too.
        tempfile.tempdir = str(self.incoming.path)
        self.threads.submit(log_what_is_wrong)
        self.deliveries = Deliveries()
        self.deliveries.start()

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.deliveries.end()
        self.incoming.close()

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        if scope.path == f"{PREFIX}/healthz":
            protocol.response_bytes(200, WELL[0], WELL[1])
            return
        headers = scope.headers
        length, chunked = headers.get("content-length"), "transfer-encoding" in headers
        if chunked or length not in (None, "0"):
            await self._with_body(scope, protocol, None if chunked else int(length))
        else:
            await self._answer(protocol, environ_of(scope, BytesIO(), None))

    async def _with_body(self, scope: Any, protocol: Any, declared: int | None) -> None:
        loop = asyncio.get_running_loop()
        asked = environ_of(scope, EMPTY, 0)

        async def standing() -> KnownAs:
            return await loop.run_in_executor(self.threads, standing_of, asked)

        def most(who: KnownAs) -> int:
            return most_bytes(scope.method, scope.path, who, settings.GIVEN)

        body = Body(protocol, client_of(asked), declared, standing, most, self.disk)
        try:
            read = await body.read()
        except BodyBrokenOff:
            with suppress(RuntimeError):
                protocol.response_empty(400, [("Connection", "close")])
        except Refusal as refusal:
            await self._refuse(scope, protocol, refusal)
            # Who waits for a word sends nothing now.
            if refusal.status in ASKED_OF_DJANGO and "expect" not in scope.headers:
                await body.linger()
        else:
            whole = {"wsgi.input": read, "CONTENT_LENGTH": str(body.received)}
            await self._answer(protocol, asked | whole)
            read.close()

    async def _answer(self, protocol: Any, environ: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        environ[BEGAN] = perf_counter()
        threads = self.for_probes if environ["PATH_INFO"] in MACHINES_ASK else self.threads
        await loop.run_in_executor(threads, ask_django, self.django, protocol, environ, loop)

    async def _refuse(self, scope: Any, protocol: Any, refusal: Refusal) -> None:
        if refusal.status in ASKED_OF_DJANGO:
            environ = environ_of(scope, BytesIO(), 0) | {"truepool.refusal": refusal}
            await self._answer(protocol, environ)
            return
        COUNTS.add("refused", scope.method, refusal.status, 0.0)
        headers, text = plain_answer(refusal, scope.path)
        with suppress(RuntimeError):
            protocol.response_bytes(refusal.status, headers, text)


def ask_django(
    django: WSGIHandler, protocol: Any, environ: dict[str, Any], loop: asyncio.AbstractEventLoop
) -> None:
    """Asks Django in a thread. The answer is closed there too: that gives the thread's database
    connection back. What is logged meanwhile has the request's number."""
    path = environ["PATH_INFO"]
    with on_behalf_of(id_for(environ)):
        if path in MACHINES_ASK or not files.wrong():
            _ask_and_send(django, protocol, environ, loop)
            return
    headers, text = plain_answer(Refusal(503, FILES_ELSEWHERE, again=30), path)
    protocol.response_bytes(503, headers, text)


def _ask_and_send(
    django: WSGIHandler, protocol: Any, environ: dict[str, Any], loop: asyncio.AbstractEventLoop
) -> None:
    environ["wsgi.file_wrapper"] = FileToSend
    start = Start()
    answer = django(environ, start)
    try:
        send(protocol, start, answer, loop)
    except OSError as error:
        if not is_full(error):
            raise
        headers, text = plain_answer(Refusal(507, DISK_IS_FULL), environ["PATH_INFO"])
        protocol.response_bytes(507, headers, text)
    finally:
        answer.close()


def raise_file_limit() -> None:
    """A slow client costs a descriptor; the usual soft limit of 1,024 is for programs that use
    select()."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
