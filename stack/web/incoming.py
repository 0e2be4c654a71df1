"""The folder for what is on its way: bodies too large for memory, and Django's temporary files of
uploads.

Each process has one of its own, below `TRUEPOOL_HOME/incoming`, and holds a lock on it for as long
as it lives. The kernel lets go of the lock with the process, however that ends, so whoever starts
next can tell whose folder is left over.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Incoming:
    """This process's own folder. `sweep` first removes those of processes that are gone."""

    def __init__(self, root: Path) -> None:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _opened(root) as lock:
            # No other process sweeps a folder between its making and its lock.
            fcntl.flock(lock, fcntl.LOCK_EX)
            sweep(root)
            self.path = Path(tempfile.mkdtemp(prefix="web-", dir=root))
            self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def close(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


def sweep(root: Path) -> None:
    """Removes the folders that nobody holds."""
    for folder in root.glob("web-*"):
        with suppress(OSError), _opened(folder) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
