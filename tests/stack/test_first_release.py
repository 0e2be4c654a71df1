"""What was kept before the first release comes into it: its migrations stand for all earlier ones.

The backup was written by the last commit that still had those: a benchmark with two runs, imported
labels, an open campaign, a frozen report, a release and a leaderboard.
"""

import json
import subprocess
import tarfile
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from foundation.home import Home
from stack.embedded import running_database
from tests.stack.stack import manage, new_home

pytestmark = pytest.mark.stack

BEFORE = Path(__file__).with_name("before_the_first_release.tar.xz")


def told(done: subprocess.CompletedProcess[str]) -> dict:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_home_of_before_upgrades_and_nothing_of_it_is_lost(tmp_path):
    with tarfile.open(BEFORE) as packed:
        packed.extractall(tmp_path, filter="data")
    home = new_home()
    restored = told(manage(home, "restore", str(tmp_path / "backup"), "--json"))
    assert (restored["differences"], restored["warnings"]) == ([], [])
    with running_database(Home(home), lambda _: None):
        assert manage(home, "migrate", "--check").returncode == 0
        assert told(manage(home, "verify_reports", "--json"))["differences"] == []
        triplets = tmp_path / "triplets.csv"
        told(
            manage(
                home, "export", "small", "--format", "triplets", "--out", str(triplets), "--json"
            )
        )
        assert len(triplets.read_text(encoding="utf-8").splitlines()) == 1 + 24
        board = told(manage(home, "leaderboard", "small", "--json"))
        assert {row["run"] for row in board["rows"]} == {"owl", "wren"}
        # What a trigger refused is refused still.
        with (
            psycopg.connect(Home(home).database_url) as database,
            pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="appended"),
        ):
            database.execute("UPDATE annotator_label SET answer = 'relevant'")


def test_a_backup_from_between_is_refused_and_says_with_what_it_is_brought_up(tmp_path):
    with tarfile.open(BEFORE) as packed:
        packed.extractall(tmp_path, filter="data")
    manifest = tmp_path / "backup" / "manifest.json"
    read = json.loads(manifest.read_text(encoding="utf-8"))
    read["migrations"]["annotator"].remove("0025_captions_that_stop")
    manifest.write_text(json.dumps(read), encoding="utf-8")
    check = manifest.with_suffix(".sha256")
    check.write_text(
        check.read_text(encoding="utf-8").replace(
            check.read_text(encoding="utf-8").split()[0], sha256(manifest.read_bytes()).hexdigest()
        ),
        encoding="utf-8",
    )
    refused = manage(new_home(), "restore", str(tmp_path / "backup"))
    assert refused.returncode == 1
    assert "before the first release" in refused.stderr
