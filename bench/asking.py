"""A hearing beside the bare requests: 600 pairs of 10 clips, 16 asked at once.

The service is a stub on loopback, in a process of its own, that answers after 20 ms. The peer sends
one body of the same size to it as often, from 16 threads, and keeps nothing. Goal: 200 opinions a
second, probes not counted.
"""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

from django.conf import settings

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from bench.stage.world import migrated_database
from bench.table import Goal, arguments, machine, row, show
from foundation.checksum import sha256_of
from jobs.inline import run_job_here
from media.confined_ffmpeg import read_frames
from media.ffmpeg import make_test_clip
from people.actor import COMMAND
from pooling.models import Benchmark, Caption, Query, Video
from witnesses.actions.order_hearing import arguments_of, open_hearing
from witnesses.actions.try_witness import keep_tryout, try_witness
from witnesses.asked.tryouts import HearingWanted, TryoutWanted
from witnesses.chatting.bodies import body_of
from witnesses.chatting.questions import PairQuestion
from witnesses.queries.work import HEAR

PAIRS, CLIPS, AT_ONCE, ROUNDS = 600, 10, 16, 3
STUB = """
import json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(0.02)
        self.send_response(200)
        self.send_header("Content-Length", str(len(ANSWER)))
        self.end_headers()
        self.wfile.write(ANSWER)

    def log_message(self, *_):
        pass

choice = {"message": {"content": '{"grade": 1}'}, "finish_reason": "stop"}
usage = {"prompt_tokens": 900, "completion_tokens": 6}
ANSWER = json.dumps({"model": "stub", "choices": [choice], "usage": usage}).encode()
Server = type("Server", (ThreadingHTTPServer,), {"request_queue_size": 128})
Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


@contextmanager
def stub() -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    started = subprocess.Popen([sys.executable, "-c", STUB, str(port)])
    try:
        until = time.monotonic() + 20
        while socket.socket().connect_ex(("127.0.0.1", port)) and time.monotonic() < until:
            time.sleep(0.05)
        yield port
    finally:
        started.kill()
        started.wait()


def world() -> Benchmark:
    """Each caption is the original of one pair, all of which are asked about."""
    of = Benchmark.objects.create(
        name="asked", caption_count=PAIRS, query_count=PAIRS, video_count=CLIPS
    )
    path = settings.MEDIA_ROOT / "videos" / "asked.mp4"
    path.parent.mkdir(parents=True, exist_ok=True)
    make_test_clip(path, seconds=8)
    facts: dict[str, Any] = {
        "state": "ready",
        "path": "videos/asked.mp4",
        "sha256": sha256_of(path),
    }
    facts |= {"seconds": 8.0, "width": 320, "height": 240}
    videos = [
        Video.objects.create(benchmark=of, number=n, key=f"v{n}", **facts) for n in range(CLIPS)
    ]
    for n in range(PAIRS):
        text = f"a man does thing {n} on a beach"
        query = Query.objects.create(
            benchmark=of, number=n, text=text, digest=n.to_bytes(32), characters=30, words=8
        )
        Caption.objects.create(
            benchmark=of, number=n, key=f"c{n}", query=query, video=videos[n % CLIPS]
        )
    return of


def ours(of: Benchmark, port: int, turn: int) -> float:
    """A temperature of its own for each turn: nothing of an earlier one is reused."""
    wanted = TryoutWanted(
        benchmark=of,
        name=f"stub {turn}",
        url=f"http://127.0.0.1:{port}/v1",
        model="stub",
        at_once=AT_ONCE,
        temperature=turn / 10,
        clips_leave=True,
    )
    facts = wanted.arguments() | {"benchmark": of, "pool": None}
    tryout = keep_tryout(COMMAND, try_witness(facts, lambda *_: None))
    hearing = open_hearing(COMMAND, HearingWanted(tryout=tryout, minutes=60))
    begun = time.monotonic()
    result = run_job_here(HEAR, actor=COMMAND, **arguments_of(hearing))
    took = time.monotonic() - begun
    if result["given"] != PAIRS:
        raise SystemExit(f"expected {PAIRS} opinions, found {result}")
    return took


def one_body(of: Benchmark, port: int) -> bytes:
    video = of.videos.earliest("pk")
    frames = read_frames(settings.MEDIA_ROOT / video.path, 8.0, (4, 336, 252))
    wanted = TryoutWanted(benchmark=of, name="peer", model="stub", url=f"http://127.0.0.1:{port}")
    offers = {"logprobs": True, "schema": True}
    question = PairQuestion("a man does thing 1 on a beach", frames)
    return json.dumps(body_of(wanted.arguments()["settings"], offers, question)).encode()


def theirs(body: bytes, port: int) -> float:
    def send(_: int) -> int:
        connection = HTTPConnection("127.0.0.1", port)
        connection.request("POST", "/v1/chat/completions", body)
        size = len(connection.getresponse().read())
        connection.close()
        return size

    begun = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(send, range(PAIRS)))
    return time.monotonic() - begun


def main() -> None:
    asked = arguments()
    title = f"Asking about {PAIRS} pairs, {AT_ONCE} at once ({machine()})"
    with migrated_database(), stub() as port:
        settings.WITNESS_ORIGINS = [f"http://127.0.0.1:{port}"]
        of = world()
        body = one_body(of, port)
        pairs = [(ours(of, port, turn), theirs(body, port)) for turn in range(ROUNDS)]
    own, bare = zip(*pairs, strict=True)
    goal = Goal(PAIRS / 200)
    what = f"a hearing, its probes, rows and frames ({PAIRS / sorted(own)[1]:.0f} a second)"
    peer = f"the bare requests ({PAIRS / sorted(bare)[1]:.0f} a second)"
    show(title, [row(what, own, peer, bare, goal=goal)], asked)


if __name__ == "__main__":
    main()
