"""What a first start makes, made once in a session: a database with all its tables, of which each
worker's is a copy, and static files with their names and compressed. A home whose first start is
not what its test is about is given copies of both.

To make them takes some twelve seconds of one processor, to copy them less than one.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from foundation.home import CHECKOUT, Home
from stack.embedded import SERVER_OPTIONS, running_database

# Nothing has to outlive a crash, and nothing may tidy up meanwhile: a vacuum that meets a table
# whose rows all belong to a test under way notes it as empty, and plans made from that note take
# minutes over a few hundred rows.
HASTY = SERVER_OPTIONS | {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    # Each worker may try a hundred people at once.
    "max_connections": "300",
}
# As `up` does before it starts the web.
GATHER = """
import django
django.setup()
from stack.web.static_files import gather_static
gather_static()
"""


def session_home() -> Home:
    """The home that all workers share; tests/conftest.py names it."""
    return Home(Path(os.environ["TESTS_HOME"]))


def make_database() -> None:
    """The first that asks makes it, and the others wait. Its server is stopped at the end, so that
    its files can be copied."""
    home = session_home()
    with (home.root / "database.made").open("a+") as made:
        fcntl.flock(made, fcntl.LOCK_EX)
        made.seek(0)
        if made.read():
            return
        with running_database(home, lambda _: None, HASTY):
            subprocess.run(
                [sys.executable, str(CHECKOUT / "manage.py"), "migrate", "--verbosity=0"],
                env=os.environ | {"TRUEPOOL_HOME": str(home.root)},
                check=True,
            )
        _copy(home.root / "postgres", home.root / "blank")
        made.write("whole\n")


def make_static_files() -> None:
    """In a home of their own: where none are gathered, pages name files as their sources do."""
    home = Home(session_home().root / "gathering")
    with (session_home().root / "gathered.made").open("a+") as made:
        fcntl.flock(made, fcntl.LOCK_EX)
        made.seek(0)
        if made.read():
            return
        subprocess.run(
            [sys.executable, "-c", GATHER],
            env=os.environ | {"TRUEPOOL_HOME": str(home.root)},
            cwd=CHECKOUT,
            check=True,
        )
        made.write("whole\n")


def give_database(home: Path) -> None:
    """What `manage.py migrate` in that home would have made."""
    make_database()
    home.mkdir(parents=True, exist_ok=True)
    _copy(session_home().root / "blank", home / "postgres")


def give_static_files(home: Path) -> None:
    make_static_files()
    _copy(session_home().root / "gathering" / "static", home / "static")


def _copy(folder: Path, to: Path) -> None:
    """With owners and modes: PostgreSQL starts on no others."""
    subprocess.run(["cp", "-a", folder.resolve(), to], check=True)
    shutil.rmtree(to / "log", ignore_errors=True)
