"""Take a backup while people work.

1. A snapshot is exported. The list of files, the counts of rows and pg_dump all see the database as
it was then.
2. Uploads and other files that a job may take away are copied; one that is gone already is not
   named by a later snapshot, so that a new one is tried.
3. pg_dump reads the snapshot. Then come the files that never go: they are named by what they hold
and do not change.
4. The whole lies in a draft until it is finished, and gets its name in one step.
"""

import hmac
import os
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from django.conf import settings

from foundation.integrity import StoredFile, stored_files
from foundation.version import VERSION
from stack.backups.contents import (
    DUMP,
    FORMAT,
    MEDIA,
    SECRETS,
    BackupTrouble,
    Kept,
    Manifest,
    copy,
    fingerprint,
    sync_folder,
    sync_folders,
    write_manifest,
)
from stack.backups.programs import Program, dump_program, run_program
from stack.backups.tables import (
    LEFT_OUT,
    Moment,
    applied_migrations,
    one_moment,
    row_counts,
)
from stack.written import known_migrations

TRIES, PAUSE = 20, 0.25
LASTING = "videos/"  # what lies below it is never removed
# gzip's lightest: 6, which pg_dump takes by itself, needs nearly three times the processor time.
LEVEL = 1


@dataclass(slots=True)
class Copied:
    """The media files that are in the draft by now, and what was wrong with others."""

    draft: Path
    files: dict[str, Kept] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    damaged: dict[str, str] = field(default_factory=dict)

    def take(self, names: Iterable[StoredFile]) -> None:
        """What was taken before is not read again: no file ever changes."""
        for name in names:
            self.missing.pop(name.path, None)
            place = f"{MEDIA}/{name.path}"
            if name.path in self.files:
                continue
            try:
                size, checksum = copy(settings.MEDIA_ROOT / name.path, self.draft / place)
            except FileNotFoundError:
                self.missing[name.path] = name.by
                continue
            self.files[name.path] = Kept(place, size, checksum)
            if name.sha256 and checksum != name.sha256:
                self.damaged[name.path] = name.by

    def forget(self, named: Iterable[str]) -> None:
        """Files of a snapshot that was given up, which the last one does not name any more."""
        for path in self.files.keys() - set(named):
            (self.draft / self.files.pop(path).path).unlink()
            self.damaged.pop(path, None)


def take_backup(folder: Path, *, even_if_files_are_missing: bool = False) -> Manifest:
    folder = folder.absolute()
    refuse_inside(settings.HOME.root, folder)
    refuse_occupied(folder)
    refuse_unfinished_migrations()
    program = dump_program()
    with _draft_of(folder) as draft:
        manifest = _fill(draft, program, keep_going=even_if_files_are_missing)
        write_manifest(draft, manifest)
        sync_folders(draft)
        _publish(draft, folder)
    with suppress(OSError):  # the backup is there; a home that cannot be written in says less
        settings.HOME.last_backup.touch(mode=0o644)
    return manifest


def refuse_inside(home: Path, folder: Path) -> None:
    """What is lost with the home must not be lost with its backup, and its media are swept of what
    no row names."""
    if folder.resolve().is_relative_to(home.resolve()):
        raise BackupTrouble(
            f"{folder}: lies in TRUEPOOL_HOME ({home}) and is lost with it: expected a folder"
            " elsewhere, as on another disk"
        )


def refuse_occupied(folder: Path) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise BackupTrouble(f"{folder}: expected a folder that is not there yet, or an empty one")
    if folder.exists() and any(folder.iterdir()):
        raise BackupTrouble(
            f"{folder}: is not empty; expected a folder that is not there yet, or an empty one"
        )
    if folder.is_mount():
        raise BackupTrouble(
            f"{folder}: a disk is mounted here; expected a folder on it, as in {folder / 'today'}"
        )


def refuse_unfinished_migrations() -> None:
    applied = {(app, name) for app, names in applied_migrations().items() for name in names}
    if missing := len(known_migrations() - applied):
        raise BackupTrouble(
            f"the database is older than this Truepool ({missing} migrations are not applied): "
            "take the backup with the version that made it, or run manage.py migrate first"
        )


