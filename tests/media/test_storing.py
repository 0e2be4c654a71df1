"""Content has one name and one place, and nobody ever sees half of it."""

import os
import time

import pytest

from foundation.checksum import sha256_of
from media.storing import drafts, store, sweep_drafts


@pytest.fixture
def clip(tmp_path):
    path = tmp_path / "Some Clip.MP4"
    path.write_bytes(b"pictures")
    return path


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "media").mkdir()
    return tmp_path / "media"


def files(folder) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_file_lies_where_its_content_says(folder, clip):
    sha256 = sha256_of(clip)
    place = store(folder, clip, sha256)
    assert place == f"{sha256[:2]}/{sha256[2:4]}/{sha256}.mp4"
    assert (folder / place).read_bytes() == b"pictures"
    assert files(folder) == [place]
    assert clip.exists()


def test_the_same_content_twice_is_one_file(folder, clip):
    first = store(folder, clip, sha256_of(clip))
    before = (folder / first).stat().st_ino
    assert store(folder, clip, sha256_of(clip)) == first
    assert (folder / first).stat().st_ino == before


def test_a_place_that_holds_something_shorter_is_mended(folder, clip):
    place = store(folder, clip, sha256_of(clip))
    (folder / place).write_bytes(b"pic")
    store(folder, clip, sha256_of(clip))
    assert (folder / place).read_bytes() == b"pictures"


def test_a_wrong_checksum_stores_nothing(folder, clip):
    with pytest.raises(ValueError, match="not what its checksum says"):
        store(folder, clip, "0" * 64)
    assert files(folder) == []


def fail_halfway(folder) -> None:
    with drafts(folder) as draft:
        (draft / "half").write_bytes(b"pic")
        raise RuntimeError


def test_a_draft_is_gone_whatever_happens(folder):
    with pytest.raises(RuntimeError):
        fail_halfway(folder)
    assert list(folder.iterdir()) == []


def test_what_a_killed_process_left_is_swept_when_it_is_old(folder):
    for name, age in (("draft-old", 2 * 86400), ("draft-new", 60), ("kept", 2 * 86400)):
        (folder / name).mkdir()
        (folder / name / "half").write_bytes(b"pic")
        os.utime(folder / name, (time.time() - age,) * 2)
    assert sweep_drafts(folder) == 1
    assert sorted(path.name for path in folder.iterdir()) == ["draft-new", "kept"]
