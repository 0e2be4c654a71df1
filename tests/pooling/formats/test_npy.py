"""Matrices: what NumPy wrote is read in blocks of any kind; what declares more than it has never
gets memory."""

import io
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.formats.keys import Keys, read_names
from pooling.formats.npy import open_matrix
from pooling.formats.runs import Wanted, rank_matrix, read_run
from tests.pooling.formats.reading import KEYS, file_of, the_error, warned


def saved(array, *, allow_pickle=False) -> bytes:
    out = io.BytesIO()
    np.save(out, array, allow_pickle=allow_pickle)
    return out.getvalue()


def with_header(header: str, data: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    length = len(header).to_bytes(2 if version == b"\x01\x00" else 4, "little")
    return b"\x93NUMPY" + version + length + header.encode() + data


def declaring(descr: str = "'<f4'", shape: str = "(3, 4)", order: str = "False") -> str:
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


def keys_of(captions: int, videos: int, own=None) -> Keys:
    own = np.arange(captions) % videos if own is None else own
    return Keys.of(
        tuple(f"c{n}" for n in range(captions)), tuple(f"v{n}" for n in range(videos)), own
    )


def read(file):
    return read_run(file, "m.npy", Wanted(KEYS, 4), "npy")


SCORES = np.arange(12, dtype=np.float32).reshape(3, 4)
TYPES = ["<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "<i1", "<u2", ">i4", "<u8", np.longdouble]


@given(
    shape=st.tuples(st.integers(1, 9), st.integers(1, 9)),
    dtype=st.sampled_from(TYPES),
    fortran=st.booleans(),
    first=st.integers(0, 8),
    count=st.integers(1, 9),
)
def test_any_block_of_any_layout_is_what_numpy_would_give(shape, dtype, fortran, first, count):
    whole = np.random.default_rng(5).integers(0, 100, shape).astype(dtype)
    matrix = open_matrix(
        file_of(saved(np.asfortranarray(whole) if fortran else whole)), "m.npy", keys_of(*shape)
    )
    first_row, first_column = min(first, shape[0] - 1), min(first, shape[1] - 1)
    rows, columns = min(count, shape[0] - first_row), min(count, shape[1] - first_column)
    np.testing.assert_array_equal(
        matrix.block(first_row, rows), whole[first_row : first_row + rows]
    )
    np.testing.assert_array_equal(
        matrix.turned_block(first_column, columns),
        whole[:, first_column : first_column + columns].T,
    )
    np.testing.assert_array_equal(np.concatenate(list(matrix.blocks())), whole)
    np.testing.assert_array_equal(np.concatenate(list(matrix.blocks("v2t"))), whole.T)


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_all_versions_of_the_format_are_read(version):
    out = io.BytesIO()
    np.lib.format.write_array(out, SCORES, version=version)
    assert open_matrix(out, "m.npy", KEYS).block(1, 1).tolist() == [[4, 5, 6, 7]]


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        pytest.param(b"", "empty", "the file is empty", id="an empty file"),
        pytest.param(
            saved(SCORES)[:-20],
            "truncated",
            "promises 48 bytes of data, the file has 28",
            id="a truncated file",
        ),
        pytest.param(
            saved(SCORES)[:40],
            "truncated",
            "the header should have",
            id="a file that ends in its header",
        ),
        pytest.param(b"caption_id,video_id\n", "npy", "not an .npy file", id="a text"),
        pytest.param(
            with_header(declaring(), version=b"\x09\x00"),
            "npy",
            "its version is 9.0",
            id="version 9",
        ),
        pytest.param(
            b"\x93NUMPY\x02\x00" + (50_000_000).to_bytes(4, "little"),
            "npy",
            "claims 50,000,000 bytes",
            id="a header of 50 MB",
        ),
        pytest.param(
            with_header(declaring(shape="(1000000, 1000000)")),
            "truncated",
            "promises 4,000,000,000,000 bytes",
            id="terabytes",
        ),
        pytest.param(
            with_header(declaring(shape="(9999999999999999999, 9999999999999999999)")),
            "truncated",
            "more than 10^30",
            id="beyond",
        ),
        pytest.param(
            with_header(declaring(shape="(9999999999999999999999, 4)")),
            "shape",
            "whole numbers from 0",
            id="a side beyond reason",
        ),
        pytest.param(
            with_header(declaring(shape="(-1, 4)")),
            "shape",
            "whole numbers from 0, found '(-1, 4)'",
            id="a negative side",
        ),
        pytest.param(
            with_header("{'descr': '<f4', 'shape': (3, 4), }"),
            "npy",
            "expected a header with",
            id="a header without its order",
        ),
        pytest.param(
            with_header("__import__('os').system('exit 1')"),
            "npy",
            "expected a header with",
            id="a header that is code",
        ),
        pytest.param(with_header("(" * 9000), "npy", "expected a header with", id="a deep header"),
        pytest.param(
            with_header(declaring() + "+1"),
            "npy",
            "expected a header with",
            id="more after the header",
        ),
        pytest.param(
            with_header(declaring("'<f999'"), bytes(48)),
            "dtype",
            "'<f999' is not known",
            id="an unknown float",
        ),
        pytest.param(
            saved(np.array([[{}]], object), allow_pickle=True),
            "dtype",
            "object arrays",
            id="objects",
        ),
        pytest.param(saved(np.zeros((3, 4), "f4,f4")), "dtype", "structured arrays", id="records"),
        pytest.param(
            saved(np.full((3, 4), "x")), "dtype", "strings are not accepted", id="strings"
        ),
        pytest.param(saved(np.full((3, 4), b"x")), "dtype", "byte strings", id="byte strings"),
        pytest.param(
            saved(np.zeros((3, 4), complex)), "dtype", "complex numbers", id="complex numbers"
        ),
        pytest.param(saved(np.zeros((3, 4), bool)), "dtype", "truth values", id="truth values"),
        pytest.param(saved(np.zeros((3, 4), "M8[s]")), "dtype", "dates", id="dates"),
        pytest.param(
            saved(SCORES.T), "shape", "found 4 x 3; it is transposed", id="a transposed matrix"
        ),
        pytest.param(saved(np.float32(1)), "shape", "found a single number", id="no axis"),
        pytest.param(
            saved(np.zeros(12)),
            "shape",
            "expected captions x videos = 3 x 4, found 12",
            id="one axis",
        ),
        pytest.param(saved(np.zeros((0, 4))), "shape", "found 0 x 4", id="no rows"),
        pytest.param(saved(np.zeros((1, 1, 1, 1))), "shape", "found 1 x 1 x 1 x 1", id="four axes"),
        pytest.param(
            saved(np.where(SCORES > 5, np.nan, SCORES)),
            "number",
            "nan at row 1, column 2, counted from 0; 6 such values",
            id="nan",
        ),
        pytest.param(
            saved(np.where(SCORES == 11, -np.inf, SCORES)),
            "number",
            "-inf at row 2, column 3",
            id="an infinity",
        ),
    ],
)
def test_what_is_no_matrix_of_this_benchmark_is_named(content, code, said):
    error = the_error(read, content)
    assert error.code == code
    assert said in error.message


