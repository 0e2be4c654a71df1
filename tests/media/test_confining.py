"""What a program that decodes strangers' files is kept from, tried from inside."""

import os
import platform
import pwd
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from foundation.home import CHECKOUT
from media.confining import Bounds, run_confined, what_holds
from stack.database_place import may
from tests.stack.stack import new_home

BOUNDS = Bounds(seconds=60, cpu_seconds=20, memory=2 * 1024**3, file_bytes=64 * 1024)
FILTERED = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "aarch64"),
    reason="the filter of system calls knows other processors' numbers only",
)


def said(program: str) -> str:
    """What the program prints, run as a decoder is."""
    ended = run_confined([sys.executable, "-I", "-S", "-c", program], BOUNDS)
    assert ended.status == 0, ended.complaints
    return ended.output.decode().strip()


def outside(program: str) -> str:
    """The same without confinement: the test can fail."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True
    ).stdout.strip()


def trying(what: str) -> str:
    return f"""
import os, signal, socket
try:
    {what}
    print("done")
except OSError as error:
    print(type(error).__name__)
"""


@pytest.fixture
def listener():
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield server.getsockname()[1]


@FILTERED
def test_it_reaches_no_listener_on_this_machine(listener):
    call = trying(f"socket.create_connection(('127.0.0.1', {listener}), timeout=5).close()")
    assert outside(call) == "done"
    assert said(call) == "PermissionError"


@FILTERED
def test_it_reaches_no_listener_by_a_path_either():
    """The database lets in whoever reaches its socket."""
    path = new_home() / "listener.sock"
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(str(path))
        server.listen()
        call = trying(f"socket.socket(socket.AF_UNIX).connect({str(path)!r})")
        assert outside(call) == "done"
        assert said(call) == "PermissionError"


@FILTERED
def test_it_starts_no_further_process():
    """A fork bomb is out before its first child: ten tries, and whoever is born ends at once."""
    bomb = """
import os
born = 0
for _ in range(10):
    try:
        pid = os.fork()
    except OSError:
        continue
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    born += 1
print(born)
"""
    assert outside(bomb) == "10"
    assert said(bomb) == "0"


def test_it_has_threads_but_not_without_end():
    """A hundred are more than a decoder has; of a thousand some are refused, by their number or for
    want of memory."""
    start = """
import threading
gate, alive = threading.Event(), []
try:
    for _ in range({}):
        alive.append(threading.Thread(target=gate.wait))
        alive[-1].start()
except RuntimeError:
    print("refused")
gate.set()
"""
    assert said(start.format(100)) == ""
    assert said(start.format(1000)) == "refused"


@FILTERED
def test_it_sends_no_signal_to_others_and_looks_into_none():
    assert said(trying(f"os.kill({os.getpid()}, 0)")) == "PermissionError"
    assert (
        said(trying("print(__import__('ctypes').CDLL(None).ptrace(16, 1, 0, 0), end=' ')"))
        == "-1 done"
    )


def test_it_gains_no_privileges():
    status = said("print(open('/proc/self/status').read())")
    assert "NoNewPrivs:\t1" in status
    # Of root's rights those to open files are left; of anybody else's none.
    kept = int(
        next(line for line in status.splitlines() if line.startswith("CapEff:")).split()[1], 16
    )
    assert kept == (0b1110 if os.geteuid() == 0 else 0)


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root is sure to be allowed a network of its own"
)
def test_root_gives_it_a_network_of_its_own():
    assert what_holds()["no_network"]
    assert (
        said(
            "print(sorted(line.split(':')[0].strip() for line in open('/proc/net/dev') if ':' in"
            " line))"
        )
        == "['lo']"
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become an ordinary user")
def test_an_ordinary_users_decoder_is_confined_as_well():
    python = "/usr/bin/python3"
    if not (may("nobody", "-x", python) and may("nobody", "-r", CHECKOUT / "manage.py")):
        pytest.skip("there is no Python, or no checkout, that an ordinary user may read")
    nobody = pwd.getpwnam("nobody")
    ask = (
        f"import sys; sys.path.insert(0, {str(CHECKOUT)!r}); from media.confining import"
        " what_holds; print(what_holds())"
    )
    who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    done = subprocess.run(
        [python, "-c", ask], capture_output=True, text=True, check=True, cwd="/", **who
    )
    for held in ("no_sockets", "no_new_processes", "no_new_privileges"):
        assert f"'{held}': True" in done.stdout
