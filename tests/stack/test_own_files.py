"""Nodes of one database, each with a folder of files: one that does not see the others' works on
nothing, and says what it expects."""

import json

import pytest

from foundation.home import Home
from tests.stack.stack import Stack, manage, migrated_home, new_home
from tests.stack.test_backup import refused

KEY = "a-key-for-all-nodes-that-was-drawn-at-random-0123456789-abcdefgh"


@pytest.fixture(scope="module")
def first():
    """A whole Truepool, whose database and broker the other nodes use."""
    stack = Stack(migrated_home(), SECRET_KEY=KEY, ALLOWED_HOSTS="127.0.0.1", TRUEPOOL_HTTPS="off")
    stack.hear("Truepool runs at")
    yield stack
    stack.stop()
    stack.clear()


def parts(first: Stack) -> dict[str, str]:
    return {
        "DATABASE_URL": first.home.database_url,
        "BROKER_URL": first.home.broker_url,
        "SECRET_KEY": KEY,
        "ALLOWED_HOSTS": "127.0.0.1",
        "TRUEPOOL_HTTPS": "off",
    }


def sharing(first: Stack):
    """The home of another node on the first one's folder of files."""
    home = new_home()
    (home / "media").symlink_to(first.home.media)
    return home


@pytest.fixture
def node():
    """Starts a node in a home, and ends it."""
    begun = []

    def start(home, **more: str) -> Stack:
        begun.append(Stack(home, **more))
        return begun[-1]

    yield start
    for stack in begun:
        stack.stop()
        stack.clear()


def test_a_node_with_a_folder_of_its_own_does_not_start(first, node):
    apart = node(new_home(), **parts(first))
    said = apart.hear("does not hold the files of this database")
    assert f"{apart.home.media}: " in said
    assert (first.home.media / "instance").read_text().strip() in said
    assert "manage.py adopt_files" in said
    assert apart.process.wait(60) == 1
    assert not (apart.home.media / "instance").exists()


def test_a_node_with_the_files_of_another_instance_does_not_start(first, node):
    home = new_home()
    (home / "media").mkdir()
    (home / "media" / "instance").write_text("4f6b8a3e-8d4a-4d8e-9d7e-0c9a7c0f1a2b\n")
    apart = node(home, **parts(first))
    assert "4f6b8a3e-8d4a-4d8e-9d7e-0c9a7c0f1a2b" in apart.hear("files of another database")
    assert apart.process.wait(60) == 1


def test_a_command_where_the_files_are_not_ends_before_it_does_anything(first):
    home = new_home()
    said = refused(manage(home, "check_integrity", **parts(first)))
    assert "does not hold the files of this database" in said
    assert not (home / "media" / "instance").exists()


def test_two_nodes_share_a_folder_and_one_notices_that_it_goes_and_comes_back(first, node):
    """It goes as a share that is not mounted any more: the place is there, and empty."""
    home = sharing(first)
    second = node(home, **parts(first))
    second.hear("Truepool runs at")
    found = json.loads(second.until_answers("/readyz"))["checks"]["files"]
    assert found == {"ok": True, "detail": "bear the database's name"}
    second.until_answers("/people/sign-in/")
    (home / "media").unlink()
    (home / "media").mkdir()
    said = second.until_answers("/people/sign-in/", 503)
    assert "does not see the files" in said
    assert second.get("/healthz")[0] == 200
    assert json.loads(second.get("/readyz")[1])["checks"]["files"]["ok"] is False
    assert "expected instance with" in (Home(home).logs / "web.log").read_text()
    (home / "media").rmdir()
    (home / "media").symlink_to(first.home.media)
    second.until_answers("/people/sign-in/")
    assert first.get("/people/sign-in/")[0] == 200


def test_a_folder_is_adopted_where_none_of_its_files_is_missing(first):
    home = new_home()
    done = manage(home, "adopt_files", "--json", **parts(first))
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["instance"] == (first.home.media / "instance").read_text().strip()
    assert (home / "media" / "instance").read_text() == f"{said['instance']}\n"
    assert manage(home, "check_integrity", **parts(first)).returncode == 0
