"""Jobs that a management command runs in its own process."""

import io

import pytest

from jobs.inline import ProgressBar, draw, run_job_here
from jobs.kinds import JobFailure
from jobs.models import Job, State
from jobs.running import Progress
from people.actor import COMMAND

pytestmark = pytest.mark.django_db(transaction=True)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_commands_job_gives_its_result_and_leaves_its_row(capsys):
    assert run_job_here("tests.answer", actor=COMMAND, value=42) == {"answer": 42}
    job = Job.objects.get()
    assert (job.state, job.rung_at, job.attempts_allowed) == (State.DONE, None, 1)
    assert capsys.readouterr() == ("", "")


def test_a_commands_failed_job_raises_its_message_and_details():
    with pytest.raises(JobFailure, match=r"runs\.csv:3:1: expected a number") as failure:
        run_job_here("tests.refuse", actor=COMMAND)
    assert failure.value.details["errors"] == ["runs.csv:3:1", "runs.csv:9:1"]
    assert Job.objects.get().state == State.FAILED


def test_a_command_does_not_wait_for_a_second_attempt(caplog):
    with pytest.raises(JobFailure, match=r"The storage is busy\."):
        run_job_here("tests.busy", actor=COMMAND)
    assert Job.objects.get().state == State.FAILED


def test_an_interrupted_commands_job_is_cancelled():
    from tests.jobs.test_running import register_once

    def interrupted(run):
        raise KeyboardInterrupt

    register_once("tests.interrupted", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_job_here("tests.interrupted", actor=COMMAND)
    assert Job.objects.get().state == State.CANCELLED


def test_on_a_terminal_there_is_a_bar_and_nothing_of_it_stays():
    terminal = Terminal()
    bar = ProgressBar(terminal)
    bar.show(Progress(15, 30, "half way"))
    bar.show(Progress(15, 30, "half way"))
    bar.clear()
    assert (
        terminal.getvalue() == "\r\x1b[K[" + "#" * 15 + "." * 15 + "]  50 % half way" + "\r\x1b[K"
    )


def test_without_a_total_the_bar_counts():
    assert draw(Progress(12_345, None, "lines")) == "12,345 lines"
