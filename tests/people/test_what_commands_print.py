"""Commands as processes: what stands on standard error is what is wrong, line by line, and nothing
else."""

import fcntl
import os
import pickle
import re
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import numpy as np
import pytest
from django.db import connection, transaction

from pooling.models import Run
from pooling.queries.names import hint_for, listed
from tests.commands import environment, order_of, run_command
from tests.factories import make_benchmark, make_campaign, make_run

from foundation.home import CHECKOUT  # isort: skip

pytestmark = pytest.mark.django_db(transaction=True)
LINE = re.compile(r"(error: .+|\S+:\d+:\d+: .+)")


@pytest.fixture
def toy(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return make_benchmark([("one", "v0"), ("two", "v1"), ("three", "v2")], name="toy")


def bad_files(folder: Path) -> dict[str, Path]:
    np.save(folder / "whole.npy", np.eye(3, dtype=np.float32))
    contents = {
        "cut.npy": (folder / "whole.npy").read_bytes()[:-5],
        "rows.csv": (
            b"caption_id,video_id,score\n"
            + b"".join(b"c%d,v0,x\n" % number for number in range(60))
        ),
        "broken.zip": b"PK\x03\x04" + b"rubbish" * 50,
        "cut.pkl": pickle.dumps({"v0": [["a"]]})[:-4],
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in [*contents, "missing"]}


def all_wrong(ended) -> bool:
    """Whether it ended as a command that was refused."""
    lines = ended.err.splitlines()
    return (
        bool(lines)
        and all(LINE.fullmatch(line) for line in lines)
        and (ended.status, ended.out) == (1, "")
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cut.npy", ("import_run", "toy", "m", "FILE", "--json")),
        ("rows.csv", ("import_benchmark", "new", "--captions", "FILE")),
        ("rows.csv", ("import_labels", "toy", "FILE", "--format", "triplets")),
        ("rows.csv", ("metrics", "FILE", "--captions", "FILE")),
        ("broken.zip", ("import_run", "toy", "m", "FILE")),
        ("cut.pkl", ("import_benchmark", "new", "--captions", "FILE", "--json")),
        ("missing", ("import_run", "toy", "m", "FILE")),
    ],
)
def test_a_bad_file_is_told_in_lines_with_their_places_and_one_error(toy, tmp_path, name, words):
    path = bad_files(tmp_path)[name]
    ended = run_command(*(path if word == "FILE" else word for word in words))
    assert all_wrong(ended), ended


def test_other_refusals_are_one_line_too(toy, tmp_path):
    campaign = make_campaign()
    files = bad_files(tmp_path)
    for words in [
        ("known_answers", campaign.name, "--file", files["rows.csv"]),
        ("export", "toy", "--format", "triplets", "--out", "/proc/nowhere/x"),
        ("build_pool", "toy", "p"),
        ("import_benchmark", "toy", "--videos", files["broken.zip"]),
    ]:
        ended = run_command(*words)
        assert all_wrong(ended), (words, ended)


def test_the_first_errors_are_told_each_with_its_place_and_the_rest_are_counted(toy, tmp_path):
    path = bad_files(tmp_path)["rows.csv"]
    lines = run_command("import_run", "toy", "m", path).err.splitlines()
    assert [line.split(":")[1] for line in lines[:50]] == [str(number) for number in range(2, 52)]
    assert lines[50:] == [
        f"{path}:0:0: and 10 more errors, 60 in all",
        f"error: 60 errors in {path}: nothing was imported",
    ]


def test_the_log_is_shown_to_whoever_asks_for_it(toy, tmp_path):
    ended = run_command("import_run", "toy", "m", tmp_path / "missing", "--traceback")
    assert '"logger": "jobs.running"' in ended.err


