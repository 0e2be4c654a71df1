"""The demo world as files."""

import csv
import json
from dataclasses import replace

import av
import numpy as np
import pytest

from pooling.demo.clips import HEIGHT, WIDTH
from pooling.demo.drawing import frames_of
from pooling.demo.world import write_world


@pytest.fixture(scope="module")
def folder(small_world, tmp_path_factory):
    folder = tmp_path_factory.mktemp("world")
    write_world(small_world, folder)
    return folder


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.stat()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_clips_decode_to_what_was_drawn(folder, small_world):
    for clip in small_world.clips:
        with av.open(str(folder / "clips" / f"{clip.key}.mp4")) as container:
            assert [stream.type for stream in container.streams] == ["video"]
            stream = container.streams.video[0]
            assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
            assert (stream.width, stream.height, stream.average_rate) == (WIDTH, HEIGHT, 25)
            shown = [
                (frame.key_frame, frame.to_ndarray(format="rgb24"))
                for frame in container.decode(stream)
            ]
        assert len(shown) == clip.frames
        assert all(
            any(key for key, _ in shown[second : second + 25])
            for second in range(0, clip.frames, 25)
        )
        drawn = list(frames_of(clip))
        assert np.abs(shown[30][1].astype(int) - drawn[30]).mean() < 4


def test_clips_are_small(folder):
    assert all(2_000 < path.stat().st_size < 60_000 for path in folder.glob("clips/*.mp4"))


def test_captions_can_be_read_back(folder, small_world):
    with (folder / "captions.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = csv.reader(file)
    assert header == ["caption_id", "video_id", "caption"]
    assert rows == [
        [caption.key, small_world.clips[caption.clip].key, caption.text]
        for caption in small_world.captions
    ]


def test_matrices_and_the_truth_can_be_read_back(folder, small_world):
    np.testing.assert_array_equal(
        np.load(folder / "truth.npy", allow_pickle=False), small_world.truth
    )
    for model in small_world.models:
        matrix = np.load(folder / "runs" / f"{model.name}.npy", allow_pickle=False)
        assert matrix.dtype == np.float32
        np.testing.assert_array_equal(matrix, model.similarity)


def test_attributes_stand_beside_the_clips(folder, small_world):
    told = json.loads((folder / "clips.json").read_text())
    assert [clip["key"] for clip in told] == [clip.key for clip in small_world.clips]
    assert told[0]["shapes"][0]["colour"] == small_world.clips[0].shapes[0].colour


def test_written_again_the_clips_stay_and_only_missing_ones_are_drawn(folder, small_world):
    before = files(folder)
    missing = folder / "clips" / f"{small_world.clips[1].key}.mp4"
    content = missing.read_bytes()
    missing.unlink()
    told = []
    write_world(small_world, folder, tell=lambda done, total: told.append((done, total)))
    after = files(folder)
    assert after.keys() == before.keys()
    kept = f"clips/{small_world.clips[0].key}.mp4"
    assert after[kept].st_mtime_ns == before[kept].st_mtime_ns
    assert missing.read_bytes() == content
    assert told == [(3, 3)]


def test_another_world_in_the_same_folder_replaces_the_clips(small_world, tmp_path):
    one = replace(small_world, clips=small_world.clips[:1], captions=())
    other = replace(one, clips=(replace(one.clips[0], frames=5),))
    write_world(one, tmp_path)
    first = (tmp_path / "clips" / f"{one.clips[0].key}.mp4").read_bytes()
    write_world(other, tmp_path)
    assert (tmp_path / "clips" / f"{one.clips[0].key}.mp4").read_bytes() != first
