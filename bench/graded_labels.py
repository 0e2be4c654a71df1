"""Labels of grades imported beside as many of two values: the same log, with a column more. By the
job alone, and from end to end: the commands import_labels and agreement, each from its start, which
is what somebody waits for who has a file and wants figures."""

import argparse
from functools import partial
from pathlib import Path

import numpy as np
from django.db import connection

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from annotator.formats.log_rows import COLUMNS, VALUE
from annotator.models import Campaign
from bench.pooling import Taken, import_captions
from bench.stage.child import Measured, measured_command, measured_job
from bench.stage.simulated import Sketch, sketch
from bench.stage.world import HOME, migrated_database, tidy_tables
from bench.table import Goal, Row, arguments, machine, row, show
from bench.world import FORGET_LABELS

RUNS = 3
LABELS, RATERS = 227_808, 2  # each pair by both
TEXTS, VIDEOS, HIGHEST, RELEVANT_FROM = 2_000, 400, 4, 3
BINARY = "as many labels of two values"


def write_log(sketched: Sketch, path: Path, *, graded: bool) -> Path:
    """The same answers in both, in the columns that the product writes."""
    asked = np.unique(sketched.text_of, return_index=True)[1]  # a caption of each text
    value = np.random.default_rng(7).integers(0, HIGHEST + 1, LABELS)
    names = (*COLUMNS, *((VALUE,) if graded else ()))
    with path.open("w", encoding="utf-8") as out:
        out.write(",".join(names) + "\n")
        for number, said in enumerate(value.tolist()):
            pair, rater = divmod(number, RATERS)
            answer = "relevant" if said >= RELEVANT_FROM else "irrelevant"
            cells = {
                "label": number + 1,
                "caption_id": sketched.caption_key(asked[pair // VIDEOS]),
                "video_id": sketched.video_key(pair % VIDEOS),
                "rater": f"r{rater}",
                "kind": ("first", "second")[rater],
                "answer": answer,
                "given_at": "2026-03-01T10:00:00Z",
                "too_fast": "false",
                "superseded": "false",
                "campaign": "away",
                "disregarded": "false",
                VALUE: said,
            }
            out.write(",".join(str(cells.get(name, "")) for name in names) + "\n")
    return path


def end_to_end(path: Path, *scale: str) -> float:
    """Seconds from a file of labels to figures of agreement."""
    brought = measured_command("import_labels", "graded", str(path), "--format=log", *scale)
    return brought.with_start + measured_command("agreement", "graded").with_start


def forget() -> None:
    with connection.cursor() as cursor:
        cursor.execute(FORGET_LABELS)
    tidy_tables()


def measure(_: argparse.Namespace) -> list[Row]:
    sketched = sketch(TEXTS, VIDEOS, TEXTS)
    graded = write_log(sketched, HOME.root / "log-of-grades.csv", graded=True)
    binary = write_log(sketched, HOME.root / "log-of-two.csv", graded=False)
    taken, peer, whole, whole_peer = Taken(), list[Measured](), list[float](), list[float]()
    with migrated_database():
        benchmark = import_captions(sketched, "graded")
        job = partial(measured_job, "annotator.import_labels", benchmark=benchmark.pk, format="log")
        for _run in range(RUNS):
            taken.ours.append(job(upload=str(graded), scale="0-4", relevant_from=RELEVANT_FROM))
            if Campaign.objects.get().scale[-1] == "relevant":
                raise RuntimeError("imported on two values")
            forget()
            peer.append(job(upload=str(binary)))
            forget()
            whole.append(end_to_end(graded, "--scale=0-4", f"--relevant-from={RELEVANT_FROM}"))
            forget()
            whole_peer.append(end_to_end(binary))
            forget()
    taken.theirs.extend(one.seconds for one in peer)
    what = f"import {LABELS:,} labels of five grades, two of a pair"
    return [
        taken.row(what, BINARY, Goal()),
        row(f"peer: {BINARY}", taken.theirs),
        row(
            "the same from file to agreement, two commands", whole, BINARY, whole_peer, goal=Goal()
        ),
        row(f"peer: {BINARY}, to agreement", whole_peer),
    ]


if __name__ == "__main__":
    asked = arguments()
    show(f"Labels with grades ({machine()})", measure(asked), asked)
