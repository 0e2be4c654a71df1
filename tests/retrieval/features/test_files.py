"""Features from files: read whole and in the order asked for, or refused with the row or key."""

import io
import zipfile

import numpy as np
import pytest

from pooling.formats.problem import Unreadable
from retrieval.features import files
from retrieval.features.video_features import MOST_NUMBERS

KEYS = ["v0", "v1", "v2"]
ROWS = np.arange(12, dtype=np.float32).reshape(3, 4)
h5py = pytest.importorskip("h5py", reason="the extra `models` is not installed")


def as_npy(path, rows=ROWS):
    np.save(path, rows, allow_pickle=False)


def as_keyed(path, rows=ROWS, keys=KEYS):
    np.savez(path, keys=np.array(keys), features=rows)


def as_each(path, rows=ROWS, keys=KEYS):
    np.savez_compressed(path, **dict(zip(keys, rows, strict=True)))


def as_hdf5(path, rows=ROWS, keys=KEYS):
    with h5py.File(path, "w") as file:
        for key, row in zip(keys, rows, strict=True):
            file[key] = row


WITH_KEYS = {"keyed.npz": as_keyed, "each.npz": as_each, "features.h5": as_hdf5}


@pytest.fixture(params=WITH_KEYS)
def written(request, tmp_path):
    """A file with keys: written(rows, keys) -> its path."""

    def write(rows=ROWS, keys=KEYS):
        path = tmp_path / request.param
        WITH_KEYS[request.param](path, rows, keys)
        return path

    return write


def read_video_features(path, name, wanted, keys=None, **more):
    """Of one file."""
    listed = None if keys is None else files.FeatureFile(*keys)
    return files.read_video_features([files.FeatureFile(path, name)], wanted, listed, **more)


def refusal(path, wanted=KEYS, keys=None) -> list[str]:
    with pytest.raises(Unreadable) as refused:
        read_video_features(path, "features", wanted, keys)
    return refused.value.lines()


def listed(tmp_path, *keys):
    path = tmp_path / "keys.txt"
    path.write_text("\n".join(keys), encoding="utf-8")
    return path, "keys.txt"


def test_the_rows_of_an_npy_are_in_the_benchmarks_order(tmp_path):
    as_npy(tmp_path / "f.npy", ROWS.astype(">f8"))
    found = read_video_features(tmp_path / "f.npy", "f.npy", KEYS)
    assert found.values.dtype == np.float32
    assert found.values.tolist() == ROWS.tolist()
    assert len(found.sha256) == 64


def test_columns_together_are_read_as_rows(tmp_path):
    as_npy(tmp_path / "f.npy", np.asfortranarray(ROWS))
    assert read_video_features(tmp_path / "f.npy", "f", KEYS).values.tolist() == ROWS.tolist()


def test_a_list_of_keys_names_the_rows_of_an_npy(tmp_path):
    as_npy(tmp_path / "f.npy")
    keys = listed(tmp_path, "v2", "v0", "v1")
    found = read_video_features(tmp_path / "f.npy", "f", ["v0", "v1"], keys)
    assert found.values.tolist() == ROWS[[1, 2]].tolist()


def test_keys_choose_and_order_the_rows(written):
    found = read_video_features(written(), "f", ["v2", "v0"])
    assert found.values.tolist() == ROWS[[2, 0]].tolist()
    assert found.rows_of(["v0"]).tolist() == ROWS[[0]].tolist()


@pytest.mark.parametrize("write", [as_each, as_hdf5])
def test_segments_of_a_video_are_averaged(tmp_path, write):
    rows = [np.array([[1.0, 2.0], [3.0, 6.0]]), np.array([5.0, 5.0])]
    path = tmp_path / ("f.npz" if write is as_each else "f.h5")
    write(path, rows, ["a", "b"])
    assert read_video_features(path, "f", ["a", "b"]).values.tolist() == [[2, 4], [5, 5]]


def test_videos_without_a_row_are_named(written, tmp_path):
    lines = refusal(written(), ["v0", "elsewhere", "v1", "nowhere"])
    assert len(lines) == 2
    assert all(key in line for key, line in zip(("elsewhere", "nowhere"), lines, strict=True))


@pytest.mark.parametrize(
    ("rows", "says"), [(2, "1 rows missing, the first for 'v2'"), (4, "1 rows too many")]
)
def test_an_npy_has_a_row_for_each_video(tmp_path, rows, says):
    as_npy(tmp_path / "f.npy", np.ones((rows, 4)))
    assert says in refusal(tmp_path / "f.npy")[0]


def test_a_doubled_key_is_refused_with_both_rows(tmp_path):
    as_keyed(tmp_path / "f.npz", keys=["v0", "v1", "v0"])
    (line, *_) = refusal(tmp_path / "f.npz", ["v0", "v1"])
    assert line.startswith("features:0:0: ")
    assert "'v0' is doubled: rows 0 and 2" in line


def test_a_key_that_a_list_has_twice_is_refused_with_its_line(tmp_path):
    as_npy(tmp_path / "f.npy")
    (line,) = refusal(tmp_path / "f.npy", keys=listed(tmp_path, "v0", "v1", "v0"))
    assert line.startswith("keys.txt:3:1: ")


def test_an_array_that_an_archive_has_twice_is_refused(tmp_path):
    out = io.BytesIO()
    np.save(out, ROWS[0])
    with zipfile.ZipFile(tmp_path / "f.npz", "w") as archive:
        archive.writestr("v0.npy", out.getvalue())
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("v0.npy", out.getvalue())
    assert "twice" in refusal(tmp_path / "f.npz", ["v0"])[0]


