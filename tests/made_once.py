"""A database with all its tables, made once in a session: each worker's is a copy of it, and so is
that of a home whose first start is not what its test is about.

To make one takes some ten seconds of one processor, to copy one less than a second.
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


def session_home() -> Home:
    """The home that all workers share; tests/conftest.py names it."""
    return Home(Path(os.environ["TESTS_HOME"]))


def make_database() -> None:
    """Whoever comes first makes it, and the others wait. Its server is stopped at the end, so that
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


def give_database(home: Path) -> None:
    """What `manage.py migrate` in that home would have made."""
    make_database()
    home.mkdir(parents=True, exist_ok=True)
    _copy(session_home().root / "blank", home / "postgres")


def _copy(folder: Path, to: Path) -> None:
    """With owners and modes: PostgreSQL starts on no others."""
    subprocess.run(["cp", "-a", folder.resolve(), to], check=True)
    shutil.rmtree(to / "log", ignore_errors=True)
