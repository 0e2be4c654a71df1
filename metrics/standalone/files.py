"""Files in, a Snapshot out: what a study looks at, without a database.

What the benchmark's captions are follows from captions.csv; without it, every caption and video
that some file names is one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import BinaryIO

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers
from measures.hits import Pairs
from metrics.snapshot import Snapshot, StoredRun
from metrics.standalone.judgements import FileScale, Judgements, read_judgements
from metrics.standalone.mentions import (
    Mention,
    Mentioned,
    guess_label_format,
    mentions_of_labels,
    mentions_of_run,
)
from metrics.studies.study import NothingToStudy
from pooling.formats.benchmark_file import BenchmarkFile
from pooling.formats.captions import read_benchmark
from pooling.formats.csv_rows import read_rows
from pooling.formats.embeddings import open_embeddings
from pooling.formats.guess import guess_run_format
from pooling.formats.keys import Axis, Direction, Keys, Numbers, read_lines_once, read_names
from pooling.formats.npy import open_matrix
from pooling.formats.problem import Problems, excerpt, naming
from pooling.formats.runs import RunFile, Wanted, rank_matrix, read_run
from pooling.formats.text import open_text

CLUSTER_COLUMNS = ("caption_id", "cluster")
QUERIES = b"id\tcaption\tsource_video"  # the head of queries.tsv, beside exported qrels
Warn = Callable[[str], None]


@frozen
class FilesGiven:
    """What is read: paths, None for what was not given. rows, columns: the names of all matrices'
    rows and columns."""

    runs: tuple[Path, ...]
    captions: Path | None = None
    original: Path | None = None
    collected: Path | None = None
    clusters: Path | None = None
    texts: Path | None = None
    rows: Path | None = None
    columns: Path | None = None
    embeddings: tuple[Path, Path] | None = None  # of the captions and of the videos: one run
    normalise: bool = False
    direction: Direction = "t2v"
    depth: int = 100
    scale: FileScale = FileScale()


@frozen
class Named:
    """Captions, queries and videos by their numbers. own_videos, caption_queries, characters,
    words: (captions,)."""

    name: str
    captions: Axis
    videos: Axis
    texts: tuple[str, ...] | None  # of the captions; None where nobody tells them
    own_videos: Integers

    @property
    def caption_queries(self) -> Integers:
        """Captions with the same text share a query, as in the database."""
        if self.texts is None:
            return np.arange(len(self.captions))
        numbers = {text: number for number, text in enumerate(dict.fromkeys(self.texts))}
        return np.array([numbers[text] for text in self.texts], np.int64)

    def lengths(self, of: Callable[[str], int]) -> Integers:
        return np.array([of(text) for text in self.texts or [""] * len(self.captions)], np.int64)


def read_snapshot(given: FilesGiven, warn: Warn) -> Snapshot:
    """Raises Unreadable for a file with an error, OSError for none, NothingToStudy for files that
    do not tell enough."""
    return read_with_keys(given, warn)[0]


def read_with_keys(given: FilesGiven, warn: Warn) -> tuple[Snapshot, Keys]:
    """And what its captions and videos are called, for files that say something else of them."""
    named = _named(given, warn)
    own, queries = named.own_videos, named.caption_queries
    original = _judgements(given, named, np.arange(len(own)), warn, original=True)
    collected = _judgements(given, named, queries, warn, original=False) or Judgements.none(
        queries, len(named.videos)
    )
    if original is not None:
        own = np.where(own < 0, original.only_relevant(), own)
    keys = Keys(named.captions, named.videos, own.astype(np.int32))
    snapshot = Snapshot(
        benchmark=named.name,
        caption_queries=queries,
        own_videos=own,
        characters=named.lengths(len),
        words=named.lengths(lambda text: len(text.split())),
        queries=int(queries.max(initial=-1)) + 1,
        videos=len(named.videos),
        collected=collected.relevant,
        judged=collected.judged,
        log_position=0,
        runs=tuple(_stored(path, name, given, keys, warn) for path, name in _called(given)),
        originals=None if original is None else replace(original.relevant, rule="original"),
        originals_judged=None if original is None else original.judged,
        strata=_strata(original, collected, queries),
        grades=given.scale.grades(original, collected),
        groups=None if given.clusters is None else _groups(given.clusters, named.captions, warn),
        texts=None if given.texts is None else _groups(given.texts, named.captions, warn),
    )
    return snapshot, keys


def _strata(original: Judgements | None, collected: Judgements, queries: Integers) -> Pairs | None:
    """captions x videos. Where one of the files tells no more than verdicts, what it judged is a
    stratum by itself."""
    shown = [
        *([original.strata] if original and original.strata else []),
        *([collected.strata.spread(queries)] if collected.strata else []),
    ]
    return reduce(Pairs.joined, shown) if shown else None


def _named(given: FilesGiven, warn: Warn) -> Named:
    if given.captions is None:
        return _as_mentioned(given)
    with given.captions.open("rb") as file:
        if file.readline().rstrip() == QUERIES:
            raise NothingToStudy(
                f"{given.captions}: this lists what the keys of exported qrels mean, and is no"
                " benchmark file; expected caption_id,video_id,caption, as in the file that was"
                " imported"
            )
        file.seek(0)
        found = read_benchmark(file, str(given.captions))
    _pass_on(found.problems, given.captions, warn)
    return _as_given(given.captions.stem, found)


def _as_given(name: str, found: BenchmarkFile) -> Named:
    videos = Axis("video", found.videos)
    own = [-1 if row.video is None else videos.numbers[row.video] for row in found.captions]
    captions = Axis("caption", tuple(row.key for row in found.captions))
    return Named(
        name, captions, videos, tuple(row.text for row in found.captions), np.array(own, np.int64)
    )


def _as_mentioned(given: FilesGiven) -> Named:
    found = Mentioned()
    if given.embeddings:
        _require_names(given, given.embeddings[0], "these embeddings")
    for path, keys in ((given.rows, found.captions), (given.columns, found.videos)):
        if path is not None:
            with path.open("rb") as file, naming(str(path)):
                keys.update(dict.fromkeys(read_lines_once(file)))
    for path in filter(None, (given.original, given.collected)):
        with path.open("rb") as file:
            found.take(mentions_of_labels(file, str(path), guess_label_format(file, str(path))))
    for path in given.runs:
        with path.open("rb") as file:
            found.take(_mentions(file, path, given))
    # Sorted, so that the rows of a file may stand in any order: what is drawn follows these
    # numbers.
    captions, videos = (
        Axis("caption", tuple(sorted(found.captions))),
        Axis("video", tuple(sorted(found.videos))),
    )
    return Named("files", captions, videos, None, np.full(len(captions), -1))


def _mentions(file: BinaryIO, path: Path, given: FilesGiven) -> Iterable[Mention]:
    with naming(str(path)):
        kind = guess_run_format(file, str(path))
    if kind != "npy":
        return mentions_of_run(file, str(path), kind, given.direction)
    _require_names(given, path, "this matrix")
    return ()


def _require_names(given: FilesGiven, path: Path, what: str) -> None:
    if given.rows is None or given.columns is None:
        raise NothingToStudy(
            f"{path}: nothing tells what the rows and columns of {what} are; give --captions,"
            " or both --rows and --columns"
        )


def _judgements(
    given: FilesGiven, named: Named, queries: Integers, warn: Warn, *, original: bool
) -> Judgements | None:
    path = given.original if original else given.collected
    if path is None:
        return None
    with path.open("rb") as file:
        axes = named.captions, named.videos
        found = read_judgements(file, str(path), axes, queries, given.scale, original=original)
    _pass_on(found.problems, path, warn)
    return found


def _stored(path: Path, name: str, given: FilesGiven, keys: Keys, warn: Warn) -> StoredRun:
    wanted = Wanted(keys, given.depth, given.direction)
    with path.open("rb") as file:
        found = _read(file, path, given, wanted)
    _pass_on(found.problems, path, warn)
    shape = len(keys.items(given.direction)), len(keys.targets(given.direction))
    return StoredRun.of_file(name, given.direction, found, shape, given.depth)


def _read(file: BinaryIO, path: Path, given: FilesGiven, wanted: Wanted) -> RunFile:
    paired = given.embeddings if given.embeddings and path == given.embeddings[0] else None
    with naming(str(path)):
        kind = "" if paired else guess_run_format(file, str(path))
    if kind not in ("", "npy"):
        return read_run(file, str(path), wanted, kind)
    rows, columns = (
        None if names is None else _numbers(names, axis)
        for names, axis in ((given.rows, wanted.keys.captions), (given.columns, wanted.keys.videos))
    )
    if paired:
        with paired[1].open("rb") as videos:
            sides, names = ((file, str(path)), (videos, str(paired[1]))), (rows, columns)
            found = open_embeddings(*sides, wanted.keys, normalise=given.normalise, names=names)
            return rank_matrix(found, str(path), wanted)
    matrix = open_matrix(file, str(path), wanted.keys, captions=rows, videos=columns)
    return rank_matrix(matrix, str(path), wanted)


def _numbers(path: Path, axis: Axis) -> Numbers:
    with path.open("rb") as file:
        return read_names(file, str(path), axis)


def _called(given: FilesGiven) -> Iterator[tuple[Path, str]]:
    """Runs bear their files' names without folders and endings, unless two would bear the same;
    one of embeddings that of its captions' file."""
    paths = (*given.runs, *(given.embeddings or ())[:1])
    stems = [path.stem for path in paths]
    for path, stem in zip(paths, stems, strict=True):
        yield path, stem if stems.count(stem) == 1 else str(path)


