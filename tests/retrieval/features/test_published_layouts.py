"""Features as papers publish them: what Python's own reader and NumPy have of a file is what comes
out, with segments brought together, arrays joined, and experts side by side."""

import os
import pickle
from itertools import pairwise

import numpy as np
import pytest

from pooling.formats.problem import Unreadable
from retrieval.features import shelves, stored
from retrieval.features.files import FeatureFile, read_video_features
from retrieval.training import splitting
from retrieval.training.splitting import Scale, Standardised

h5py = pytest.importorskip("h5py", reason="the extra `models` is not installed")

TEST, TRAIN = ["P01_11_0", "P01_11_1"], ["P02_01_0", "P02_01_1", "P02_02_0"]
KEYS = TEST + TRAIN
WIDTHS = {"RGB": 4, "Flow": 3, "Audio": 2}


def arrays(rows: int = len(KEYS)) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(7)
    return {
        name: rng.normal(size=(rows, 5, width)).astype(np.float16) for name, width in WIDTHS.items()
    }


def joined(of: dict[str, np.ndarray], over: str = "mean") -> np.ndarray:
    parts = [getattr(np, over)(one.astype(np.float64), axis=1) for one in of.values()]
    return np.hstack(parts).astype(np.float32)


def as_pickle(path, of, protocol=4):
    path.write_bytes(pickle.dumps(of, protocol))


def as_npz(path, of):
    np.savez_compressed(path, **of)


def as_hdf5(path, of):
    with h5py.File(path, "w", track_order=True) as file:
        for name, one in of.items():
            file[name] = one


WRITERS = {"f.pkl": as_pickle, "f.npz": as_npz, "f.h5": as_hdf5}


@pytest.fixture(params=WRITERS)
def write(request, tmp_path):
    def write(of):
        WRITERS[request.param](tmp_path / request.param, of)
        return tmp_path / request.param

    return write


@pytest.fixture
def pickled(tmp_path):
    def pickled(of, name="f.pkl", protocol=4):
        as_pickle(tmp_path / name, of, protocol)
        return tmp_path / name

    return pickled


def read(*paths, keys=KEYS, **more):
    files = [FeatureFile(path, path.name) for path in paths]
    return read_video_features(files, keys, **({"evaluated": len(TEST)} | more))


def refusal(*paths, **more) -> list[str]:
    with pytest.raises(Unreadable) as refused:
        read(*paths, **more)
    return refused.value.lines()


# --- arrays with a row for each video


@pytest.mark.parametrize("over", ["mean", "max"])
def test_arrays_of_segments_are_brought_together_and_joined(write, over):
    of = arrays()
    found = read(write(of), over=over)
    np.testing.assert_allclose(np.sort(found.values), np.sort(joined(of, over)), rtol=1e-6)
    assert found.width == sum(WIDTHS.values())


@pytest.mark.parametrize("over", ["mean", "max"])
def test_segments_of_an_npy_are_brought_together_in_blocks(tmp_path, monkeypatch, over):
    monkeypatch.setattr(stored, "BLOCK", 50)  # two rows and a bit
    of = arrays()["RGB"]
    for array in (of, np.asfortranarray(of)):
        np.save(tmp_path / "f.npy", array)
        found = read(tmp_path / "f.npy", over=over)
        np.testing.assert_allclose(found.values, joined({"RGB": of}, over), rtol=1e-6)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_epics_pickle_is_read_with_its_ids_whatever_its_order(pickled, protocol):
    of = arrays()
    turned = {name: one[::-1] for name, one in of.items()}
    content = {"features": turned, "narration_ids": KEYS[::-1]}
    found = read(pickled(content, protocol=protocol))
    np.testing.assert_allclose(found.values, joined(of), rtol=1e-6)


def test_a_list_of_ids_beside_the_arrays_names_the_rows(write):
    of = arrays()
    turned = {name: one[::-1] for name, one in of.items()}
    ids = np.array(KEYS[::-1], "S10")
    found = read(write(turned | {"narration_ids": ids}))
    np.testing.assert_allclose(np.sort(found.values), np.sort(joined(of)), rtol=1e-6)


def test_pieces_without_ids_are_those_of_testing_and_of_training(pickled):
    """As EPIC-KITCHENS publishes them, in whichever order they are given."""
    of = arrays()
    test, train = (
        pickled({name: one[part] for name, one in of.items()}, f"{part.start}.pkl")
        for part in (slice(0, len(TEST)), slice(len(TEST), len(KEYS)))
    )
    for found in (read(test, train), read(train, test)):
        np.testing.assert_allclose(found.values, joined(of), rtol=1e-6)
        assert len(found.experts) == 1
        assert found.notes == ()
    assert refusal(test)[0].endswith("no row for the video 'P02_01_0'")


def test_one_array_in_a_pickle_is_read_as_an_npy(pickled):
    of = arrays()["Flow"]
    np.testing.assert_allclose(read(pickled(of)).values, joined({"Flow": of}), rtol=1e-6)


