"""Runs from files: one call whatever the format."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.depth import SCORE_LIMIT, UNKNOWN, Own, Rankings, top_of_matrix
from pooling.formats.embeddings import Embeddings
from pooling.formats.gathering import Gathering, RankDoubts, Repeats, Seen, in_pieces
from pooling.formats.guess import guess_run_format
from pooling.formats.keys import WITHIN, Direction, Keys, Numbers
from pooling.formats.npy import Matrix, open_matrix, open_square
from pooling.formats.problem import Problems, naming, refuse
from pooling.formats.scores import ScoreRows
from pooling.formats.text import LINE_LIMIT, Progress, Text, no_progress, open_text
from pooling.formats.trec import TrecRows, show_tags, warn_of_tags
from pooling.orientation import own_ranks_transposed, suspect_orientation
from pooling.whole import new_ranks

TABLES = ("csv", "jsonl", "moments", "tvr")
RUN_FORMATS = ("npy", "trec", *TABLES)
EMBEDDINGS = "embeddings"  # what a run of two files is stored as
MATRICES = ("npy", EMBEDDINGS)
DEPTH_LIMIT = 1000


@frozen
class Wanted:
    """What to make of a file: rankings of videos for captions (t2v) or the reverse, or of one kind
    for itself (vv, tt), and how deep."""

    keys: Keys
    depth: int = 100
    direction: Direction = "t2v"

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= DEPTH_LIMIT:
            raise ValueError(f"expected a depth from 1 to {DEPTH_LIMIT}, found {self.depth}")

    @property
    def within(self) -> bool:
        return self.direction in WITHIN

    @property
    def ranked(self) -> int:
        """How many targets an item can have: all, but itself."""
        return len(self.keys.targets(self.direction)) - self.within


@frozen
class RunFile:
    """A whole run, readable and checked. rows: of a matrix, its scores. tags: what the file calls
    its run; often nothing."""

    format: str
    rows: int
    tags: tuple[str, ...]
    rankings: Rankings
    problems: Problems  # only warnings: a file with an error has no RunFile


def read_run(
    file: BinaryIO,
    name: str,
    wanted: Wanted,
    file_format: str | None = None,
    progress: Progress = no_progress,
) -> RunFile:
    """The file's rankings, or Unreadable. file: seekable, read in pieces; text may be compressed
    with gzip.

    A matrix is read in the benchmark's own order; with files that name its rows or columns, use
    open_matrix and rank_matrix.
    """
    with naming(name):
        file_format = file_format or guess_run_format(file, name)
    if file_format == "npy":
        keys, axis = wanted.keys, wanted.keys.targets(wanted.direction)
        matrix = open_square(file, name, keys, axis) if wanted.within else None
        return rank_matrix(matrix or open_matrix(file, name, keys), name, wanted, progress)
    with naming(name):
        return _read_rows(file, wanted, file_format, progress)


def rank_matrix(
    matrix: Matrix | Embeddings, name: str, wanted: Wanted, progress: Progress = no_progress
) -> RunFile:
    """A matrix's rankings; what its values make doubtful is a warning of its problems."""
    with naming(name):
        items, targets = matrix.captions, matrix.videos
        # One kind for itself is read by its rows.
        read: Direction = "v2t" if wanted.direction == "v2t" else "t2v"
        own = None if wanted.within else Own.of_captions(wanted.keys.own_videos)
        if own is None:
            _check_others(wanted, len(targets))
        elif read == "v2t":
            own, items, targets = own.turned(), targets, items
        blocks = surveyed(matrix, matrix.blocks(read, progress), read, matrix.problems)
        ranked = wanted.keys.targets(wanted.direction)
        count = len(wanted.keys.items(wanted.direction))
        rankings = top_of_matrix(
            blocks,
            wanted.depth,
            items=items,
            targets=targets,
            key_order=ranked.order,
            own=own,
            whole=new_ranks(count, len(ranked), wanted.depth + wanted.within),
        )
        doubt = _doubt(matrix, wanted, rankings.own_ranks)
        if doubt is not None:
            matrix.problems.warn("orientation", doubt)
        if wanted.within:
            nothing = np.full(len(items), UNKNOWN, np.int32)
            rankings = replace(rankings, own_ranks=nothing, full_ranks=False)
        _warn_of_ties(rankings, wanted, matrix.problems)
        file_format = "npy" if isinstance(matrix, Matrix) else EMBEDDINGS
        return RunFile(file_format, len(items) * len(targets), (), rankings, matrix.problems)


