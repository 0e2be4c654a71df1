"""A real web server on loopback that behaves as badly as asked."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILE = bytes(range(256)) * 400


class Handler(BaseHTTPRequestHandler):
    """Each path is one behaviour; what was asked for is kept in `server.asked`."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.asked.append((self.path, self.headers["Host"], dict(self.headers)))
        path = self.path.partition("?")[0].strip("/")
        behave: Callable[[], None] = getattr(
            self, f"go_{path.partition('/')[0].replace('.', '_')}", self.go_missing
        )
        try:
            behave()
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client has left, as it should

    def say(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", headers.pop("length", str(len(body))))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def go_clip_mp4(self) -> None:
        self.say(200, FILE, Content_Type="video/mp4; charset=binary")

    def go_chunked(self) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for start in range(0, len(FILE), 10_000):
            piece = FILE[start : start + 10_000]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def go_missing(self) -> None:
        self.say(404, b"secret words of the page")

    def go_status(self) -> None:
        self.say(int(self.path.rpartition("/")[2]), b"secret words of the page")

    def go_login(self) -> None:
        self.say(200, b"<html><form>Sign in</form></html>", Content_Type="text/html; charset=utf-8")

    def go_disguised(self) -> None:
        self.say(
            200, b"  <!doctype html><title>Sign in</title>" + b" " * 100, Content_Type="video/mp4"
        )

    def go_empty(self) -> None:
        self.say(200)

    def go_packed(self) -> None:
        self.say(200, FILE, Content_Encoding="gzip")

    def go_short(self) -> None:
        self.say(200, FILE[:1000], length=str(len(FILE)))

    def go_huge(self) -> None:
        self.say(200, FILE, length="999999999999")

    def go_endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        while not self.server.over.is_set():
            self.wfile.write(FILE)

    def go_drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.drip(b"x")

    def go_drip_head(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        self.drip(b"x")

    def drip(self, byte: bytes) -> None:
        while not self.server.over.is_set():
            self.wfile.write(byte)
            self.wfile.flush()
            time.sleep(0.05)

    def go_silent(self) -> None:
        self.server.over.wait(20)

    def go_nonsense(self) -> None:
        self.wfile.write(b"220 mail.example.org ESMTP\r\n" * 5)
        self.close_connection = True

    def go_hang_up(self) -> None:
        self.close_connection = True

    def go_to(self) -> None:
        """/to?ADDRESS redirects there."""
        self.say(302, Location=self.path.partition("?")[2])

    def go_loop(self) -> None:
        self.say(301, Location="/loop")

    def go_nowhere(self) -> None:
        self.say(302)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def web_server(wrap: Callable | None = None) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None
    server.asked, server.over = [], threading.Event()
    if wrap:
        server.socket = wrap(server.socket)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.over.set()
    server.shutdown()
    thread.join()
    server.server_close()
