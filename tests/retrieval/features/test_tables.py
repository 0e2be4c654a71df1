"""Features in tables that pandas wrote, today's and an older one (tables.json), in arrays of
objects and in folders: what pandas and NumPy have of them is what comes out."""

import base64
import json
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from pooling.formats.problem import Unreadable
from retrieval.features import folders
from retrieval.features.files import FeatureFile, read_video_features

TABLES = json.loads((Path(__file__).parent / "tables.json").read_text())
KEYS = ["P01_11_0", "P01_11_1", "P02_01_0", "P02_01_1", "P02_02_0"]
# As tables.json was made: the series has two segments, these and these plus one.
ROWS = np.random.default_rng(7).normal(size=(5, 4)).astype(np.float32)


def read(path, keys=KEYS):
    return read_video_features([FeatureFile(path, path.name)], keys, evaluated=2)


def rows(path, keys=KEYS) -> np.ndarray:
    return read(path, keys).rows_of(keys)


def refusal(path) -> str:
    with pytest.raises(Unreadable) as refused:
        read(path)
    return refused.value.lines()[0]


@pytest.mark.parametrize("name", TABLES)
def test_what_pandas_wrote_is_read_without_it(tmp_path, name):
    path = tmp_path / "f.pkl"
    path.write_bytes(base64.b64decode(TABLES[name]))
    expected = ROWS + 0.5 if name.startswith("series") else ROWS
    np.testing.assert_allclose(rows(path), expected, rtol=1e-6)
    turned = rows(path, KEYS[::-1])
    np.testing.assert_allclose(turned, expected[::-1], rtol=1e-6)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame(ROWS, index=KEYS),
        pd.DataFrame({"id": KEYS, "start": range(5), "f": list(ROWS)}).iloc[::-1],
        pd.DataFrame({"id": KEYS}).join(pd.DataFrame(ROWS)),
        pd.Series(list(ROWS), index=KEYS, name="f"),
        {"ids": pd.Index(KEYS), "f": ROWS},
    ],
    ids=["numbers", "arrays", "numbers beside texts", "a series", "an index"],
)
def test_what_todays_pandas_writes_is_read(tmp_path, table, protocol):
    path = tmp_path / "f.pkl"
    path.write_bytes(pickle.dumps(table, protocol))
    np.testing.assert_allclose(rows(path), ROWS, rtol=1e-6)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_cut_short_is_refused_wherever_it_ends(tmp_path, name):
    content = base64.b64decode(TABLES[name])
    path = tmp_path / "f.pkl"
    for end in range(1, len(content), max(1, len(content) // 15)):
        path.write_bytes(content[:end])
        assert refusal(path).startswith("f.pkl:0:0: ")


class StandIn:
    """What is pickled as pandas pickled a class of its own, with the state that it is given."""

    def __init__(self, state) -> None:
        self.state = state

    def __getstate__(self):
        return self.state


class DataFrame(StandIn): ...


class BlockManager(StandIn): ...


class Index(StandIn):
    def __reduce__(self):
        return _new_Index, (Index, self.state)


def _new_Index(kind, given):  # noqa: N802
    return kind(given)


@pytest.fixture
def as_pandas_1_0(tmp_path):
    """A table as its managers of blocks were pickled before pandas 1.3."""

    def write(names, blocks, keys, **more):
        def named(values):
            return Index({"data": np.array(list(values), object), "name": None} | more)

        parts = [{"values": values, "mgr_locs": places} for values, places in blocks]
        both = {"axes": [named(names), named(keys)], "blocks": parts}
        state = ([], [], [], {"0.14.1": both})
        path = tmp_path / "f.pkl"
        content = pickle.dumps(DataFrame({"_data": BlockManager(state)}), 2)
        path.write_bytes(content.replace(f"c{__name__}\n".encode(), b"cpandas.core.its\n"))
        return path

    return write


def test_older_tables_are_read_with_columns_in_their_places(as_pandas_1_0):
    numbers = ROWS.T.astype(np.float64)
    blocks = [(numbers[::2], slice(0, 3, 2)), (numbers[1::2], np.array([1, 3]))]
    np.testing.assert_array_equal(rows(as_pandas_1_0("abcd", blocks, KEYS)), ROWS)


def column_of(arrays) -> np.ndarray:
    found = np.empty((1, len(arrays)), object)
    found[0] = [*arrays]
    return found


def test_numbers_beside_a_column_of_arrays_are_no_features(as_pandas_1_0):
    times = np.arange(5.0)[None]
    blocks = [(column_of(list(ROWS)), slice(0, 1, 1)), (times, slice(1, 2, 1))]
    np.testing.assert_array_equal(rows(as_pandas_1_0(["f", "start"], blocks, KEYS)), ROWS)


def test_columns_of_arrays_are_joined_and_what_one_lacks_is_zero(as_pandas_1_0):
    flow = [ROWS[0, :2], None, float("nan"), ROWS[3, :2], ROWS[:0, :2]]
    blocks = [(column_of(list(ROWS)), slice(0, 1, 1)), (column_of(flow), slice(1, 2, 1))]
    found = rows(as_pandas_1_0(["rgb", "flow"], blocks, KEYS))
    np.testing.assert_array_equal(found[:, :4], ROWS)
    assert found[:, 4:].any(axis=1).tolist() == [True, False, False, True, False]
    np.testing.assert_array_equal(found[[0, 3], 4:], ROWS[[0, 3], :2])


def test_rows_of_other_lengths_are_refused_with_the_row(as_pandas_1_0):
    rows = [*ROWS[:4], ROWS[4, :3]]
    path = as_pandas_1_0(["f"], [(column_of(rows), slice(0, 1, 1))], KEYS)
    assert refusal(path).endswith("'row 4': expected 4 numbers as 'row 0' has, found 3")


def test_numbers_name_rows_unless_they_only_count_them(as_pandas_1_0):
    blocks = [(ROWS.T, slice(0, 4, 1))]
    path = as_pandas_1_0("abcd", blocks, [7, 5, 3, 2, 1])
    np.testing.assert_array_equal(rows(path, ["1", "7"]), ROWS[[4, 0]])
    counted = as_pandas_1_0("abcd", blocks, list(range(5)))
    np.testing.assert_array_equal(rows(counted), ROWS)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"levels": [1]}, "a table whose index has several levels; expected one level"),
        ({"data": np.array(KEYS[:3], object)}, "the pickle is damaged at offset"),
        ({"data": np.array(KEYS[:4] + KEYS[:1], object)}, "the key 'P01_11_0' is doubled"),
    ],
)
def test_an_index_that_does_not_fit_is_refused(as_pandas_1_0, change, says):
    path = as_pandas_1_0(["a"] * 5, [(ROWS[:, :1].T, slice(0, 1, 1))], KEYS, **change)
    assert says in refusal(path)


