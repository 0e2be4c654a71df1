"""Rankings out of COPY's bytes: the same whether all are of one length or not."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.database import copy as binary_copy
from foundation.database.copy import HEADER, TRAILER, read_columns, read_lists

LISTS = st.lists(st.integers(0, 2**31 - 1), max_size=6)


def as_copied(rows: dict[int, list[int]]) -> list[bytes]:
    """What PostgreSQL sends for (item int4, targets int4[]), a chunk for each row."""
    chunks = [HEADER]
    for item, targets in rows.items():
        head = (
            struct.pack("!iiiii", 1, 0, 23, len(targets), 1)
            if targets
            else struct.pack("!iii", 0, 0, 23)
        )
        array = head + b"".join(struct.pack("!ii", 4, target) for target in targets)
        chunks.append(struct.pack("!hiii", 2, 4, item, len(array)) + array)
    return [*chunks, TRAILER]


def expected(rows: dict[int, list[int]], depth: int) -> tuple[list[int], list[list[int]]]:
    return list(rows), [(targets + [-1] * depth)[:depth] for targets in rows.values()]


def read(rows: dict[int, list[int]], depth: int) -> tuple[list[int], list[list[int]]]:
    found = read_lists(as_copied(rows), depth)
    assert found.targets.shape == (len(rows), depth)
    return found.items.tolist(), found.targets.tolist()


@given(rows=st.dictionaries(st.integers(0, 2**31 - 1), LISTS, max_size=5), depth=st.integers(1, 6))
def test_lists_of_any_lengths_come_out_as_they_are(rows, depth):
    assert read(rows, depth) == expected(rows, depth)


@given(
    length=st.integers(0, 6), items=st.sets(st.integers(0, 99), max_size=5), depth=st.integers(1, 6)
)
def test_lists_of_one_length_come_out_as_they_are(length, items, depth):
    rows = {item: [item * 7 + place for place in range(length)] for item in items}
    assert read(rows, depth) == expected(rows, depth)


@pytest.mark.parametrize("second", [[5], [5, 6, 7], []])
def test_bytes_that_would_divide_evenly_are_no_proof_of_one_length(second):
    """A row of two, and rows that are longer and shorter, together as long as rows of two would
    be."""
    rows = {1: [1, 2], 2: second, 3: [9] * (4 - len(second))}
    assert read(rows, 4) == expected(rows, 4)


def test_many_lists_of_one_length_among_others_are_read_in_parts(monkeypatch):
    monkeypatch.setattr(binary_copy, "AT_ONCE", 2)
    rows = {number: [number, number + 1] for number in range(7)} | {7: [3]}
    assert read(rows, 2) == expected(rows, 2)


def as_arrays(rows: list[list[list[int] | None]]) -> list[bytes]:
    """What PostgreSQL sends for int8[] columns; None for NULL."""
    return [
        HEADER,
        *(struct.pack("!h", len(row)) + b"".join(map(_array, row)) for row in rows),
        TRAILER,
    ]


def _array(numbers: list[int] | None) -> bytes:
    if numbers is None:
        return struct.pack("!i", -1)
    head = (
        struct.pack("!iiiii", 1, 0, 20, len(numbers), 1)
        if numbers
        else struct.pack("!iii", 0, 0, 20)
    )
    array = head + b"".join(struct.pack("!iq", 8, number) for number in numbers)
    return struct.pack("!i", len(array)) + array


NUMBERS = st.none() | st.lists(st.integers(-(2**63), 2**63 - 1), max_size=5)


@given(rows=st.lists(st.tuples(NUMBERS, NUMBERS).map(list), max_size=4))
def test_arrays_come_out_column_by_column(rows):
    found = read_columns(as_arrays(rows), 2)
    assert [column.tolist() for column in found] == [
        [n for row in rows for n in row[place] or []] for place in (0, 1)
    ]