def _check_others(wanted: Wanted, targets: int) -> None:
    if targets < 2:
        noun = wanted.keys.targets(wanted.direction).noun
        refuse("shape", f"there is no other {noun} to rank for a {noun}; expected two or more")


def _doubt(matrix: Matrix | Embeddings, wanted: Wanted, own_ranks: Numbers) -> str | None:
    """Whether it seems to be meant otherwise. own_ranks: as read, of one kind for itself the rank
    that each would have for itself."""
    width = matrix.shape[0 if wanted.direction == "v2t" else 1]
    if not wanted.within:
        turned = _transposed_ranks(matrix, wanted) if isinstance(matrix, Matrix) else None
        return suspect_orientation(own_ranks, width, turned)
    median = float(np.median(own_ranks))
    if width < 10 or median <= width / 4:
        return None
    noun = wanted.keys.targets(wanted.direction).noun
    return (
        f"each {noun} is more like others than like itself (median rank {median:,.0f} of"
        f" {width:,}): are these distances, or are rows and columns in two orders?"
    )


def _transposed_ranks(matrix: Matrix, wanted: Wanted) -> Numbers | None:
    """What the own ranks would be the other way round; only a square matrix could be meant so."""
    rows, columns = matrix.shape
    if rows != columns or wanted.direction != "t2v" or matrix.padding is not None:
        return None
    place_of_video = np.full(len(wanted.keys.videos), -1, np.int32)
    place_of_video[matrix.videos] = np.arange(columns, dtype=np.int32)
    own = wanted.keys.own_videos[matrix.captions]
    own_columns = np.where(own >= 0, place_of_video[own], -1).astype(np.int32)
    return own_ranks_transposed(matrix.blocks(), own_columns, matrix.pick(own_columns))


def _read_rows(file: BinaryIO, wanted: Wanted, file_format: str, progress: Progress) -> RunFile:
    problems = Problems()
    if wanted.within and file_format in TABLES:
        refuse(
            "shape",
            "a table has pairs of a caption and a video; expected a matrix, embeddings or a TREC"
            f" run for the direction {wanted.direction}",
        )
    if file_format == "tvr" and wanted.direction != "t2v":
        refuse("shape", "predictions of TVR rank videos for captions; expected the direction t2v")
    limit = None if file_format == "tvr" else LINE_LIMIT
    text = open_text(file, problems, line_limit=limit, gzip_allowed=True, progress=progress)
    rows = _rows_of(text, wanted, file_format, problems)
    items, targets = wanted.keys.sides(wanted.direction)
    gathering = Gathering(wanted.keys, wanted.direction, wanted.depth)
    repeats, doubts = Repeats(Seen(len(items), len(targets))), RankDoubts()
    in_pieces(iter(rows), repeats.take, doubts.take, gathering.take)
    repeats.report(
        lambda: _rows_of(text, wanted, file_format, Problems()), items, targets, problems
    )
    problems.raise_if_any()
    if not gathering.count:
        refuse("empty", "the file has no rows")
    rankings = gathering.finish(wanted.keys.own_videos, wanted.direction)
    _check_repeats_kept(rankings, repeats, problems)
    doubts.report(problems)
    _warn_of_text(text, rankings, wanted, problems)
    tags = rows.tags if isinstance(rows, TrecRows) else {}
    warn_of_tags(tags, problems)
    return RunFile(file_format, gathering.count, show_tags(tags), rankings, problems)


def _rows_of(
    text: Text, wanted: Wanted, file_format: str, problems: Problems
) -> TrecRows | ScoreRows:
    if file_format == "trec":
        return TrecRows(text, wanted.keys, wanted.direction, problems)
    if file_format in TABLES:
        return ScoreRows(text, file_format, wanted.keys, wanted.direction, problems)
    raise ValueError(f"no such format: {file_format}")


def _check_repeats_kept(rankings: Rankings, repeats: Repeats, problems: Problems) -> None:
    """Where there are too many pairs for a bit each, at least what is kept must name none twice."""
    if repeats.seen.bits is not None:
        return
    ordered = np.sort(rankings.targets, axis=1)
    twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    if twice.any():
        refuse("duplicate", f"{np.count_nonzero(twice):,} pairs stand twice in the file")
    problems.warn(
        "duplicate",
        "pairs that stand twice were looked for only down to the depth kept: the benchmark is very"
        " large",
    )


