"""Videos from a folder, an archive or one file: what plays afterwards, and what is said of what
does not."""

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import imageio_ffmpeg
import pytest
from django.core.management import call_command

from pooling.models import Video
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def clip(tmp_path_factory) -> Path:
    """As MSVD's are: MPEG-4 Part 2 in AVI, which no browser plays."""
    path = tmp_path_factory.mktemp("clip") / "source.avi"
    source = ["-f", "lavfi", "-i", "testsrc2=size=161x121:rate=10:duration=1"]
    order = [
        imageio_ffmpeg.get_ffmpeg_exe(),
        "-nostdin",
        "-v",
        "error",
        *source,
        "-c:v",
        "mpeg4",
        str(path),
    ]
    subprocess.run(order, check=True)
    return path


@pytest.fixture
def toy(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return make_benchmark([("one", "v0"), ("two", "v1"), ("three", "v 2\U0001f600")], name="toy")


def import_it(capsys, source: Path) -> dict:
    call_command("import_benchmark", "toy", "--videos", str(source), "--json")
    return json.loads(capsys.readouterr().out)


def states() -> dict[str, tuple[str, str]]:
    return {video.key: (video.state, video.reason) for video in Video.objects.order_by("number")}


def test_a_folder_is_made_playable_file_by_file_and_each_failure_has_its_own_reason(
    toy, clip, tmp_path, capsys
):
    folder = tmp_path / "videos"
    folder.mkdir()
    shutil.copy(clip, folder / "v0.avi")
    (folder / "v1.mp4").write_text("<!doctype html><html><title>Sign in</title></html>")
    shutil.copy(clip, folder / "stranger.avi")
    done = import_it(capsys, folder)
    assert (done["files"]["taken"], done["files"]["refused_count"]) == (2, 1)
    assert "stranger" in done["files"]["refused"][0]
    assert done["playable"] == {"ready": 1, "failed": 1}
    assert states() == {
        "v0": ("ready", ""),
        "v1": ("failed", "html"),
        "v 2\U0001f600": ("missing", ""),
    }
    video = Video.objects.get(key="v0")
    media = tmp_path / "media"
    assert (media / video.path).stat().st_size == video.bytes
    assert (media / video.poster).is_file()
    assert (video.width % 2, video.height % 2) == (0, 0)
    assert video.changes
    assert [path.name for path in (media / "incoming").iterdir()] == [
        Path(Video.objects.get(key="v1").source).name
    ]


def test_an_archive_gives_its_members_whatever_they_are_called(toy, clip, tmp_path, capsys):
    with zipfile.ZipFile(tmp_path / "videos.zip", "w") as archive:
        archive.write(clip, "clips/v 2\U0001f600.avi")
        archive.write(clip, "__MACOSX/v0.avi")
    done = import_it(capsys, tmp_path / "videos.zip")
    assert done["files"]["taken"] == 1
    assert states()["v 2\U0001f600"] == ("ready", "")


def test_an_unsafe_archive_gives_nothing_at_all(toy, clip, tmp_path, capsys):
    from django.core.management import CommandError

    with zipfile.ZipFile(tmp_path / "videos.zip", "w") as archive:
        archive.write(clip, "v0.avi")
        archive.writestr("../v1.avi", b"x")
    with pytest.raises(CommandError):
        call_command("import_benchmark", "toy", "--videos", str(tmp_path / "videos.zip"))
    assert set(states().values()) == {("missing", "")}


def test_the_same_file_again_is_recognised_and_another_for_a_video_that_plays_is_refused(
    toy, clip, tmp_path, capsys
):
    folder = tmp_path / "videos"
    folder.mkdir()
    shutil.copy(clip, folder / "v0.avi")
    import_it(capsys, folder)
    again = import_it(capsys, folder)
    assert (again["files"]["taken"], again["files"]["already"]) == (0, 1)
    (folder / "v0.avi").write_bytes(b"something else")
    other = import_it(capsys, folder)
    assert other["files"]["refused_count"] == 1
    assert states()["v0"] == ("ready", "")


def test_a_failed_video_may_be_tried_again_with_a_good_file(toy, clip, tmp_path, capsys):
    folder = tmp_path / "videos"
    folder.mkdir()
    (folder / "v0.avi").write_bytes(b"")
    import_it(capsys, folder)
    assert states()["v0"] == ("failed", "empty")
    shutil.copy(clip, folder / "v0.avi")
    import_it(capsys, folder)
    assert states()["v0"] == ("ready", "")
    assert list((tmp_path / "media" / "incoming").iterdir()) == []


def test_a_film_serves_all_its_pieces_each_cut_at_its_times(settings, tmp_path, capsys):
    settings.MEDIA_ROOT = tmp_path / "media"
    table = (
        "uid,video_id,narration,start_timestamp,stop_timestamp\n"
        "0,P01_01,open door,00:00:00.50,00:00:01.50\n"
        "1,P01_01,close door,00:00:01.00,00:00:09.00\n"
        "2,P01_01,wait,00:00:05.00,00:00:04.00\n"
    )
    (tmp_path / "labels.csv").write_text(table)
    call_command("import_benchmark", "toy", "--captions", str(tmp_path / "labels.csv"), "--json")
    capsys.readouterr()
    folder = tmp_path / "videos"
    folder.mkdir()
    source = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10:duration=3"]
    order = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-v", "error", *source]
    subprocess.run([*order, "-c:v", "libx264", str(folder / "P01_01.mp4")], check=True)
    done = import_it(capsys, folder)
    assert (done["files"]["taken"], done["playable"]) == (1, {"ready": 2, "failed": 1})
    first, second, third = Video.objects.order_by("number")
    assert first.seconds == pytest.approx(1, abs=0.15)
    assert second.seconds == pytest.approx(2, abs=0.15)
    assert first.changes[0] == "cut from a film of 3.0 s, 0.5 s to 1.5 s"
    assert (third.state, third.reason) == ("failed", "cut_short")
    assert "from 5 s to 4 s is not in the film" in third.explanation
    # What waits no more is gone, but for the file of the piece that failed.
    assert len(list((tmp_path / "media/incoming").iterdir())) == 1
