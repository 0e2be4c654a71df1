"""kill -9 while people label: whatever was acknowledged is kept, once, and what was sent again
counts once."""

import json
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from annotator.consensus import Policy
from bench.history import Attempt, Found, Stored, check
from tests.stack.stack import Stack, manage, migrated_home, until
from tests.stack.stubborn import StubbornRater

pytestmark = pytest.mark.stack

RATERS = 4
SOME = 40  # answers that are acknowledged before something dies, and again afterwards
UNHURRIED = {"TRUEPOOL_API_PER_MINUTE": "1000000"}


def inside(home: Path, call: str, **more: str) -> dict:
    """What a function of tests/stack/staged.py prints, run in a home."""
    asked = f"from tests.stack import staged; staged.{call}"
    done = manage(home, "shell", "--no-imports", "--command", asked, **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Labelling:
    """A stack, a campaign in it, and raters who are at work."""

    def __init__(self, captions: int = 40) -> None:
        self.stack = Stack(migrated_home(), **UNHURRIED)
        self.stack.hear("Ctrl-C")
        staged = self.inside(f"stage({RATERS}, {captions})")
        self.campaign, self.enough = staged["campaign"], threading.Event()
        self.raters = [
            StubbornRater(lambda: self.stack.port, self.campaign, *who, self.enough)
            for who in staged["raters"]
        ]

    def inside(self, call: str) -> dict:
        return inside(self.stack.home.root, call)

    @contextmanager
    def under_way(self):
        """Meanwhile people label. Afterwards each has heard what became of every answer, and has
        asked once more."""
        self.enough.clear()
        with ThreadPoolExecutor(RATERS) as threads:
            working = [threads.submit(rater.work) for rater in self.raters]
            self.wait_for_some()
            try:
                yield
                self.wait_for_some()
            finally:
                self.enough.set()
            for work in working:
                work.result()
            again = [threads.submit(rater.ask_again) for rater in self.raters]
            assert [asked.result() for asked in again] == [
                {200}
            ] * RATERS  # 200: it was stored before

    def wait_for_some(self) -> None:
        wanted = self.acknowledged + SOME
        until(lambda: self.acknowledged >= wanted)

    @property
    def acknowledged(self) -> int:
        return sum(len(rater.acknowledged) for rater in self.raters)

    @property
    def attempts(self) -> list[Attempt]:
        return [attempt for rater in self.raters for attempt in rater.attempts]

    def unknown(self) -> set[str]:
        return {attempt.request for attempt in self.attempts if attempt.outcome == "unknown"}

    def what_is_wrong(self, told: dict) -> tuple[Found, set[str]]:
        """With the history of these raters, and, as the database's own checker says, with its
        rows."""
        stored = [Stored(**row) for row in told["stored"]]
        found = check(
            self.attempts, stored, doubled=told["doubled"], policy=Policy(False, *told["limits"])
        )
        return found, {difference["kind"] for difference in told["differences"]}


@pytest.fixture
def labelling():
    made = Labelling()
    yield made
    made.stack.clear()


def kill(stack: Stack, part: str = "") -> None:
    """All whose command line has this word, or all. The supervisor first: it would start anew what
    was killed before it."""
    found = {pid: command for pid, command in stack.processes().items() if part in command}
    for pid in sorted(found, key=lambda pid: pid != stack.process.pid):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def kill_the_web(labelling: Labelling) -> None:
    kill(labelling.stack, "granian")
    labelling.stack.hear("The web was started again")


def kill_the_database(labelling: Labelling) -> None:
    kill(labelling.stack, "postgres")
    labelling.stack.hear("The database answers again")


def kill_everything(labelling: Labelling) -> None:
    kill(labelling.stack)
    labelling.stack.process.wait(30)
    until(lambda: not labelling.stack.processes())
    labelling.stack = Stack(labelling.stack.home.root, **UNHURRIED)
    labelling.stack.hear("Ctrl-C")


def hits(labelling: Labelling, strike: Callable[[Labelling], None], *, tries: int = 4) -> bool:
    """Strikes until an answer was under way: now and then all raters wait for pairs just then, and
    nothing could have been lost."""
    for _ in range(tries):
        known = labelling.unknown()
        with labelling.under_way():
            strike(labelling)
        if labelling.unknown() - known:
            return True
    return False


def test_no_acknowledged_label_is_lost_and_none_counts_twice_whatever_is_killed(labelling):
    for strike in (kill_the_web, kill_the_database, kill_everything):
        assert hits(labelling, strike), f"{strike.__name__} never came when an answer was under way"
    assert {attempt.outcome for attempt in labelling.attempts} == {"ok", "unknown"}

    told = labelling.inside(f"tell({labelling.campaign})")
    assert labelling.what_is_wrong(told["there"]) == (Found(), set())
    found, kinds = labelling.what_is_wrong(told["one_lost"])  # this test can fail
    assert found.lost
    assert kinds >= {"filled slot", "day"}
