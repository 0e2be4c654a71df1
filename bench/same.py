"""Whether two versions show the same.

`python -m bench.same COMMIT` makes an instance by the code of COMMIT, with a demo, a release, a
leaderboard and reports, and backs it up. The backup is restored by that code and by the code that
is here; every page, every answer of the API, every command and every exported file of the two is
compared. `--keep DIR` keeps the backup for the next time.

That code is looked at twice. What differs between its two looks (ages, drawn names, figures that a
job has computed meanwhile) is left out of the comparison. It has no peer and times nothing; the
status is 1 where something differs.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.stage.visited import Visitor
from bench.start import free_port
from foundation.catalogue import mo
from foundation.home import CHECKOUT
from stack.supervisor import web_answers

PEOPLE = ("admin", "adjudicator", "rater1", "viewer", "submitter", "")
PASSWORD = "as-the-demo-has-it"
MAKING = (
    "demo --json",
    "leaderboard demo --public --publish all --make --json",
    "release demo first --without report --json",
    "doctor demo --json",
    "proxy demo bow --json",
)
ASKED = (
    *(
        f"{command} demo --json"
        for command in (
            "agreement", "audit", "doctor", "estimate", "evaluate --intervals",
            "evaluate --labels posterior", "known_answers", "leaderboard", "leave_one_out",
            "overlap", "proxy_correlation", "proxy_study", "reuse", "sample_size", "slices",
            "stability", "submissions", "thresholds",
        )
    ),
    *(f"{command} demo bow --json" for command in ("ceiling", "graded", "hard_negatives")),
    "evaluate demo --relevance bow --intervals --json",
    "compare demo heron-base heron-large magpie --json",
    "unjudged demo magpie --json",
    "verify_reports --json",
    "check_integrity --json",
    "hours --json",
)  # fmt: skip
FORMATS = ("triplets", "log", "jsonl", "qrels", "fire", "parquet")
MOST_SHOWN = 12

Looked = dict[str, list[str]]


def manage(code: Path, home: Path, words: str, *, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words.split()],
        cwd=code,
        env=os.environ | {"TRUEPOOL_HOME": str(home)},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode == 0 else f"status {done.returncode}\n{done.stderr}"


@contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Path]:
    git = ["git", "-C", str(CHECKOUT), "worktree"]
    subprocess.run([*git, "add", "--quiet", "--detach", str(folder), commit], check=True)
    mo.compile_all(folder / "locale")
    try:
        yield folder
    finally:
        subprocess.run([*git, "remove", "--force", str(folder)], check=True)


@contextmanager
def running(code: Path, home: Path) -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", str(port)],
        cwd=code,
        env=os.environ | {"TRUEPOOL_HOME": str(home), "TRUEPOOL_API_PER_MINUTE": "1000000"},
        stdout=subprocess.DEVNULL,
    )
    try:
        while not web_answers("127.0.0.1", port):
            if process.poll() is not None:
                raise RuntimeError(f"{code}: `up` ended with {process.returncode}")
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(120)


def make_backup(code: Path, home: Path, backup: Path) -> None:
    manage(code, home, "demo_accounts", given=PASSWORD)
    for words in MAKING:
        made = manage(code, home, words)
        if not made.startswith("{"):
            raise RuntimeError(f"{words}: {made}")
    manage(code, home, f"backup {backup}")


def restored(code: Path, backup: Path, home: Path) -> Path:
    made = manage(code, home, f"restore {backup} --json")
    if not made.startswith("{"):
        raise RuntimeError(f"restore by {code}: {made}")
    return home


def visit(address: str) -> Looked:
    """By person and path, after all jobs that a first visit asked for have ended."""
    looked: Looked = {}
    for name in PEOPLE:
        visitor = Visitor(address, name, PASSWORD)
        for path, lines in (*visitor.pages(), *visitor.answers()):
            looked[f"{name or 'anonymous'} {path}"] = lines
    lead = Visitor(address, "admin", PASSWORD)
    while any(state in lead.ask("/api/v1/jobs")[2] for state in (b'"queued"', b'"running"')):
        time.sleep(1)
    return looked


def ask_commands(code: Path, home: Path) -> Looked:
    return {f"truepool {words}": manage(code, home, words).splitlines() for words in ASKED}


def export(code: Path, home: Path, to: Path) -> Looked:
    found: Looked = {}
    for name in FORMATS:
        manage(code, home, f"export demo --format {name} --release first --out {to / name}")
        for file in sorted((to / name).rglob("*")):
            if file.is_file():
                read = file.read_bytes().decode(errors="replace")
                found[f"export {file.relative_to(to)}"] = read.splitlines()
    return found


def look(code: Path, home: Path, to: Path) -> Iterator[Looked]:
    """Twice; what is visited first has all that a first visit computes."""
    with running(code, home) as address:
        visit(address)
        for _ in range(2):
            yield visit(address)
    for number in range(2):
        yield ask_commands(code, home) | export(code, home, to / str(number))


def shape(line: str) -> str:
    """The same for lines that differ in numbers or checksums."""
    return re.sub(r"[0-9a-f]{64}|[\d.,]+", "#", line)


def differences(old: Looked, again: Looked, new: Looked) -> Iterator[tuple[str, list[str]]]:
    """Places in which something other is shown, with the lines that went and those that came."""
    for place in sorted(old.keys() | new.keys()):
        if place not in new or place not in old:
            yield place, ["- gone" if place not in new else "+ new"]
            continue
        first, second, now = (Counter(looked.get(place, [])) for looked in (old, again, new))
        unsteady = {shape(line) for line in (first - second) + (second - first)}
        went = [f"- {line}" for line in first - now if shape(line) not in unsteady]
        came = [f"+ {line}" for line in now - first if shape(line) not in unsteady]
        if went or came:
            yield place, went + came


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", default="HEAD")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="Where the backup is kept.")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="truepool-same-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL's own user has to pass through
        backup = given.keep or folder / "backup"
        with checked_out(given.commit, folder / "old") as code:
            if not backup.exists():
                make_backup(code, folder / "made", backup)
            looks = list(look(code, restored(code, backup, folder / "then"), folder / "exported"))
        old, again = looks[0] | looks[2], looks[1] | looks[3]
        here = restored(CHECKOUT, backup, folder / "now")
        _, visited, _, asked = look(CHECKOUT, here, folder / "exported-now")
        found = dict(differences(old, again, visited | asked))
    if given.json:
        print(json.dumps({"places": len(old), "differences": found}, indent=1))
    else:
        for place, lines in found.items():
            print("\n  ".join([place, *lines[:MOST_SHOWN], *["..."][: len(lines) > MOST_SHOWN]]))
        print(f"{len(old):,} places compared with {given.commit}; {len(found):,} differ.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
