"""Archives of arrays as runs: the matrix in them is read as if it were alone; nothing is unpacked
that does not fit."""

import io
import warnings
import zipfile

import numpy as np
import pytest

from pooling.formats.guess import guess_run_format
from pooling.formats.npy import open_matrix
from pooling.formats.npz import MOST_MEMBERS
from pooling.formats.runs import Wanted, read_run
from tests.pooling.formats.reading import KEYS, file_of, the_error
from tests.pooling.formats.test_npy import SCORES, declaring, keys_of, saved, with_header


def archive(members, how=zipfile.ZIP_DEFLATED) -> bytes:
    """members: pairs of a name and content; a name may come twice."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", how) as packed:
        warnings.simplefilter("ignore")  # of a name that comes twice
        for name, content in members:
            packed.writestr(name, content)
    return out.getvalue()


def saved_z(save=np.savez, **arrays) -> bytes:
    out = io.BytesIO()
    save(out, **arrays)
    return out.getvalue()


def read(file):
    return read_run(file, "m.npz", Wanted(KEYS, 4))


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
@pytest.mark.parametrize(
    "arrays",
    [
        {"anything": SCORES},
        {"t2v": SCORES, "v2t": SCORES.T, "names": np.array(["a"])},
        {"ids": np.arange(3), "sim": SCORES},
        {"arr_0": np.asfortranarray(SCORES.astype(">f8"))},
    ],
)
def test_its_matrix_is_read_as_if_it_were_alone(save, arrays):
    content = saved_z(save, **arrays)
    assert guess_run_format(file_of(content)) == "npy"
    found, alone = read(file_of(content)), read(file_of(saved(SCORES)))
    assert found.rankings.targets.tolist() == alone.rankings.targets.tolist()
    assert found.rankings.own_ranks.tolist() == alone.rankings.own_ranks.tolist()


def test_one_with_slots_is_unpacked_too():
    keys = keys_of(2, 2)
    whole = np.array([[[1.0, 2], [np.inf, np.inf]], [[3, 4], [np.inf, np.inf]]])
    matrix = open_matrix(file_of(saved_z(t2v=whole)), "m.npz", keys)
    assert matrix.block(0, 2).tolist() == [[1, 2], [3, 4]]
    bomb = np.full((2, 100_000, 2), np.inf)
    bomb[:, 0] = 1
    error = the_error(
        lambda file: open_matrix(file, "m.npz", keys), saved_z(np.savez_compressed, t2v=bomb)
    )
    assert (error.code, "more than 100 times" in error.message) == ("size", True)


def changed(content: bytes, place: int, value: bytes) -> bytes:
    return content[:place] + value + content[place + len(value) :]


PLAIN = archive([("t2v.npy", saved(SCORES))], zipfile.ZIP_STORED)
CROWD = archive([(f"a{n}.npy", b"") for n in range(MOST_MEMBERS + 1)])


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        pytest.param(
            saved_z(b=SCORES, a=SCORES),
            "zip",
            "the archive has 2 arrays: 'a', 'b'; expected one matrix, or one that is called t2v",
            id="several",
        ),
        pytest.param(saved_z(t2v=SCORES, sim=SCORES), "zip", "has 2 arrays: 'sim'", id="both"),
        pytest.param(
            saved_z(**{f"a{n:02}": SCORES for n in range(12)}), "zip", "and 2 more", id="many"
        ),
        pytest.param(archive([("x.txt", "x")]), "zip", "it has no array in it", id="no array"),
        pytest.param(archive([]), "zip", "an empty zip archive", id="empty"),
        pytest.param(
            archive([("xl/workbook.xml", "x")]), "zip", "an Excel workbook", id="a workbook"
        ),
        pytest.param(
            archive([("t2v.npy", saved(SCORES)), ("t2v.npy", saved(SCORES))]),
            "duplicate",
            "the archive has the array 't2v' twice",
            id="one name twice",
        ),
        pytest.param(saved_z(t2v=SCORES.T), "shape", "it is transposed", id="transposed"),
        pytest.param(saved_z(t2v=np.zeros(3)), "shape", "found 3", id="a list"),
        pytest.param(
            archive([("t2v.npy", saved(np.array([[None]]), allow_pickle=True))]),
            "dtype",
            "'t2v.npy': object arrays (pickles) are not accepted",
            id="a pickle",
        ),
        pytest.param(
            archive([("t2v.npy", with_header(declaring(shape="(1000000, 1000000)")))]),
            "truncated",
            "'t2v.npy': truncated: the header promises 4,000,000,000,000 bytes",
            id="more promised than there is",
        ),
        pytest.param(
            saved_z(np.savez_compressed, t2v=np.zeros((2000, 2000))),
            "shape",
            "expected captions x videos = 3 x 4, found 2,000 x 2,000",
            id="a bomb",
        ),
        pytest.param(archive([("t2v.npy", b"text")]), "npy", "'t2v.npy': not an .npy", id="text"),
        pytest.param(archive([("t2v.npy", b"")]), "empty", "'t2v.npy': the file is", id="nothing"),
        pytest.param(
            archive([("t2v.npy", saved(SCORES))], zipfile.ZIP_BZIP2),
            "zip",
            "packed in a way that numpy does not know",
            id="bzip2",
        ),
        pytest.param(PLAIN[:-30], "zip", "damaged or cut short", id="cut off"),
        pytest.param(PLAIN[:60], "zip", "damaged or cut short", id="a beginning"),
        pytest.param(
            changed(PLAIN, PLAIN.find(SCORES.tobytes()) + 3, b"\xff"),
            "zip",
            "damaged or cut short",
            id="another checksum",
        ),
        pytest.param(
            changed(PLAIN, PLAIN.find(b"PK\x01\x02") + 8, b"\x01"),
            "zip",
            "'t2v.npy' is encrypted",
            id="encrypted",
        ),
        pytest.param(CROWD, "size", f"the archive has {MOST_MEMBERS + 1:,} members", id="a crowd"),
        pytest.param(
            changed(PLAIN, len(PLAIN) - 10, b"\xff\xff\xff\x7f"),
            "size",
            "listed in 2,147,483,647 bytes",
            id="a directory of any size",
        ),
    ],
)
def test_what_is_no_archive_of_one_matrix_is_named(content, code, said):
    error = the_error(read, content)
    assert error.code == code
    assert said in error.message