def test_a_table_without_numbers_is_refused_with_its_columns(as_pandas_1_0):
    texts = np.array([["x"] * 5], object)
    path = as_pandas_1_0(["caption"], [(texts, slice(0, 1, 1))], KEYS)
    assert refusal(path).endswith(
        "expected a table with arrays or numbers, found the columns caption"
    )


# --- arrays of objects


@pytest.mark.parametrize("protocol", [2, 5])
def test_an_array_of_arrays_has_a_row_of_each(tmp_path, protocol):
    """As MoEE publishes audio of LSMDC: each has as many segments as it has."""
    ragged = np.empty(5, object)
    ragged[:] = [np.repeat(row[None], n + 1, axis=0) for n, row in enumerate(ROWS)]
    (tmp_path / "f.pkl").write_bytes(pickle.dumps(ragged, protocol))
    np.save(tmp_path / "f.npy", ragged, allow_pickle=True)
    for name in ("f.pkl", "f.npy"):
        np.testing.assert_allclose(rows(tmp_path / name), ROWS, rtol=1e-6)


def test_a_dict_that_numpy_saved_is_read(tmp_path):
    np.save(tmp_path / "f.npy", dict(zip(KEYS, ROWS, strict=True)), allow_pickle=True)
    np.testing.assert_array_equal(rows(tmp_path / "f.npy"), ROWS)


def test_an_object_that_would_run_code_is_refused(tmp_path):
    np.save(tmp_path / "f.npy", np.array([Path("x"), None]), allow_pickle=True)
    assert "f.npy:0:0: the pickle asks for GLOBAL 'pathlib " in refusal(tmp_path / "f.npy")


def test_a_row_without_any_array_is_missing(tmp_path):
    rows = column_of([*ROWS[:4], None])[0]
    (tmp_path / "f.pkl").write_bytes(pickle.dumps(rows, 4))
    assert refusal(tmp_path / "f.pkl").endswith("no row for the video 'P02_02_0'")


# --- folders


def test_the_files_of_a_folder_are_experts(tmp_path):
    folder = tmp_path / "experts"
    (folder / "motion").mkdir(parents=True)
    (folder / ".cache").write_text("nothing")
    (folder / "rgb.pkl").write_bytes(pickle.dumps(dict(zip(KEYS, ROWS, strict=True))))
    np.savez(folder / "motion" / "flow.npz", **dict(zip(KEYS[1:], 2 * ROWS[1:], strict=True)))
    found = read(folder)
    assert found.source == "experts/motion/flow.npz, experts/rgb.pkl"
    assert [one.missing for one in found.experts] == [1, 0]
    np.testing.assert_array_equal(found.rows_of(KEYS)[:, 4:], ROWS)
    np.testing.assert_array_equal(found.rows_of(KEYS)[1:, :4], 2 * ROWS[1:])


def test_a_folder_may_have_a_file_for_each_video(tmp_path):
    for key, row in zip(KEYS[:3], ROWS[:3], strict=True):
        np.save(tmp_path / f"{key}.npy", np.stack([row, row + 1]))
    np.savez(tmp_path / f"{KEYS[3]}.npz", features=ROWS[3] + 0.5)
    np.savez(tmp_path / f"{KEYS[4]}.npz", features=ROWS[4] + 0.5, length=np.ones(2))
    np.testing.assert_allclose(rows(tmp_path), ROWS + 0.5, rtol=1e-6)
    before = read(tmp_path).sha256
    np.save(tmp_path / f"{KEYS[0]}.npy", ROWS[0])
    assert read(tmp_path).sha256 != before


def test_what_is_wrong_in_a_folder_is_refused_with_its_file(tmp_path):
    np.save(tmp_path / f"{KEYS[0]}.npy", ROWS[0])
    (tmp_path / f"{KEYS[1]}.npy").write_text("no array")
    np.savez(tmp_path / f"{KEYS[2]}.npz", a=ROWS[2], b=ROWS[2])
    with pytest.raises(Unreadable) as refused:
        read(tmp_path)
    first, second = refused.value.lines()
    assert f"'{KEYS[1]}.npy': expected an .npy or .npz file, as its name" in first
    assert f"'{KEYS[2]}.npz': expected one array, or one called features, found 'a'" in second


def test_a_folder_of_too_many_files_of_other_names_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "MOST_EXPERTS", 2)
    for n in range(3):
        np.save(tmp_path / f"x{n}.npy", ROWS)
    assert "found 3 files such as 'x0.npy'" in refusal(tmp_path)