@pytest.mark.parametrize("write", [as_each, as_hdf5])
def test_a_row_of_another_length_is_refused_with_its_key(tmp_path, write):
    path = tmp_path / ("f.npz" if write is as_each else "f.h5")
    write(path, [np.ones(4), np.ones(3), np.ones(5)])
    first, second = refusal(path)
    assert "'v1'" in first
    assert "found 3" in first
    assert "'v2'" in second


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300])
def test_what_is_not_finite_is_refused_with_its_row(written, tmp_path, value):
    rows = ROWS.astype(np.float64)
    rows[1, 2] = value
    (line,) = refusal(written(rows))
    assert "v1" in line
    as_npy(tmp_path / "f.npy", rows)
    assert "row 1 (v1), number 2" in refusal(tmp_path / "f.npy")[0]


def test_pickles_within_other_files_are_refused(tmp_path):
    np.savez(tmp_path / "f.npz", keys=np.array(KEYS, object), features=ROWS)
    assert "pickles" in refusal(tmp_path / "f.npz")[0]
    np.savez(tmp_path / "g.npz", v0=np.array([None], object))
    assert "pickles" in refusal(tmp_path / "g.npz", ["v0"])[0]


def npy_that_promises(shape: tuple[int, ...], data: bytes = b"") -> bytes:
    out = io.BytesIO()
    described = {"descr": "<f4", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(out, described)
    return out.getvalue() + data


def test_a_header_is_not_believed(tmp_path):
    """Nothing of that size is ever allocated: the machine has not as much."""
    (tmp_path / "f.npy").write_bytes(npy_that_promises((3, 10**15)))
    assert "promises" in refusal(tmp_path / "f.npy")[0]
    with zipfile.ZipFile(tmp_path / "f.npz", "w") as archive:
        archive.writestr("v0.npy", npy_that_promises((10**15,)))
    assert "promises" in refusal(tmp_path / "f.npz", ["v0"])[0]


def test_rows_that_are_too_long_are_refused_before_they_are_read(tmp_path):
    with h5py.File(tmp_path / "f.h5", "w") as file:
        file.create_dataset("v0", (MOST_NUMBERS + 1,), "f4")
        file.create_dataset("v1", (10**12, 4), "f4", chunks=(1, 4))
    lines = refusal(tmp_path / "f.h5", ["v0", "v1"])
    assert all("expected at most" in line for line in lines)
    assert len(lines) == 2


def test_an_hdf5_file_leads_to_no_other(tmp_path):
    as_hdf5(tmp_path / "other.h5", keys=["secret", "v1", "v2"])
    with h5py.File(tmp_path / "f.h5", "w") as file:
        file["v0"] = h5py.ExternalLink(str(tmp_path / "other.h5"), "secret")
        file["group"] = h5py.ExternalLink(str(tmp_path / "other.h5"), "/")
        file["v1"] = h5py.SoftLink("/v2")
        file["v2"] = ROWS[2]
        (tmp_path / "raw").write_bytes(ROWS.tobytes())
        file.create_dataset("outside", (4,), "f4", external=[(str(tmp_path / "raw"), 0, 16)])
        layout = h5py.VirtualLayout((4,), "f4")
        layout[:] = h5py.VirtualSource(str(tmp_path / "other.h5"), "secret", (4,))
        file.create_virtual_dataset("virtual", layout)
    wanted = ["v0", "v1", "group/secret", "outside", "virtual"]
    lines = refusal(tmp_path / "f.h5", wanted)
    assert len(lines) == len(wanted)
    assert read_video_features(tmp_path / "f.h5", "f", ["v2"]).values.tolist() == [ROWS[2].tolist()]


@pytest.mark.parametrize("name", ["f.npy", "keyed.npz", "f.h5"])
def test_a_file_that_is_cut_off_is_refused(tmp_path, name):
    path = tmp_path / name
    {"f.npy": as_npy, "keyed.npz": as_keyed, "f.h5": as_hdf5}[name](path, np.ones((3, 400)))
    path.write_bytes(path.read_bytes()[:-900])
    (line,) = refusal(path)
    assert line.startswith("features:0:0: ")
    assert "truncated" in line if name == "f.npy" else "cut short, or is none" in line


def test_an_hdf5_file_with_nothing_behind_its_first_bytes_is_refused_in_our_words(tmp_path):
    (tmp_path / "f.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(range(200)))
    assert refusal(tmp_path / "f.h5") == [
        "features:0:0: the HDF5 file is damaged or cut short, or is none"
    ]


@pytest.mark.parametrize("content", [b"", b"v0,1,2,3\n", b"PK\x05\x06" + bytes(18), b"\x93NUMPY"])
def test_what_is_no_such_file_is_refused(tmp_path, content):
    (tmp_path / "f").write_bytes(content)
    assert refusal(tmp_path / "f")[0].startswith("features:0:0: ")


def test_a_list_of_keys_is_for_an_npy_alone(written, tmp_path):
    assert "its own keys" in refusal(written(), keys=listed(tmp_path, *KEYS))[0]


def test_texts_and_truth_values_are_no_features(tmp_path):
    as_npy(tmp_path / "f.npy", np.array([["a"], ["b"], ["c"]]))
    assert "strings" in refusal(tmp_path / "f.npy")[0]
    with h5py.File(tmp_path / "f.h5", "w") as file:
        file["v0"] = "one two"
        file.create_group("v1")
    lines = refusal(tmp_path / "f.h5", ["v0", "v1"])
    assert "expected numbers" in lines[0]
    assert "a group" in lines[1]
