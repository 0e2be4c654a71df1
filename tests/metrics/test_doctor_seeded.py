"""Ten paraphrases and ten copies of clips are put into a benchmark, and the doctor finds them all,
and nothing else."""

import csv
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.management import call_command

from pooling.models import Benchmark, Video
from tests.media.clips import FFMPEG, H264
from tests.media.copies import COPIES, SOURCES, STRANGERS
from tests.metrics.seeded import CONTROLS, PARAPHRASES

pytestmark = pytest.mark.django_db(transaction=True)


def write_captions(path: Path, rows: list[tuple[str, str, str]]) -> Path:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("caption_id", "video_id", "caption"), *rows])
    return path


def doctor(capsys, *words: str) -> dict:
    capsys.readouterr()
    call_command("doctor", *words, "--json")
    return json.loads(capsys.readouterr().out)


def coded(folder: Path, name: str, arguments: list[str]) -> None:
    subprocess.run([*FFMPEG, *arguments, str(folder / name)], check=True)


@pytest.fixture(scope="module")
def clips(tmp_path_factory) -> Path:
    """original-N and copy-N, for ten N, and ten strangers; coded once, and left as they are."""
    folder = tmp_path_factory.mktemp("clips")
    for number, source in enumerate(SOURCES.values()):
        original = f"original-{number}.mp4"
        coded(folder, original, ["-f", "lavfi", "-i", source, "-t", "2", *H264])
        name, arguments = list(COPIES.items())[number % len(COPIES)]
        ending = Path(name).suffix
        coded(folder, f"copy-{number}{ending}", ["-i", str(folder / original), *arguments])
    for number, source in enumerate(STRANGERS.values()):
        given = ["-f", "lavfi", "-i", source, "-t", "2", *H264]
        coded(folder, f"stranger-{number}.mp4", given)
    return folder


def test_ten_copies_of_clips_are_found_and_nothing_else(settings, tmp_path, clips, capsys):
    settings.MEDIA_ROOT = tmp_path / "media"
    rows = [
        (f"c{n}", path.stem, f"caption number {n}")
        for n, path in enumerate(sorted(clips.iterdir()))
    ]
    captions = write_captions(tmp_path / "captions.csv", rows)
    call_command("import_benchmark", "toy", "--captions", str(captions), "--videos", str(clips))
    assert set(Video.objects.values_list("state", flat=True)) == {"ready"}
    found = doctor(capsys, "toy")["similar_clips"]
    seeded = {frozenset((f"original-{n}", f"copy-{n}")) for n in range(len(SOURCES))}
    told = {frozenset(pair["videos"]) for pair in found["pairs"]}
    assert len(seeded) == 10
    assert len(seeded & told) / len(seeded) == 1.0  # recall
    assert len(seeded & told) / len(told) == 1.0  # precision
    assert found["compared"] == 30


def test_clips_from_before_fingerprints_get_theirs(settings, tmp_path, clips, capsys):
    settings.MEDIA_ROOT = tmp_path / "media"
    rows = [("c0", "original-0", "one"), ("c1", "copy-0", "two")]
    captions = write_captions(tmp_path / "captions.csv", rows)
    two = tmp_path / "two"
    two.mkdir()
    for path in clips.glob("*-0.*"):
        if path.stem in ("original-0", "copy-0"):
            shutil.copy(path, two)
    call_command("import_benchmark", "toy", "--captions", str(captions), "--videos", str(two))
    known = dict(Video.objects.values_list("key", "fingerprint"))
    Video.objects.update(fingerprint=None)
    before = doctor(capsys, "toy")
    assert before["similar_clips"]["without_fingerprint"] == 2
    assert [one["kind"] for one in before["findings"]].count("clips_not_compared") == 1
    capsys.readouterr()
    call_command("fingerprint_videos", "toy", "--json")
    assert json.loads(capsys.readouterr().out)["fingerprints"] == 2
    assert {k: bytes(v) for k, v in Video.objects.values_list("key", "fingerprint")} == {
        key: bytes(taken) for key, taken in known.items()
    }
    after = doctor(capsys, "toy")["similar_clips"]
    assert [set(pair["videos"]) for pair in after["pairs"]] == [{"original-0", "copy-0"}]


def test_ten_paraphrases_are_found_and_nothing_else(tmp_path, capsys):
    texts = [*CONTROLS, *(one for one, _ in PARAPHRASES), *(other for _, other in PARAPHRASES)]
    rows = [(f"c{n}", f"v{n}", text) for n, text in enumerate(texts)]
    captions = write_captions(tmp_path / "captions.csv", rows)
    call_command("import_benchmark", "toy", "--captions", str(captions))
    found = doctor(capsys, "toy")["near_duplicates"]
    seeded = {frozenset(pair) for pair in PARAPHRASES}
    told = {frozenset(pair["texts"]) for pair in found["pairs"]}
    assert len(seeded) == 10
    assert len(seeded & told) / len(seeded) == 1.0  # recall
    assert len(seeded & told) / len(told) == 1.0  # precision
    assert found["different_videos"] == 20
    assert Benchmark.objects.get().caption_count == 50
