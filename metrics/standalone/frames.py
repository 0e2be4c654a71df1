"""Frames in, frames out: what the wheel `truepool-metrics` offers to a notebook (docs/metrics.md).

Columns and names of measures are those of ir_measures. What is given is written to files that are
read as `python -m metrics` reads them: there is one reader, and the numbers are the same.
"""

import csv
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from foundation.frozen import frozen
from measures.measure import Measure
from measures.names import BETWEEN_NAMES, UnknownMeasure, parse
from metrics.standalone.files import FilesGiven, read_snapshot
from metrics.studies.evaluation import Evaluation, evaluate
from metrics.studies.scored import require_means
from metrics.studies.study import NothingToStudy
from pooling.formats.problem import Unreadable
from pooling.formats.runs import DEPTH_LIMIT

# What ir_measures calls ours. R@K is textbook recall in both.
ALIASES = {
    "Success": "C",
    "MAP": "AP",
    "MRR": "RR",
    "NDCG": "nDCG",
    "BPref": "Bpref",
    "RPrec": "Rprec",
}
KEYS = ("query_id", "doc_id")
DEPTH = 1_000  # as trec_eval reads rankings
Row = dict[str, Any]


class CannotScore(ValueError):
    """What was given cannot be scored; the message says where, and what was expected."""


@frozen
class FrameScores:
    """measures: by the names that were asked. queries: the names of the rows of all values."""

    measures: Mapping[str, Measure]
    queries: tuple[str, ...]
    found: Evaluation


def score(run: Any, qrels: Any, measures: str | Sequence[str], *, depth: int = DEPTH) -> Any:
    """The mean of each measure: measure, value, queries (that have a value), missing (queries
    without a ranking, which count 0) and notes. Raises CannotScore.

    run: a DataFrame of query_id, doc_id, score, or {query: {doc: score}}; qrels: of query_id,
    doc_id, relevance, or {query: {doc: relevance}}. The answer is a DataFrame if run is one, and
    otherwise a list of dictionaries.
    """
    scored = _scored(run, qrels, measures, depth)
    cells = {cell.measure: cell for cell in scored.found.cells}
    rows = []
    for name, measure in scored.measures.items():
        cell = cells[measure]
        counts = {"queries": cell.main.n, "missing": cell.main.missing}
        notes = "; ".join(cell.notes())
        rows.append({"measure": name, "value": cell.score.value, **counts, "notes": notes})
    return _like(run, rows, ("measure", "value", "queries", "missing", "notes"))


def per_query(run: Any, qrels: Any, measures: str | Sequence[str], *, depth: int = DEPTH) -> Any:
    """The values of each query: query_id, measure, value. A query without a relevant document has
    no value and no row. What is given and what comes out is as of `score`."""
    scored = _scored(run, qrels, measures, depth)
    try:
        require_means(tuple(scored.measures.values()), "shown")
    except NothingToStudy as refusal:
        raise CannotScore(str(refusal)) from None
    [name_of_run] = scored.found.runs
    rows = [
        {"query_id": query, "measure": name, "value": value}
        for name, measure in scored.measures.items()
        for query, value in zip(
            scored.queries,
            scored.found.values[name_of_run, measure, "all"].tolist(),
            strict=True,
        )
        if value == value  # not nan, which is no value  # noqa: PLR0124
    ]
    return _like(run, rows, ("query_id", "measure", "value"))


def _scored(run: Any, qrels: Any, measures: str | Sequence[str], depth: int) -> FrameScores:
    if not 1 <= depth <= DEPTH_LIMIT:
        raise CannotScore(f"depth: expected 1 to {DEPTH_LIMIT}, found {depth}")
    ranked, judged = _rows(run, "score", "run"), _rows(qrels, "relevance", "qrels")
    try:
        named = _measures(measures)
        with TemporaryDirectory() as folder:
            given = _write(Path(folder), ranked, judged, depth)
            told: list[str] = []
            snapshot = read_snapshot(given, told.append)
        found = evaluate(snapshot, tuple(dict.fromkeys(named.values())), "all")
    except Unreadable as unreadable:
        unreadable.file = Path(unreadable.file).stem
        raise CannotScore("\n".join(unreadable.lines())) from None
    except (NothingToStudy, UnknownMeasure) as refusal:
        raise CannotScore(str(refusal)) from None
    for text in told:
        # Without the folder, which is gone by now; at the line that called score or per_query.
        warnings.warn(text.replace(f"{folder}/", ""), stacklevel=3)
    # In the order in which captions are numbered where only files name them.
    queries = sorted({query for query, _, _ in (*ranked, *judged)})
    return FrameScores(named, tuple(queries), found)


def _measures(asked: str | Sequence[str]) -> dict[str, Measure]:
    names = BETWEEN_NAMES.split(asked) if isinstance(asked, str) else asked
    named = {name.strip(): parse(_ours(name.strip())) for name in names}
    if not named:
        raise UnknownMeasure("at least one measure has to be named")
    return named


def _ours(name: str) -> str:
    end = next((place for place, sign in enumerate(name) if sign in "(@"), len(name))
    return ALIASES.get(name[:end], name[:end]) + name[end:]


def _rows(given: Any, value: str, what: str) -> list[tuple[str, str, float]]:
    if isinstance(given, Mapping):
        rows = [(query, doc, one) for query, docs in given.items() for doc, one in docs.items()]
    else:
        for column in (*KEYS, value):
            if column not in getattr(given, "columns", ()):
                raise CannotScore(
                    f"{what}: found no column {column!r}; expected query_id, doc_id and {value}"
                )
        rows = list(zip(*(given[column].tolist() for column in (*KEYS, value)), strict=True))
    return [_row(row, value, f"{what}, row {place}") for place, row in enumerate(rows, start=1)]


def _row(row: tuple[Any, Any, Any], value: str, place: str) -> tuple[str, str, float]:
    keys = str(row[0]), str(row[1])
    for column, key in zip(KEYS, keys, strict=True):
        if key.split() != [key]:
            raise CannotScore(f"{place}: {column} is {key!r}; expected a name without white space")
    try:
        number = float(row[2])
    except (TypeError, ValueError):
        raise CannotScore(f"{place}: {value} is {row[2]!r}; expected a number") from None
    if value == "relevance" and not number.is_integer():
        raise CannotScore(f"{place}: relevance is {row[2]!r}; expected a whole number")
    return *keys, number


def _write(folder: Path, ranked: list[Any], judged: list[Any], depth: int) -> FilesGiven:
    run, qrels = folder / "run.csv", folder / "qrels.txt"
    with run.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [("caption_id", "video_id", "score"), *ranked]
        )
    lines = (f"{query} 0 {doc} {int(relevance)}\n" for query, doc, relevance in judged)
    qrels.write_text("".join(lines), encoding="utf-8")
    return FilesGiven((run,), collected=qrels, depth=depth)


def _like(given: Any, rows: list[Row], columns: tuple[str, ...]) -> Any:
    if isinstance(given, Mapping):
        return rows
    import pandas as pd  # noqa: PLC0415  (who gives no frame needs none)

    return pd.DataFrame(rows, columns=list(columns))
