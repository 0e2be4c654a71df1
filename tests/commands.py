"""Commands as people run them: processes of their own, on the test's database."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test import override_settings

from foundation.home import CHECKOUT
from jobs.own_files import adopt_files


@dataclass(frozen=True, slots=True)
class Ended:
    status: int
    out: str
    err: str


def environment() -> dict[str, str]:
    """With a home whose files bear the name of the test's database."""
    database, home = connection.settings_dict, home_of_commands()
    with override_settings(MEDIA_ROOT=home / "media"):
        adopt_files(even_if_missing=True)
    return os.environ | {
        "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
        "TRUEPOOL_HOME": str(home),
    }


def home_of_commands() -> Path:
    """The one that the test's own MEDIA_ROOT is in; otherwise one for each test database, for all
    processes of a run share the folder that stands in the settings."""
    media = Path(settings.MEDIA_ROOT)
    if media.name == "media" and media != settings.HOME.media:
        return media.parent
    return settings.HOME.root / "homes" / connection.settings_dict["NAME"]


def order_of(words: tuple[str | Path, ...]) -> list[str]:
    """`metrics ...` is `python -m metrics ...`; everything else is a word of manage.py."""
    start = ["-m", "metrics"] if words[0] == "metrics" else ["manage.py", str(words[0])]
    return [sys.executable, *start, *map(str, words[1:])]


def run_command(*words: str | Path, **options) -> Ended:
    done = subprocess.run(
        order_of(words),
        cwd=CHECKOUT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        **options,
    )
    return Ended(done.returncode, done.stdout, done.stderr)
