"""The files below a folder, and nothing that only seems to be there.

Every step of a path is opened below the step before it, and no step follows a link by itself, so
what is checked is what is opened: it does not help to swap a folder for a link in between. A link
is followed by hand, as long as it stays in the folder. (A hard link is a file like any other, and
cannot be told from one.)
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, TypeAlias

from media.reasons import Refusal

MOST_LINKS = 40  # followed one after the other, as in the kernel
STEP = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
FILE = STEP | os.O_NONBLOCK  # or opening a pipe would wait for somebody to write

Opened: TypeAlias = Callable[[], BinaryIO]


class NotTaken(Refusal):
    """This file of a folder is not read."""

    REASONS = {
        "outside": "It is a link that leads out of the folder.",
        "nowhere": "It is a link to nothing, or to itself.",
        "special": "It is a pipe, a socket or a device.",
        "changed": (
            "It was a file or a folder when the folder was looked through, and is something else"
            " now."
        ),
    }


KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def files_below(folder: Path) -> Iterator[tuple[str, Opened | Exception]]:
    """(name below the folder, how to open it or why it is not read), in the order of the names.

    Open each before the next is asked for; opening raises NotTaken or OSError if it has become
    something else. What begins with a dot is the file system's own. A link to a folder inside is
    passed over: its files come under their own names.
    """
    root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        inside = _Inside(root, os.path.realpath(folder))
        entries = (
            entry for entry in inside.entries() if not entry[0].rpartition("/")[2].startswith(".")
        )
        yield from sorted(entries, key=lambda entry: entry[0].split("/"))
    finally:
        os.close(root)


class _Inside:
    """Opens what lies below one folder."""

    def __init__(self, root: int, place: str) -> None:
        self.root = root
        self.place = place

    def entries(self) -> Iterator[tuple[str, Opened | Exception]]:
        ahead = [""]
        while ahead:
            folder = ahead.pop()
            try:
                handle = self.reach(folder, os.O_DIRECTORY | STEP)
            except (NotTaken, OSError) as error:
                yield folder, error
                continue
            try:
                with os.scandir(handle) as found:
                    for entry in found:
                        name = f"{folder}/{entry.name}" if folder else entry.name
                        if entry.is_dir(follow_symlinks=False):
                            ahead.append(name)
                        elif entry.is_file(follow_symlinks=False):
                            yield name, partial(self.open, name)
                        else:
                            yield from self.odd(name)
            finally:
                os.close(handle)

    def odd(self, name: str) -> Iterator[tuple[str, Opened | Exception]]:
        """A link, or something that is neither file nor folder."""
        try:
            handle = self.reach(name, FILE)
        except (NotTaken, OSError) as error:
            yield name, error
            return
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        os.close(handle)
        if not is_folder:
            yield name, partial(self.open, name)

    def open(self, name: str) -> BinaryIO:
        handle = self.reach(name, FILE)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise NotTaken("changed", "It is no file any more.")
        return os.fdopen(handle, "rb")

    def reach(self, name: str, flags: int) -> int:
        """A handle on what the name leads to, however many links are on the way."""
        way = _Way(self.root, self.place, name)
        try:
            while way.ahead:
                way.go(flags)
        except FileNotFoundError:
            os.close(way.here)
            if way.links:
                raise NotTaken("nowhere", "It leads nowhere.") from None
            raise NotTaken("changed", "It is gone.") from None
        except BaseException:
            os.close(way.here)
            raise
        return way.here


class _Way:
    """A walk below one folder. here: a handle on where it is, which the caller closes at the end.

    ahead: the parts still to go, the next one last. behind: those gone since the folder.
    """

    def __init__(self, root: int, place: str, name: str) -> None:
        self.root = root
        self.place = place
        self.ahead = name.split("/")[::-1]
        self.behind: list[str] = []
        self.links = 0
        self.here = os.dup(root)

    def go(self, flags: int) -> None:
        """One part. flags: to open the last one with."""
        part = self.ahead.pop()
        if part in ("", "."):
            return
        if part == "..":
            # Walked again from the folder: the parent of a handle may have been moved outside.
            self._begin_again([*self.ahead, *self._up()])
            return
        mode = os.stat(part, dir_fd=self.here, follow_symlinks=False).st_mode
        if stat.S_ISLNK(mode):
            self._follow(part)
            return
        is_last = not any(self.ahead)
        opened = _step(part, self.here, mode, flags if is_last else os.O_DIRECTORY | STEP)
        self.here = _instead(self.here, opened)
        self.behind.append(part)

    def _follow(self, link: str) -> None:
        self.links += 1
        if self.links > MOST_LINKS:
            raise NotTaken("nowhere", "It is a link that leads back to itself.")
        target = os.readlink(link, dir_fd=self.here)
        if target.startswith("/"):
            target = self._below(target)
            self._begin_again(self.ahead)
        self.ahead += target.split("/")[::-1]

    def _begin_again(self, ahead: list[str]) -> None:
        self.ahead, self.behind = ahead, []
        self.here = _instead(self.here, os.dup(self.root))

    def _up(self) -> list[str]:
        if not self.behind:
            raise NotTaken("outside", "It is a link that leads out of the folder.")
        return self.behind[-2::-1]

    def _below(self, target: str) -> str:
        """An absolute link that stays inside, from the folder on."""
        if target != self.place and not target.startswith(f"{self.place.rstrip('/')}/"):
            raise NotTaken("outside", "It is a link that leads out of the folder.")
        return target[len(self.place) :]


def _step(part: str, here: int, mode: int, flags: int) -> int:
    if kind := KINDS.get(stat.S_IFMT(mode)):
        raise NotTaken("special", f"It is {kind}, not a file.")
    try:
        return os.open(part, flags, dir_fd=here)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NotTaken("changed", "It is a link by now.") from None
        raise


def _instead(old: int, new: int) -> int:
    os.close(old)
    return new
