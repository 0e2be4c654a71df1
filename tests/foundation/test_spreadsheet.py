"""Tables for spreadsheets are made while they are sent: a block at a time, whatever their size."""

import csv
import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.spreadsheet import AT_ONCE, BLOCK, plain_cell, safe_cell, spreadsheet_rows
from pooling.views.answers import csv_download

HEADER = ("n", "text", "formula")
MANY = 60_000
LONGEST_ROW = 100
CELLS = st.text(max_size=8) | st.integers() | st.none() | st.sampled_from(["'=1", "''", "-2", "＝"])


class Made:
    """Rows that know how many of them were asked for."""

    def __init__(self, count: int) -> None:
        self.count, self.asked = count, 0

    def __iter__(self):
        for number in range(self.count):
            self.asked += 1
            yield (number, f"a caption that is about as long as captions are {number}", "=1+1")


@given(rows=st.lists(st.tuples(CELLS, CELLS), max_size=5), times=st.sampled_from([1, 70]))
def test_the_blocks_are_one_table_with_a_mark_and_its_header(rows, times):
    whole = "".join(spreadsheet_rows(("a", "b"), rows * times))
    assert whole.startswith("\ufeffa,b\r\n")
    read = list(csv.reader(io.StringIO(whole[1:], newline="")))[1:]
    assert read == [[safe_cell(cell) for cell in row] for row in rows * times]
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows * times]
    assert [[plain_cell(cell) for cell in row] for row in read] == texts


def test_blocks_are_sensible_and_none_is_empty():
    *blocks, last = spreadsheet_rows(HEADER, Made(MANY))
    assert len(blocks) > 10
    assert all(BLOCK <= len(block) < BLOCK + AT_ONCE * LONGEST_ROW for block in blocks)
    assert 0 < len(last) < BLOCK + AT_ONCE * LONGEST_ROW


@pytest.mark.parametrize("count", [0, 1, AT_ONCE, AT_ONCE + 1])
def test_a_small_table_is_one_block(count):
    (block,) = spreadsheet_rows(HEADER, Made(count))
    assert block.count("\r\n") == count + 1


def test_the_first_bytes_of_a_download_come_long_before_the_last_row_is_made():
    rows = Made(MANY)
    pieces = iter(csv_download("pairs", HEADER, rows))
    assert next(pieces).startswith("\ufeffn,text,formula\r\n".encode())
    assert rows.asked < MANY / 10
    assert sum(1 for _ in pieces) > 10
    assert rows.asked == MANY


def test_a_download_holds_a_few_blocks_whatever_its_size():
    pieces = iter(csv_download("pairs", HEADER, Made(MANY)))
    next(pieces)
    tracemalloc.start()
    assert sum(map(len, pieces)) > 20 * BLOCK
    assert tracemalloc.get_traced_memory()[1] < 8 * BLOCK
    tracemalloc.stop()
