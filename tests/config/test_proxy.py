"""deploy/nginx.conf, tested by nginx itself, where it is installed: its own files' places and ports
are all that is changed."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from foundation.home import CHECKOUT
from tests.config.compose import read_compose

CONFIGURATION = (CHECKOUT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
SERVICES = read_compose(PUBLIC_HOST="truepool.example.org")["services"]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
needs_nginx = pytest.mark.skipif(
    NGINX is None, reason="nginx is not installed here (Debian: nginx-light)"
)


def test_the_internal_address_is_the_one_that_media_are_handed_over_to():
    prefix = SERVICES["web"]["environment"]["TRUEPOOL_MEDIA_ACCEL"]
    home = SERVICES["web"]["environment"]["TRUEPOOL_HOME"]
    assert (
        f"location {prefix} {{\n            internal;\n            alias {home}/media/;"
        in CONFIGURATION
    )


def test_the_proxy_asks_the_web_service_where_it_listens():
    words = [str(word) for word in SERVICES["web"]["command"]]
    assert f"set $web http://web:{words[words.index('--port') + 1]};" in CONFIGURATION


def test_the_ports_that_are_published_are_listened_on():
    assert SERVICES["proxy"]["ports"] == ["80:8080", "443:8443"]
    assert "listen 8080;" in CONFIGURATION
    assert "listen 8443 ssl;" in CONFIGURATION
    assert SERVICES["proxy"]["healthcheck"]["test"][-1] == "http://127.0.0.1:8081/"
    assert "listen 127.0.0.1:8081;" in CONFIGURATION


def test_the_proxy_counts_as_the_one_that_is_trusted():
    assert SERVICES["web"]["environment"]["TRUEPOOL_TRUSTED_PROXIES"] == "1"
    assert "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;" in CONFIGURATION
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in CONFIGURATION


class Web(BaseHTTPRequestHandler):
    """In the place of the web service: hands media over, and says back what it was told."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = (
            f"{self.headers['Host']} {self.headers['X-Forwarded-For']}"
            f" {self.headers['X-Forwarded-Proto']}".encode()
        )
        self.send_response(200)
        if self.path == "/media/clip.mp4":
            self.send_header("X-Accel-Redirect", "/protected/a%20clip.mp4")
            self.send_header("Content-Type", "video/mp4")
            body = b""
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory) -> Iterator[dict[str, int]]:
    """The proxy, running: its ports by the names of the configuration."""
    folder = tmp_path_factory.mktemp("proxy")
    folder.chmod(0o755)
    (folder / "deploy").mkdir()
    shutil.copy(CHECKOUT / "deploy" / "make_secrets.sh", folder / "deploy")
    subprocess.run(
        ["sh", folder / "deploy" / "make_secrets.sh", "truepool.example.org"],
        check=True,
        capture_output=True,
    )
    (folder / "media").mkdir()
    (folder / "media" / "a clip.mp4").write_bytes(bytes(range(256)) * 4)
    web = ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    ports = {name: free_port() for name in ("8080", "8443", "8081")}
    (folder / "nginx.conf").write_text(moved(folder, ports, web.server_port))
    user = (
        "user root;" if os.geteuid() == 0 else ""
    )  # whose workers could not enter this folder otherwise
    order = [
        NGINX,
        "-p",
        folder,
        "-e",
        "stderr",
        "-c",
        folder / "nginx.conf",
        "-g",
        f"daemon off; {user}",
    ]
    tested = subprocess.run([*order, "-t"], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    assert "[warn]" not in tested.stderr
    running = subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(ports["8081"])
    yield ports
    running.terminate()
    running.wait(10)
    web.shutdown()
    web.server_close()


def moved(folder: Path, ports: dict[str, int], web: int) -> str:
    package = Path(NGINX).resolve().parent.parent.parent
    places = {
        "/etc/nginx/mime.types": str(
            next(
                path
                for path in (package / "etc/nginx/mime.types", Path("/etc/nginx/mime.types"))
                if path.exists()
            )
        ),
        "/run/secrets/": f"{folder}/deploy/secrets/",
        "/srv/truepool/media/": f"{folder}/media/",
        "/tmp/": f"{folder}/",
        "/dev/stdout": f"{folder}/access.log",
        "/dev/stderr": f"{folder}/error.log",
        "http://web:8000": f"http://127.0.0.1:{web}",
        "worker_processes auto;": "worker_processes 1;",
    }
    assert all(name in CONFIGURATION for name in places)
    text = re.sub("|".join(map(re.escape, places)), lambda found: places[found[0]], CONFIGURATION)
    for name, port in ports.items():
        text = re.sub(rf"listen (127\.0\.0\.1:)?{name}\b", f"listen 127.0.0.1:{port}", text)
    return text


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError("nginx did not begin to listen")


def ask(
    port: int, path: str, *, secure: bool = True, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    unchecked = ssl._create_unverified_context()  # the certificate is signed by itself
    connection = (
        http.client.HTTPSConnection("127.0.0.1", port, context=unchecked)
        if secure
        else http.client.HTTPConnection("127.0.0.1", port)
    )
    try:
        connection.request("GET", path, headers={"Host": "truepool.example.org"} | headers)
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


@needs_nginx
def test_media_come_from_the_volume_by_ranges(proxy):
    whole, body = ask(proxy["8443"], "/media/clip.mp4")
    assert (whole.status, len(body), whole.getheader("Content-Type")) == (200, 1024, "video/mp4")
    part, body = ask(proxy["8443"], "/media/clip.mp4", Range="bytes=2-5")
    assert (part.status, body, part.getheader("Content-Range")) == (
        206,
        b"\x02\x03\x04\x05",
        "bytes 2-5/1024",
    )
    none, _ = ask(proxy["8443"], "/media/clip.mp4", Range="bytes=5000-")
    assert (none.status, none.getheader("Content-Range")) == (416, "bytes */1024")


@needs_nginx
def test_nobody_outside_reaches_media_past_the_web(proxy):
    for path in ("/protected/a%20clip.mp4", "/media/../protected/a%20clip.mp4"):
        answer, _ = ask(proxy["8443"], path)
        assert answer.status == 404


@needs_nginx
def test_the_web_is_told_who_asks_and_how(proxy):
    _, body = ask(proxy["8443"], "/", **{"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "http"})
    assert body == b"truepool.example.org 6.6.6.6, 127.0.0.1 https"


@needs_nginx
def test_plain_http_is_sent_on_to_https_with_its_method(proxy):
    answer, _ = ask(proxy["8080"], "/people/?role=rater", secure=False)
    assert (answer.status, answer.getheader("Location")) == (
        308,
        "https://truepool.example.org/people/?role=rater",
    )


@needs_nginx
def test_the_proxy_answers_for_itself(proxy):
    answer, body = ask(proxy["8081"], "/", secure=False)
    assert (answer.status, body) == (200, b"ok\n")
