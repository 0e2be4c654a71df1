"""Commands as people run them: processes of their own, on the test's database."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from foundation.home import CHECKOUT


@dataclass(frozen=True, slots=True)
class Ended:
    status: int
    out: str
    err: str


def environment() -> dict[str, str]:
    database = connection.settings_dict
    return os.environ | {
        "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
    }


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
