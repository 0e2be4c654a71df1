"""What a backup's folder holds, and whether it still does. Pure.

manifest.json      every file with its size and checksum, the rows of every table, the migrations
applied manifest.sha256    the manifest's own checksum, as sha256sum writes it database.dump
pg_dump's custom format media/...          the files that rows name, by the same paths as in the
home secret-key ...     the home's secrets
"""

import errno
import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from foundation.checksum import read_through
from foundation.frozen import frozen
from foundation.refused import Refused

FORMAT = 1
MANIFEST, CHECKSUM, DUMP, MEDIA = "manifest.json", "manifest.sha256", "database.dump", "media"
SECRETS = ("secret-key", "demo-password")
REGULAR = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class BackupTrouble(Refused):
    """The backup could not be taken or restored."""


@frozen
class Kept:
    """A file of the backup."""

    path: str  # below the backup's folder
    bytes: int
    sha256: str


@frozen
class Manifest:
    format: int
    truepool: str
    taken_at: str
    postgresql: int  # the major version of the program that wrote the dump
    secret_key: str  # a fingerprint: tells whether a key is the one, and nothing else about it
    migrations: dict[str, list[str]]
    tables: dict[str, int]
    left_out: list[str]  # tables whose rows are not in the dump
    missing: list[str]  # named by a row, but not there any more when the backup was taken
    files: list[Kept]

    @property
    def bytes(self) -> int:
        return sum(file.bytes for file in self.files)

    @property
    def rows(self) -> int:
        return sum(self.tables.values())

    def as_json(self) -> dict[str, Any]:
        amount = {"files": len(self.files), "bytes": self.bytes, "rows": self.rows}
        return {**amount, "taken_at": self.taken_at}


def write_manifest(folder: Path, manifest: Manifest) -> None:
    text = json.dumps(asdict(manifest), ensure_ascii=False, indent=1).encode() + b"\n"
    for name, content in ((MANIFEST, text), (CHECKSUM, _checksum_of(text))):
        with new_file(folder / name) as file:
            file.write(content)


def _checksum_of(text: bytes) -> bytes:
    return f"{sha256(text).hexdigest()}  {MANIFEST}\n".encode()


def read_backup(folder: Path) -> Manifest:
    """The manifest, after every file was read and found to be what it says."""
    manifest = _read_manifest(folder)
    wrong = list(_wrong(folder, manifest.files))
    if wrong:
        more = f" (and {len(wrong) - 1:,} more files are not whole)" if len(wrong) > 1 else ""
        raise BackupTrouble(f"{wrong[0]}{more}: restore from another backup")
    return manifest


def _read_manifest(folder: Path) -> Manifest:
    path = folder / MANIFEST
    text = _read_whole(folder)
    try:
        shown = json.loads(text)
        if shown["format"] != FORMAT:
            raise BackupTrouble(
                f"{path}: expected format {FORMAT}, found {shown['format']}: use the Truepool that"
                " wrote it"
            )
        known = {field.name: shown[field.name] for field in fields(Manifest)}
        files = [Kept(file["path"], file["bytes"], file["sha256"]) for file in shown["files"]]
    except (ValueError, KeyError, TypeError) as error:
        raise BackupTrouble(f"{path}: expected the manifest of a backup, but {error!r}") from None
    for file in files:
        parts = PurePosixPath(file.path).parts
        if not parts or file.path.startswith("/") or ".." in parts:
            raise BackupTrouble(
                f"{path}: expected paths below the backup's folder, found {file.path!r}"
            )
    return Manifest(**{**known, "files": files})


def _read_whole(folder: Path) -> bytes:
    """The manifest's text, which has the checksum that was written beside it."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise BackupTrouble(f"{folder}: expected the folder of a backup, and there is none")
    try:
        with open_regular(path) as file, open_regular(folder / CHECKSUM) as beside:
            text, checksum = file.read(), beside.read()
    except OSError as error:
        what = error.filename or folder
        raise BackupTrouble(f"{what}: expected a whole backup, but {_why(error)}") from None
    if checksum != _checksum_of(text):
        raise BackupTrouble(
            f"{path}: is damaged; its checksum is not the one in {CHECKSUM}: restore from another"
            " backup"
        )
    return text


def _wrong(folder: Path, files: Iterable[Kept]) -> Iterator[str]:
    """A sentence for each file that is not as it was."""
    for file in files:
        path = folder / file.path
        try:
            size, checksum = fingerprint(path, below=folder)
        except OSError as error:
            yield f"{path}: expected a file of this backup, but {_why(error)}"
            continue
        if size != file.bytes:
            yield f"{path}: has {size:,} bytes, expected {file.bytes:,}"
        elif checksum != file.sha256:
            yield f"{path}: is damaged; its checksum is not the one in {MANIFEST}"


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def fingerprint(path: Path, *, below: Path | None = None) -> tuple[int, str]:
    """Size and SHA-256."""
    with open_regular(path, below=below) as file:
        return read_through(file)


def copy(
    source: Path, target: Path, *, mode: int = 0o600, below: Path | None = None
) -> tuple[int, str]:
    """Size and SHA-256 of what was copied, to a file that was not there before and is on the disk
    afterwards."""
    with open_regular(source, below=below) as file:
        target.parent.mkdir(parents=True, exist_ok=True)
        with new_file(target, mode=mode) as copied:
            return read_through(file, copied.write)


def open_regular(path: Path, *, below: Path | None = None) -> BinaryIO:
    """Nothing that a link leads to, and no pipe or device that would be waited for. below: the
    folder from which on no folder may be a link either."""
    try:
        handle = _opened_below(below, path.relative_to(below)) if below else os.open(path, REGULAR)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise OSError("a link leads there, where a backup has files and folders only") from None
        raise
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(f"{path} is not a regular file")
    return os.fdopen(handle, "rb")


def _opened_below(folder: Path, path: Path) -> int:
    """Folder by folder, each from the one before: none can become a link meanwhile."""
    inside = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in path.parts[:-1]:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            outside, inside = inside, os.open(part, flags, dir_fd=inside)
            os.close(outside)
        return os.open(path.name, REGULAR, dir_fd=inside)
    finally:
        os.close(inside)


@contextmanager
def new_file(path: Path, *, mode: int = 0o600) -> Iterator[BinaryIO]:
    """A file that was not there before, closed to others from its first moment, and synced when it
    is closed."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    with os.fdopen(handle, "wb") as file:
        os.fchmod(handle, mode)
        yield file
        file.flush()
        os.fsync(handle)


def sync_folders(folder: Path) -> None:
    """The names in it too are on the disk afterwards."""
    for place in [*(path for path in folder.rglob("*") if path.is_dir()), folder]:
        sync_folder(place)


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
