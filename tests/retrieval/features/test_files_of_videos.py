"""A folder with an HDF5 file for each video, as MMT publishes its features."""

import numpy as np
import pytest

from pooling.formats.problem import Unreadable
from retrieval.features.files import FeatureFile, read_video_features

h5py = pytest.importorskip("h5py", reason="the extra `models` is not installed")

KEYS = ["video10", "video11", "video12", "video2"]


def segments(seed: int, width: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(1 + seed % 3, width)).astype(np.float32)


def write(folder, key: str, **experts):
    """As MMT has it: three characters are folders, and texts stand beside the features."""
    below = folder.joinpath(*key[:3])
    below.mkdir(parents=True, exist_ok=True)
    with h5py.File(below / f"{key}.h5", "w") as file:
        for name, values in experts.items():
            file[f"features.{name}"] = values
            file[f"features_t.{name}"] = np.zeros((len(np.atleast_1d(values)), 2), np.float32)
        file["raw_captions.0"] = np.array([b"a", b"dog"])


def read(*folders, keys=KEYS, **more):
    return read_video_features([FeatureFile(one, one.name) for one in folders], keys, **more)


def refusal(*folders, keys=KEYS) -> list[str]:
    with pytest.raises(Unreadable) as refused:
        read(*folders, keys=keys)
    return refused.value.lines()


@pytest.mark.parametrize("over", ["mean", "max"])
def test_each_expert_is_read_and_what_it_lacks_is_counted(tmp_path, over):
    folder = tmp_path / "mmt"
    nothing = np.full((1, 3), np.nan, np.float32)
    rgb = {key: segments(number, 5) for number, key in enumerate(KEYS)}
    faces = {key: segments(number + 7, 3) for number, key in enumerate(KEYS)}
    write(folder, KEYS[0], rgb=rgb[KEYS[0]], face=faces[KEYS[0]])
    write(folder, KEYS[1], rgb=rgb[KEYS[1]], face=nothing)
    write(folder, KEYS[2], rgb=rgb[KEYS[2]])
    write(folder, KEYS[3], rgb=rgb[KEYS[3]], face=faces[KEYS[3]])
    write(folder, "video99", rgb=segments(1, 5), other=segments(1, 2))  # nobody asks for it
    found = read(folder, over=over)
    face, colour = found.experts
    assert (face.source, colour.source) == ("mmt (features.face)", "mmt (features.rgb)")
    assert (face.missing, colour.missing) == (2, 0)
    of = getattr(np, over)
    for place, key in enumerate(KEYS):
        np.testing.assert_allclose(colour.values[place], of(rgb[key], axis=0), rtol=1e-5)
    for place in (0, 3):
        np.testing.assert_allclose(face.values[place], of(faces[KEYS[place]], axis=0), rtol=1e-5)
    assert not face.values[1:3].any()
    assert any("mmt (features.face): nothing of 2 of 4 videos" in note for note in found.notes)


def test_a_second_folder_continues_each_expert(tmp_path):
    for number, key in enumerate(KEYS):
        folder = tmp_path / ("test" if number < 2 else "train")
        write(folder, key, rgb=segments(number, 4), face=segments(number + 3, 4))
    found = read(tmp_path / "test", tmp_path / "train")
    assert [one.source for one in found.experts] == [
        f"test (features.{name}) + train (features.{name})" for name in ("face", "rgb")
    ]
    assert [one.missing for one in found.experts] == [0, 0]
    np.testing.assert_allclose(found.experts[1].values[3], segments(3, 4).mean(axis=0), rtol=1e-5)


@pytest.mark.parametrize("name", ["features", "whatever"])
def test_one_dataset_is_enough(tmp_path, name):
    for number, key in enumerate(KEYS):
        with h5py.File(tmp_path / f"{key}.hdf5", "w") as file:
            file[name] = segments(number, 3)
    (only,) = read(tmp_path).experts
    np.testing.assert_allclose(only.values[2], segments(2, 3).mean(axis=0), rtol=1e-5)


def test_what_is_wrong_is_refused_with_its_file(tmp_path):
    folder = tmp_path / "mmt"
    for number, key in enumerate(KEYS[:2]):
        write(folder, key, rgb=segments(number, 4))
    assert any("no row for the video 'video12'" in line for line in refusal(folder))
    write(folder, KEYS[2], rgb=segments(3, 9))
    (folder / "v" / "i" / "d" / f"{KEYS[3]}.h5").write_text("no such file")
    lines = refusal(folder)
    assert any("video12.h5" in line and "expected 4 numbers" in line for line in lines)
    assert any("video2.h5" in line and "is damaged or cut short" in line for line in lines)
    (tmp_path / "secret").mkdir()
    write(tmp_path / "secret", "other", rgb=segments(2, 4))
    with h5py.File(folder / "v" / "i" / "d" / f"{KEYS[2]}.h5", "w") as file:
        away = tmp_path / "secret" / "o" / "t" / "h" / "other.h5"
        file["features.rgb"] = h5py.ExternalLink(str(away), "features.rgb")
    assert any("a link to elsewhere" in line for line in refusal(folder))
    for key in KEYS:
        with h5py.File(folder / "v" / "i" / "d" / f"{key}.h5", "w") as file:
            file["one"], file["two"] = segments(1, 4), segments(1, 4)
    assert any("features.EXPERT or features, or with only one" in line for line in refusal(folder))
