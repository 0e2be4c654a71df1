"""Bodies of requests, read before a thread is taken: with a limit that holds while reading, and a
deadline that moves with it.

The deadline is PATIENCE plus a second for each LEAST_PACE bytes that have come: somebody who sends
one byte now and then is cut off soon, and a gigabyte over a slow line is not. After a GRACE the
body needs a place among the slow ones (stack/web/crowd.py).
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import ExitStack, suppress
from io import BytesIO
from typing import Any, BinaryIO

from foundation.disk import DISK_IS_FULL, is_full
from stack.web.crowd import GRACE, KNOWN, STRANGERS
from stack.web.limits import NO_ONE, KnownAs, in_words
from stack.web.refusal import Refusal

PATIENCE = 30.0  # seconds that any body may take
LEAST_PACE = 16 * 1024  # bytes a second, on average, beyond that
IN_MEMORY = 256 * 1024  # what is larger goes to a file
LINGER, LINGER_BYTES = 10.0, 64 * 2**20


class BodyBrokenOff(Exception):
    """The client went away, or what it sent was not HTTP: nobody waits for an answer."""


class Body:
    """One body on its way. `standing` is asked at most once, and only where the answer matters."""

    def __init__(
        self,
        protocol: Any,
        address: str,
        declared: int | None,
        standing: Callable[[], Awaitable[KnownAs]],
        most: Callable[[KnownAs], int],
        disk: Executor,
    ) -> None:
        self._pieces = _Pieces(protocol)
        self._address = address
        self._declared = declared
        self._ask_standing = standing
        self._standing: KnownAs | None = None
        self._most = most
        self._disk = disk
        self._file: BinaryIO | None = None
        self._writing: asyncio.Future[None] | None = None
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self.received = 0

    async def read(self) -> BinaryIO:
        """The whole body, or Refusal, or BrokenOff. What was kept of a refused one is gone."""
        limit = NO_ONE
        if self._declared is not None and self._declared > limit:
            limit = await self._limit_or_refuse(self._declared)
        watch = _Watch(self)
        try:
            await self._take_all(limit)
            return await self._whole()
        except BaseException as ended:
            self.discard()
            if isinstance(ended, asyncio.CancelledError) and (refusal := watch.take_back()):
                raise refusal from None
            if is_full(ended):
                who = self._standing or KnownAs.NO_ONE
                raise Refusal(507, DISK_IS_FULL, standing=who) from None
            raise
        finally:
            watch.stop()

    async def standing(self) -> KnownAs:
        if self._standing is None:
            self._standing = await self._ask_standing()
        return self._standing

    async def linger(self) -> None:
        """Reads on for a while after a refusal: most clients look for an answer only when they have
        sent all they have."""
        try:
            async with asyncio.timeout(LINGER):
                left = LINGER_BYTES
                async for piece in self._pieces:
                    left -= len(piece)
                    if left < 0 or not piece:
                        return
        except (TimeoutError, RuntimeError):  # too slow, or already gone
            return

    def discard(self) -> None:
        """Never while a thread writes to the file: its number could be another file's by then."""
        self._waiting = []
        if self._writing is not None and not self._writing.done():
            self._writing.add_done_callback(lambda _: self._close())
        else:
            self._close()

    def _close(self) -> None:
        if self._file is not None:
            with suppress(OSError):  # what it still held back finds no room, and is not wanted
                self._file.close()

    async def _limit_or_refuse(self, size: int) -> int:
        who = await self.standing()
        limit = self._most(who)
        if size <= limit:
            return limit
        expected = f"Expected a body of at most {in_words(limit)} ({limit:,} bytes) here."
        if who is KnownAs.NO_ONE:
            expected = f"Expected at most {in_words(limit)} from somebody who is not signed in."
        raise Refusal(413, expected, standing=who)

    async def _take_all(self, limit: int) -> None:
        nothing = False
        async for piece in self._pieces:
            if not piece:
                # granian gives one empty piece at the end of a body, and two at the end of one that
                # was broken off.
                if nothing:
                    raise BodyBrokenOff
                nothing = True
                continue
            self.received += len(piece)
            if self.received > limit:
                limit = await self._limit_or_refuse(self.received)
            self._waiting.append(piece)
            self._waiting_bytes += len(piece)
            if self.received == self._declared:
                return
            if self._waiting_bytes > IN_MEMORY:
                await self._to_file()
        if self._declared is not None and self.received < self._declared:
            raise BodyBrokenOff

    async def _to_file(self) -> None:
        pieces, self._waiting, self._waiting_bytes = self._waiting, [], 0
        self._writing = asyncio.get_running_loop().run_in_executor(
            self._disk, self._write, b"".join(pieces)
        )
        await asyncio.shield(self._writing)

    def _write(self, piece: bytes) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115  (nameless: it goes with its last user)
        self._file.write(piece)
        self._file.flush()

    async def _whole(self) -> BinaryIO:
        if self._file is None and self._waiting_bytes <= IN_MEMORY:
            return BytesIO(b"".join(self._waiting))
        await self._to_file()
        assert self._file is not None  # noqa: S101  (something was written)
        self._file.seek(0)
        return self._file


class _Pieces:
    """granian's protocol can be iterated over once; this may be left and taken up again."""

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._next: Callable[[], Awaitable[bytes]] | None = None

    def __aiter__(self) -> "_Pieces":
        return self

    def __anext__(self) -> Awaitable[bytes]:
        if self._next is None:
            self._next = aiter(self._protocol).__anext__
        return self._next()


class _Watch:
    """Looks at a body that is still on its way after the GRACE, and cancels its reading when it
    must not go on."""

    def __init__(self, body: Body) -> None:
        self.refusal: Refusal | None = None
        self._body = body
        self._loop = asyncio.get_running_loop()
        self._begun = self._loop.time()
        self._reader = asyncio.current_task()
        self._task: asyncio.Task[None] | None = None
        self._timer = self._loop.call_later(GRACE, self._look)

    def stop(self) -> None:
        self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def take_back(self) -> Refusal | None:
        """Why the reading was cancelled, if it was from here. The reader then goes on with that."""
        if self.refusal is not None and self._reader is not None:
            self._reader.uncancel()
        return self.refusal

    def _look(self) -> None:
        self._task = self._loop.create_task(self._watch())

    async def _watch(self) -> None:
        try:
            with ExitStack() as places:
                known = await self._body.standing() > KnownAs.NO_ONE
                places.enter_context((KNOWN if known else STRANGERS).place(self._body._address))  # noqa: SLF001  (one thing in two)
                while (left := self._left()) > 0:  # noqa: ASYNC110  (what has come meanwhile moves the deadline)
                    await asyncio.sleep(left)
                received, seconds = self._body.received, self._loop.time() - self._begun
                raise Refusal(
                    408,
                    f"Only {received:,} bytes came in {seconds:.0f} s: expected the whole body"
                    f" within {PATIENCE:.0f} s, or at least {LEAST_PACE // 1024} KiB a second.",
                )
        except Refusal as refusal:
            self.refusal = refusal
            assert self._reader is not None  # noqa: S101  (granian runs each request in a task)
            self._reader.cancel()

    def _left(self) -> float:
        return self._begun + PATIENCE + self._body.received / LEAST_PACE - self._loop.time()
