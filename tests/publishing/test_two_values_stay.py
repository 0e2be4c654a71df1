"""Files of campaigns of two values are, to the byte, what they were before scales had more: the
digests here were taken then."""

import csv
import hashlib
import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from annotator.formats.log_rows import COLUMNS
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.test_gold_in_logs import row
from tests.factories import make_run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
YES, NO = "relevant", "irrelevant"
LABELS = [
    ("c0", "11", "first", YES, {}),
    ("c1", "11", "first", NO, {"comment": "=too dark", "active_ms": "900", "plays": "2"}),
    ("c1", "12", "second", NO, {}),
    ("c2", "11", "first", YES, {}),
    ("c2", "12", "second", NO, {}),
    ("c3", "11", "first", YES, {"superseded": "true"}),
    ("c3", "11", "first", NO, {"supersedes": "6"}),
    ("c4", "11", "first", "cannot_judge", {"reason": "unclear_video"}),
    ("c5", "12", "adjudication", YES, {"mistake": "person"}),
]
# Of names without the parts that a release or a day draws anew.
DIGESTS = json.loads((Path(__file__).parent / "two_values.json").read_text())


def log_of_two_values() -> str:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for number, (caption, rater, kind, answer, more) in enumerate(LABELS, start=1):
        given = {"given_at": f"2026-03-01T10:00:{number:02d}.000000Z", "guideline_version": "0"}
        of = {"caption_id": caption, "campaign": "import log.csv"}
        writer.writerow(row(number, kind, answer, rater, **given, **of, **more))
    return out.getvalue()


@pytest.fixture
def benchmark(tmp_path):
    of = small_benchmark()
    of.name = "two-values"
    of.save()
    make_run(of, {number: [0, 1] for number in range(6)}, "r", model="m", depth=2)
    (tmp_path / "log.csv").write_text(log_of_two_values())
    bring(of, tmp_path / "log.csv", "log")
    return of


def digests(folder: Path, *names: str) -> dict[str, str]:
    paths = [path for path in sorted(folder.iterdir()) if not names or path.name in names]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def test_exports_of_two_values_are_what_they_were(benchmark, tmp_path):
    take(benchmark, tmp_path / "log", "log")  # given back with its own names of raters
    found = digests(tmp_path / "log", "log.csv", "log-exact.csv")
    for number, (file_format, options) in enumerate(
        [
            ("triplets", {}),
            ("triplets", {"verdict": "unanimous"}),
            ("triplets", {"verdict": "any"}),
            ("qrels", {"stratum": True}),
            ("qrels", {}),
        ]
    ):
        folder = tmp_path / str(number)
        take(benchmark, folder, file_format, release="r", **options)
        written = digests(folder)
        found |= {f"{number} {name}": of for name, of in written.items() if "manifest" not in name}
    assert found == DIGESTS["exports"]


def test_a_release_of_two_values_is_what_it_was(benchmark, tmp_path):
    out = tmp_path / "out"
    call_command("release", "two-values", "r", out=str(out), without=["report"], json=True)
    names = [name for name in DIGESTS["release"] if not name.startswith("manifest")]
    found = digests(out, *names)
    manifest = json.loads((out / "manifest.json").read_text())
    assert list(manifest) == DIGESTS["manifest"]
    for part in ("campaigns", "conventions", "verdicts", "settings"):
        text = json.dumps(manifest[part], sort_keys=True)
        found[f"manifest {part}"] = hashlib.sha256(text.encode()).hexdigest()
    assert found == DIGESTS["release"]
