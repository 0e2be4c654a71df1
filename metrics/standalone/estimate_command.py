"""`python -m metrics estimate RUN --collected FILE --opinions FILE`: corrected scores from labels
of some captions or pairs, and how much narrower witnesses make them."""

import argparse
import json
from pathlib import Path

import numpy as np

from measures.measure import Measure
from measures.names import parse_all
from metrics.options import ABOUT, AGAINST, option, printed
from metrics.snapshot import Snapshot
from metrics.standalone.files import FilesGiven, Warn, read_with_keys
from metrics.studies.opinions import Opinions, means_of
from metrics.studies.study import NothingToStudy
from metrics.studies.witness_sample import HowDrawn
from metrics.studies.witnessed import Witnessed, witnessed
from metrics.tables.witnessed import tables
from pooling.formats.keys import Keys
from pooling.formats.problem import naming
from witnesses.formats.tables import is_matrix, read_table
from witnesses.opinions import Asked

NAME = "estimate"
COLUMNS = "caption, video, score"
OPTIONS = (
    option(
        "--opinions",
        f"A table of {COLUMNS}, and sample and status where there are: what a witness thinks of"
        " pairs. May be given again.",
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
    opinions = [read_opinions(path, keys, snapshot, warn) for path in asked.opinions]
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


def read_opinions(path: Path, keys: Keys, snapshot: Snapshot, warn: Warn) -> Opinions:
    """As an import reads them, so that one file serves both. Raises Unreadable."""
    with path.open("rb") as file:
        if is_matrix(file):
            raise NothingToStudy(f"{path}: expected opinions as a table with the columns {COLUMNS}")
    texts, videos = snapshot.caption_queries, snapshot.videos
    with naming(str(path)):
        said = read_table(path, str(path), Asked(keys, texts, None, np.empty(0, np.int64)))
    for warning in said.warnings:
        warn(warning)
    given = ~np.isnan(said.values)
    query, video = said.pairs[given] >> 32, said.pairs[given] & 0xFFFFFFFF
    found = Opinions(path.stem, *means_of(query * videos + video, said.values[given]))
    return found.spread(texts, snapshot.queries, videos)


def shown(found: Witnessed, shape: str) -> str:
    if shape == "json":
        return json.dumps(found.as_json(), ensure_ascii=False)
    return printed(tables(found), shape)
