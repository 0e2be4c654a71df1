"""`truepool`: only our commands, each with examples that work, under one name."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from foundation.folding import fold_equal
from foundation.home import CHECKOUT
from stack.truepool import listed
from stack.truepool.install import install
from tests.commands import environment
from tests.packages import PACKAGES

OURS = {name for name, app in get_commands().items() if app in PACKAGES}


def truepool(*words: str, cwd: Path = CHECKOUT, **options) -> subprocess.CompletedProcess[str]:
    start = "from stack.truepool.entry import main; raise SystemExit(main())"
    return subprocess.run(
        [sys.executable, "-c", start, *words],
        cwd=cwd,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        **options,
    )


def test_every_command_of_ours_is_listed_once_and_no_other():
    names = [name for group in listed.GROUPS.values() for name in group]
    assert len(names) == len(set(names))
    assert set(names) | listed.ELSEWHERE == OURS


@pytest.mark.parametrize("name", listed.EXAMPLES)
def test_the_examples_of_a_command_are_calls_that_it_takes(name):
    assert listed.EXAMPLES[name]
    command = load_command_class(get_commands()[name], name)
    for example in listed.EXAMPLES[name]:
        command.create_parser("truepool", name).parse_args(shlex.split(example))


@pytest.mark.parametrize("name", listed.EXAMPLES)
def test_help_shows_our_options_and_examples_and_none_of_djangos(name):
    command = load_command_class(get_commands()[name], name)
    command.examples = listed.EXAMPLES[name]
    shown = command.create_parser("truepool", name).format_help()
    assert f"usage: truepool {name}" in shown
    assert "--settings" not in shown
    assert "--verbosity" not in shown
    assert f"truepool {name} {listed.EXAMPLES[name][0]}".rstrip() in shown.partition("examples:")[2]


def test_without_a_command_all_are_listed_in_their_groups():
    done = truepool()
    assert done.returncode == 0
    for group, names in listed.GROUPS.items():
        part = done.stdout.partition(f"\n{group}\n")[2].partition("\n\n")[0]
        assert [line.split()[0] for line in part.splitlines()] == list(names)


def test_a_mistyped_command_is_told_the_nearest():
    done = truepool("evalute", "demo")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "error: there is no command 'evalute'. The nearest is evaluate. `truepool` lists all"
        " commands.\n"
    )
    assert truepool("migrate").returncode == 1  # Django's commands are manage.py's


@pytest.mark.django_db(transaction=True)
def test_a_command_runs_from_any_folder_and_ends_in_one_line(tmp_path):
    script = install()
    done = subprocess.run(
        [script, "evaluate", "nosuch", "--json"],
        cwd=tmp_path,
        env=environment(),
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.django_db(transaction=True)
def test_equal_errors_of_a_file_are_one_line(tmp_path):
    broken = tmp_path / "captions.csv"
    rows = "".join(f"c{n},v{n}\n" for n in range(2400))
    broken.write_text(f"caption_id,video_id,caption\n{rows}")
    done = truepool("import_benchmark", "broken", "--captions", str(broken), env=environment())
    first, more, last = done.stderr.splitlines()
    same = "expected 3 columns, found 2 (and on 49 more lines: 3, 4, 5, 6, 7, ...)"
    assert first == f"{broken}:2:1: {same}"
    assert "and 2,350 more errors, 2,400 in all" in more
    assert last.startswith("error: ")
    assert done.returncode == 1


def test_a_reader_that_ends_early_is_no_error():
    start = "from stack.truepool.entry import main; raise SystemExit(main())"
    done = subprocess.run(
        f"{shlex.quote(sys.executable)} -c {shlex.quote(start)} | head -1",
        shell=True,
        cwd=CHECKOUT,
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == "usage: truepool COMMAND [options]\n"
    assert (done.returncode, done.stderr) == (0, "")


def test_errors_that_differ_are_kept_apart():
    lines = ["a:2:1: no", "a:3:1: no", "a:4:1: other", "a:9:1: no", "b:9:1: no", "no place"]
    assert fold_equal(lines) == [
        "a:2:1: no (and on line 3)",
        "a:4:1: other",
        "a:9:1: no",
        "b:9:1: no",
        "no place",
    ]
