"""Does this process see the files that the database's rows name?

Several nodes on one database need one folder of files (`TRUEPOOL_HOME/media`, shared). A node with
a folder of its own would lose what the others take in, and sweep away what it does not know. So the
database has a name (`Instance`), and the folder a file MARK that holds the same name: a node where
the two differ works on nothing.

The first start draws the name and writes both. Where rows and files lie in one home there is
nothing to mistake: they are named for nodes that may come, and nothing is refused.
"""

import logging
import time
from itertools import islice
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings
from django.db import Error, ProgrammingError, connection, transaction

from foundation.integrity import stored_files
from foundation.refused import Refused
from jobs.models import Instance

logger = logging.getLogger(__name__)

MARK = "instance"  # below MEDIA_ROOT; no row names it, and no sweep looks there
LOOKED_FOR = 50  # files of rows, where a folder that has no mark yet is taken for theirs
LOOK_AGAIN = 10.0  # seconds: a share may go while we run


class FilesElsewhere(Refused):
    """The folder is not the one that this database's rows name files in."""


class Watch:
    """What this process last found, looked at anew every LOOK_AGAIN seconds."""

    def __init__(self) -> None:
        self._until = 0.0
        self._wrong = ""

    def wrong(self) -> str:
        """Why nothing may be worked on here; empty where all is well. What the database does not
        answer is not held against the files."""
        if not are_apart() or time.monotonic() < self._until:
            return self._wrong
        self._until = time.monotonic() + LOOK_AGAIN
        try:
            prove_files()
        except FilesElsewhere as elsewhere:
            self._wrong = str(elsewhere)
            logger.error("Nothing is worked on: %s", elsewhere)  # noqa: TRY400  (a state, no fault of code)
        except Error:
            connection.close()
        else:
            self._wrong = ""
        return self._wrong


def are_apart() -> bool:
    """Whether the rows are kept elsewhere than the files."""
    return settings.GIVEN["DATABASE_URL"] is not None


def prove_files() -> None:
    """Raises FilesElsewhere unless the folder bears the database's name. Where neither has one
    yet, both are given one."""
    try:
        with transaction.atomic():
            named = Instance.objects.filter(pk=1).values_list("name", flat=True).first()
    except ProgrammingError:
        return  # tables of before, or none: migrations come first
    marked = _read_mark()
    if not are_apart():
        if named is None or named != marked:
            adopt_files(even_if_missing=True)
    elif named is None:
        adopt_files(name=marked)
    elif named != marked:
        raise FilesElsewhere(_what_differs(named, marked))


def adopt_files(*, even_if_missing: bool = False, name: UUID | None = None) -> UUID:
    """Says that this folder is the one. Refused where rows name files and none of the first that
    are looked for is here. name: that of a database without one, if it is not to be drawn."""
    names = [one.path for one in islice(stored_files(), LOOKED_FOR)]
    if names and not even_if_missing and not any((_root() / name).is_file() for name in names):
        raise FilesElsewhere(
            f"{_root()}: the database names files ({names[0]} is one), and none of the first"
            f" {len(names)} is here: expected the folder that the other nodes keep their files in"
        )
    with transaction.atomic():  # who comes second waits here, and finds the name of who was first
        instance, _ = Instance.objects.get_or_create(pk=1, defaults={"name": name or uuid4()})
        _write_mark(instance.name)
    return instance.name


def forget_mark() -> None:
    (_root() / MARK).unlink(missing_ok=True)


def rename_instance() -> None:
    """Gives the rows and the files that a restore has put in place a name of their own: the
    instance that the backup is of may still run."""
    Instance.objects.all().delete()
    adopt_files(even_if_missing=True)


def _root() -> Path:
    return Path(settings.MEDIA_ROOT)


def _read_mark() -> UUID | None:
    path = _root() / MARK
    try:
        return UUID(path.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise FilesElsewhere(
            f"{path}: expected the name of an instance, but {error}: where this is the right"
            " folder, manage.py adopt_files writes it anew"
        ) from None


def _write_mark(name: UUID) -> None:
    path = _root() / MARK
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{MARK}-{uuid4().hex}")
    try:
        draft.write_text(f"{name}\n", encoding="ascii")
        draft.chmod(0o640)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise FilesElsewhere(
            f"{path}: expected a folder that can be written, but {error.strerror}"
        ) from None


def _what_differs(named: UUID, marked: UUID | None) -> str:
    advice = (
        "Mount the folder that the other nodes use there; where this is it, say manage.py"
        " adopt_files."
    )
    if marked is None:
        return (
            f"{_root()}: this folder does not hold the files of this database (expected {MARK} with"
            f" {named}, found no such file). {advice}"
        )
    return (
        f"{_root()}: this folder holds the files of another database ({MARK} says {marked},"
        f" expected {named}). {advice}"
    )
