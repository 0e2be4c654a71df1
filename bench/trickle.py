"""Clients who send slowly: what 150 of them, one byte every ten seconds each, do to those who work
meanwhile.

The peer is the same Django behind the same server program's WSGI interface, which takes a thread
for a request before its body is there. Loopback only; no more than 150 sockets, for no more than 30
s at a time.
"""

import argparse
import http.client
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from bench.serve import WARM, web
from bench.stage.campaign import make_campaign, make_rater
from bench.stage.hammer import Hammered, Target, hammer
from bench.stage.world import migrated_database
from bench.table import machine

SOCKETS, EVERY = 150, 10.0
RATERS = 8
LONGEST = 30.0
SETTLED = 3.0  # seconds after which all who trickle are being read
PATIENCE = 5.0
PEER = "config.wsgi:application"


@contextmanager
def trickling(port: int, count: int) -> Iterator[None]:
    """A form for the sign-in page that never ends, many times over, with the cookie that everybody
    gets there."""
    head = (
        "POST /people/sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type:"
        " application/x-www-form-urlencoded\r\n"
    )
    head += f"Cookie: {cookie(port)}\r\nContent-Length: 1000\r\n\r\nu"
    over = threading.Event()
    with ExitStack() as stack:
        limit = threading.Timer(LONGEST, stack.close)
        stack.callback(limit.cancel)
        limit.start()
        lines = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
            for _ in range(count)
        ]
        for line in lines:
            line.sendall(head.encode())
        drops = threading.Thread(target=_drip, args=(lines, over))
        drops.start()
        try:
            yield
        finally:
            over.set()
            drops.join()


def cookie(port: int) -> str:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("GET", "/people/sign-in/")
        return str(line.getresponse().headers["Set-Cookie"]).split(";", 1)[0]
    finally:
        line.close()


def _drip(lines: Sequence[socket.socket], over: threading.Event) -> None:
    while not over.wait(EVERY):
        for line in lines:
            try:
                line.sendall(b"u")
            except OSError:  # it was refused, as it should be
                continue


def ask_healthz(port: int, over: threading.Event, times: list[float]) -> None:
    """Milliseconds of each, over a new connection; no answer in time is as bad as PATIENCE."""
    while not over.wait(0.1):
        begun = time.perf_counter()
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            line.request("GET", "/healthz")
            line.getresponse().read()
        except OSError:
            times.append(float("inf"))
        else:
            times.append(1_000 * (time.perf_counter() - begun))
        finally:
            line.close()


def measure(
    target: Target, raters: Sequence[tuple[int, str]], seconds: float, count: int
) -> tuple[Hammered, list[float]]:
    over, times = threading.Event(), list[float]()
    with trickling(target.port, count):
        time.sleep(SETTLED)
        probe = threading.Thread(target=ask_healthz, args=(target.port, over, times))
        probe.start()
        came = hammer(target, raters, seconds)
        over.set()
        probe.join()
    return came, sorted(times)


def show(what: str, count: int, came: Hammered, health: list[float]) -> None:
    at = (
        [health[min(len(health) - 1, int(len(health) * share))] for share in (0.5, 0.95)]
        if health
        else [float("inf")] * 2
    )
    cells = [
        what,
        count,
        len(came.times),
        f"{came.pace:.0f}",
        f"{came.at(0.5):.1f}",
        f"{came.at(0.95):.1f}",
    ]
    cells += [f"{ms:.1f}" if ms < 1_000 * PATIENCE else "none" for ms in at]
    print(
        f"| {' | '.join(str(cell) for cell in [*cells, f'{os.getloadavg()[0]:.1f}'])} |", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="how long each round lasts, at most 27"
    )
    asked = parser.parse_args()
    seconds = min(asked.seconds, LONGEST - SETTLED)
    threading.excepthook = lambda args: print(
        f"a rater gave up: {args.exc_value!r}", file=sys.stderr
    )
    print(f"\nSlow senders ({machine()})\n")
    print("| what | trickling | answers | a second | p50 ms | p95 | /healthz p50 | p95 | load |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    with migrated_database():
        people = [make_rater(f"rater-{number}") for number in range(RATERS)]
        raters = [(person.pk, secret) for person, secret in people]
        campaign = make_campaign(WARM, 0.0, [person for person, _ in people]).pk
        for what, wsgi in (("peer: threads read bodies", PEER), ("Truepool", "")):
            with web(wsgi) as port:
                hammer(Target(port, campaign), raters, 3)
                for count in (0, SOCKETS):
                    show(what, count, *measure(Target(port, campaign), raters, seconds, count))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the database and the server go with us
    main()
