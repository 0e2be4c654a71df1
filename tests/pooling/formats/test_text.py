"""What is no plain text is refused by name; what is only odd is said; nothing is lost on the
way."""

import gzip
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.formats.problem import Problems
from pooling.formats.text import BLOCK, BOM, LINE_LIMIT, open_text
from tests.pooling.formats.reading import file_of, the_error, warned


def read(file):
    return open_text(file, Problems())


def zip_of(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, "a,b\n")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        pytest.param(b"", "empty", "the file is empty", id="an empty file"),
        pytest.param(zip_of("a.csv"), "zip", "this is a zip archive", id="a zip"),
        pytest.param(zip_of("xl/workbook.xml"), "spreadsheet", "Excel workbook", id="an xlsx"),
        pytest.param(zip_of("arr_0.npy"), "zip", "this is an .npz archive", id="an npz"),
        pytest.param(
            gzip.compress(b"a,b\n"),
            "gzip",
            "compressed with gzip",
            id="a gz where none is expected",
        ),
        pytest.param(
            "a,b\n".encode("utf-16"), "encoding", "encoded in UTF-16", id="UTF-16 with its mark"
        ),
        pytest.param(
            "abcd,b\n".encode("utf-16-le"),
            "nul",
            "NUL byte at offset 1; is it UTF-16",
            id="UTF-16 without its mark",
        ),
        pytest.param(
            "a,é\n".encode("latin-1"),
            "encoding",
            "byte 0xE9 at offset 2 is not UTF-8",
            id="Latin-1",
        ),
        pytest.param(
            "a\nb,“x”".encode("cp1252"),
            "encoding",
            "byte 0x93 at offset 4 is not UTF-8",
            id="Windows-1252",
        ),
        pytest.param(b"ab\x00c\n", "nul", "a NUL byte at offset 2", id="a NUL"),
        pytest.param(
            "aé".encode()[:-1],
            "encoding",
            "the last character is cut off",
            id="a character cut in half",
        ),
        pytest.param(b"<!DOCTYPE html><html>", "html", "needed a login", id="an error page"),
        pytest.param(
            b"version https://git-lfs.github.com/spec/v1\noid",
            "lfs",
            "git lfs pull",
            id="a Git LFS pointer",
        ),
        pytest.param(b"\x80\x04]\x94.", "pickle", "a Python pickle", id="a pickle"),
        pytest.param(b"\x93NUMPY\x01\x00", "kind", "a NumPy array", id="an array"),
        pytest.param(b"\x00\x00\x00\x18ftypmp42", "kind", "a video", id="a video"),
        pytest.param(
            b"x" * (LINE_LIMIT + 1),
            "length",
            "a line longer than 1,000,000 bytes",
            id="a line without end",
        ),
        pytest.param(
            b"a\n" + b"x" * (LINE_LIMIT + 1) + b"\nb",
            "length",
            "a line longer than",
            id="a long line among others",
        ),
    ],
)
def test_what_is_no_text_of_ours_is_named(content, code, said):
    error = the_error(read, content)
    assert error.code == code
    assert said in error.message


def test_a_byte_that_is_no_utf_8_is_found_by_line_and_offset_wherever_blocks_end():
    content = b"a line\n" * 100_000 + "é".encode() + b"\n\xe9\n"
    error = the_error(read, content)
    assert error.line == 100_002
    assert f"offset {100_000 * 7 + 3} " in error.message


@pytest.mark.parametrize(
    ("content", "warnings"),
    [
        pytest.param(b"a\nb\n", {}, id="nothing of LF"),
        pytest.param(b"a\r\nb\r\n", {"line-ends": 1}, id="CR LF"),
        pytest.param(b"a\rb\r", {"line-ends": 1}, id="CR"),
        pytest.param(b"a\rb\n", {"line-ends": 1}, id="a mixture"),
        pytest.param(BOM + b"a\n", {"bom": 1}, id="a byte order mark"),
    ],
)
def test_odd_but_readable_is_said(content, warnings):
    problems = Problems()
    text = open_text(file_of(content), problems)
    assert warned(problems) == warnings
    assert next(text.lines()).rstrip("\r\n") == "a"


LINES = st.lists(st.text("ab é\u2028\x0b\x85", max_size=5), max_size=8)


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_lines_are_the_same_read_as_characters_or_as_bytes(lines, end, ends_in_newline):
    content = end.join(lines) + (end if ends_in_newline else "")
    if not content:
        return
    text = open_text(file_of(content), Problems())
    assert "".join(text.lines()) == content
    assert [line.rstrip("\r\n") for line in text.lines()] == [
        line for _, block in text.blocks() for line in map(bytes.decode, block)
    ]
    assert text.ends_in_newline == content.endswith(end)


def test_blocks_know_the_numbers_of_their_lines():
    content = b"".join(b"line %d\n" % number for number in range(1, 200_001))
    assert len(content) > 3 * BLOCK
    blocks = list(open_text(file_of(content), Problems()).blocks())
    assert len(blocks) > 3
    for first, lines in blocks:
        assert lines[0] == b"line %d" % first
        assert lines[-1] == b"line %d" % (first + len(lines) - 1)


def test_gzip_is_read_through_where_it_is_allowed():
    text = open_text(file_of(gzip.compress(b"a\r\nb\n")), Problems(), gzip_allowed=True)
    assert list(text.lines()) == ["a\r\n", "b\n"]


def test_a_gzip_bomb_is_stopped_before_it_unpacks():
    bomb = gzip.compress(b"\n" * 50_000_000)
    assert (
        the_error(lambda file: open_text(file, Problems(), gzip_allowed=True), bomb).code == "size"
    )


@pytest.mark.parametrize(
    "spoil",
    [lambda whole: whole[:-6], lambda whole: whole[:30] + b"\xff\xff" + whole[32:]],
    ids=["cut off", "damaged"],
)
def test_a_broken_gzip_is_said_to_be_one(spoil):
    whole = gzip.compress(bytes(range(1, 100)) * 10)
    assert (
        the_error(lambda file: open_text(file, Problems(), gzip_allowed=True), spoil(whole)).code
        == "gzip"
    )


def test_reading_does_not_close_the_file():
    file = file_of("a\nb\n")
    text = open_text(file, Problems())
    for _ in text.lines():
        break
    assert list(text.lines()) == ["a\n", "b\n"]
    assert not file.closed
