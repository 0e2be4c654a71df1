"""Restore a backup into a home where nothing is yet.

1. The manifest and every file of the backup are read and found whole, before anything is written.
2. The home must hold no media and no rows that people have made, nobody may be connected, and `up`
is kept out meanwhile.
3. Media and secrets are put in place first, then all rows in one transaction: until that commits,
the instance is an empty one.
4. The rows are counted, the tables brought up to date, and the whole is checked as by
check_integrity.

On any trouble up to the migrations, what was written is taken away again.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from foundation.integrity import differences
from foundation.version import VERSION
from jobs.own_files import MARK, forget_mark, rename_instance
from stack.backups.contents import (
    DUMP,
    MEDIA,
    SECRETS,
    BackupTrouble,
    Kept,
    Manifest,
    copy,
    new_file,
    read_backup,
    sync_folders,
)
from stack.backups.programs import Program, restore_program, run_program
from stack.backups.tables import (
    applied_migrations,
    occupied_tables,
    other_sessions,
    remove_tables,
    row_counts,
)
from stack.backups.take import key_fingerprint
from stack.embedded import make_run_folder, running_database
from stack.stored_files import file_differences
from stack.supervisor import only_one
from stack.written import known_migrations, replaced_migrations

Say = Callable[[str], None]


def restore_backup(folder: Path, say: Say) -> dict[str, Any]:
    """What came of it. `migrated`: how many migrations were applied that the backup did not
    know."""
    folder = folder.absolute()
    manifest = read_backup(folder)
    refuse_unknown(folder, manifest)
    with _alone_with_the_database(say):
        program = restore_program(manifest.postgresql)
        refuse_occupied_database()
        with _taken_back_on_trouble():
            _put_media(folder, manifest)
            _put_secrets(folder, manifest)
            _put_rows(folder, manifest, program)
            call_command("migrate", verbosity=0, interactive=False)
            rename_instance()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        found = [*differences(), *file_differences(all_checksums=False)]
        now, before = applied_migrations(), manifest.migrations
    return {
        **manifest.as_json(),
        "migrated": sum(map(len, now.values())) - sum(map(len, before.values())),
        "warnings": list(_warnings(manifest)),
        "differences": [asdict(difference) for difference in found],
    }


def refuse_unknown(folder: Path, manifest: Manifest) -> None:
    applied = {(app, name) for app, names in manifest.migrations.items() for name in names}
    replaced = replaced_migrations()
    if any(applied & earlier and not earlier <= applied for earlier in replaced):
        raise BackupTrouble(
            f"{folder}: was taken by a Truepool of before the first release that this one cannot"
            " bring up to date: restore it with the version that took it, and upgrade that to 0.2.0"
        )
    if newer := sorted(applied - known_migrations().union(*replaced)):
        raise BackupTrouble(
            f"{folder}: was taken by a newer Truepool ({manifest.truepool}; this is {VERSION}),"
            f" whose migration {'.'.join(newer[0])} is not known here: restore it with that version"
            " or a later one"
        )


def refuse_occupied_media() -> None:
    media = settings.MEDIA_ROOT
    for path in media.rglob("*"):
        if path == media / MARK:
            continue  # of an instance that was started and has no file yet
        if not path.is_dir() or path.is_symlink():
            found = path.relative_to(media)
            raise BackupTrouble(
                f"{media}: is not empty ({found}): restore into a new TRUEPOOL_HOME"
            )


def refuse_occupied_database() -> None:
    if occupied := occupied_tables():
        table, rows = next(iter(occupied.items()))
        where = "DATABASE_URL" if settings.GIVEN["DATABASE_URL"] else str(settings.HOME.root)
        raise BackupTrouble(
            f"{where}: the database is not empty ({table} has {rows:,} rows): "
            "restore into a new TRUEPOOL_HOME or an empty database"
        )
    if others := other_sessions():
        raise BackupTrouble(
            f"others are connected to this database ({others:,} sessions): stop Truepool's other"
            " processes first"
        )


@contextmanager
def _alone_with_the_database(say: Say) -> Iterator[None]:
    """No `up` runs in this home, and none can be started meanwhile. Nothing is begun where there
    are media."""
    home, ours = settings.HOME, settings.GIVEN["DATABASE_URL"] is None
    with ExitStack() as stack:
        # A container's home may be closed to writing, and no `up` runs there.
        if ours or home.run.is_dir():
            make_run_folder(home)
            stack.enter_context(only_one(home, "restoring a backup"))
        refuse_occupied_media()
        if ours:
            stack.enter_context(running_database(home, say))
        stack.callback(connection.close)
        yield


@contextmanager
def _taken_back_on_trouble() -> Iterator[None]:
    """Media were found empty and so was the database: all that is there came from here."""
    secrets = {
        name: path.read_bytes() for name in SECRETS if (path := settings.HOME.kept / name).is_file()
    }
    try:
        yield
    except BaseException:
        forget_mark()
        for path in settings.MEDIA_ROOT.glob("*"):
            if path.name != "lost+found":  # a disk's own, where one is mounted here
                shutil.rmtree(path, ignore_errors=True)
        for name in SECRETS:
            _write_secret(name, secrets.get(name))
        connection.close()
        remove_tables()
        raise


def _put_media(folder: Path, manifest: Manifest) -> None:
    """Puts media back through a draft, so that a restore that is cut off while it copies leaves
    nothing under a name that counts."""
    media = settings.MEDIA_ROOT
    settings.HOME.close_to_others()
    draft = Path(tempfile.mkdtemp(prefix="draft-restore-", dir=media))
    for file in manifest.files:
        if file.path.startswith(f"{MEDIA}/"):
            _put(folder, file, draft / file.path.removeprefix(f"{MEDIA}/"))
    sync_folders(draft)
    for path in sorted(draft.iterdir()):
        # Empty folders, if anything: there were no files.
        shutil.rmtree(media / path.name, ignore_errors=True)
        path.rename(media / path.name)
    draft.rmdir()


def _put(folder: Path, file: Kept, target: Path) -> None:
    """Compared once more while it is copied: the disk that is read from may be the one that
    fails."""
    if copy(folder / file.path, target, mode=0o644, below=folder) != (file.bytes, file.sha256):
        raise BackupTrouble(f"{folder / file.path}: changed while it was restored")


def _put_secrets(folder: Path, manifest: Manifest) -> None:
    for name in SECRETS:
        if any(file.path == name for file in manifest.files):
            _write_secret(name, (folder / name).read_bytes())


def _write_secret(name: str, content: bytes | None) -> None:
    path = settings.HOME.kept / name
    path.unlink(missing_ok=True)
    if content is not None:
        with new_file(path) as file:
            file.write(content)


def _put_rows(folder: Path, manifest: Manifest, program: Program) -> None:
    remove_tables()
    connection.close()
    words = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    run_program(program, *words, str(folder / DUMP), what=f"{folder / DUMP} could not be restored")
    there = row_counts(without=manifest.left_out)
    for table in sorted(manifest.tables.keys() | there.keys()):
        expected, found = manifest.tables.get(table), there.get(table)
        if expected != found:
            raise BackupTrouble(
                f"{folder / DUMP}: table {table} came out with {found} rows, expected {expected}"
            )


def _warnings(manifest: Manifest) -> Iterator[str]:
    given = settings.GIVEN["SECRET_KEY"]
    key = given or settings.HOME.kept_secret("secret-key", 80)
    if key_fingerprint(key) != manifest.secret_key:
        yield (
            "SECRET_KEY is not the one that the backup was taken with: links to media and open"
            " pages end, and hidden checks are drawn anew for what is claimed from now on; give"
            " that key if you still have it"
        )
    if manifest.missing:
        yield (
            f"{len(manifest.missing):,} files were missing already when the backup was taken,"
            f" {manifest.missing[0]} among them"
        )