@pytest.mark.parametrize(
    ("content", "warnings"),
    [
        pytest.param(saved(SCORES), {}, id="nothing of a good one"),
        pytest.param(saved(SCORES) + b"more", {"trailing": 1}, id="bytes after the data"),
        pytest.param(saved(SCORES.astype("f2")), {"ties": 1}, id="float16"),
        pytest.param(saved(np.zeros((3, 4))), {"constant": 1, "ties": 1}, id="all zeros"),
        pytest.param(
            saved(SCORES * [[1], [0], [1]]), {"constant": 1, "ties": 1}, id="a constant row"
        ),
        pytest.param(saved(SCORES * [1, 0, 1, 1]), {"constant": 1}, id="a constant column"),
    ],
)
def test_what_is_odd_about_a_matrix_is_said(content, warnings):
    assert warned(read(file_of(content)).problems) == warnings


# --- three dimensions


def padded(captions_of_video: list[int], slots: int) -> tuple[np.ndarray, np.ndarray, Keys]:
    """A matrix as releases of MSVD have it, its rows in the benchmark's order, and that
    benchmark."""
    videos = len(captions_of_video)
    own = np.repeat(np.arange(videos), captions_of_video)
    rows = (
        np.random.default_rng(7)
        .permutation(len(own) * videos)
        .reshape(len(own), videos)
        .astype(np.float32)
    )
    own = own[np.random.default_rng(8).permutation(len(own))]
    whole = np.full((videos, slots, videos), np.inf, np.float32)
    for video in range(videos):
        whole[video, : captions_of_video[video]] = rows[own == video]
    return whole, rows, keys_of(len(own), videos, own)


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=5).filter(any),
    st.integers(0, 2),
    st.booleans(),
)
def test_padding_is_left_out_and_captions_found_wherever_they_stand(counts, more, fortran):
    whole, rows, keys = padded(counts, max(counts) + more)
    matrix = open_matrix(
        file_of(saved(np.asfortranarray(whole) if fortran else whole)), "m.npy", keys
    )
    np.testing.assert_array_equal(matrix.block(0, len(rows)), rows[matrix.captions])
    np.testing.assert_array_equal(matrix.turned_block(0, len(counts)), rows[matrix.captions].T)
    assert sorted(matrix.captions) == list(range(len(rows)))


def test_columns_in_another_order_reorder_both_video_axes():
    whole, rows, keys = padded([2, 1, 3], 3)
    order = np.array([2, 0, 1], np.int32)
    matrix = open_matrix(file_of(saved(whole[order][:, :, order])), "m.npy", keys, videos=order)
    np.testing.assert_array_equal(matrix.block(0, 6), rows[matrix.captions][:, order])


def test_a_score_in_the_padding_is_a_caption_too_many():
    whole, _, keys = padded([2, 1, 3], 3)
    whole[1, 1, 0] = 0.5
    error = the_error(lambda file: open_matrix(file, "m.npy", keys), saved(whole))
    assert error.code == "shape"
    assert (
        "slot 1 of video 1 (from 0) holds scores, but the benchmark has 1 captions" in error.message
    )


