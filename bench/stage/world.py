"""A home and a database of the benchmark's own, and Django set up for it. Import it before anything
that needs Django's models.

The process that measures makes the home; the processes that it starts inherit its name. Nothing of
it is left afterwards.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection

from foundation.env import SETTINGS
from foundation.home import Home
from stack.embedded import running_database

_FOLDER = "BENCH_HOME"
if _FOLDER not in os.environ:
    os.environ[_FOLDER] = tempfile.mkdtemp(prefix="truepool-bench-")
    Path(os.environ[_FOLDER]).chmod(0o755)  # PostgreSQL's own user has to pass through
    atexit.register(shutil.rmtree, os.environ[_FOLDER], ignore_errors=True)
HOME = Home(Path(os.environ[_FOLDER]))
for _setting in SETTINGS:  # whatever the shell has set, every benchmark measures the same
    os.environ.pop(_setting.name, None)
    os.environ.pop(f"{_setting.name}_FILE", None)
os.environ["TRUEPOOL_HOME"] = str(HOME.root)
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

django.setup()


@contextmanager
def migrated_database() -> Iterator[None]:
    """A new server with its usual, durable options, and empty tables in it."""
    with running_database(HOME, lambda _: None):
        try:
            call_command("migrate", verbosity=0)
            yield
        finally:
            connection.close()


def tidy_tables() -> None:
    """So that what was deleted after one measurement does not burden the next."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