@contextmanager
def _draft_of(folder: Path) -> Iterator[Path]:
    """Beside the folder, so that a rename can finish it; closed to others, and gone if the backup
    is not finished. Its name comes before the folder: a signal between the two leaves nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = folder.parent / f".{folder.name}-unfinished-{secrets.token_hex(8)}"
    before = os.umask(0o077)
    try:
        draft.mkdir()
        yield draft
    finally:
        os.umask(before)
        shutil.rmtree(draft, ignore_errors=True)


def _fill(draft: Path, program: Program, *, keep_going: bool) -> Manifest:
    copied = Copied(draft)
    (draft / MEDIA).mkdir()
    with _settled_moment(copied) as (moment, named):
        _dump(program, moment, draft / DUMP)
        migrations, tables = applied_migrations(), row_counts(without=LEFT_OUT)
    copied.take(name for name in named.values() if name.path.startswith(LASTING))
    _refuse_incomplete(copied, keep_going=keep_going)
    return Manifest(
        format=FORMAT,
        truepool=VERSION,
        taken_at=moment.at.isoformat(timespec="seconds"),
        postgresql=program.major,
        secret_key=key_fingerprint(settings.SECRET_KEY),
        migrations=migrations,
        tables=tables,
        left_out=list(LEFT_OUT),
        missing=sorted(copied.missing),
        files=[
            Kept(DUMP, *fingerprint(draft / DUMP)),
            *(file for _, file in sorted(copied.files.items())),
            *_copy_secrets(draft),
        ],
    )


@contextmanager
def _settled_moment(copied: Copied) -> Iterator[tuple[Moment, dict[str, StoredFile]]]:
    """A moment all of whose fleeting files have been copied, or the last one that was tried."""
    for turn in range(TRIES):
        with one_moment() as moment:
            named = {name.path: name for name in stored_files()}
            copied.missing.clear()
            copied.take(name for name in named.values() if not name.path.startswith(LASTING))
            copied.forget(named)
            if not copied.missing or turn == TRIES - 1:
                yield moment, named
                return
        time.sleep(PAUSE)


def _dump(program: Program, moment: Moment, target: Path) -> None:
    words = ["--format=custom", f"--compress={LEVEL}", "--no-owner", "--no-privileges"]
    words += [f"--snapshot={moment.snapshot}", f"--file={target}"]
    words += [f"--exclude-table-data={table}" for table in LEFT_OUT]
    run_program(program, *words, what="the database could not be dumped")
    target.chmod(0o600)
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _refuse_incomplete(copied: Copied, *, keep_going: bool) -> None:
    wrong = [f"{by}: its file {path} is missing" for path, by in copied.missing.items()]
    wrong += [
        f"{by}: its file {path} is not what its checksum says"
        for path, by in copied.damaged.items()
    ]
    if wrong and not keep_going:
        more = f" (and {len(wrong) - 1:,} more)" if len(wrong) > 1 else ""
        raise BackupTrouble(
            f"{wrong[0]}{more}: manage.py check_integrity --files lists all of them; "
            "--even-if-files-are-missing backs up what there is"
        )


def _copy_secrets(draft: Path) -> Iterator[Kept]:
    """Those that the home has drawn. A SECRET_KEY that was given lies where it was given from."""
    for name in SECRETS:
        path = settings.HOME.kept / name
        if path.is_file() and not (
            name == "secret-key" and settings.GIVEN["SECRET_KEY"] is not None
        ):
            yield Kept(name, *copy(path, draft / name))


def key_fingerprint(key: str) -> str:
    return hmac.digest(key.encode(), b"truepool backup", sha256).hex()


def _publish(draft: Path, folder: Path) -> None:
    try:
        draft.rename(folder)
    except OSError as error:
        raise BackupTrouble(f"{folder}: could not be given its name ({error.strerror})") from None
    sync_folder(folder.parent)
