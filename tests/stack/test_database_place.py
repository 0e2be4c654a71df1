"""Where the database's own user can reach its programs."""

import os
import shutil
import subprocess

import pytest

from stack.database_place import (
    ELSEWHERE,
    PROGRAMS,
    SYSTEM_USER,
    DatabasePlace,
    make_system_user,
    reachable_programs,
)
from tests.stack.stack import new_home

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root runs the database as another user"
)


def test_programs_in_a_folder_that_only_root_may_enter_are_copied_to_where_they_run():
    make_system_user()
    closed = new_home()
    closed.chmod(0o700)
    wheel = PROGRAMS.parent
    shutil.copytree(PROGRAMS, closed / wheel.name / PROGRAMS.name, symlinks=True)
    shutil.copytree(
        wheel.with_name(f"{wheel.name}.libs"), closed / f"{wheel.name}.libs", symlinks=True
    )
    os.utime(
        closed / wheel.name / PROGRAMS.name / "bin" / "postgres", (1, 1)
    )  # no other environment's copy is taken for it
    said: list[str] = []
    found = reachable_programs(SYSTEM_USER, said.append, closed / wheel.name / PROGRAMS.name)
    try:
        assert ELSEWHERE in found.parents
        assert len(said) == 1
        for program in ("initdb", "postgres"):
            place = DatabasePlace(closed, found, SYSTEM_USER)
            done = subprocess.run(
                place.command(program, "--version"),
                capture_output=True,
                text=True,
                check=False,
                **place.run_as,
            )
            assert done.stdout.startswith(program), done.stderr
        assert (
            reachable_programs(SYSTEM_USER, said.append, closed / wheel.name / PROGRAMS.name)
            == found
        )
        assert len(said) == 1
    finally:
        shutil.rmtree(found.parents[1])
        shutil.rmtree(closed)
