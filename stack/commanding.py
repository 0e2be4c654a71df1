"""How a command of Truepool runs: it joins the running database of this home, or starts it for as
long as the command takes."""

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack

from foundation.env import SettingError, read_settings
from stack.database_place import DatabaseTrouble

# `up` and `restore` start the database themselves; the others do without it.
WITHOUT_DATABASE = {
    *(
        "up",
        "restore",
        "help",
        "version",
        "check",
        "collectstatic",
        "findstatic",
        "spectacular",
        "startapp",
        "diffsettings",
        "gather_messages",
    )
}
# These look after the tables themselves, or leave them as they are; before any other command a
# database just started is brought up to date.
MIGRATES_ITSELF = {
    "backup",
    "migrate",
    "makemigrations",
    "showmigrations",
    "sqlmigrate",
    "squashmigrations",
    "flush",
}


def run_command(arguments: list[str], execute: Callable[[list[str]], None]) -> None:
    """arguments: the program's name, the command's, and its own. execute: runs it, once settings
    are readable and the database answers."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        given = read_settings(os.environ)
        with ExitStack() as stack:
            if os.geteuid() == 0:
                stack.callback(hand_over, given)
            if given["DATABASE_URL"] is None and needs_database(arguments):
                join_database(stack, arguments, given)
            from django.db import OperationalError  # noqa: PLC0415 (reads the settings)

            try:
                execute(arguments)
            except OperationalError as error:
                if "--traceback" in arguments:
                    raise
                sys.exit(f"error: the database: {str(error).strip().splitlines()[0]}")
    except (SettingError, DatabaseTrouble) as trouble:
        sys.exit(f"error: {trouble}")


def needs_database(arguments: list[str]) -> bool:
    words = arguments[1:]
    return (
        bool(words)
        and words[0] not in WITHOUT_DATABASE
        and not {"--help", "-h", "--version"} & set(words)
    )


def join_database(stack: ExitStack, arguments: list[str], given: dict[str, object]) -> None:
    from foundation.home import home_of  # noqa: PLC0415 (not needed where a database is given)
    from stack.embedded import (  # noqa: PLC0415
        running_database,
    )

    home = home_of(given["TRUEPOOL_HOME"])  # type: ignore[arg-type]
    started = stack.enter_context(running_database(home, say))
    if started and arguments[1] not in MIGRATES_ITSELF:
        import django  # noqa: PLC0415
        from django.core.management import call_command  # noqa: PLC0415

        django.setup()
        call_command("migrate", verbosity=0, interactive=False)


def hand_over(given: dict[str, object]) -> None:
    """What root's command wrote, to those who serve it."""
    from foundation.home import home_of  # noqa: PLC0415
    from stack.stepping_down import hand_over_what_root_wrote  # noqa: PLC0415

    hand_over_what_root_wrote(home_of(given["TRUEPOOL_HOME"]))  # type: ignore[arg-type]


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr)  # noqa: T201
