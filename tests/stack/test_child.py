"""A child of the supervisor: its words are kept, its end is noticed, its family goes with it."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

from stack.child import Child, Log
from tests.stack.stack import until


@pytest.fixture
def child(tmp_path):
    made = []

    def make(script: str) -> Child:
        made.append(
            Child("part", [sys.executable, "-c", script], os.environ, Log(tmp_path, "part"))
        )
        return made[-1]

    yield make
    for one in made:
        one.end(time.monotonic())
        one.log.close()


def lines(folder) -> list[dict]:
    return [json.loads(line) for line in (folder / "part.log").read_text().splitlines()]


def test_plain_words_become_json_and_json_stays_as_it_is(child, tmp_path):
    one = child('print(\'a "quoted" word\'); print(\'{"level": "info", "message": "ours"}\')')
    one.start()
    until(lambda: (tmp_path / "part.log").exists() and len(lines(tmp_path)) == 2)
    assert [line["message"] for line in lines(tmp_path)] == ['a "quoted" word', "ours"]
    assert [line.get("process") for line in lines(tmp_path)] == ["part", None]


def test_bytes_that_are_no_text_do_not_stop_the_log(child, tmp_path):
    one = child("import sys; sys.stdout.buffer.write(bytes([255, 10])); print('after')")
    one.start()
    until(lambda: len(lines(tmp_path)) == 2)
    assert lines(tmp_path)[1]["message"] == "after"


def test_each_end_is_said_and_each_pause_before_the_next_start_is_longer(child):
    one, said = child("raise SystemExit(3)"), []
    one.start()
    until(lambda: one.look(said.append) or len(said) >= 4)
    assert "exit status 3" in said[0]
    assert "in 1 s" in said[0]
    assert "started again" in said[1]
    assert "in 2 s" in said[2]


def test_the_children_of_a_child_end_with_it(child, tmp_path):
    one = child(f"""
import subprocess, sys, time
nested = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(tmp_path / "nested")!r}, "w").write(str(nested.pid))
time.sleep(600)""")
    one.start()
    until(lambda: (tmp_path / "nested").exists() and (tmp_path / "nested").read_text())
    nested = int((tmp_path / "nested").read_text())
    one.process.kill()
    until(lambda: one.look(lambda _: None) or one.process is None)
    until(lambda: not is_running(nested))


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def test_one_that_does_not_obey_is_ended_at_the_deadline(child):
    one = child(
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf',"
        " flush=True); time.sleep(600)"
    )
    one.start()
    until(lambda: one.log._file.stream and one.log._file.stream.tell() > 0)
    one.ask_to_end()
    one.end(time.monotonic() + 0.3)
    assert not one.runs