def _warn_of_text(text: Text, rankings: Rankings, wanted: Wanted, problems: Problems) -> None:
    if not text.ends_in_newline:
        problems.warn("newline", "the last line does not end; is the file cut off?")
    items, targets = wanted.keys.sides(wanted.direction)
    if missing := len(items) - len(rankings.items):
        number = int(np.setdiff1d(np.arange(len(items)), rankings.items)[0])
        problems.warn(
            f"missing-{items.noun}",
            f"{missing:,} of {len(items):,} {items.noun}s have no ranking; the first is"
            f" {items.keys[number]}",
        )
    expected = min(wanted.depth, wanted.ranked)
    if shallow := int(np.count_nonzero(rankings.lengths < expected)):
        problems.warn(
            "shallow", f"{shallow:,} rankings have fewer than {expected:,} {targets.noun}s"
        )
    _warn_of_ties(rankings, wanted, problems)


def _warn_of_ties(rankings: Rankings, wanted: Wanted, problems: Problems) -> None:
    if rankings.ties_across_depth:
        problems.warn(
            "ties",
            f"in {rankings.ties_across_depth:,} rankings a tie crosses depth {wanted.depth:,}; the"
            " key that sorts last came first",
        )
    if level := rankings.level:
        problems.warn("ties", f"in {level:,} rankings all scores kept are the same")


Block = NDArray[np.floating]


@dataclass(slots=True)
class _Survey:
    width: int
    rows: int = 0
    bad_cells: int = 0
    first_bad: tuple[int, int, float] | None = None
    constant_rows: int = 0
    lowest: NDArray[np.floating] | None = None  # of each column
    highest: NDArray[np.floating] | None = None

    def take(self, block: Block) -> None:
        row_lowest, row_highest = block.min(axis=1), block.max(axis=1)
        # A nan or an infinity shows in its row's extremes, so that the whole block need not be
        # looked at again.
        if not (_fits(row_lowest).all() and _fits(row_highest).all()):
            self._take_bad(block)
        self.constant_rows += int(np.count_nonzero(row_lowest == row_highest))
        low, high = block.min(axis=0), block.max(axis=0)
        self.lowest = low if self.lowest is None else np.minimum(self.lowest, low)
        self.highest = high if self.highest is None else np.maximum(self.highest, high)
        self.rows += len(block)

    def _take_bad(self, block: Block) -> None:
        bad = ~_fits(block)
        if self.first_bad is None:
            row, column = (int(place) for place in np.unravel_index(bad.argmax(), bad.shape))
            self.first_bad = row + self.rows, column, float(block[row, column])
        self.bad_cells += int(np.count_nonzero(bad))


def _fits(scores: Block) -> NDArray[np.bool_]:
    """Finite in single precision, in which scores are compared."""
    fitting: NDArray[np.bool_] = np.abs(scores.astype(np.float64, copy=False)) < SCORE_LIMIT
    return fitting


def surveyed(
    matrix: Matrix | Embeddings, blocks: Iterable[Block], direction: Direction, problems: Problems
) -> Iterator[Block]:
    """The blocks, unchanged, until one holds what is no score; at the end, Unreadable if there was
    any, else warnings.

    Counting goes on to the end, so that the message tells how many there are.
    """
    survey = _Survey(matrix.shape[1] if direction == "t2v" else matrix.shape[0])
    for block in blocks:
        survey.take(block)
        if survey.first_bad is None:
            yield block
    _conclude(survey, matrix, direction, problems)


def _conclude(
    survey: _Survey, matrix: Matrix | Embeddings, direction: Direction, problems: Problems
) -> None:
    if survey.first_bad is not None:
        item, target, value = survey.first_bad
        where = matrix.cell(item, target) if direction == "t2v" else matrix.cell(target, item)
        count = f"{survey.bad_cells:,} such value" + ("s" if survey.bad_cells > 1 else "")
        problems.error(
            "number",
            f"{value} at {where}, counted from 0; {count} in all; expected finite scores, at most"
            " 3.4e38",
        )
        problems.raise_if_any()
    _warn_of_constants(survey, direction, problems)


def _warn_of_constants(survey: _Survey, direction: Direction, problems: Problems) -> None:
    if survey.lowest is None or survey.highest is None:
        return
    low, high = float(survey.lowest.min()), float(survey.highest.max())
    if low == high:
        problems.warn(
            "constant", f"every score is {low:g}; the rankings are only the order of the keys"
        )
        return
    items, targets = ("rows", "columns") if direction == "t2v" else ("columns", "rows")
    constant_columns = (
        int(np.count_nonzero(survey.lowest == survey.highest)) if survey.rows > 1 else 0
    )
    for count, axis in (
        (survey.constant_rows if survey.width > 1 else 0, items),
        (constant_columns, targets),
    ):
        if count:
            problems.warn("constant", f"{count:,} {axis} hold the same score everywhere")
