"""Vectors of captions: every caption has one, once, all of one length, or the file is refused with
its line."""

import io

import numpy as np
import pytest

from pooling.formats.keys import Axis
from pooling.formats.problem import Unreadable
from semantics.formats.vectors import read_vectors
from tests.semantics.matrices import as_npy

CAPTIONS = Axis("caption", ("c0", "c1", "größe"))
VECTORS = np.array([[0.5, -1.0], [2.0, 0.25], [0.0, 1e-3]])
LINES = "c1 2 .25\nc0 0.5 -1\ngröße 0 1e-3\n"


def read(content) -> np.ndarray:
    file = content if isinstance(content, io.BytesIO) else io.BytesIO(content.encode())
    return read_vectors(file, "vectors", CAPTIONS).vectors


def refusals(content) -> list[str]:
    with pytest.raises(Unreadable) as refused:
        read(content)
    return refused.value.lines()


@pytest.mark.parametrize("content", [LINES, as_npy(VECTORS), as_npy(np.asfortranarray(VECTORS))])
def test_a_text_and_an_array_give_the_same(content):
    assert read(content).tolist() == VECTORS.astype(np.float32).tolist()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("c0 1 2\nc1 1 2\n", "vectors:0:0: 1 of 3 captions have no vector; the first of them is"),
        (LINES + "c0 1 2\n", "vectors:4:1: caption 'c0' has a vector in line 2 already"),
        (
            LINES.replace(" -1", ""),
            "vectors:2:1: expected 2 numbers, as in the first line; found 1",
        ),
        (LINES.replace("-1", "nan"), "vectors:2:8: 'nan' is no finite number"),
        (LINES.replace("-1", "-inf"), "vectors:2:8: '-inf' is no finite number"),
        (LINES.replace("-1", "1e99"), "vectors:2:8: '1e99' is no finite number"),
        (LINES.replace("-1", "1_0"), "vectors:2:8: '1_0' is no finite number"),
        (LINES.replace("-1", "１"), "vectors:2:8: '１' is no finite number"),
        (LINES.replace("-1", "one"), "vectors:2:8: 'one' is no finite number"),
        (LINES + "c9 1 2\n", "vectors:4:1: no caption has the key 'c9'"),
        (LINES + "C0 1 2\n", "vectors:4:1: no caption has the key 'C0'; is it c0?"),
        ("c0\n", "vectors:1:1: expected a caption's key and its numbers: key v1 v2 ..."),
        ("", "vectors:0:0: the file is empty"),
    ],
)
def test_a_text_that_is_not_whole_is_refused_with_its_line(content, says):
    assert any(line.startswith(says) for line in refusals(content)), refusals(content)


def test_a_text_that_is_cut_short_is_refused():
    whole = "".join(f"{key} {'0.125 ' * 50}\n" for key in CAPTIONS.keys)
    read(whole)
    for end in (len(whole) // 3, len(whole) // 2, len(whole) - 20):
        assert refusals(whole[:end])


def test_every_wrong_line_is_named():
    lines = refusals("c0 1 2\nc1 1\nc9 x 2\n")
    assert [line.split(":")[1] for line in lines[1:]] == ["2", "3", "3"]
    assert lines[0].startswith("vectors:0:0: 1 of 3 captions have no vector")


@pytest.mark.parametrize(
    ("vectors", "says"),
    [
        (
            VECTORS[:2],
            "expected a row for each of 3 captions, in the benchmark's order; found 2 x 2",
        ),
        (VECTORS.T, "found 2 x 3; it is transposed: save vectors.T"),
        (VECTORS[0], "found 2"),
        (np.zeros((3, 0)), "found 3 x 0"),
        (np.where(VECTORS == 2, np.nan, VECTORS), "nan at row 1, column 0, counted from 0"),
        (np.where(VECTORS == 2, -np.inf, VECTORS), "-inf at row 1, column 0, counted from 0"),
        (np.where(VECTORS == 2, 1e300, VECTORS), "1e+300 at row 1, column 0, counted from 0"),
    ],
)
def test_an_array_that_does_not_fit_is_refused(vectors, says):
    (line,) = refusals(as_npy(vectors))
    assert line.startswith("vectors:0:0: ")
    assert says in line


def test_an_array_that_is_cut_off_or_pickled_is_refused():
    (line,) = refusals(io.BytesIO(as_npy(VECTORS).getvalue()[:-8]))
    assert "truncated" in line
    (line,) = refusals(as_npy(np.array([None]), object))
    assert "object arrays (pickles) are not accepted" in line


def test_blank_lines_and_a_missing_end_are_warnings():
    file = io.BytesIO(f"\n{LINES}".rstrip().encode())
    found = read_vectors(file, "vectors", CAPTIONS)
    assert [one.code for one in found.problems.warnings] == ["blank", "newline"]


def test_a_first_line_that_is_far_too_long_for_its_file_allocates_nothing():
    many = Axis("caption", tuple(map(str, range(100_000))))
    with pytest.raises(Unreadable) as refused:
        read_vectors(io.BytesIO(b"0 " + b"1 " * 300_000 + b"\n"), "vectors", many)
    (line,) = refused.value.lines()
    assert "300,000 numbers for each of 100,000 captions take at least 60,000,000,000 bytes" in line
