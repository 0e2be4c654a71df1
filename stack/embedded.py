"""The embedded PostgreSQL of one home: started by whoever needs it first, stopped by whoever needs
it last.

Every process that uses the database holds a shared lock on one file for as long. Locks end with
their process, however it ends, so nobody has to count. Whoever leaves tries to turn its share into
the whole lock; who gets it was the last, and stops the server. The server itself runs in a session
of its own: a Ctrl-C at the terminal of one user must not take it from another.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg

from foundation.home import Home
from jobs.process import STATE, fields_of
from stack.database_place import (
    DatabasePlace,
    DatabaseTrouble,
    Say,
    find_place,
    make_socket_folder,
    remove_socket_folder,
)
from stack.waiting import saying_what_lasts

# Safe against a crash (fsync and full page writes stay on), sized for a machine that also runs
# everything else.
SERVER_OPTIONS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "256MB",
    "effective_cache_size": "2GB",
    "work_mem": "16MB",
    "maintenance_work_mem": "256MB",
    "max_wal_size": "2GB",
    "random_page_cost": "1.1",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "logging_collector": "on",
    "log_destination": "jsonlog",
    "log_filename": "postgres-%a.log",
    "log_truncate_on_rotation": "on",
    "log_rotation_age": "1d",
    "log_rotation_size": "0",
    "log_min_duration_statement": "2s",
}

# Of the data, when it is first made. Whoever can reach the socket is let in, and its folder is
# closed to all but us.
DATA_OPTIONS = (
    *("-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"),
    *("--auth-local=trust", "--auth-host=reject"),
)


@contextmanager
def running_database(
    home: Home, say: Say, options: Mapping[str, str] = SERVER_OPTIONS
) -> Iterator[bool]:
    """Joins the home's database, or starts it. Yields whether this call started it; stops it if
    nobody else is left."""
    try:
        make_run_folder(home)
        with saying_what_lasts(say, "the database is starting"):
            lock, started = _join(home, say, options)
    except OSError as error:
        raise DatabaseTrouble(
            f"TRUEPOOL_HOME: expected a folder with room that can be written, but {error}"
        ) from None
    try:
        yield started
    finally:
        _leave(home, lock)
        os.close(lock)


def make_run_folder(home: Home) -> None:
    """Where sockets and locks go. Under /tmp another user could have made it first, so its owner is
    looked at."""
    home.run.mkdir(mode=0o711, parents=True, exist_ok=True)
    if home.run.stat().st_uid != os.getuid():
        raise DatabaseTrouble(
            f"{home.run} belongs to another user: expected a folder of our own for the sockets"
        )


def _join(home: Home, say: Say, options: Mapping[str, str]) -> tuple[int, bool]:
    """Starting is done under the whole lock, so that two who come at once do not both start a
    server. Whoever holds it lives, and is waited for."""
    while True:
        lock = os.open(home.run / "database.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if _try_lock(home, lock, fcntl.LOCK_EX):
                started = _start_or_leave(home, lock, say, options)
                fcntl.flock(lock, fcntl.LOCK_SH)
                return lock, started
            if _try_lock(home, lock, fcntl.LOCK_SH) and database_answers(home):
                return lock, False
        except BaseException:
            os.close(lock)
            raise
        os.close(lock)
        time.sleep(0.05)


def _start_or_leave(home: Home, lock: int, say: Say, options: Mapping[str, str]) -> bool:
    """A server that runs but could not be made ready, on a full disk say, is not left behind for
    nobody."""
    try:
        return start_database(home, say, options)
    except BaseException:
        _leave(home, lock)
        raise


def _try_lock(home: Home, lock: int, kind: int) -> bool:
    """False also when the file was removed by its last user since it was opened: a lock on it would
    keep nobody out."""
    try:
        fcntl.flock(lock, kind | fcntl.LOCK_NB)
        return os.fstat(lock).st_ino == (home.run / "database.lock").stat().st_ino
    except (BlockingIOError, FileNotFoundError):
        return False


def _leave(home: Home, lock: int) -> None:
    if _try_lock(home, lock, fcntl.LOCK_EX):
        stop_database(home)
        (home.run / "database.lock").unlink(missing_ok=True)


def database_answers(home: Home, name: str = "truepool") -> bool:
    try:
        psycopg.connect(
            host=str(home.database_socket), user="postgres", dbname=name, connect_timeout=5
        ).close()
    except psycopg.OperationalError:
        return False
    return True


def start_database(home: Home, say: Say, options: Mapping[str, str] = SERVER_OPTIONS) -> bool:
    """Makes the data if there is none, starts the server, waits until it answers. False if it was
    running already."""
    place = find_place(home, say)
    if server_pid(place) is not None and database_answers(home):
        return False
    _make_data(place, say)
    if server_pid(place) is None:
        # A number left by a killed server may belong to any process by now, and PostgreSQL would
        # take it for a server's.
        (place.data / "postmaster.pid").unlink(missing_ok=True)
    _start_server(home, place, options)
    try:
        with psycopg.connect(
            host=str(home.database_socket), user="postgres", dbname="postgres", autocommit=True
        ) as admin:
            known = "SELECT 1 FROM pg_database WHERE datname = 'truepool'"
            if not admin.execute(known).fetchone():
                admin.execute("CREATE DATABASE truepool")
    except psycopg.Error as error:
        raise DatabaseTrouble(
            f"PostgreSQL could not make its database: {str(error).splitlines()[0]}"
        ) from None
    return True


def _start_server(home: Home, place: DatabasePlace, options: Mapping[str, str]) -> None:
    """Returns when it answers."""
    words = {
        **options,
        "unix_socket_directories": make_socket_folder(home, place),
        "log_directory": place.logs,
    }
    settings = (f"--{name}={value}" for name, value in words.items())
    start_log = home.logs / "postgres-start.log"
    with start_log.open("wb") as log:
        server = subprocess.Popen(
            place.command("postgres", "-D", place.data, *settings),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **place.run_as,
        )
    while not database_answers(home, "postgres"):
        if server.poll() is not None:
            sentence = start_log.read_text(errors="replace").strip().splitlines() or [
                "it said nothing"
            ]
            raise DatabaseTrouble(
                f"PostgreSQL did not start: {sentence[-1]} (its logs are in {place.logs})"
            )
        time.sleep(0.03)


def _make_data(place: DatabasePlace, say: Say) -> None:
    """Made aside and moved into place whole, so that a set-up that is cut off leaves nothing that
    looks finished."""
    if place.data.exists():
        return
    say("Making a new database (this happens once).")
    draft = place.folder / "draft"
    shutil.rmtree(draft, ignore_errors=True)
    order = place.command("initdb", "-D", draft, *DATA_OPTIONS)
    done = subprocess.run(order, check=False, capture_output=True, text=True, **place.run_as)
    if done.returncode != 0:
        sentence = (
            [line for line in done.stderr.splitlines() if "error" in line.lower()]
            or done.stderr.splitlines()
            or ["nothing"]
        )
        raise DatabaseTrouble(
            f"PostgreSQL could not make its data folder in {place.folder}: {sentence[0]}"
        )
    draft.rename(place.data)


def server_pid(place: DatabasePlace) -> int | None:
    """The server that runs on this data, if one does. A number alone proves nothing: its process is
    looked at."""
    try:
        pid = int((place.data / "postmaster.pid").read_text().split("\n", 1)[0])
        command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (OSError, ValueError):
        return None
    return pid if command[0].endswith(b"postgres") and os.fsencode(place.data) in command else None


def stop_database(home: Home) -> None:
    """A fast shutdown: sessions are ended, nothing committed is lost. Sterner orders only if it
    does not obey."""
    place = DatabasePlace((home.root / "postgres").resolve(), Path(), None)
    for order, patience in ((signal.SIGINT, 4.0), (signal.SIGQUIT, 1.0), (signal.SIGKILL, 0.5)):
        pid = server_pid(place)
        if pid is None:
            break
        os.kill(pid, order)
        deadline = time.monotonic() + patience
        while is_alive(pid) and time.monotonic() < deadline:
            time.sleep(0.02)
    remove_socket_folder(home)


def is_alive(pid: int) -> bool:
    """Whether the process still runs. One that has ended and only waits to be noticed by its parent
    does not."""
    try:
        return fields_of(pid)[STATE] != "Z"
    except (OSError, IndexError):
        return False
