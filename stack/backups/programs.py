"""pg_dump and pg_restore: found, and run on the database of the settings."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from foundation.frozen import frozen
from stack.backups.contents import BackupTrouble
from stack.database_place import PROGRAMS

DEBIANS = Path("/usr/lib/postgresql")  # a folder for each major version
ADDRESS = ("user", "host", "port")
# Up to 16, a server does not know a setting that later versions of pg_restore begin with.
STRICT_SINCE = 17


@frozen
class Program:
    path: Path
    major: int


def server_major() -> int:
    connection.ensure_connection()
    return int(connection.pg_version) // 10_000  # type: ignore[attr-defined]  # of PostgreSQL's connection


def dump_program() -> Program:
    """The server's own version if it is there, else the next newer one: pg_dump reads older
    servers, never newer ones."""
    server = server_major()
    fitting = [program for program in _programs("pg_dump") if program.major >= server]
    if not fitting:
        raise BackupTrouble(
            f"the database is PostgreSQL {server}, and no pg_dump of {server} or newer was found: "
            f"install it (in Debian: postgresql-client-{server})"
        )
    return min(fitting, key=lambda program: program.major)


def restore_program(dumped_with: int) -> Program:
    """One that can read the dump (of its version or newer) and speaks to this server."""
    server = server_major()
    newest = 999 if server >= STRICT_SINCE else STRICT_SINCE - 1
    fitting = [
        program for program in _programs("pg_restore") if dumped_with <= program.major <= newest
    ]
    if not fitting and dumped_with > newest:
        raise BackupTrouble(
            f"the backup's dump was written by pg_dump {dumped_with}, and this database is"
            f" PostgreSQL {server}: restore into PostgreSQL {max(dumped_with, STRICT_SINCE)}"
        )
    if not fitting:
        raise BackupTrouble(
            f"no pg_restore of {dumped_with} or newer was found: install it (in Debian:"
            f" postgresql-client-{dumped_with})"
        )
    return min(fitting, key=lambda program: abs(program.major - server))


def _programs(name: str) -> list[Program]:
    """Those of the embedded PostgreSQL, of the search path, and where Debian keeps them."""
    on_path = shutil.which(name)
    places = [
        PROGRAMS / "bin" / name,
        *([Path(on_path)] if on_path else []),
        *sorted(DEBIANS.glob(f"*/bin/{name}")),
    ]
    return [Program(path, major) for path in places if (major := _major(path))]


def _major(path: Path) -> int | None:
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    found = re.search(r"\) (\d+)", done.stdout)
    return int(found[1]) if found else None


def run_program(program: Program, *words: str, what: str) -> None:
    """Runs the program on the database that the settings name. The password goes by the
    environment: arguments are for everybody to read."""
    given = settings.DATABASES["default"]
    named = {"dbname": given["NAME"], **{name: given[name.upper()] for name in ADDRESS}}
    named |= {name: value for name, value in given["OPTIONS"].items() if isinstance(value, str)}
    address = make_conninfo("", **{name: value for name, value in named.items() if value})
    order = [str(program.path), *words, "--no-password", "--dbname", address]
    environment = {**os.environ, **({"PGPASSWORD": given["PASSWORD"]} if given["PASSWORD"] else {})}
    done = subprocess.run(
        order,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        umask=0o077,
    )
    if done.returncode != 0:
        sentence = (
            [line for line in done.stderr.splitlines() if "error" in line]
            or done.stderr.splitlines()
            or ["it said nothing"]
        )
        raise BackupTrouble(f"{what}: {sentence[0].strip()}")
