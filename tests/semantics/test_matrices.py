"""Relevance matrices from elsewhere: what is taken, and what is refused with its row and column."""

import io
import pickle
import re
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pooling.formats.problem import Unreadable
from semantics.formats.matrices import MatrixWanted, read_matrix
from semantics.formats.stored import ENDINGS, arrange, read_stored, write_matrix, write_stored
from semantics.proxies.relevance import Relevance
from tests.semantics.matrices import as_npy, as_npz, as_sparse, dense

CELLS = np.array([[1, 0.5], [1, 0], [0.25, 1]])
OWN = np.array([0, 0, 1])


def read(file: io.BytesIO, shape=(3, 2), own=OWN):
    return read_matrix(file, "matrix.npz", MatrixWanted(shape, own))


def refusal(file: io.BytesIO, shape=(3, 2), own=OWN) -> str:
    with pytest.raises(Unreadable) as refused:
        read(file, shape, own)
    (line,) = refused.value.lines()
    return line


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, ">f4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_is_taken_as_it_is(dtype, order):
    found = read(as_npy(np.asarray(CELLS, dtype, order)))
    assert dense(found.arranged.relevance).tolist() == CELLS.tolist()
    assert (found.arranged.pairs, found.problems.warnings) == (5, [])


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("of_format", ["csr", "csc", "coo"])
def test_a_sparse_matrix_is_taken_as_it_is(of_format, compressed):
    found = read(as_sparse(CELLS, of_format, compressed=compressed))
    assert dense(found.arranged.relevance).tolist() == CELLS.tolist()


def test_the_only_array_of_an_archive_is_taken_whatever_it_is_called():
    assert dense(read(as_npz(similar=CELLS)).arranged.relevance).tolist() == CELLS.tolist()


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (np.nan, "nan at row 1, column 1, counted from 0; 1 such value in all"),
        (np.inf, "inf at row 1, column 1, counted from 0; 1 such value in all"),
        (-0.5, "-0.5 at row 1, column 1, counted from 0; 1 such value in all"),
        (1.5, "1.5 at row 1, column 1, counted from 0; 1 such value in all"),
    ],
)
def test_what_is_no_relevance_is_refused_with_its_row_and_column(value, says):
    wrong = CELLS.copy()
    wrong[1, 1] = value
    expected = f"{says}; expected numbers from 0 to 1"
    assert refusal(as_npy(wrong)) == f"matrix.npz:0:0: {expected}"
    assert refusal(as_sparse(wrong)) == f"matrix.npz:0:0: {expected}"
    assert refusal(as_npz(one=wrong)) == f"matrix.npz/one.npy:0:0: {expected}"


def test_all_such_values_are_counted():
    assert "3 such values in all" in refusal(as_npy([[2, 2], [2, 0], [0, 1]]))


@pytest.mark.parametrize("save", [as_npy, as_sparse])
def test_a_matrix_the_other_way_round_is_refused(save):
    said = refusal(save(CELLS.T))
    assert said.endswith(
        "expected captions x videos = 3 x 2, found 2 x 3; it is transposed: save matrix.T"
    )


def test_a_square_matrix_the_other_way_round_is_told_by_the_own_videos():
    own = np.array([1, 2, 0])
    straight = np.full((3, 3), 0.5)
    straight[np.arange(3), own] = 1
    assert read(as_npy(straight), (3, 3), own).problems.warnings == []
    assert "it is transposed: save matrix.T" in refusal(as_npy(straight.T), (3, 3), own)


def test_own_videos_below_one_are_a_warning():
    found = read(as_npy(CELLS / 2))
    (warning,) = found.problems.warnings
    assert warning.message == "in 3 of 3 captions the own video has less than 1; it was kept"


def test_captions_without_a_source_are_not_looked_at():
    assert read(as_npy(CELLS), own=np.array([0, -1, -1])).problems.warnings == []


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (as_npy(np.zeros((3, 3))), "expected captions x videos = 3 x 2, found 3 x 3"),
        (as_npy(np.zeros(6)), "expected captions x videos = 3 x 2, found 6"),
        (as_npy(np.zeros((3, 2))), "no cell is above 0"),
        (as_sparse(np.zeros((2, 2))), "expected captions x videos = 3 x 2, found 2 x 2"),
        (as_sparse(CELLS, "bsr"), "in the format 'bsr'; expected csr, csc, coo"),
        (as_npz(a=CELLS, b=CELLS), "expected one array, or a sparse matrix"),
        (as_npz(a=np.zeros((900, 900))), "the array a unpacks to 6,480,128 bytes"),
        (io.BytesIO(pickle.dumps(CELLS)), "this is a Python pickle"),
        (as_npy(np.array([[None]]), object), "object arrays (pickles) are not accepted"),
        (as_npz(a=np.array([[None]])), "object arrays (pickles) are not accepted"),
        (io.BytesIO(b"a,b\n1,0\n"), "matrix.npz:0:0: expected a .npy or .npz file"),
        (io.BytesIO(b""), "the file is empty"),
        (
            io.BytesIO(b"PK\x03\x04and nothing else"),
            "the .npz archive is damaged or cut short, or is none",
        ),
        (io.BytesIO(as_npy(CELLS).getvalue()[:-8]), "truncated: the header promises 48 bytes"),
        (
            io.BytesIO(as_sparse(CELLS).getvalue()[:-40]),
            "the .npz archive is damaged or cut short, or is none",
        ),
    ],
)
def test_what_is_no_matrix_of_the_benchmark_is_refused(file, says):
    said = refusal(file)
    assert re.match(r"matrix\.npz(/a\.npy)?:0:0: ", said)
    assert says in said