def _groups(path: Path, captions: Axis, warn: Warn) -> Integers:
    """(captions,): a number for each cluster that the file names; captions that it does not name
    stand alone."""
    problems = Problems()
    clusters = _read_clusters(path, captions, problems)
    if alone := len(captions) - len(clusters):
        problems.warn(
            "missing-caption",
            f"{alone:,} of {len(captions):,} captions have no cluster and stand alone",
        )
    _pass_on(problems, path, warn)
    # Whatever the order of the rows.
    labels = {label: number for number, label in enumerate(sorted(set(clusters.values())))}
    groups = np.arange(len(captions))  # those of the file come after
    for number, cluster in clusters.items():
        groups[number] = len(captions) + labels[cluster]
    return groups


def _read_clusters(path: Path, captions: Axis, problems: Problems) -> dict[int, str]:
    """Clusters by the caption's number. Raises Unreadable."""
    clusters: dict[int, str] = {}
    with path.open("rb") as file, naming(str(path)):
        for line, (key, cluster) in read_rows(open_text(file, problems), CLUSTER_COLUMNS, problems):
            number = captions.numbers.get(key)
            if number is None:
                problems.error(
                    "unknown-caption",
                    f"{excerpt(key)} is no caption of these files{captions.hint(key)}",
                    line,
                )
            elif number in clusters:
                problems.error(
                    "duplicate", f"the caption {excerpt(key)} stands twice; expected it once", line
                )
            else:
                clusters[number] = cluster
        problems.raise_if_any()
    return clusters


def _pass_on(problems: Problems, path: Path, warn: Warn) -> None:
    for problem in problems.warnings:
        warn(f"{path}:{problem.line}:{problem.column}: warning: {problem.message}")
