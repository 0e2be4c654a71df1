"""Whether a process that a row names still works, asked of this machine."""

from pathlib import Path

from jobs.process import Life, life_of, name_of, own_name
from tests.jobs.conftest import wait_until
from tests.jobs.processes import a_process, one_elsewhere, one_that_ended, stop


def test_one_that_runs_runs():
    with a_process() as process:
        assert life_of(name_of(process.pid)) == Life.RUNS
    assert life_of(own_name()) == Life.RUNS


def test_one_that_was_killed_has_ended_even_before_its_parent_notices():
    with a_process() as process:
        name = name_of(process.pid)
        process.kill()
        wait_until(lambda: ") Z " in Path(f"/proc/{process.pid}/stat").read_text())
        assert life_of(name) == Life.ENDED
    assert life_of(name) == Life.ENDED


def test_one_that_is_stopped_is_told_from_one_that_runs():
    with a_process() as process:
        stop(process)
        assert life_of(name_of(process.pid)) == Life.STOPPED


def test_another_with_the_same_number_is_not_it():
    with a_process() as process:
        *where, start = name_of(process.pid).split()
        assert life_of(" ".join([*where, str(int(start) - 1)])) == Life.ENDED


def test_nothing_is_known_of_another_machine_or_another_containers_numbers():
    boot, namespace, *process = own_name().split()
    assert life_of(one_elsewhere()) == Life.UNKNOWN
    assert life_of(" ".join([boot, f"{namespace[:-1]}0]", *process])) == Life.UNKNOWN
    assert life_of("") == Life.UNKNOWN


def test_one_that_ended_long_ago_has_ended():
    assert life_of(one_that_ended()) == Life.ENDED
