"""A chat service on loopback that answers as badly as asked."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[["Handler", dict[str, Any]], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.led_to.append(self.path)
        self.say(200, b"{}")

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.asked.append((self.path, dict(self.headers), asked))
            number = len(self.server.asked)
        asked["number"] = number
        try:
            self.server.answer(self, asked)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client has left, as it should

    def say(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", headers.pop("length", str(len(body))))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


def caption_in(asked: dict[str, Any]) -> str:
    words = "".join(part.get("text", "") for part in asked["messages"][1]["content"])
    return words.split("<<<CAPTION\n")[1].split("\nCAPTION>>>")[0]


def frames_in(asked: dict[str, Any]) -> list[str]:
    parts = asked["messages"][1]["content"]
    return [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]


def completion(content: str, model: str = "judge-2026", **more: Any) -> bytes:
    usage = {"prompt_tokens": 100, "completion_tokens": 5}
    message = {"role": "assistant", "content": content}
    choice = {"message": message, "finish_reason": "stop", **more}
    return json.dumps({"model": model, "choices": [choice], "usage": usage}).encode()


def grading(handler: Handler, asked: dict[str, Any]) -> None:
    """1 for what tells of a dog."""
    handler.say(200, completion(json.dumps({"grade": int("dog" in caption_in(asked))})))


def later(judge: Any, answer: Answer) -> None:
    """It answers otherwise from now on."""
    judge.answer = answer


@contextmanager
def service(answer: Answer = grading) -> Iterator[Any]:
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None
    server.answer, server.asked, server.led_to = answer, [], []
    server.lock, server.over = threading.Lock(), threading.Event()
    server.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def gone(server: Any) -> Iterator[str]:
    """Connections to it are refused meanwhile."""
    server.shutdown()
    server.socket.close()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        come_back(server)


def come_back(server: Any) -> None:
    if server.socket.fileno() < 0:
        server.socket = socket.socket()
        server.server_bind()
        server.server_activate()
        threading.Thread(target=server.serve_forever, args=(0.02,)).start()


def never(handler: Handler, asked: dict[str, Any]) -> None:
    handler.server.over.wait(30)


def one_byte_at_a_time(handler: Handler, asked: dict[str, Any]) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    while not handler.server.over.is_set():
        handler.wfile.write(b"x")
        handler.wfile.flush()
        time.sleep(0.2)


def malformed(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(200, b'{"choices": [{"message"')


def a_web_page(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(200, b"<!doctype html><title>Sign in</title>", Content_Type="text/html")


def cut(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(200, completion('{"grade": 1}'), length="100000")


def ten_megabytes(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(200, completion(" " * 10_000_000))


def fenced(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(200, completion('```json\n{"grade": 1}\n```'))


def broken(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(500, b'{"error": {"message": "out of memory"}}')


def wrong_request(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(400, b'{"error": {"message": "too many images"}}')


def elsewhere(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(307, b"", Location=f"http://127.0.0.1:{handler.server.server_port}/inner")


def refusing(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(200, completion("", message={"content": None, "refusal": "I will not."}))


def chatting(handler: Handler, asked: dict[str, Any]) -> None:
    handler.say(200, completion("It is relevant, I would say."))
