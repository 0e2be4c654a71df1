"""Rows of texts, as the database sends them, written as Parquet with typed columns: a row group at
a time, so that no table is ever held in memory."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from annotator.cards.columns import ColumnKind, TypedTable

if TYPE_CHECKING:
    import pyarrow as pa

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
    return pa.schema(fields)


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
