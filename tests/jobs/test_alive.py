"""What a container's health check finds: asked as the check asks, in a process of its own."""

import os
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from celery import current_app, signals
from django.conf import settings

from foundation import alive
from foundation.home import CHECKOUT, Home
from jobs import background
from jobs.watchdog import Watchdog


def check(home, name):
    order = [sys.executable, "-IS", CHECKOUT / "foundation" / "alive.py", name]
    environ = {"TRUEPOOL_HOME": str(home)}
    return subprocess.run(order, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A container's: with a folder for marks."""
    monkeypatch.setattr(settings, "HOME", Home(tmp_path))
    (tmp_path / "alive").mkdir()
    return tmp_path


def test_a_mark_that_was_just_renewed_is_well(home):
    alive.renew(home / "alive", "beat")
    assert check(home, "beat").returncode == 0


def test_one_that_is_missing_or_old_is_not(home):
    found = check(home, "worker")
    assert (found.returncode, "expected a mark" in found.stderr) == (1, True)
    alive.renew(home / "alive", "worker")
    long_ago = time.time() - alive.SILENT_AFTER - 5
    os.utime(home / "alive" / "worker", (long_ago, long_ago))
    found = check(home, "worker")
    assert found.returncode == 1
    assert "expected to be renewed within 60 s, found 6" in found.stderr
    alive.renew(home / "alive", "worker")
    assert check(home, "worker").returncode == 0


def test_without_a_folder_for_them_no_marks_are_left(tmp_path):
    alive.renew(tmp_path / "alive", "worker")
    assert not list(tmp_path.iterdir())


def test_a_worker_leaves_its_mark_before_each_round(home, monkeypatch):
    class Slept(Exception):
        pass

    def sleep(seconds):
        raise Slept

    monkeypatch.setattr(time, "sleep", sleep)
    with pytest.raises(Slept):
        Watchdog(hostname="celery@test", slots=1).run()
    assert check(home, "worker").returncode == 0


def test_the_clock_leaves_its_mark_when_the_broker_took_its_ring(home, stack, monkeypatch):
    monkeypatch.setitem(current_app.conf, "broker_url", stack.home.broker_url)
    monkeypatch.setitem(current_app.conf, "broker_write_url", stack.home.broker_url)
    receivers = signals.after_task_publish.receivers[:]
    try:
        current_app.send_task(background.sweep.name)
        assert not (home / "alive" / "beat").exists()  # what others send says nothing of the clock
        signals.beat_init.send(sender=None)
        current_app.send_task(background.sweep.name)
        assert check(home, "beat").returncode == 0
    finally:
        signals.after_task_publish.receivers[:] = receivers
        signals.after_task_publish.sender_receivers_cache.clear()


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_the_web_is_asked_by_plain_http(monkeypatch, status, code):
    class Web(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["Host"]))
            self.protocol_version = "HTTP/1.1"
            self.send_response(status)
            self.end_headers()

        def log_message(self, *args):
            pass

    asked = []
    web = ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    monkeypatch.setattr(alive, "WEB", web.server_address)
    try:
        assert bool(alive.what_is_wrong("web")) == bool(code)
        assert asked == [("/healthz", "127.0.0.1")]
    finally:
        web.shutdown()
        web.server_close()
    assert "/healthz: expected an answer" in alive.what_is_wrong("web")
