"""An HTTP connection to one checked address, that is over when its time is over."""

import io
import socket
import ssl
import time
from functools import cache
from http.client import HTTPConnection
from typing import Any

from foundation.frozen import frozen

CONNECT_SECONDS = 20.0


class OutOfTime(Exception):
    """The whole of the time for an exchange is spent."""


@frozen
class Deadline:
    at: float  # of time.monotonic

    def left(self) -> float:
        seconds = self.at - time.monotonic()
        if seconds <= 0:
            raise OutOfTime
        return seconds


class PinnedConnection(HTTPConnection):
    """Connects to the address and speaks to the host: its name is in the Host header and in TLS,
    and is never resolved.

    The deadline is for everything: a timeout for each read alone lets a host that sends one byte at
    a time go on for ever.
    """

    def __init__(
        self, host: str, port: int, address: str, deadline: Deadline, *, secure: bool
    ) -> None:
        super().__init__(host, port)
        self.address = address
        self.deadline = deadline
        self.secure = secure
        # So that the Host header names the port only when it is another.
        self.default_port = 443 if secure else 80

    def connect(self) -> None:
        plain = socket.create_connection(
            (self.address, self.port), timeout=min(CONNECT_SECONDS, self.deadline.left())
        )
        try:
            self.sock: Any = _Timed(self._wrap(plain), self.deadline)
        except BaseException:
            plain.close()
            raise

    def _wrap(self, plain: socket.socket) -> socket.socket:
        plain.settimeout(min(CONNECT_SECONDS, self.deadline.left()))
        return _trust().wrap_socket(plain, server_hostname=self.host) if self.secure else plain


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


class _Timed:
    """What http.client needs of a socket, each wait no longer than what is left."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self.sock = sock
        self.deadline = deadline
        self.is_read = False

    def sendall(self, data: bytes) -> None:
        self.sock.settimeout(self.deadline.left())
        try:
            self.sock.sendall(data)
        except TimeoutError:
            raise OutOfTime from None

    def makefile(self, mode: str) -> io.BufferedReader:
        self.is_read = True
        return io.BufferedReader(_Reader(self.sock, self.deadline))

    def close(self) -> None:
        """http.client lets go of the connection as soon as the answer's head is read: from then on
        the reader closes it."""
        if not self.is_read:
            self.sock.close()


class _Reader(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self.sock = sock
        self.deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.sock.settimeout(self.deadline.left())
        try:
            return self.sock.recv_into(buffer)
        except TimeoutError:
            raise OutOfTime from None

    def close(self) -> None:
        self.sock.close()
        super().close()
