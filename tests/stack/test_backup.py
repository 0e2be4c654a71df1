"""manage.py backup and restore: what was acknowledged comes back, once, and nothing half done is
left anywhere."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections import Counter
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from foundation.home import CHECKOUT, Home
from stack.database_place import PROGRAMS
from stack.embedded import running_database
from tests.stack.stack import Stack, clean_environment, manage, migrated_home, new_home, until
from tests.stack.test_no_label_is_lost import Labelling, inside

pytestmark = pytest.mark.stack

KEYS = {"files", "bytes", "rows", "taken_at"}


@pytest.fixture
def shelf():
    """Where backups are put; not pytest's own folder, which a failed test would leave full."""
    folder = Path(tempfile.mkdtemp(prefix="truepool-shelf-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def furnished():
    """A home with something of everything, whose database runs for as long, and a backup of it."""
    home, folder = migrated_home(), Path(tempfile.mkdtemp(prefix="truepool-shelf-")) / "backup"
    with running_database(Home(home), lambda _: None):
        campaign = inside(home, "stage(2, 5)")["campaign"]
        inside(home, f"furnish({campaign})")
        assert told(manage(home, "backup", str(folder), "--json"))["missing"] == []
        yield home, folder
    shutil.rmtree(folder.parent)


def told(done: subprocess.CompletedProcess[str]) -> dict:
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.keys() >= KEYS
    return found


def refused(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (1, ""), done
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("error: ")
    return last


def in_database(home: Path, name: str = "truepool") -> psycopg.Connection:
    return psycopg.connect(
        host=str(Home(home).database_socket), user="postgres", dbname=name, autocommit=True
    )


def as_sql(folder: Path) -> str:
    order = [PROGRAMS / "bin" / "pg_restore", "--file=-", folder / "database.dump"]
    return subprocess.run(order, capture_output=True, text=True, check=True).stdout


def write_manifest(folder: Path, manifest: dict) -> None:
    text = json.dumps(manifest).encode()
    (folder / "manifest.json").write_bytes(text)
    (folder / "manifest.sha256").write_text(f"{sha256(text).hexdigest()}  manifest.json\n")


def test_a_backup_taken_while_people_label_gives_back_every_answer_acknowledged_before_it(shelf):
    labelling, folder, restored = Labelling(captions=200), shelf / "backup", new_home()
    try:
        session = labelling.inside(f"furnish({labelling.campaign})")["session"]
        with labelling.under_way():
            before = {
                sent["request_id"]
                for rater in labelling.raters
                for sent in list(rater.acknowledged)
            }
            taken = told(manage(labelling.stack.home.root, "backup", str(folder), "--json"))
        was = labelling.inside("kept()")
        acknowledged = labelling.acknowledged
    finally:
        labelling.stack.clear()

    done = told(manage(restored, "restore", str(folder), "--json"))
    assert [done[key] for key in sorted(KEYS)] == [taken[key] for key in sorted(KEYS)]
    there = inside(restored, f"tell({labelling.campaign})")["there"]
    counted = Counter(row["request"] for row in there["stored"])
    assert len(before) > 0
    assert {request: counted[request] for request in before} == dict.fromkeys(before, 1)
    assert (
        len(counted) == counted.total() < acknowledged
    )  # those given later are not in it: it was taken under load
    assert there["differences"] == []
    assert (was["sessions"], session in as_sql(folder)) == (1, False)
    assert inside(restored, "kept()") == {**was, "sessions": 0}
    assert len(was["reports"]) == 1
    verified = manage(restored, "verify_reports", "--json")
    assert json.loads(verified.stdout) == {"reports": 1, "differences": [], "other_versions": []}

    stack = Stack(restored)
    try:
        stack.hear("Ctrl-C")
        stack.until_answers("/readyz")
        assert stack.stop() == 0
    finally:
        stack.clear()


def test_a_backup_is_closed_to_others_and_holds_the_files_that_rows_name_and_the_homes_secrets(
    furnished,
):
    home, folder = furnished
    for path in [folder, *folder.rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert sum(name.startswith("media/videos/") for name in files) == 2
    assert sum(name.startswith("media/uploads/") for name in files) == 1
    assert (
        sum(name.startswith("media/exports/") for name in files) == 3
    )  # for spreadsheets, exact, and the manifest
    assert (folder / "secret-key").read_text() == (home / "secret-key").read_text()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert {file["path"] for file in manifest["files"]} == files - {
        "manifest.json",
        "manifest.sha256",
    }
    assert "django_session" in manifest["left_out"]
    assert manifest["tables"]["people_user"] == 2


def test_a_folder_that_is_not_empty_is_refused_and_stays_as_it_is(furnished, shelf):
    home, _ = furnished
    (shelf / "letter").write_text("dear")
    assert f"{shelf}: is not empty" in refused(manage(home, "backup", str(shelf)))
    assert [path.name for path in shelf.iterdir()] == ["letter"]
    assert [path for path in shelf.parent.iterdir() if "unfinished" in path.name] == []


def test_an_empty_folder_is_taken(furnished, shelf):
    (shelf / "today").mkdir()
    assert manage(furnished[0], "backup", str(shelf / "today")).returncode == 0
    assert (shelf / "today" / "manifest.json").is_file()


def test_a_backup_that_is_cut_off_leaves_nothing_that_looks_whole(furnished, shelf):
    """It waits for a lock that we hold, and is killed, once with a chance to clear up and once
    without."""
    home, _ = furnished
    for how, left in (("terminate", 0), ("kill", 1)):
        with in_database(home) as holder, holder.transaction():
            holder.execute("LOCK TABLE annotator_label IN ACCESS EXCLUSIVE MODE")
            order = [sys.executable, CHECKOUT / "manage.py", "backup", shelf / how]
            backup = subprocess.Popen(order, env=clean_environment(home), stderr=subprocess.DEVNULL)
            until(lambda: [path for path in shelf.iterdir() if "unfinished" in path.name])
            getattr(backup, how)()
            backup.wait(60)
        assert not (shelf / how).exists()
        assert len([path for path in shelf.iterdir() if "unfinished" in path.name]) == left


def test_a_file_that_is_missing_stops_a_backup_unless_it_is_told_to_go_on(furnished, shelf):
    home, _ = furnished
    with in_database(home) as database:
        path = (
            Home(home).media
            / database.execute("SELECT path FROM pooling_video WHERE number = 0").fetchone()[0]
        )
    content = path.read_bytes()
    path.unlink()
    try:
        assert path.name in refused(manage(home, "backup", str(shelf / "first")))
        assert list(shelf.iterdir()) == []
        taken = told(
            manage(home, "backup", str(shelf / "second"), "--even-if-files-are-missing", "--json")
        )
        path.write_bytes(b"something else")
        assert path.name in refused(manage(home, "backup", str(shelf / "third")))
    finally:
        path.write_bytes(content)
    assert taken["missing"] == [str(path.relative_to(Home(home).media))]
    done = manage(new_home(), "restore", str(shelf / "second"), "--json")
    assert done.returncode == 1  # all there was is restored, and the difference said
    assert [
        path.name in difference["says"] for difference in json.loads(done.stdout)["differences"]
    ] == [True]


def test_an_upload_that_its_job_takes_meanwhile_is_no_missing_file(furnished, shelf):
    """The file goes when its row has let go of it: whoever saw the row before has to look again."""
    home, _ = furnished
    upload = next((Home(home).media / "uploads").iterdir())
    aside = upload.rename(home / "aside")
    order = [sys.executable, CHECKOUT / "manage.py", "backup", shelf / "backup"]
    with in_database(home) as database:
        backup = subprocess.Popen(order, env=clean_environment(home))
        until(lambda: list(shelf.iterdir()))
        database.execute("UPDATE pooling_upload SET path = ''")
        try:
            assert backup.wait(60) == 0
        finally:
            aside.rename(upload)
            database.execute("UPDATE pooling_upload SET path = %s", [f"uploads/{upload.name}"])
    assert not (shelf / "backup" / "media" / "uploads" / upload.name).exists()


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


@pytest.mark.parametrize("harm", [flip, cut, Path.unlink], ids=["flipped", "cut", "missing"])
@pytest.mark.parametrize(
    "what",
    ["database.dump", "media/videos/*/*/*", "secret-key", "manifest.json", "manifest.sha256"],
)
def test_a_damaged_backup_is_refused_with_the_files_name_before_anything_is_written(
    furnished, shelf, harm, what
):
    copy, home = shelf / "copy", new_home()
    shutil.copytree(furnished[1], copy)
    harmed = next(copy.glob(what))
    harm(harmed)
    said = refused(manage(home, "restore", str(copy)))
    assert str(harmed) in said or (what == "manifest.sha256" and harmed.name in said)
    assert list(home.iterdir()) == []


def test_a_backup_that_is_not_there_makes_no_home(shelf):
    assert "expected the folder of a backup" in refused(
        manage(shelf / "home", "restore", str(shelf / "never-was"))
    )
    assert list(shelf.iterdir()) == []


@pytest.mark.parametrize("below", ["backups/today", "media/videos/backup", "."])
def test_a_backup_into_the_home_itself_is_refused(furnished, below):
    home, _ = furnished
    before = set(home.iterdir())
    said = refused(manage(home, "backup", str(home / below)))
    assert f"{home / below}: lies in TRUEPOOL_HOME" in said
    assert set(home.iterdir()) == before


def test_a_manifest_that_names_files_elsewhere_is_refused(furnished, shelf):
    shutil.copytree(furnished[1], shelf / "copy")
    manifest = json.loads((shelf / "copy" / "manifest.json").read_text())
    manifest["files"][1]["path"] = "media/../../../etc/passwd"
    write_manifest(shelf / "copy", manifest)
    assert "expected paths below the backup's folder" in refused(
        manage(new_home(), "restore", str(shelf / "copy"))
    )


@pytest.mark.parametrize("what", ["media", "media/videos", "file", "manifest.json"])
def test_a_backup_with_a_link_in_it_is_refused_before_anything_is_written(furnished, shelf, what):
    """A folder that leads elsewhere, and a file: their content is as the manifest says."""
    copy, home = shelf / "copy", new_home()
    shutil.copytree(furnished[1], copy)
    linked = next(copy.glob("media/videos/*/*/*")) if what == "file" else copy / what
    elsewhere = shelf / "elsewhere"
    linked.rename(elsewhere)
    linked.symlink_to(elsewhere)
    said = refused(manage(home, "restore", str(copy)))
    assert "a link leads there" in said
    assert list(home.iterdir()) == []


def test_a_pipe_in_a_backup_is_refused_and_not_waited_for(furnished, shelf):
    copy, home = shelf / "copy", new_home()
    shutil.copytree(furnished[1], copy)
    harmed = next(copy.glob("media/videos/*/*/*"))
    harmed.unlink()
    os.mkfifo(harmed)
    assert "not a regular file" in refused(manage(home, "restore", str(copy)))
    assert list(home.iterdir()) == []


def test_what_is_restored_is_closed_to_other_accounts(furnished, shelf):
    home = new_home()
    assert manage(home, "restore", str(furnished[1])).returncode == 0
    assert stat.S_IMODE((home / "media").stat().st_mode) == 0o750


def test_a_dump_with_other_rows_than_the_manifest_tells_is_taken_back(furnished, shelf):
    copy, home = shelf / "copy", new_home()
    shutil.copytree(furnished[1], copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["tables"]["people_user"] += 1
    write_manifest(copy, manifest)
    assert "table people_user came out with 2 rows, expected 3" in refused(
        manage(home, "restore", str(copy))
    )
    assert list(Home(home).media.iterdir()) == []
    assert (
        manage(home, "restore", str(furnished[1])).returncode == 0
    )  # the home is as empty as before


def test_a_dump_that_is_packed_more_tightly_as_those_of_earlier_versions_is_restored(
    furnished, shelf
):
    copy, home = shelf / "copy", new_home()
    shutil.copytree(furnished[1], copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    dump, (entry,) = (
        copy / "database.dump",
        (file for file in manifest["files"] if file["path"] == "database.dump"),
    )
    subprocess.run(
        [
            *(PROGRAMS / "bin" / "pg_dump", "--format=custom", "--no-owner", "--no-privileges"),
            *("--host", Home(furnished[0]).database_socket, "--username", "postgres"),
            *(f"--exclude-table-data={table}" for table in manifest["left_out"]),
            *("--file", dump, "truepool"),
        ],
        check=True,
    )
    packed = dump.read_bytes()
    assert len(packed) < entry["bytes"]
    entry |= {"bytes": len(packed), "sha256": sha256(packed).hexdigest()}
    write_manifest(copy, manifest)
    restored = told(manage(home, "restore", str(copy), "--json"))
    assert (restored["rows"], restored["differences"]) == (sum(manifest["tables"].values()), [])


def test_a_backup_of_a_newer_truepool_is_refused(furnished, shelf):
    copy, home = shelf / "copy", new_home()
    shutil.copytree(furnished[1], copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["migrations"]["pooling"].append("9999_of_tomorrow")
    write_manifest(copy, manifest)
    said = refused(manage(home, "restore", str(copy)))
    assert "newer Truepool" in said
    assert "pooling.9999_of_tomorrow" in said
    assert {path.name for path in home.iterdir()} <= {"secret-key"}


def test_a_backup_of_an_older_truepool_is_brought_up_to_date(shelf):
    old, home = migrated_home(), new_home()
    with running_database(Home(old), lambda _: None):
        manage(old, "add_user", "ada", "--role", "lead", given="")
        assert manage(old, "migrate", "people", "0001").returncode == 0
        # As that version would have taken it: this one says that it does not fit.
        said = refused(manage(old, "backup", str(shelf / "old")))
        behind = int(re.search(r"older than this Truepool \((\d+) migrations", said)[1])
        assert behind >= 1
        inside(old, f"backup_as_it_is({str(shelf / 'old')!r})")
    assert told(manage(home, "restore", str(shelf / "old"), "--json"))["migrated"] == behind
    assert manage(home, "migrate", "--check").returncode == 0
    assert inside(home, "kept()")["people"] == 1


def test_a_home_that_holds_something_is_refused_and_keeps_it(furnished):
    home, folder = furnished
    assert "is not empty" in refused(manage(home, "restore", str(folder)))
    assert inside(home, "kept()")["people"] == 2

    with_media = new_home()
    (with_media / "media" / "videos").mkdir(parents=True)
    (with_media / "media" / "videos" / "mine.mp4").write_bytes(b"mine")
    assert "videos/mine.mp4" in refused(manage(with_media, "restore", str(folder)))
    assert (with_media / "media" / "videos" / "mine.mp4").read_bytes() == b"mine"

    with_rows = migrated_home()
    manage(with_rows, "add_user", "ada", "--role", "lead", given="")
    assert "the database is not empty" in refused(manage(with_rows, "restore", str(folder)))
    assert inside(with_rows, "kept()")["people"] == 1


def test_nothing_is_restored_while_truepool_runs_in_that_home(furnished):
    stack = Stack(migrated_home())
    try:
        stack.hear("Ctrl-C")
        said = refused(manage(stack.home.root, "restore", str(furnished[1])))
        assert "Truepool already runs" in said
        assert f"127.0.0.1:{stack.port}" in said
        assert stack.get("/healthz")[0] == 200
    finally:
        stack.clear()


def test_a_database_of_ones_own_is_backed_up_and_restored_and_another_key_is_said(furnished, shelf):
    home, folder = furnished
    with in_database(home, "postgres") as admin:
        admin.execute("CREATE DATABASE other")
    given = {
        "DATABASE_URL": f"postgresql://postgres@/other?host={Home(home).database_socket}",
        "SECRET_KEY": "another-key-that-was-drawn-at-random-0123456789-abcdefgh",
        "ALLOWED_HOSTS": "localhost",
    }
    elsewhere = new_home()
    done = told(manage(elsewhere, "restore", str(folder), "--json", **given))
    assert [warning.split(" is ")[0] for warning in done["warnings"]] == ["SECRET_KEY"]
    taken = told(manage(elsewhere, "backup", str(shelf / "again"), "--json", **given))
    assert not (shelf / "again" / "secret-key").exists() or os.environ.get("SECRET_KEY")
    assert taken["rows"] >= done["rows"]
    with in_database(home, "other"):
        said = refused(manage(new_home(), "restore", str(folder), **given))
    assert "DATABASE_URL: the database is not empty" in said
