"""`up` as root: web, worker and broker run as a lesser user, who owns what they use; or it is said
why they do not."""

import os
import pwd
import signal
import sys
from pathlib import Path

import pytest

from foundation.home import CHECKOUT, Home
from stack.database_place import SYSTEM_USER, make_system_user, may
from tests.stack.stack import Stack, manage, migrated_home, new_home, until
from tests.stack.test_no_label_is_lost import inside

pytestmark = [
    pytest.mark.stack,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can step down"),
]


@pytest.fixture
def lesser():
    """The number of the user that is stepped down to."""
    make_system_user()
    if not (
        may(SYSTEM_USER, "-x", Path(sys.executable))
        and may(SYSTEM_USER, "-r", CHECKOUT / "manage.py")
    ):
        pytest.skip("Python or the checkout lies in a folder that only root may enter")
    return pwd.getpwnam(SYSTEM_USER).pw_uid


@pytest.fixture
def start():
    stacks: list[Stack] = []

    def start_one(home: Path) -> Stack:
        stacks.append(Stack(home))
        stacks[-1].hear("Ctrl-C")
        return stacks[-1]

    yield start_one
    for stack in stacks:
        stack.clear()


def owners(folder: Path) -> set[int]:
    return {path.lstat().st_uid for path in [folder, *folder.rglob("*")]}


def users_of(stack: Stack, part: str) -> set[int]:
    return {Path(f"/proc/{pid}").stat().st_uid for pid in stack.named(part)}


def test_web_worker_and_broker_run_as_a_lesser_user_and_still_do_after_they_were_killed(
    start, lesser
):
    stack = start(migrated_home())
    for name, part in (("web", "granian"), ("worker", "celery"), ("broker", "valkey-server")):
        assert users_of(stack, part) == {lesser}
        stack.kill(part)
        stack.hear(f"The {name} was started again")
    stack.until_answers("/readyz")
    for part in ("granian", "celery", "valkey-server"):
        assert users_of(stack, part) == {lesser}
    assert stack.stop(signal.SIGTERM) == 0
    assert stack.processes() == {}


def test_a_home_that_root_made_is_handed_over_once_and_this_is_said(start, lesser):
    home = migrated_home()
    campaign = inside(home, "stage(1, 5)")["campaign"]
    inside(home, f"furnish({campaign})")  # as root, before anybody has stepped down
    assert owners(home / "media") == {0}

    stack = start(home)
    assert [sentence for sentence in stack.said if "now belong to the user" in sentence]
    assert owners(home / "media") == {lesser}
    assert Path(home / "secret-key").stat().st_uid == lesser
    assert stack.until_answers("/readyz")

    again = inside(home, f"furnish({campaign})")  # as root, while the web runs
    assert again["session"]
    assert owners(home / "media") == {lesser}
    done = inside(home, "check_video_by_the_worker()")
    assert done["state"] == "queued"
    until(lambda: inside(home, f"state_of({done['job']})")["state"] == "done")
    assert stack.stop() == 0

    stack = start(home)
    assert [sentence for sentence in stack.said if "now belong to the user" in sentence] == []
    assert manage(home, "check_integrity", "--files").returncode == 0
    assert stack.stop() == 0


def test_no_file_outside_the_media_changes_hands(start, lesser):
    """Whoever owns the folder may put names into it that lead elsewhere."""
    home = migrated_home()
    outside, second = home / "outside", home / "second"
    outside.write_text("root's")
    second.write_text("root's")
    (home / "media").mkdir()
    (home / "media" / "link").symlink_to(outside)
    (home / "media" / "second name").hardlink_to(second)
    stack = start(home)
    assert (outside.stat().st_uid, second.stat().st_uid) == (0, 0)
    assert stack.stop() == 0


def test_where_that_user_cannot_reach_what_it_needs_root_goes_on_and_says_why(start):
    closed = new_home()
    closed.chmod(0o700)
    stack = start(closed / "var")
    (warning,) = (
        sentence
        for sentence in stack.said
        if sentence.startswith("Warning: web, worker and broker run as root")
    )
    assert f"is closed to the user {SYSTEM_USER}" in warning
    assert users_of(stack, "granian") == {0}
    assert stack.get("/healthz")[0] == 200
    assert stack.stop() == 0


def test_a_deep_homes_sockets_lie_in_one_place_for_root_and_the_lesser_user(start, lesser):
    deep = new_home() / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True, mode=0o755)
    stack = start(deep)
    stack.until_answers("/readyz")
    assert users_of(stack, "granian") == {lesser}
    assert stack.stop() == 0
    Home(deep).run.rmdir()