def test_lists_of_numbers_are_rows_too(pickled):
    found = read(pickled({key: [n, n + 0.5] for n, key in enumerate(KEYS)}))
    assert found.values.tolist() == [[n, n + 0.5] for n in range(len(KEYS))]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"Flow": np.ones((4, 5, 3))}, "'Flow' has 4 x 5 x 3"),
        ({"Flow": np.ones((5, 5, 3, 1))}, "'Flow': expected rows x numbers"),
        ({"Flow": np.ones(5)}, "'Flow': expected rows x numbers"),
        ({"ids": np.array(["a", "b"], "S1")}, "expected a key for each of 5 rows, 'ids' has 2"),
        (
            {"ids": np.array(KEYS, "S9"), "names": np.array(KEYS, "S9")},
            "'ids' and 'names' could both be the keys",
        ),
    ],
)
def test_arrays_that_do_not_fit_together_are_named(write, change, says):
    of = {"RGB": arrays()["RGB"]} | change
    assert says in refusal(write(of))[0]


def test_arrays_of_neither_count_are_refused_with_what_was_expected(write):
    assert "expected a row for each of 5 videos, found 4 x 5 x" in refusal(write(arrays(4)))[0]


def test_a_number_that_is_none_is_refused_with_its_row(write):
    of = arrays()
    of["RGB"][3, 1, 0] = np.nan
    (line,) = refusal(write(of))
    assert "row 3 (P02_01_1), number " in line
    assert "found nan" in line


# --- an array for each video


def test_keys_may_have_a_folder_an_ending_or_a_prefix(write):
    rows = {"video0.mp4": [1.0, 2.0], "v_video1": [3.0, 4.0], "video2": [5.0, 6.0]}
    found = read(
        write({k: np.array(v) for k, v in rows.items()}), keys=["video0", "video1", "video2"]
    )
    assert found.values.tolist() == list(rows.values())
    (note,) = found.notes
    assert "2 keys are written otherwise" in note
    assert "'video0.mp4' as 'video0'" in note


def test_a_key_as_it_is_goes_before_one_that_is_alike(write):
    rows = {"video0.mp4": np.array([1.0]), "video0": np.array([2.0])}
    assert read(write(rows), keys=["video0"]).values.tolist() == [[2]]
    found = read(write(rows), keys=["video0", "video0.mp4"])
    assert found.values.tolist() == [[2], [1]]


def test_of_two_candidates_both_are_named(write):
    rows = {"video0.mp4": np.array([1.0]), "video0.avi": np.array([2.0])}
    (line,) = refusal(write(rows | {"video1": np.array([3.0])}), keys=["video0", "video1"])
    assert "'video0.mp4'" in line
    assert "'video0.avi'" in line
    two = refusal(write({"video0": np.array([1.0])}), keys=["video0.mp4", "video0.avi"])
    assert "'video0' could be both 'video0.mp4' and 'video0.avi'" in two[0]


def test_widths_that_differ_are_refused_with_the_video(write):
    rows = {key: np.ones((n + 1, 4)) for n, key in enumerate(KEYS)}
    rows["P02_01_0"] = np.ones((3, 5))
    (line,) = refusal(write(rows))
    assert "'P02_01_0'" in line
    assert "found 5" in line


def test_without_any_fitting_name_the_videos_and_some_names_are_named(write):
    lines = refusal(write({"elsewhere": np.ones(3)}))
    assert len(lines) == len(KEYS)
    assert "'P01_11_0'; the file has 'elsewhere'" in lines[0]


# --- experts


def experts() -> tuple[dict, dict]:
    """As CE and MoEE have them: nan, or nothing, or zeros, for what an expert does not know."""
    seen = {key: np.full(3, n + 1, "f4") for n, key in enumerate(KEYS)}
    heard = {
        KEYS[0]: float("nan"),
        KEYS[1]: np.zeros((0, 2), "f4"),
        KEYS[2]: np.array([[1, 2], [3, 6]], "f4"),
        KEYS[3]: np.zeros(2, "f4"),
    }
    return seen, heard


def test_experts_are_joined_and_what_one_does_not_know_is_zero_and_flagged(pickled):
    seen, heard = experts()
    found = read(pickled(seen, "seen.pkl"), pickled(heard, "heard.pkl"))
    whole = [[n + 1] * 3 + ([2, 4] if n == 2 else [0, 0]) for n in range(len(KEYS))]
    assert found.values.tolist() == whole
    assert [one.there.tolist() for one in found.experts] == [
        [True] * 5,
        [False, False, True, False, False],
    ]
    assert found.source == "seen.pkl, heard.pkl"
    assert found.notes == (
        "heard.pkl: nothing of 4 of 5 videos, such as 'P01_11_0'; zeros stand in for it",
    )


