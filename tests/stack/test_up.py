"""`manage.py up`: one command starts everything, keeps it running, and leaves nothing behind."""

import fcntl
import os
import pwd
import re
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from foundation.home import CHECKOUT, Home
from stack.database_place import may
from stack.embedded import make_run_folder
from tests.stack.stack import Stack, free_port, manage, migrated_home, new_home, processes_of, until

pytestmark = pytest.mark.stack

AS_ROOT = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can become another user or close a folder to one"
)


@pytest.fixture
def start():
    stacks: list[Stack] = []

    def start_one(home: Path | None = None, *words: str, **more) -> Stack:
        stacks.append(Stack(home or migrated_home(), *words, **more))
        return stacks[-1]

    yield start_one
    for stack in stacks:
        stack.clear()


@pytest.fixture(scope="module")
def running():
    """One that runs already, for tests that leave it as it is. Its media and logs were open to
    everybody before it started."""
    home = migrated_home()
    for name in ("media", "log"):
        (home / name).mkdir(exist_ok=True)
        (home / name).chmod(0o755)
    stack = Stack(home)
    stack.hear("Ctrl-C")
    yield stack
    assert stack.stop() == 0
    stack.clear()


def test_what_people_uploaded_releases_and_logs_are_closed_to_other_accounts(running):
    modes = {
        name: stat.S_IMODE((running.home.root / name).stat().st_mode)
        for name in ("media", "log", "incoming")
    }
    assert modes == {"media": 0o750, "log": 0o750, "incoming": 0o700}


def nothing_left(stack: Stack) -> bool:
    return stack.processes() == {} and files_in(stack.home.run) == []


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if not path.is_dir()]


def test_one_command_starts_all_parts_and_a_signal_stops_them_without_trace(start):
    stack = start(new_home(), "--demo")
    stack.hear("Truepool runs at")
    assert f"http://127.0.0.1:{stack.port}" in stack.said[-1]
    assert "lead" in stack.hear("Sign in as")
    job = stack.hear("The demo is still being filled").split("/jobs/")[1]
    assert job == "1/"
    assert stack.get("/healthz")[0] == 200
    stack.until_answers("/readyz")
    assert stat.S_IMODE((stack.home.root / "secret-key").stat().st_mode) == 0o600
    commands = " ".join(stack.processes().values())
    assert [
        part
        for part in ("granian", "celery", "valkey-server", "bin/postgres")
        if part not in commands
    ] == []
    assert {path.name for path in stack.home.logs.iterdir()} >= {
        "web.log",
        "worker.log",
        "broker.log",
        "up.log",
        "postgres",
    }

    assert stack.stop(signal.SIGTERM) == 0

    assert nothing_left(stack)


def test_a_start_waits_for_a_web_that_is_slow_and_says_so(start):
    stack = start()
    halted = until(lambda: stack.named("granian"))
    for pid in halted:
        os.kill(pid, signal.SIGSTOP)
    for _ in range(5):  # one each ten seconds
        assert "stopped by somebody: process " in stack.hear("The web is starting: ")
    for pid in halted:
        os.kill(pid, signal.SIGCONT)
    stack.hear("Truepool runs at")
    assert stack.get("/healthz")[0] == 200
    assert stack.stop() == 0
    assert nothing_left(stack)


def test_ctrl_c_breaks_off_a_start_that_waits_for_the_database(start):
    """Somebody else holds the database of this home, and does not start it."""
    home = migrated_home()
    make_run_folder(Home(home))
    lock = Home(home).run / "database.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        stack = start(home)
        stack.hear("The database is starting: ")
        assert stack.stop(signal.SIGINT) == 0
    lock.unlink()
    assert nothing_left(stack)


BROKEN = """
import sys

class Refuse:
    def find_spec(name, path=None, target=None):
        if name == "config.rsgi":
            raise ImportError("broken for this test")

sys.meta_path.insert(0, Refuse)
"""


