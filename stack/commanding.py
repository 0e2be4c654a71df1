"""How a command of Truepool runs: it joins the running database of this home, or starts it for as
long as the command takes."""

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack

from foundation.env import SettingError, read_settings
from foundation.home import Home, home_of
from stack.database_place import DatabaseTrouble
from stack.stepping_down import hand_over_what_root_wrote

# `up` and `restore` start the database themselves; the others do without it.
WITHOUT_DATABASE = {
    *("up", "restore", "help", "version", "check", "collectstatic", "findstatic"),
    *("spectacular", "startapp", "diffsettings", "gather_messages"),
}
# These look after the tables themselves, or leave them as they are; before any other command a
# database just started is brought up to date.
MIGRATES_ITSELF = {
    *("backup", "migrate", "makemigrations", "showmigrations", "sqlmigrate", "squashmigrations"),
    "flush",
}
# These work on no files, or are there to see to them.
WHEREVER_FILES_ARE = (MIGRATES_ITSELF - {"backup"}) | {"adopt_files", "ready"}


def run_command(arguments: list[str], execute: Callable[[list[str]], None]) -> None:
    """arguments: the program's name, the command's, and its own. execute: runs it, once settings
    are readable and the database answers."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        given = read_settings(os.environ)
        home = home_of(given["TRUEPOOL_HOME"])
        with ExitStack() as stack:
            stack.callback(hand_over_what_root_wrote, home)  # to those who serve it
            if given["DATABASE_URL"] is None and needs_database(arguments):
                join_database(stack, arguments, home)
            from django.db import OperationalError  # noqa: PLC0415 (reads the settings)

            try:
                if given["DATABASE_URL"] and needs_database(arguments):
                    refuse_other_files(arguments)
                execute(arguments)
            except OperationalError as error:
                if "--traceback" in arguments:
                    raise
                sys.exit(f"error: the database: {str(error).strip().splitlines()[0]}")
    except (SettingError, DatabaseTrouble) as trouble:
        sys.exit(f"error: {trouble}")


def needs_database(arguments: list[str]) -> bool:
    words = arguments[1:]
    asks_for_help = {"--help", "-h", "--version"} & set(words)
    return bool(words) and words[0] not in WITHOUT_DATABASE and not asks_for_help


def join_database(stack: ExitStack, arguments: list[str], home: Home) -> None:
    from stack.embedded import running_database  # noqa: PLC0415 (not where a database is given)

    started = stack.enter_context(running_database(home, say))
    if started and arguments[1] not in MIGRATES_ITSELF:
        import django  # noqa: PLC0415
        from django.core.management import call_command  # noqa: PLC0415

        django.setup()
        call_command("migrate", verbosity=0, interactive=False)


def refuse_other_files(arguments: list[str]) -> None:
    """Ends where the files of this home are not those of the database."""
    if arguments[1] in WHEREVER_FILES_ARE:
        return
    import django  # noqa: PLC0415

    django.setup()
    from jobs.own_files import FilesElsewhere, prove_files  # noqa: PLC0415 (reads the tables)

    try:
        prove_files()
    except FilesElsewhere as elsewhere:
        sys.exit(f"error: {elsewhere}")


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr)  # noqa: T201
