"""`python -m metrics estimate RUN --collected FILE --opinions FILE`: corrected scores from labels
of some captions or pairs, and how much narrower witnesses make them."""

import argparse
import json
from pathlib import Path

import numpy as np

from measures.measure import Measure
from measures.names import parse_all
from metrics.options import ABOUT, AGAINST, option, printed
from metrics.standalone.files import FilesGiven, Warn, read_with_keys
from metrics.studies.opinions import Opinions
from metrics.studies.study import NothingToStudy
from metrics.studies.witness_sample import HowDrawn
from metrics.studies.witnessed import Witnessed, witnessed
from metrics.tables.witnessed import tables
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
        "--measures",
        "Measures in place of --at, with commas between: C@K, from captions that were drawn; P@K"
        " and RBP, from pairs that were drawn.",
        default="",
    ),
    AGAINST,
    ABOUT,
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


def study(given: FilesGiven, asked: argparse.Namespace, warn: Warn) -> Witnessed:
    """Raises NothingToStudy and Unreadable."""
    if given.direction != "t2v":
        raise NothingToStudy("C@K is of captions: expected runs that rank videos")
    how = HowDrawn(asked.drawn == "videos", asked.learnt, asked.about == "alike")
    if how.videos and how.alike:
        raise NothingToStudy(
            "argument --about: of whole videos drawn, intervals are of these alone"
        )
    measures = _measures(asked, given.depth)
    snapshot, keys = read_with_keys(given, warn)
    opinions = [read_opinions(path, keys, snapshot.videos) for path in asked.opinions]
    return witnessed(snapshot, opinions, measures, how, asked.against)


def _measures(asked: argparse.Namespace, deepest: int) -> tuple[Measure, ...]:
    """Raises UnknownMeasure."""
    if not asked.measures:
        return parse_all(f"C@{depth}" for depth in _depths(asked.at, deepest))
    measures = parse_all(asked.measures)
    for one in measures:
        if (one.reads or 0) > deepest:
            raise NothingToStudy(f"{one}: runs are read to rank {deepest}: raise --depth")
    return measures


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
    return printed(tables(found), shape)
