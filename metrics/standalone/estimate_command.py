"""`python -m metrics estimate RUN --collected FILE --opinions FILE`: corrected C@K from labels of
some captions, and how much narrower witnesses make it."""

import argparse
import json
from pathlib import Path

import numpy as np

from measures.estimate import Estimate
from measures.quantity import Quantity
from metrics.options import option, printed
from metrics.standalone.files import FilesGiven, Warn, read_with_keys
from metrics.studies.opinions import Opinions
from metrics.studies.study import NothingToStudy
from metrics.studies.witness_sample import HowDrawn
from metrics.studies.witnessed import Witnessed, WitnessedRow, witnessed
from metrics.table import Cell, Column, Percent, Table, absent_intervals, interval_cells
from pooling.formats.guess import guess_run_format
from pooling.formats.keys import Keys
from pooling.formats.problem import Problems, naming
from pooling.formats.scores import ScoreRows
from pooling.formats.text import open_text

NAME = "estimate"
OPTIONS = (
    option(
        "--opinions",
        "CSV or JSON Lines of caption_id, video_id, score: what a witness thinks of pairs. May be"
        " given again.",
        type=Path,
        metavar="FILE",
        action="append",
        required=True,
    ),
    option("--at", "K of C@K, with commas between (%(default)s).", default="1,5,10"),
    option(
        "--drawn",
        "What was drawn to be judged (%(default)s): captions, or whole videos with their captions.",
        choices=["captions", "videos"],
        default="captions",
    ),
    option(
        "--learnt",
        "A witness has learnt from these labels: each one's weight is found without its own.",
        action="store_true",
    ),
)
COLUMNS = (
    Column("run", "Run"),
    Column("measure", "Measure"),
    Column("sampled", "Misses judged"),
    Column("people", "People alone"),
    Column("people_interval", "95 %"),
    Column("witness", "With witness"),
    Column("witness_interval", "95 %"),
    Column("worth", "Worth"),
    Column("worth_interval", "95 %"),
    Column("as_if", "As if"),
)


def study(given: FilesGiven, asked: argparse.Namespace, warn: Warn) -> Witnessed:
    """Raises NothingToStudy and Unreadable."""
    if given.direction != "t2v":
        raise NothingToStudy("C@K is of captions: expected runs that rank videos")
    depths = _depths(asked.at, given.depth)
    snapshot, keys = read_with_keys(given, warn)
    opinions = [read_opinions(path, keys, snapshot.videos) for path in asked.opinions]
    return witnessed(snapshot, opinions, depths, HowDrawn(asked.drawn == "videos", asked.learnt))


def _depths(written: str, deepest: int) -> list[int]:
    depths = written.split(",")
    wrong = [one for one in depths if not (one.isascii() and one.isdigit() and int(one) > 0)]
    if wrong:
        raise NothingToStudy(f"argument --at: expected whole numbers from 1, found {wrong[0]!r}")
    if max(map(int, depths)) > deepest:
        raise NothingToStudy(f"argument --at: runs are read to rank {deepest}: raise --depth")
    return list(dict.fromkeys(map(int, depths)))


def read_opinions(path: Path, keys: Keys, videos: int) -> Opinions:
    """Raises Unreadable: a pair named twice, or a key or a number that is none."""
    problems = Problems()
    with path.open("rb") as file, naming(str(path)):
        kind = guess_run_format(file, str(path))
        if kind not in ("csv", "jsonl"):
            raise NothingToStudy(
                f"{path}: expected opinions as CSV or JSON Lines of caption_id, video_id, score"
            )
        text = open_text(file, problems, gzip_allowed=True)
        pieces = list(ScoreRows(text, kind, keys, "t2v", problems))
        problems.raise_if_any()
        if not pieces:
            raise NothingToStudy(f"{path}: no opinion in it")
        rows, columns, values, lines = (
            np.concatenate([getattr(piece, name) for piece in pieces])
            for name in ("items", "targets", "scores", "lines")
        )
        pair = rows.astype(np.int64) * videos + columns
        order = np.argsort(pair, kind="stable")
        again = np.flatnonzero(pair[order][1:] == pair[order][:-1]) + 1
        for place in sorted(order[again].tolist())[:100]:
            problems.error("duplicate", "this pair has an opinion already", int(lines[place]))
        problems.raise_if_any()
    return Opinions(path.stem, pair[order], values[order].astype(np.float64))


def shown(found: Witnessed, shape: str) -> str:
    if shape == "json":
        return json.dumps(found.as_json(), ensure_ascii=False)
    return printed([_table(found)], shape)


def _table(found: Witnessed) -> Table:
    lines = [_line(row) for row in found.rows]
    with_it = {f"{row.run}, {row.measure}": row.witness for row in found.rows}
    why = {name: one for name, one in with_it.items() if one.reason}
    notes = [*found.notes, *(f"{name}: {one.reason}." for name, one in why.items())]
    notes += absent_intervals({f"{row.run}, {row.measure}": row.people for row in found.rows})
    title = f"{found.benchmark}, corrected with {' and '.join(found.witnesses)}"
    return Table("witnessed", title, COLUMNS, lines, notes)


def _line(row: WitnessedRow) -> list[Cell]:
    worth = Quantity(row.worth.value, row.worth.reason)
    as_if = None if row.labels_as_if is None else round(row.labels_as_if)
    return [
        *(row.run, row.measure, row.sampled),
        *_two(row.people),
        *_two(row.witness),
        *(worth, *interval_cells(row.worth, ["interval"], percent=False), as_if),
    ]


def _two(one: Estimate) -> list[Cell]:
    return [Percent(one.value), *interval_cells(one, ["interval"])]