def test_a_start_whose_web_cannot_begin_is_given_up(start, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(BROKEN)
    tmp_path.chmod(0o755)
    stack = start(PYTHONPATH=str(tmp_path))
    stack.hear("the web ended while it was starting (exit status 1): see ")
    assert stack.process.wait(60) == 1
    assert "broken for this test" in (stack.home.logs / "web.log").read_text()
    assert nothing_left(stack)


def test_a_second_start_in_the_same_home_is_refused_and_says_who_is_there(running):
    second = manage(running.home.root, "up", "--port", str(free_port()))
    assert second.returncode == 1
    assert second.stderr.startswith("error: Truepool already runs")
    assert f"http://127.0.0.1:{running.port}" in second.stderr
    assert str(running.process.pid) in second.stderr
    assert running.get("/healthz")[0] == 200


def test_after_kill_9_of_all_parts_the_next_start_just_works(start):
    stack = start()
    stack.hear("Ctrl-C")
    for pid in stack.processes():
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    stack.process.wait(30)
    again = start(stack.home.root)
    again.hear("Ctrl-C")
    assert again.get("/healthz")[0] == 200
    assert again.stop() == 0
    assert nothing_left(again)


def test_after_kill_9_of_the_supervisor_its_children_go_and_the_next_start_takes_the_database_over(
    start,
):
    stack = start()
    stack.hear("Ctrl-C")
    stack.process.kill()
    stack.process.wait(30)
    until(
        lambda: (
            not [
                c
                for c in stack.processes().values()
                if "granian" in c or "celery" in c or "valkey" in c
            ]
        )
    )
    again = start(stack.home.root)
    again.hear("Ctrl-C")
    assert again.stop() == 0
    assert nothing_left(again)


def test_whatever_part_is_killed_is_started_again_and_it_is_said(start):
    stack = start()
    stack.hear("Ctrl-C")
    stack.kill("granian")
    assert "SIGKILL" in stack.hear("The web ended")
    stack.hear("The web was started again")
    stack.until_answers("/healthz")

    stack.until_answers("/readyz")
    family = stack.named("celery")
    stack.kill(
        "celery"
    )  # its main process alone: its pool, and the clock in it, would go on without it
    stack.hear("The worker was started again")
    until(lambda: len(stack.named("celery")) >= len(family) > 1)
    assert not family & stack.named("celery")
    stack.kill("valkey-server")
    stack.hear("The broker was started again")
    stack.kill("bin/postgres")
    stack.hear("The database answers again")

    stack.until_answers("/readyz")
    assert stack.stop() == 0
    assert nothing_left(stack)


def test_a_taken_port_is_named_before_anything_is_started(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        home = new_home()
        done = manage(home, "up", "--port", str(port))
    assert done.returncode == 1
    what = f"port {port} of 127.0.0.1, asked for by --port, is taken by another program"
    assert done.stderr.strip() == f"error: {what}: expected a free one, as in --port 8001"
    assert not (home / "postgres").exists()


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("DATABASE_URL", "postgresql://someone:hush@127.0.0.1:9/truepool"),
        ("BROKER_URL", "redis://127.0.0.1:9/0"),
        ("BROKER_URL", "redis+socket:///nowhere/at/all.sock"),
    ],
)
def test_a_given_part_that_does_not_answer_is_one_clear_line_and_nothing_is_started(setting, value):
    home = new_home()
    done = manage(home, "up", **{setting: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {setting}: expected ")
    assert len(done.stderr.strip().splitlines()) == 1
    assert "hush" not in done.stderr
    assert not (home / "postgres").exists()


@pytest.fixture
def small_disk():
    """small_disk("1m") is a home on a disk of that size, which is full before Truepool stands in
    it."""
    homes: list[Path] = []

    def make(size: str) -> Path:
        homes.append(new_home())
        if subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size},mode=755", "tmpfs", homes[-1]], check=False
        ).returncode:
            pytest.skip("this root may not mount")
        return homes[-1]

    yield make
    for home in homes:
        subprocess.run(["umount", "--lazy", home], check=False)
        home.rmdir()


# Too small for: the secret's neighbours, the data folder, the database in it, the tables.
@AS_ROOT
@pytest.mark.parametrize("size", ["4k", "1m", "39m", "41m"])
def test_a_full_disk_is_one_clear_line_and_leaves_nothing_behind(small_disk, size):
    home = small_disk(size)
    done = manage(home, "up", "--port", str(free_port()))
    assert done.returncode == 1
    assert re.fullmatch(
        r"error: .*(No space left on device|Check free disk space).*\n", done.stderr
    )
    assert processes_of(Home(home)) == {}
    assert files_in(Home(home).run) == []


def test_a_command_starts_the_database_for_as_long_as_it_needs_it():
    home = new_home()
    alone = manage(home, "migrate", "--check")
    assert (alone.returncode, alone.stderr.splitlines()[:1]) == (
        1,
        ["Making a new database (this happens once)."],
    )
    manage(home, "migrate")
    assert manage(home, "migrate", "--check").returncode == 0
    assert not Home(home).database_socket.exists()


def test_a_command_joins_a_database_that_runs_and_leaves_it_running(running):
    assert manage(running.home.root, "migrate", "--check").returncode == 0
    assert running.until_answers("/readyz")


def test_two_homes_live_side_by_side_and_each_is_stopped_alone(start, running):
    other = start()
    other.hear("Ctrl-C")
    assert [stack.get("/healthz")[0] for stack in (other, running)] == [200, 200]
    assert other.stop(signal.SIGINT) == 0
    assert nothing_left(other)
    assert running.until_answers("/readyz")


def test_a_home_too_deep_for_sockets_has_them_elsewhere(start):
    deep = new_home() / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True, mode=0o755)
    stack = start(deep)
    stack.hear("Ctrl-C")
    assert stack.home.run.parent == Path("/tmp")
    assert stack.get("/healthz")[0] == 200
    assert stack.stop() == 0
    assert nothing_left(stack)
    stack.home.run.rmdir()


@AS_ROOT
def test_where_the_databases_user_cannot_reach_the_home_its_data_goes_where_it_can_and_this_is_said(
    start,
):
    closed = new_home()
    closed.chmod(0o700)
    home = closed / "var"
    stack = start(home)
    said = stack.hear("cannot reach")
    stack.hear("Ctrl-C")
    elsewhere = (home / "postgres").resolve()
    assert str(elsewhere) in said
    assert closed not in elsewhere.parents
    assert stack.get("/healthz")[0] == 200
    assert stack.stop() == 0
    assert nothing_left(stack)
    assert (elsewhere / "data" / "PG_VERSION").exists()


@AS_ROOT
def test_an_ordinary_user_needs_nothing_of_root(start):
    nobody = pwd.getpwnam("nobody")
    if not (
        may("nobody", "-x", Path(sys.executable)) and may("nobody", "-r", CHECKOUT / "manage.py")
    ):
        pytest.skip("Python or the checkout lies in a folder that only root may enter")
    home = new_home()
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    stack = start(
        home,
        as_user={"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []},
        HOME=str(home),
    )
    stack.hear("Ctrl-C")
    assert {Path(f"/proc/{pid}").stat().st_uid for pid in stack.processes()} == {nobody.pw_uid}
    assert stack.get("/healthz")[0] == 200
    assert stack.stop() == 0
    assert nothing_left(stack)