def test_padding_where_a_caption_should_be_is_said_with_its_slot():
    whole, _, keys = padded([2, 1, 3], 3)
    whole[2, 2] = np.inf
    error = the_error(lambda file: read_run(file, "m.npy", Wanted(keys, 2)), saved(whole))
    assert "inf at video 2, slot 2, column 0, counted from 0; 3 such values" in error.message


@pytest.mark.parametrize("shape", [(3, 2, 3), (3, 3, 4), (2, 3, 2)])
def test_slots_that_do_not_fit_are_said(shape):
    _, _, keys = padded([2, 1, 3], 3)
    error = the_error(lambda file: open_matrix(file, "m.npy", keys), saved(np.zeros(shape)))
    assert "expected video x caption slot x video = 3 x at least 3 x 3" in error.message


# --- names of rows and columns


@pytest.mark.parametrize(
    ("content", "line", "code", "said"),
    [
        pytest.param(
            "v1\nv2\nv1\n", 3, "duplicate", "stands in line 1 and again", id="a name twice"
        ),
        pytest.param(
            "v1\nv9\n",
            2,
            "unknown-video",
            "'v9' is no video of this benchmark",
            id="an unknown name",
        ),
        pytest.param(
            "v1\nV2.mp4\n", 2, "unknown-video", "; is it v2?", id="a name with an extension"
        ),
        pytest.param("", 0, "empty", "the file is empty", id="no names"),
    ],
)
def test_names_that_do_not_fit_are_said_by_line(content, line, code, said):
    error = the_error(lambda file: read_names(file, "videos.txt", KEYS.videos), content)
    assert (error.line, error.code) == (line, code)
    assert said in error.message


def test_named_rows_and_columns_are_ranked_under_their_own_numbers():
    captions = read_names(file_of("c3\nc1\n"), "captions.txt", KEYS.captions)
    videos = read_names(file_of("v4\nv2\nv1\n"), "videos.txt", KEYS.videos)
    matrix = open_matrix(
        file_of(saved(np.array([[3.0, 2, 1], [1, 4, 5]]))),
        "m.npy",
        KEYS,
        captions=captions,
        videos=videos,
    )
    run = rank_matrix(matrix, "m.npy", Wanted(KEYS, 2))
    assert run.rankings.items.tolist() == [2, 0]
    assert run.rankings.targets.tolist() == [[3, 1], [0, 1]]
    assert run.rankings.own_ranks.tolist() == [1, 1]
    assert warned(run.problems) == {"missing-caption": 1, "missing-video": 1}


def test_a_list_of_names_longer_than_its_axis_is_said():
    captions = read_names(file_of("c3\nc1\n"), "captions.txt", KEYS.captions)
    error = the_error(
        lambda file: open_matrix(file, "m.npy", KEYS, captions=captions), saved(SCORES)
    )
    assert "expected captions x videos = 2 x 4, found 3 x 4" in error.message


# --- orientation, through the whole reading


def noisy(n: int, place) -> np.ndarray:
    """A matrix in which the own video of caption i stands out, and is to be found at `place`."""
    scores = np.random.default_rng(3).random((n, n))
    scores[place] += 1
    return scores


def orientation_of(scores: np.ndarray, own: np.ndarray) -> list[str]:
    run = read_run(file_of(saved(scores)), "m.npy", Wanted(keys_of(*scores.shape, own), 10))
    return [problem.message for problem in run.problems.warnings if problem.code == "orientation"]


def test_a_matrix_that_would_fit_better_otherwise_is_suspected():
    own = np.random.default_rng(4).permutation(60)
    straight = noisy(60, (np.arange(60), own))
    assert orientation_of(straight, own) == []
    assert "score better transposed (R@1 1.00 against 0.0" in orientation_of(straight.T, own)[0]
    assert "sign reversed (R@1 1.00 against 0.00" in orientation_of(-straight, own)[0]
    assert (
        "as if by chance"
        in orientation_of(np.random.default_rng(9).random((2000, 30)), np.arange(2000) % 30)[0]
    )


def test_a_matrix_larger_than_memory_allows_is_ranked_all_the_same(tmp_path):
    """A child that may not have as much memory as its matrix has bytes."""
    captions, videos = 30_000, 2_000
    np.lib.format.open_memmap(
        tmp_path / "m.npy", mode="w+", dtype=np.float32, shape=(captions, videos)
    )[:: captions // 100] = 1
    program = f"""
import resource, numpy as np
from pooling.formats.keys import Keys
from pooling.formats.runs import Wanted, read_run
captions, videos = (tuple(map(str, range(size))) for size in ({captions}, {videos}))
keys = Keys.of(captions, videos, np.zeros({captions}, int))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with open({str(tmp_path / "m.npy")!r}, "rb") as file:
    run = read_run(file, "m.npy", Wanted(keys, 20))
assert run.rankings.targets.shape == ({captions}, 20)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) * 1024 < captions * videos * 4 / 2
