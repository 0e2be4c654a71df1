"""The tests' frame: a real PostgreSQL for the session, a database of its own for each worker, the
standing cast, a browser.

Nothing is started before a test asks for it, so the arithmetic's tests run without a database, and
cannot reach one.
"""

import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import django
import pytest

from foundation.catalogue import mo
from foundation.env import SETTINGS
from foundation.home import CHECKOUT, Home
from tests import published as _published  # noqa: F401  (it takes its setting out of the environment)

# One home for the whole session: the first process makes it, xdist's workers inherit the name.
_FOLDER = "TESTS_HOME"
_MADE_HERE = _FOLDER not in os.environ
if _MADE_HERE:
    os.environ[_FOLDER] = tempfile.mkdtemp(prefix="truepool-tests-")
    Path(os.environ[_FOLDER]).chmod(0o755)  # PostgreSQL's own user has to pass through
    # As make does; here too, so that no test reads the catalogue of another state of the .po.
    mo.compile_all(CHECKOUT / "locale")
HOME = Home(Path(os.environ[_FOLDER]))
if _MADE_HERE:
    # The databases of all workers share the home's files: each takes this name for its own.
    HOME.media.mkdir()
    (HOME.media / "instance").write_text(f"{uuid4()}\n", encoding="ascii")
for _setting in SETTINGS:  # whatever the developer's shell has set, tests see only this
    os.environ.pop(_setting.name, None)
    os.environ.pop(f"{_setting.name}_FILE", None)
os.environ["TRUEPOOL_HOME"] = str(HOME.root)
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
# Playwright keeps an event loop in the thread that the tests run in.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
# Hundreds of processes are started, each of 700 modules of ours: they are compiled once.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

django.setup()

from jobs import pace  # noqa: E402  (as those below, it needs the settings)
from tests import emptying, static_files  # noqa: E402

# Most tests are one transaction, in which the heart-beat of a job that they run here finds no row:
# it would take the job for lost wherever a busy machine needs longer than a beat. Processes that
# tests start beat as ever, and so do the tests of the beat.
pace.HEARTBEAT_EVERY = timedelta(hours=1)

emptying.install()
static_files.install()

# What needs the extra `models` is left out as a whole where it is not installed.
collect_ignore = [] if find_spec("torch") else ["retrieval/with_torch"]

pytest_plugins = ["tests.cast", "tests.browser", "tests.slow", "tests.again", "tests.picking"]


def pytest_report_header(config: pytest.Config) -> str | None:
    if collect_ignore:
        return "left out: tests/retrieval/with_torch; `make setup EXTRAS=models` installs PyTorch"
    return None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are processors: a worker often waits, for a start or a page."""
    processors = len(os.sched_getaffinity(0))
    return processors + processors // 2


def pytest_unconfigure(config: pytest.Config) -> None:
    if _MADE_HERE:
        shutil.rmtree(HOME.root, ignore_errors=True)


def pytest_sessionstart(session: pytest.Session) -> None:
    from hypothesis import settings

    # Where a change is judged, more examples, and the same each time; at a desk new ones are
    # searched for.
    judged = "CI" in os.environ
    settings.register_profile(
        "quick", max_examples=50 if judged else 20, deadline=None, derandomize=judged
    )
    settings.register_profile("thorough", max_examples=1000, deadline=None)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker) -> Iterator[None]:
    """Joins the session's server or starts it, and copies the migrated database for this worker."""
    from django.conf import settings
    from django.db import connection

    from stack.embedded import running_database
    from tests.made_once import HASTY, make_database

    make_database()
    with running_database(HOME, lambda _: None, HASTY):
        name = f"test_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
        _copy_database(name)
        with django_db_blocker.unblock():
            connection.close()
            settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
        yield  # and only tests that ask for the database reach it
        with django_db_blocker.unblock():
            connection.close()


@pytest.fixture(scope="module")
def lasting(django_db_setup, django_db_blocker) -> Iterator[Callable[[], AbstractContextManager]]:
    """with lasting(): the rows that are made inside are there for all tests of the module, each of
    which takes back only what it did itself, and gone afterwards. Not beside tests that commit."""
    from django.db import transaction
    from django.test import override_settings

    from tests.cast import QUICK

    @contextmanager
    def making() -> Iterator[None]:
        with django_db_blocker.unblock(), override_settings(PASSWORD_HASHERS=QUICK):
            yield

    whole = transaction.atomic()
    whole._from_testcase = True  # as those of tests: it does not count as one around another
    with django_db_blocker.unblock():
        whole.__enter__()
    yield making
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        whole.__exit__(None, None, None)


def _copy_database(name: str) -> None:
    import psycopg

    # PostgreSQL lets one at a time copy from the same database.
    with (
        (HOME.root / "copying.lock").open("w") as lock,
        psycopg.connect(
            host=str(HOME.database_socket), user="postgres", dbname="postgres", autocommit=True
        ) as admin,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        admin.execute(f"CREATE DATABASE {name} TEMPLATE truepool")
        # The audit log refuses to be emptied; only here, between transactional tests, it may.
        admin.execute(f"ALTER DATABASE {name} SET truepool.may_truncate = 'on'")