def test_the_scale_of_an_expert_is_that_of_what_it_knows(pickled, monkeypatch):
    seen, heard = experts()
    heard |= {KEYS[3]: np.array([3, 0], "f4"), KEYS[4]: np.array([5, 8], "f4")}
    found = Standardised.of(read(pickled(seen, "a.pkl"), pickled(heard, "b.pkl")), TRAIN)
    known = np.array([[2, 4], [3, 0], [5, 8]], np.float32)
    heard_rows = found.rows_of(KEYS)[:, 3:]
    np.testing.assert_array_equal(heard_rows[2:], Scale.of(known).apply(known))
    assert not heard_rows[:2].any()
    alone = read(pickled(seen, "a.pkl"))
    rows = alone.values
    expected = Scale.of(rows[2:]).apply(rows.copy())
    np.testing.assert_array_equal(Standardised.of(alone, TRAIN).rows_of(KEYS), expected)
    monkeypatch.setattr(splitting, "COLUMNS", 2)
    np.testing.assert_array_equal(Standardised.of(alone, TRAIN).rows_of(KEYS), expected)


def test_an_expert_that_knows_no_training_video_is_zero(pickled):
    seen, _ = experts()
    found = read(pickled(seen, "a.pkl"), pickled({KEYS[0]: np.ones(2)}, "b.pkl"))
    assert not Standardised.of(found, TRAIN).rows_of(KEYS)[:, 3:].any()


def test_what_no_expert_knows_is_refused(pickled):
    seen, heard = experts()
    del seen[KEYS[4]]
    (line,) = refusal(pickled(seen, "seen.pkl"), pickled(heard, "heard.pkl"))
    assert line == "seen.pkl, heard.pkl:0:0: no row for the video 'P02_02_0'"
    assert "no row for the video 'P01_11_0'" in refusal(pickled(heard))[0]


def test_pieces_of_two_experts_are_put_together(pickled):
    """Two experts as wide as each other, each in two pieces."""
    rng = np.random.default_rng(3)
    whole = {name: dict(zip(KEYS, rng.normal(size=(5, 2)), strict=True)) for name in "ab"}
    paths = [
        pickled({key: whole[name][key] for key in part}, f"{name}{n}.pkl")
        for n, part in enumerate((TEST, TRAIN))
        for name in "ab"
    ]
    found = read(*paths)
    expected = [[*whole["a"][key], *whole["b"][key]] for key in KEYS]
    np.testing.assert_allclose(found.values, expected, rtol=1e-6)
    assert [one.source for one in found.experts] == ["a0.pkl + a1.pkl", "b0.pkl + b1.pkl"]


def test_pieces_of_other_widths_are_refused(pickled):
    pieces = [{TEST[0]: np.ones(3), TEST[1]: np.ones(3)}, {key: np.ones(2) for key in TRAIN}]
    (line,) = refusal(*(pickled(one, f"{n}.pkl") for n, one in enumerate(pieces)))
    assert line.startswith("1.pkl:0:0: it has no video in common with 0.pkl, and 2 numbers, 3")


def test_one_video_in_two_dicts_of_a_file_is_refused(pickled):
    both = {"rgb": {KEYS[0]: np.ones(2)}, "flow": {KEYS[0]: np.ones(2)}}
    assert "'P01_11_0' is in both 'rgb' and 'flow'" in refusal(pickled(both))[0]


# --- what must not be read


class Acts:
    def __init__(self, path) -> None:
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_pickle_with_code_is_refused_with_the_file_and_what_it_asks_for(
    pickled, tmp_path, protocol
):
    content = arrays() | {"narration_ids": Acts(tmp_path / "made")}
    (line,) = refusal(pickled(content, protocol=protocol))
    assert line.startswith("f.pkl:0:0: the pickle asks for GLOBAL 'posix mkdir' at offset ")
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([1, 2], "found a list"),
        ({KEYS[0]: "a"}, "expected numbers, found a str"),
        ({KEYS[0]: [[1, 2], [3]]}, "expected numbers, found a list"),
        ({KEYS[0]: np.array(["a"])}, "expected numbers"),
        ({KEYS[0]: np.ones((2, 2, 2))}, "found 2 x 2 x 2"),
    ],
)
def test_what_is_no_features_is_refused(pickled, value, says):
    assert says in refusal(pickled(value))[0]


def test_a_list_that_holds_itself_is_no_row(pickled):
    endless: list = []
    endless.append(endless)
    assert "expected numbers" in refusal(pickled({KEYS[0]: endless}))[0]


def test_a_file_cut_short_is_refused_wherever_it_ends(write):
    path = write(arrays())
    content = path.read_bytes()
    for _, end in pairwise(range(0, len(content), max(1, len(content) // 12))):
        path.write_bytes(content[:end])
        assert refusal(path)[0].startswith(f"{path.name}:0:0: ")


def test_many_names_of_which_none_is_a_videos_are_not_looked_at(write, monkeypatch):
    monkeypatch.setattr(shelves, "MOST_LOOKED_AT", 2)
    assert "the file has " in refusal(write(arrays()))[0]
