"""Which Python `make` takes. The interpreters are stand-ins in a folder that is all of PATH; the
choice is the Makefile's own."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from foundation.home import CHECKOUT

NAMES = ("python3.11", "python3.12", "python3.13", "python3.14", "python3")
GOOD = """case "$*" in
  "-m venv .venv") /bin/mkdir -p .venv/bin; echo "$0" > .venv/bin/python ;;
  "--version") echo "Python of a test" ;;
esac"""
WITHOUT_VENV = 'case "$*" in *ensurepip*) exit 1 ;; esac'
SHIM = (  # of a version manager that has no such version
    'echo "pyenv: command not found" >&2; exit 127'
)
TOO_OLD = 'case "$*" in *version_info*) exit 1 ;; esac'


@pytest.fixture
def machine(tmp_path):
    """machine({"python3.12": GOOD}) has these and no other; every tool that make's recipe needs is
    found without PATH."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "stack").mkdir()
    shutil.copy(CHECKOUT / "Makefile", tmp_path)
    shutil.copy(CHECKOUT / "stack" / "find_python.sh", tmp_path / "stack")
    (tmp_path / "bin" / "sh").symlink_to("/bin/sh")

    def has(interpreters: dict[str, str]) -> Path:
        for name, does in interpreters.items():
            program = tmp_path / "bin" / name
            program.write_text(f"#!/bin/sh\n{does}\n")
            program.chmod(0o755)
        return tmp_path

    return has


def make(folder: Path, *words: str, before: str = "") -> subprocess.CompletedProcess[str]:
    order = [shutil.which("make"), ".venv/bin/python", *words]
    path = {"PATH": before + str(folder / "bin")}
    return subprocess.run(order, cwd=folder, env=path, capture_output=True, text=True, check=False)


def taken(folder: Path, *words: str) -> str:
    done = make(folder, *words)
    assert done.returncode == 0, done.stderr
    name = Path((folder / ".venv" / "bin" / "python").read_text().strip()).name
    assert (
        f"Making .venv/ with {words[0].removeprefix('PYTHON=') if words else name}, Python of a"
        " test." in done.stdout
    )
    return name


@pytest.mark.parametrize("name", NAMES)
def test_the_only_one_that_is_there_is_taken_and_named(machine, name):
    assert taken(machine({name: GOOD})) == name


def test_the_newest_that_was_tested_is_taken_of_several(machine):
    assert taken(machine(dict.fromkeys(NAMES, GOOD))) == "python3.13"


@pytest.mark.parametrize("bad", [SHIM, WITHOUT_VENV, TOO_OLD])
def test_one_that_does_not_run_or_makes_no_environment_is_passed_over(machine, bad):
    assert (
        taken(machine({"python3.13": bad, "python3.12": bad, "python3.11": GOOD})) == "python3.11"
    )


def test_one_that_is_given_is_taken_before_newer_ones(machine):
    folder = machine(dict.fromkeys(NAMES, GOOD))
    assert taken(folder, f"PYTHON={folder / 'bin' / 'python3.11'}") == "python3.11"


def test_without_any_it_is_said_what_to_install(machine):
    done = make(machine({"python3": TOO_OLD}))
    assert done.returncode != 0
    assert "error: no Python 3.11, 3.12, 3.13 or 3.14 was found: install one" in done.stderr


def test_names_that_do_not_run_are_said_with_their_places(machine):
    folder = machine({"python3.12": SHIM, "python3": TOO_OLD})
    done = make(folder)
    assert done.returncode != 0
    assert (
        f"was found (python3.12 is at {folder / 'bin' / 'python3.12'} but does not run):"
        " install one" in done.stderr
    )


def test_a_good_one_behind_dead_shims_of_the_same_name_is_taken(machine, tmp_path):
    folder = machine({"python3.12": GOOD})
    shims = tmp_path / "shims of a version manager"
    shims.mkdir()
    for name in NAMES:
        (shims / name).write_text(f"#!/bin/sh\n{SHIM}\n")
        (shims / name).chmod(0o755)
    done = make(folder, before=f"{shims}:")
    assert done.returncode == 0, done.stderr
    assert (folder / ".venv" / "bin" / "python").read_text().strip() == str(
        folder / "bin" / "python3.12"
    )


def test_one_that_is_given_may_have_a_space_in_its_place(machine, tmp_path):
    folder = machine({"python3.12": GOOD})
    (tmp_path / "a b").mkdir()
    given = (folder / "bin" / "python3.12").rename(tmp_path / "a b" / "python3")
    done = make(folder, f"PYTHON={given}")
    assert done.returncode == 0, done.stderr
    assert (folder / ".venv" / "bin" / "python").read_text().strip() == str(given)


def test_one_without_venv_is_named_with_its_package(machine):
    done = make(machine({"python3.12": WITHOUT_VENV, "python3.13": SHIM}))
    assert done.returncode != 0
    assert "error: python3.12 is there, but its modules venv and ensurepip are not" in done.stderr
    assert "apt install python3.12-venv" in done.stderr


def test_one_that_is_given_and_does_not_run_is_an_error_though_others_are_there(machine):
    done = make(machine({"python3.12": SHIM, "python3.13": GOOD}), "PYTHON=python3.12")
    assert done.returncode != 0
    assert "PYTHON=python3.12: expected a Python 3.11, 3.12, 3.13 or 3.14 that runs" in done.stderr


def test_an_environment_that_is_there_stays_whichever_python_made_it(machine):
    folder = machine({"python3.13": GOOD})
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").write_text("made by 3.11")
    assert make(folder).returncode == 0
    assert (folder / ".venv" / "bin" / "python").read_text() == "made by 3.11"


def test_the_python_that_runs_these_tests_would_be_taken(machine):
    """A real one, asked the real questions."""
    folder = machine({})
    (folder / "bin" / "python3").symlink_to(
        Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    )
    order = ["/bin/sh", "stack/find_python.sh"]
    done = subprocess.run(
        order,
        cwd=folder,
        env={"PATH": str(folder / "bin")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("python3\n", "")
