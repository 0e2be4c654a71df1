"""docs/walkthrough.md, step by step: each command is run as it is written, and prints what the
document says."""

import re
import shlex
import subprocess
import sys
from dataclasses import dataclass

import pytest

from foundation.home import CHECKOUT, Home
from stack.embedded import running_database
from tests.stack.stack import clean_environment, manage, migrated_home

pytestmark = pytest.mark.stack

DOCUMENT = (CHECKOUT / "docs" / "walkthrough.md").read_text(encoding="utf-8")
START = "from stack.truepool.entry import main; raise SystemExit(main())"
PROGRAMS = {"truepool": ["-c", START], "python": []}


@dataclass(frozen=True, slots=True)
class Step:
    typed: str
    printed: list[str]


def steps() -> list[Step]:
    found: list[Step] = []
    for block in re.findall(r"(?:^    .*\n)+", DOCUMENT, re.MULTILINE):
        lines = [line.removeprefix("    ") for line in block.splitlines()]
        for line in lines if lines[0].startswith("$ ") else []:
            if line.startswith("$ "):
                found.append(Step(line[2:], []))
            else:
                found[-1].printed.append(line)
    return found


def pattern_of(printed: list[str]) -> re.Pattern[str]:
    """`...` is anything, also over several lines where it has a line of its own."""
    whole = "\n".join(printed)
    parts = [re.escape(part) for part in re.split(r"\.\.\.", whole)]
    return re.compile(r"[\s\S]*".join(parts) + r"\s*")


def test_the_document_has_steps_from_files_to_a_release():
    words = {step.typed.split()[1] for step in steps()}
    assert {"import_benchmark", "import_run", "build_pool", "open_campaign", "evaluate"} <= words
    assert all(step.printed for step in steps())


def test_every_step_prints_what_the_document_says(tmp_path):
    home = migrated_home()
    made = manage(home, "demo")  # as `make run` has it
    assert made.returncode == 0, made.stderr
    environment = clean_environment(home, PYTHONPATH=str(CHECKOUT))
    with running_database(Home(home), lambda _: None):  # while Truepool runs in the other window
        for step in steps():
            program, *words = shlex.split(step.typed)
            done = subprocess.run(
                [sys.executable, *PROGRAMS[program], *words],
                cwd=tmp_path,
                env=environment,
                check=False,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=300,
            )
            assert done.returncode == 0, f"{step.typed}\n{done.stderr}"
            assert pattern_of(step.printed).fullmatch(done.stdout), f"{step.typed}\n{done.stdout}"