def with_a_reader_who_leaves(*words) -> tuple[int, str]:
    """The exit status and what was said, where nobody reads what is printed."""
    process = subprocess.Popen(
        order_of(words),
        cwd=CHECKOUT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    return process.wait(300), said


@pytest.fixture
def scored(toy, tmp_path):
    """What `python -m metrics` takes, and a run for manage.py."""
    make_run(toy, {number: [0, 1, 2] for number in range(3)}, "run")
    (tmp_path / "captions.csv").write_text("caption_id,video_id,caption\nc0,v0,one\nc1,v1,two\n")
    (tmp_path / "run.csv").write_text(
        "caption_id,video_id,score\nc0,v0,1\nc0,v1,0\nc1,v0,1\nc1,v1,0\n"
    )
    return {
        "manage.py": ("evaluate", "toy"),
        "metrics": ("metrics", tmp_path / "run.csv", "--captions", tmp_path / "captions.csv"),
    }


@pytest.mark.parametrize("program", ["manage.py", "metrics"])
def test_a_reader_who_has_seen_enough_ends_it_without_words(scored, program):
    assert with_a_reader_who_leaves(*scored[program]) == (141, "")


@pytest.mark.parametrize("program", ["manage.py", "metrics"])
def test_output_without_room_is_one_line(scored, program):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            order_of(scored[program]),
            cwd=CHECKOUT,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        1,
        "error: the output cannot be written: No space left on device\n",
    )


@pytest.fixture
def begun():
    """Starts a program as from a terminal: one started in the background is deaf to Ctrl-C, and
    hands that on."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda *words: subprocess.Popen(
        order_of(words),
        cwd=CHECKOUT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    signal.signal(signal.SIGINT, before)


def waits_for(process: subprocess.Popen, surely_at_work) -> None:
    deadline = time.monotonic() + 300
    while not surely_at_work():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            pytest.fail(f"it never came to its work: {process.communicate()}")
        time.sleep(0.05)


def at_ctrl_c(process: subprocess.Popen) -> tuple[int, str, str]:
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def test_who_presses_ctrl_c_in_a_command_reads_one_line(toy, begun):
    """It waits for a table that this test keeps to itself."""
    make_run(toy, {number: [0, 1, 2] for number in range(3)}, "run")
    environment()  # names the home's files, before the transaction that nobody else sees into
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {Run._meta.db_table}")
        process = begun("evaluate", "toy")

        def waits() -> bool:
            cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted AND relation IS NOT NULL")
            return cursor.fetchone() is not None

        waits_for(process, waits)
        assert at_ctrl_c(process) == (130, "", "error: interrupted\n")


def test_who_presses_ctrl_c_in_a_score_of_files_reads_one_line(tmp_path, begun):
    """It has read the beginning of a line of which no more comes."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Both ways, so that opening waits for nobody; and one that waits could lose the signal.
    ours = os.open(pipe, os.O_RDWR)
    os.write(ours, b"caption_id")
    process = begun("metrics", pipe, "--captions", pipe)
    waits_for(process, lambda: not left_in(ours))
    assert at_ctrl_c(process) == (130, "", "error: interrupted\n")
    os.close(ours)


@pytest.mark.parametrize("program", ["manage.py", "metrics"])
def test_a_pipe_is_told_from_a_file(toy, tmp_path, program):
    pipe, campaign = tmp_path / "pipe", make_campaign()
    os.mkfifo(pipe)
    ours = os.open(pipe, os.O_RDWR)
    words, said = {
        "manage.py": (
            ("known_answers", campaign.name, "--file", pipe),
            f"error: --file {pipe}: expected a file to read (File or stream is not seekable.)\n",
        ),
        "metrics": (
            ("metrics", pipe, "--original", pipe),
            (
                "error: cannot read a pipe: expected files, which are read from their start more"
                " than once\n"
            ),
        ),
    }[program]
    ended = run_command(*words)
    os.close(ours)
    assert (ended.status, ended.err) == (1, said)


def left_in(pipe: int) -> int:
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_ready_refuses_an_unknown_part_as_other_commands_do():
    ended = run_command("ready", "nopart")
    assert ended.status == 1
    assert ended.err.startswith("error: nopart: expected one of ")


def test_a_list_of_names_says_how_many_more_there_are():
    assert (
        listed([f"n{number}" for number in range(12)])
        == "there are: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 2 more"
    )
    assert listed(["a", "b"]) == "there are: a, b"
    assert listed(["a"]) == "there is only a"
    assert hint_for("x", ["campaign one"]) == "there is only campaign one"
    assert hint_for("campaign on", ["campaign one"]) == "did you mean campaign one?"
    assert listed([]) == "there is none yet"
