"""Reading a Range header, beside a slow twin that asks of every byte whether it was meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from media.ranges import FAR, AskedRange, Span, read_range

SIZES = st.integers(0, 40)
POSITIONS = st.integers(0, 50)


def bytes_of(asked: Span) -> list[int]:
    return list(range(asked.start, asked.stop))


def slow_bytes(size: int, first: int | None, last: int | None) -> list[int]:
    if first is None:
        return [byte for byte in range(size) if size - byte <= last]
    return [byte for byte in range(size) if byte >= first and (last is None or byte <= last)]


@given(size=SIZES, first=POSITIONS, more=POSITIONS)
def test_a_range_is_the_bytes_between_its_ends_as_far_as_the_file_goes(size, first, more):
    asked = read_range(f"bytes={first}-{first + more}", size)
    expected = slow_bytes(size, first, first + more)
    if expected:
        assert bytes_of(asked) == expected
        assert not asked.open_ended
    else:
        assert asked is AskedRange.UNSATISFIABLE


@given(size=SIZES, first=POSITIONS)
def test_an_open_range_goes_to_the_end(size, first):
    asked = read_range(f"bytes={first}-", size)
    expected = slow_bytes(size, first, None)
    if expected:
        assert bytes_of(asked) == expected
        assert asked.open_ended
    else:
        assert asked is AskedRange.UNSATISFIABLE


@given(size=st.integers(1, 40), length=POSITIONS)
def test_a_suffix_is_the_files_last_bytes(size, length):
    asked = read_range(f"bytes=-{length}", size)
    expected = slow_bytes(size, None, length)
    if expected:
        assert bytes_of(asked) == expected
    else:
        assert asked is AskedRange.UNSATISFIABLE


@given(
    header=st.text(max_size=30) | st.from_regex(r"bytes=[0-9, -]{0,12}", fullmatch=True), size=SIZES
)
def test_whatever_is_sent_the_answer_fits_the_file(header, size):
    asked = read_range(header, size)
    assert isinstance(asked, AskedRange) or 0 <= asked.start < asked.stop <= size


@given(size=st.integers(1, 1000), first=st.integers(0, 999), length=st.integers(1, 100))
def test_a_shortened_span_begins_where_it_did(size, first, length):
    asked = read_range(f"bytes={first}-", size)
    if isinstance(asked, Span):
        assert bytes_of(asked.at_most(length)) == bytes_of(asked)[:length]


@pytest.mark.parametrize(
    "header",
    [
        "",
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes=,",
        "bytes=5",
        "bytes=5-2",
        "bytes=a-b",
        "bytes=1-2,4-5",
        "bytes=--1",
    ],
)
def test_what_is_no_single_range_is_ignored(header):
    assert read_range(header, 10) is AskedRange.IGNORED


@pytest.mark.parametrize(
    "header",
    [
        "bytes=0x1-2",
        "bytes=+1-2",
        "bytes=1 - 2",
        "bytes=1-2-3",
        "lines=1-2",
        "bytes 1-2",
        "bytes=\u0661-\u0662",
        "bytes=1-2;3",
    ],
)
def test_what_is_not_spelled_as_a_range_is_ignored(header):
    assert read_range(header, 10) is AskedRange.IGNORED


def test_no_header_asks_for_the_whole_file():
    assert read_range(None, 10) is AskedRange.WHOLE


@pytest.mark.parametrize(
    "header",
    ["bytes=2-4", "BYTES=2-4", " bytes = 2-4", "bytes=2-4,", "bytes=, ,2-4 ,", "bytes=0002-0004"],
)
def test_spelling_that_means_nothing_changes_nothing(header):
    assert read_range(header, 10) == Span(2, 5)


def test_a_number_of_thousands_of_digits_is_only_very_far():
    many = "9" * 5000
    assert read_range(f"bytes={many}-", 10) is AskedRange.UNSATISFIABLE
    assert read_range(f"bytes=2-{many}", 10) == Span(2, 10)
    assert read_range(f"bytes=-{many}", 10) == Span(0, 10)
    assert FAR > 2**59


def test_the_end_of_an_empty_file_is_sent_as_the_empty_file():
    assert read_range("bytes=-5", 0) is AskedRange.IGNORED
    assert read_range("bytes=0-", 0) is AskedRange.UNSATISFIABLE


def test_a_span_says_where_it_lies():
    assert Span(2, 5).content_range(10) == "bytes 2-4/10"
    assert Span(2, 5).length == 3
