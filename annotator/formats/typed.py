"""Rows of texts, as the database sends them, written as Parquet with typed columns: a row group at
a time, so that no table is ever held in memory. And read again as texts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from annotator.cards.columns import ColumnKind, TypedTable
from foundation.frozen import frozen
from pooling.formats.problem import refuse

if TYPE_CHECKING:
    import pyarrow as pa

BATCH = 1 << 12  # rows that are read at a time
GROUP = 50_000  # rows of a row group: about 10 MB of labels as Python's texts


def _types() -> dict[ColumnKind, Any]:
    # All formats are known to every process, and this library takes some 100 MB: it is for those
    # that write.
    import pyarrow as pa  # noqa: PLC0415

    return {
        ColumnKind.TEXT: pa.string(),
        ColumnKind.WHOLE: pa.int64(),
        ColumnKind.NUMBER: pa.float64(),
        ColumnKind.TRUTH: pa.bool_(),
        ColumnKind.MOMENT: pa.timestamp("us", tz="UTC"),
    }


def schema_of(table: TypedTable) -> "pa.Schema":
    import pyarrow as pa  # noqa: PLC0415

    types = _types()
    fields = [
        pa.field(one.name, types[one.kind], metadata={"description": one.meaning})
        for one in table.columns
    ]
    return pa.schema(fields, metadata=dict(table.facts) or None)


def write_parquet(rows: Iterable[Sequence[str | None]], path: Path, table: TypedTable) -> None:
    """A row that ends before the table's last columns has nothing there; an empty text is nothing.
    The same rows are the same bytes."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    schema, types = schema_of(table), _types()
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for group in _groups(rows):
            columns = list(zip(*group, strict=True))
            columns += [(None,) * len(group)] * (len(schema) - len(columns))
            arrays = [
                pa.array([value or None for value in values], pa.string()).cast(types[one.kind])
                for values, one in zip(columns, table.columns, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema), row_group_size=GROUP)


def _groups(rows: Iterable[Sequence[str | None]]) -> Iterable[list[Sequence[str | None]]]:
    group: list[Sequence[str | None]] = []
    for row in rows:
        group.append(row)
        if len(group) == GROUP:
            yield group
            group = []
    if group:
        yield group


@frozen
class Opened:
    """A file in Parquet. facts: what it says of itself as a whole."""

    file: Any
    columns: Sequence[str]
    facts: Mapping[str, str]

    def rows(self, names: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
        """Each row with its number, and those of these columns that there are, as texts."""
        number, names = 0, [name for name in names if name in self.columns]
        for batch in self.file.iter_batches(batch_size=BATCH, columns=names):
            for row in batch.to_pylist():
                number += 1
                yield number, {name: _text(value) for name, value in row.items()}


@contextmanager
def opened_parquet(source: BinaryIO) -> Iterator[Opened]:
    """Raises Unreadable for what is no Parquet, also while its rows are read."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        file = pq.ParquetFile(source)
        facts = {
            key.decode(): value.decode() for key, value in (file.metadata.metadata or {}).items()
        }
        yield Opened(file, file.schema_arrow.names, facts)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        refuse("parquet", f"this is no Parquet, or it is damaged or cut off ({error})")


def _text(value: Any) -> str:
    """As tables of text have it. What was whole and had a gap beside it has become a number with a
    point in other hands."""
    if value is None or value != value:  # noqa: PLR0124  (not a number)
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    is_whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if is_whole else value)