def test_a_header_that_promises_more_than_there_is_allocates_nothing():
    header = io.BytesIO()
    shape = (3, 2 * 10**9)
    described = {"descr": "<f8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(header, described)
    assert "truncated: the header promises 48,000,000,000 bytes" in refusal(header, shape)


def parts(**changed) -> io.BytesIO:
    """A sparse matrix's archive, one member of which is another."""
    members = {
        "format": np.array(b"csr"),
        "shape": np.array([3, 2]),
        "data": np.ones(3),
        "indices": np.array([0, 0, 1]),
        "indptr": np.array([0, 1, 2, 3]),
    }
    kept = {name: value for name, value in (members | changed).items() if value is not None}
    return as_npz(**kept)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"indices": np.array([0, 0, 2])}, "an entry in column 2; expected 0 to 1"),
        ({"indices": np.array([0, -1, 1])}, "an entry in column -1; expected 0 to 1"),
        ({"indices": np.array([0, 1])}, "data and the indices are not equally long"),
        ({"indices": np.array([0.0, 0, 1])}, "expected a list of whole numbers"),
        ({"indptr": np.array([0, 1, 3])}, "expected 4 numbers, found 3"),
        ({"indptr": np.array([0, 2, 1, 3])}, "indptr does not lead from 0"),
        ({"indptr": np.array([0, 0, 0, 9])}, "indptr does not lead from 0"),
        (
            {"indptr": np.array([0, 0, 2, 3])},
            "row 1, column 0, counted from 0, has two values; expected one",
        ),
        ({"data": None}, "expected the array data in the archive, and there is none"),
        ({"format": np.array("dia")}, "expected csr, csc, coo"),
    ],
)
def test_parts_that_make_no_matrix_are_refused(changed, says):
    assert says in refusal(parts(**changed))


def test_the_parts_as_they_are_make_one():
    assert dense(read(parts()).arranged.relevance).tolist() == [[1, 0], [1, 0], [0, 1]]


def test_an_encrypted_member_is_refused():
    content = bytearray(as_npz(one=CELLS).getvalue())
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        place = archive.start_dir
    content[place + 8] |= 1  # the flag in the central directory
    content[6] |= 1  # and beside the member
    assert "the .npz archive is damaged or cut short, or is none" in refusal(
        io.BytesIO(bytes(content))
    )


relevances = arrays(
    np.float32,
    st.tuples(st.integers(1, 30), st.integers(1, 30)),
    elements=st.sampled_from([0, 0, 0, 0, 0, 0, 0, 0.25, 0.3333, 1e-30, 1]),
)


@given(cells=relevances)
def test_what_is_stored_and_exported_is_read_back_as_it_was(cells, tmp_path_factory):
    arranged = arrange(Relevance(cells.astype(np.float16)))
    kept = dense(arranged.relevance)
    assert arranged.pairs == np.count_nonzero(kept)
    assert (arranged.layout == "half") == (arranged.pairs > 0.1 * cells.size)
    path = tmp_path_factory.mktemp("stored") / "matrix"
    write_stored(arranged, path)
    assert (dense(read_stored(path, arranged.layout)) == kept).all()
    if not arranged.pairs:
        return
    for ending in ("npy", "npz"):
        exported = io.BytesIO()
        write_matrix(arranged.relevance, exported, ending)
        again = read(exported, cells.shape, np.full(len(cells), -1)).arranged
        assert (dense(again.relevance) == kept).all()
        assert (again.layout, again.pairs) == (arranged.layout, arranged.pairs)


def test_numpy_and_scipy_read_what_is_exported():
    from scipy import sparse

    rare = np.zeros((40, 30))
    rare[3, 4] = 0.25
    exported = io.BytesIO()
    write_matrix(arrange(Relevance(sparse.csr_array(rare))).relevance, exported, "npz")
    exported.seek(0)
    assert (sparse.load_npz(exported).toarray() == rare).all()
    exported = io.BytesIO()
    write_matrix(arrange(Relevance(CELLS.astype(np.float16))).relevance, exported, "npz")
    exported.seek(0)
    assert np.load(exported)["relevance"].tolist() == CELLS.tolist()


def test_the_same_cells_are_the_same_bytes():
    from scipy import sparse

    shuffled = sparse.csr_array(
        (np.array([0.5, 1.0]), np.array([7, 2]), np.array([0, 2] + [2] * 39)), shape=(40, 30)
    )
    sorted_ = sparse.csr_array(shuffled.toarray())
    files = io.BytesIO(), io.BytesIO()
    for cells, file in zip((shuffled, sorted_), files, strict=True):
        arranged = arrange(Relevance(cells))
        write_matrix(arranged.relevance, file, ENDINGS[arranged.layout])
    assert files[0].getvalue() == files[1].getvalue()
