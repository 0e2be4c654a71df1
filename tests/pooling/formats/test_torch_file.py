"""Tensors as runs: read as arrays are, of what PyTorch writes and of what only looks like it."""

import io
import zipfile

import numpy as np
import pytest

from pooling.formats.npy import open_matrix
from pooling.formats.runs import Wanted, read_run
from tests.pooling.formats.reading import KEYS, file_of, the_error
from tests.pooling.formats.test_npy import SCORES, keys_of, saved

# What torch.save writes for a tensor of 3 x 4 numbers, by hand: a dict of it where it has a name.
TENSOR = (
    b"ctorch._utils\n_rebuild_tensor_v2\n((X\x07\x00\x00\x00storagectorch\n%sStorage\n"
    b"X\x01\x00\x00\x000X\x03\x00\x00\x00cpuK\x0ctQ%s\x89ccollections\nOrderedDict\n)RtR"
)
PLAIN = b"K\x00K\x03K\x04\x86K\x04K\x01\x86"


def tensor(kind=b"Float", places=PLAIN) -> bytes:
    return TENSOR % (kind, places)


NUMBERS = SCORES.astype("f4").tobytes()


def pt(described: bytes, data=NUMBERS, how=zipfile.ZIP_STORED, **more):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02" + described + b".")
        archive.writestr("archive/data/0", data)
        for name, content in more.items():
            archive.writestr(f"archive/{name}", content)
    return out.getvalue()


def read(file):
    return read_run(file, "m.pt", Wanted(KEYS, 4))


def ranks(content: bytes) -> list[list[int]]:
    return read(file_of(content)).rankings.targets.tolist()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(pt(tensor()), id="alone"),
        pytest.param(pt(b"}X\x03\x00\x00\x00sim" + tensor() + b"s"), id="in a dict"),
        pytest.param(pt(tensor(b"Double"), SCORES.astype("f8").tobytes()), id="doubles"),
        pytest.param(
            pt(tensor(), SCORES.astype(">f4").tobytes(), byteorder=b"big"), id="of a big endian"
        ),
        pytest.param(
            pt(
                tensor(places=b"K\x00K\x03K\x04\x86K\x01K\x03\x86"),
                SCORES.astype("f4").tobytes("F"),
            ),
            id="columns together",
        ),
        pytest.param(
            pt(tensor(places=b"K\x02" + PLAIN[2:]), b"8 bytes " + NUMBERS),
            id="a piece",
        ),
    ],
)
def test_a_tensor_is_read_as_an_array_is(content):
    assert ranks(content) == ranks(saved(SCORES))


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        pytest.param(pt(tensor(b"BFloat16")), "dtype", "save tensor.float()", id="bfloat16"),
        pytest.param(pt(b"cos\nsystem\n(X\x01\x00\x00\x00xtR"), "pickle", "'os system'", id="code"),
        pytest.param(
            pt(b"ctorch\nload\n(X\x01\x00\x00\x00xtR"), "pickle", "'torch load'", id="its own code"
        ),
        pytest.param(pt(b"]"), "pickle", "holds a list without a tensor", id="no tensor"),
        pytest.param(
            pt(b"}(X\x01\x00\x00\x00a" + tensor() + b"X\x01\x00\x00\x00b" + tensor() + b"u"),
            "zip",
            "the file of PyTorch has 2 tensors: 'a', 'b'",
            id="two",
        ),
        pytest.param(
            pt(tensor(places=b"K\x00K\x03K\x02\x86K\x04K\x02\x86")), "shape", "view", id="gaps"
        ),
        pytest.param(
            pt(tensor(places=b"K\x00M\xff\xffM\xff\xff\x86M\xff\xffK\x01\x86")),
            "truncated",
            "needs 17,179,344,900 bytes, the file has 48",
            id="more claimed than is there",
        ),
        pytest.param(
            pt(tensor(places=b"K\x04" + PLAIN[2:])), "truncated", "needs 64 bytes", id="beyond"
        ),
        pytest.param(
            pt(tensor(places=b"J\xff\xff\xff\xff" + PLAIN[2:])), "pickle", "from 0", id="before"
        ),
        pytest.param(pt(tensor(), how=zipfile.ZIP_DEFLATED), "zip", "is packed", id="deflated"),
        pytest.param(pt(tensor()).replace(b"data/0", b"data/1"), "zip", "no numbers", id="none"),
        pytest.param(
            pt(tensor())
            .replace(b"PK\x03\x04", b"PK\x03\x05")
            .replace(b"PK\x03\x05", b"PK\x03\x04", 1),
            "zip",
            "damaged",
            id="not where it is listed",
        ),
        pytest.param(pt(tensor()[:-9]), "pickle", "damaged at offset", id="cut off"),
        pytest.param(
            b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.",
            "pickle",
            "PyTorch before 1.6",
            id="an old one",
        ),
    ],
)
def test_what_is_no_matrix_is_refused(content, code, said):
    error = the_error(read, content)
    assert (error.code, said in error.message) == (code, True), error


def test_what_pytorch_writes_is_what_it_reads():
    torch = pytest.importorskip("torch", reason="the extra `models` is not installed")
    rng = np.random.default_rng(5)
    whole = torch.from_numpy(rng.normal(size=(7, 9)))
    for wanted in (
        whole,
        whole.half(),
        whole.T.contiguous().T,
        whole[2:6],
        torch.nn.Parameter(whole),
        (whole * 9).to(torch.int16),
    ):
        for value in (wanted, {"ids": ["a"], "t2v": wanted, "v2t": wanted.T}):
            out = io.BytesIO()
            torch.save(value, out)
            out.seek(0)
            matrix = open_matrix(out, "m.pt", keys_of(*wanted.shape))
            out.seek(0)
            loaded = torch.load(out, weights_only=True)
            loaded = loaded["t2v"] if isinstance(loaded, dict) else loaded
            assert matrix.block(0, len(wanted)).tolist() == loaded.tolist()
