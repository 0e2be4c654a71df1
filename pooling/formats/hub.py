"""Folders of retrieval data as hubs and BEIR have them: `corpus`, `queries` and `qrels`, as JSON
Lines, tables or Parquet; or one table with videos and captions.

A query is a caption, a document of the corpus a video. A query's best judged document is its
original positive; what else was judged comes back beside the captions.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TypeVar

from foundation.checksum import sha256_of
from foundation.frozen import frozen
from pooling.formats.benchmark_file import BenchmarkFile, Collection
from pooling.formats.hub_folder import HubTable, chosen, flat_table, tables_in, words_of
from pooling.formats.hub_tables import Row, rows_of
from pooling.formats.numbers import whole_of
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.told import ALL, SPLITS, Told, take_told

FORMAT = "hub"
Read = TypeVar("Read")
HIGHEST = 10  # a scale of grades has as many values as annotator/scales.py takes
_ID = ("id", "query_id", "corpus_id")
_TEXT = ("text", "query", "caption", "sentence")
_VIDEO = ("video_id", "video", "clip_id", "clip", "vid", "id")
_OWN = ("caption_id", "sen_id")
_CAPTION = ("caption", "captions", "sentence", "sentences", "text", "en", "description")


@frozen
class Judgement:
    """Of a query and a document that are there."""

    query: str
    document: str
    score: int

    def as_qrel(self) -> str:
        return f"{self.query} 0 {self.document} {self.score}"


@frozen
class HubFolder:
    file: BenchmarkFile
    sha256: str  # of all that was read
    judgements: tuple[Judgement, ...]  # empty where the originals say all of them


def read_hub(folder: Path, *, split: str = "test") -> HubFolder:
    """Raises Unreadable, which names the file."""
    with naming(str(folder)):
        tables = tables_in(folder)
        parts = {part: chosen(part, tables, split) for part in ("corpus", "queries", "qrels")}
        if parts["queries"] is None and parts["qrels"] is None:
            parts = {"rows": flat_table(tables, split)}
        elif missing := next((part for part in ("queries", "qrels") if parts[part] is None), None):
            refuse("hub", f"there is no {missing}; expected corpus, queries and qrels")
        used = {part: table for part, table in parts.items() if table is not None}
        collection = Collection(Problems())
        judgements = (
            _take_flat(folder, used["rows"], split, collection)
            if "rows" in used
            else _take_judged(folder, used, collection)
        )
        content = collection.finish(FORMAT)
    read = sorted(path for table in used.values() for path in table.files)
    names = "".join(f"{path.relative_to(folder)} {sha256_of(path)}\n" for path in read)
    return HubFolder(content, sha256(f"{split}\n{names}".encode()).hexdigest(), judgements)


def _read(
    folder: Path, table: HubTable, problems: Problems, each: Callable[[Row], Read]
) -> Iterator[Read]:
    """each: what is made of a row; what is wrong with one is said of its file."""
    for path in table.files:
        with naming(str(path.relative_to(folder))):
            for row in rows_of(path, problems):
                yield each(row)
            problems.raise_if_any()


def _first(row: Row, names: tuple[str, ...], what: str) -> str:
    name = next((name for name in names if row.has(name)), None)
    if name is None:
        found = ", ".join(row.values) or "none"
        refuse("header", f"expected a column {what}, as {names[0]}; found {found}", row.line)
    return row.text(name)


# Judged queries


def _take_judged(
    folder: Path, used: Mapping[str, HubTable], collection: Collection
) -> tuple[Judgement, ...]:
    problems = collection.problems
    judged: dict[str, dict[str, int]] = {}
    for query, document, score in _read(folder, used["qrels"], problems, _judgement):
        judged.setdefault(query, {})[document] = score
    if max((max(scores.values()) for scores in judged.values()), default=0) > HIGHEST:
        judged = _one_grade(folder, used["qrels"], judged, collection)
    queries = dict(_read(folder, used["queries"], problems, _query))
    if "corpus" in used:
        for key, line in _read(folder, used["corpus"], problems, _document):
            collection.add_video(key, line)
    else:
        for document in (one for scores in judged.values() for one in scores):
            collection.add_video(document, 0)
        collection.notes.append(
            f"there is no corpus: only the {len(collection.videos):,} documents that judgements"
            " name are ranked"
        )
    known = {
        query: {one: score for one, score in scores.items() if one in collection.videos}
        for query, scores in judged.items()
        if query in queries
    }
    _tell_unknown(judged, known, queries, collection)
    take_told(_asked(known, queries), ALL, collection)
    return _beyond_originals(known)


def _judgement(row: Row) -> tuple[str, str, int]:
    query = _first(row, ("query_id", "qid", "query"), "of queries")
    document = _first(row, ("corpus_id", "docid", "doc_id", "document_id"), "of documents")
    return (
        query,
        document,
        whole_of(row.text("score"), "score", row.line) if row.has("score") else 1,
    )


def _one_grade(
    folder: Path, table: HubTable, judged: Mapping[str, Mapping[str, int]], collection: Collection
) -> dict[str, dict[str, int]]:
    """Where every score above 0 is the same one, however high, it says relevant and no more."""
    levels = {score for scores in judged.values() for score in scores.values() if score > 0}
    if len(levels) > 1:
        for _ in _read(folder, table, collection.problems, partial(_too_high, collection.problems)):
            pass
    collection.notes.append(
        f"every score above 0 is {levels.pop()}: such documents were read as relevant, with 1"
    )
    return {
        query: {one: min(score, 1) for one, score in scores.items()}
        for query, scores in judged.items()
    }


def _too_high(problems: Problems, row: Row) -> None:
    query, document, score = _judgement(row)
    if score > HIGHEST:
        problems.error(
            "grade",
            f"the score {score} of query {excerpt(query)} and document {excerpt(document)} is above"
            f" {HIGHEST}: expected a scale of at most {HIGHEST + 1} grades. Write lower grades in a"
            " copy of this table, as 1 for up to 50 and 2 for more, and keep 0 for what is not"
            " relevant",
            row.line,
        )


def _document(row: Row) -> tuple[str, int]:
    return _first(row, _ID, "with ids"), row.line


def _query(row: Row) -> tuple[str, Told]:
    """Without its document."""
    key, text = _first(row, _ID, "with ids"), _first(row, _TEXT, "with texts")
    return key, Told(row.line, None, text, key, groups=_kept(row, (*_ID, *_TEXT)))


def _kept(row: Row, but: tuple[str, ...]) -> dict[str, str]:
    return {name: row.text(name) for name in row.values if name not in but and row.is_plain(name)}


def _asked(known: Mapping[str, Mapping[str, int]], queries: Mapping[str, Told]) -> Iterator[Told]:
    """The queries that were judged, in their own order, each with its best document, if any is
    there and relevant."""
    for key, query in queries.items():
        if key in known:
            scores = known[key]
            best = max(scores, key=lambda one: scores[one], default=None)  # of several, the first
            yield replace(query, video=best if best is not None and scores[best] > 0 else None)


def _tell_unknown(
    judged: Mapping[str, Mapping[str, int]],
    known: Mapping[str, Mapping[str, int]],
    queries: Mapping[str, Told],
    collection: Collection,
) -> None:
    lost = len(judged) - len(known)
    named = (one for scores in judged.values() for one in scores)
    gone = sum(one not in collection.videos for one in named)
    if lost or gone:
        collection.problems.warn(
            "hub",
            f"{lost:,} of {len(judged):,} judged queries are not among the queries, and {gone:,}"
            " judgements name what is not in the corpus: they were left out",
        )
    if unasked := len(queries.keys() - judged.keys()):
        collection.notes.append(f"{unasked:,} queries without a judgement were left out")


def _beyond_originals(known: Mapping[str, Mapping[str, int]]) -> tuple[Judgement, ...]:
    """All judgements, if they say more than one positive each, of one grade."""
    if all(list(scores.values()) in ([], [1]) for scores in known.values()):
        return ()
    return tuple(
        Judgement(query, document, score)
        for query, scores in known.items()
        for document, score in scores.items()
    )


# Tables of videos with captions


def _take_flat(
    folder: Path, table: HubTable, split: str, collection: Collection
) -> tuple[Judgement, ...]:
    named = any(name in words_of(table.name) for name in SPLITS.get(split, (split,)))
    rows = _read(folder, table, collection.problems, partial(_described, by_split=not named))
    take_told(chain.from_iterable(rows), ALL if named else split, collection)
    return ()


def _described(row: Row, *, by_split: bool) -> list[Told]:
    """What a row says of its video, in one sentence or several."""
    video, _ = _first(row, _VIDEO, "with videos"), _first(row, _CAPTION, "with captions")
    column = next(name for name in _CAPTION if row.has(name))
    kept = _kept(row, (*_VIDEO, *_CAPTION, *_OWN, "split", "path"))
    sentences = row.texts(column)
    key = next(filter(None, map(row.text, _OWN)), "") if len(sentences) == 1 else ""
    of = row.text("split") if by_split else ""
    return [Told(row.line, video, one, key, split=of, groups=kept) for one in sentences]
