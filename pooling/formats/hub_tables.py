"""Rows of a table, whatever it is written as. What people call a column differs in a hyphen."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from pooling.formats.csv_rows import read_table
from pooling.formats.json_items import read_elements, read_object
from pooling.formats.problem import Problems, refuse
from pooling.formats.text import Text, open_text

ENDINGS = (
    *(".jsonl", ".jsonl.gz", ".ndjson", ".tsv", ".tsv.gz", ".csv", ".csv.gz", ".json", ".json.gz"),
    *(".parquet",),
)
TREC = ("query_id", "iteration", "corpus_id", "score")  # qrels without a header
LONGEST = 100  # of a value that may be a group's
BATCH = 1 << 12


def called(column: str) -> str:
    """query-id, Query_ID and query_id are one; so are _id and id."""
    return column.strip().lower().replace("-", "_").lstrip("_")


@dataclass(frozen=True, slots=True)
class Row:
    """line: of a table in Parquet, the row. values: by column, as `called`."""

    line: int
    values: dict[str, Any]

    def has(self, name: str) -> bool:
        return self.values.get(name) is not None

    def text(self, name: str) -> str:
        """Empty for nothing. A whole number is what it is written as."""
        value = self.values.get(name)
        if value is None:
            return ""
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

    def texts(self, name: str) -> list[str]:
        value = self.values.get(name)
        return [str(one) for one in value] if isinstance(value, list) else [self.text(name)]

    def is_plain(self, name: str) -> bool:
        """Whether it may be what captions are grouped by: a short text or a number."""
        value = self.values.get(name)
        return isinstance(value, str | int | float) and 0 < len(self.text(name)) <= LONGEST


def rows_of(path: Path, problems: Problems, named: str = "") -> Iterator[Row]:
    """By the ending of the file's name, or of what it is named instead."""
    name = (named or path.name).lower().removesuffix(".gz")
    if name.endswith(".parquet"):
        yield from _parquet(path)
        return
    with path.open("rb") as file:
        yield from _text(file, name, problems)


def _text(file: BinaryIO, name: str, problems: Problems) -> Iterator[Row]:
    whole = name.endswith(".json")
    text = open_text(file, problems, gzip_allowed=True, line_limit=None if whole else LINE)
    if whole and text.head().lstrip().startswith("["):
        rows = ((item.line, item.value) for item in read_elements(text, "an array of rows"))
        yield from (Row(line, _named(value, line)) for line, value in rows)
    elif name.endswith((".tsv", ".csv")):
        yield from _tsv(text, problems) if name.endswith(".tsv") else _csv(text, problems)
    else:
        for number, line in enumerate(text.lines(), start=1):
            if line.strip() and (found := read_object(line, number, {}, problems, others=True)):
                yield Row(number, _named(found, number))


LINE = 1 << 24  # of a document in a corpus


def _named(value: Any, line: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        refuse("type", "expected an object with a value for each column", line)
    return {called(name): of for name, of in value.items()}


def _csv(text: Text, problems: Problems) -> Iterator[Row]:
    for line, row in read_table(text, (), problems):
        yield Row(line, {called(name): value for name, value in row.items()})


def _tsv(text: Text, problems: Problems) -> Iterator[Row]:
    """Without quotes. Judgements as TREC has them have no header."""
    header: tuple[str, ...] = ()
    for number, line in enumerate(text.lines(), start=1):
        fields = [part.strip() for part in line.rstrip("\r\n").split("\t")]
        if not any(fields):
            continue
        if not header:
            trec = len(fields) == len(TREC) and fields[3].lstrip("-").isdigit()
            header = TREC if trec else tuple(map(called, fields))
            if not trec:
                continue
        if len(fields) != len(header):
            problems.error(
                "columns", f"expected {len(header)} columns, found {len(fields)}", number
            )
        else:
            yield Row(number, dict(zip(header, fields, strict=True)))


def _parquet(path: Path) -> Iterator[Row]:
    """Texts, numbers and lists of texts; the bytes of a clip or picture are left where they are."""
    import pyarrow as pa  # noqa: PLC0415  (a third of a second, for those who read it)
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        with pq.ParquetFile(path) as file:
            columns = [one.name for one in file.schema_arrow if _is_read(one.type, pa)]
            line = 0
            for batch in file.iter_batches(batch_size=BATCH, columns=columns):
                for row in batch.to_pylist():
                    line += 1
                    yield Row(line, {called(name): value for name, value in row.items()})
    except (pa.ArrowException, OSError) as error:
        refuse("parquet", f"the file is damaged or cut off ({error})")


def _is_read(kind: Any, pa: Any) -> bool:
    types = pa.types
    if types.is_list(kind) or types.is_large_list(kind):
        kind = kind.value_type
        return bool(types.is_string(kind) or types.is_large_string(kind))
    is_text = types.is_string(kind) or types.is_large_string(kind)
    return bool(is_text or types.is_integer(kind) or types.is_floating(kind))
