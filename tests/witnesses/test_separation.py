"""Opinions are among nobody's labels: what is settled, exported and released is the same bytes with
and without them."""

import csv
import itertools
import re
from hashlib import sha256
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from metrics.models import FrozenRelease
from people.actor import SYSTEM
from pooling.models import Caption, JudgedPair, Video
from publishing.actions.delete_release import delete_release
from tests.annotator.exchanging import take
from tests.cast import cast
from tests.publishing.releasing import releasable, release
from tests.witnesses.conftest import imported
from witnesses.models import Opinion

pytestmark = pytest.mark.django_db
# They say when they were made, how long that took, or have the checksum of one that does.
MOVING = {"manifest.json", "SHA256SUMS", "fire.json", "croissant.json"}  # and those of MTEB
NUMBER = re.compile(rb"[0-9a-f]{64}|[0-9][0-9.:e+-]*")
SAMPLES = 1_000
FORMATS = ("triplets", "qrels", "jsonl", "log")


def _digest(path: Path) -> str:
    """What moves is taken without its numbers."""
    moves = path.name in MOVING or path.parent.name == "mteb"
    content = path.read_bytes()
    return sha256(NUMBER.sub(b"", content) if moves else content).hexdigest()


def taken(of, folder) -> dict[str, str]:
    """Exports and figures, each by its checksum."""
    folder.mkdir()
    for name in FORMATS:
        take(of, folder / name, name, release="v1")
    evaluated = call_command("evaluate", of.name, measures="C@1,AP", json=True)
    (folder / "evaluation").write_text(evaluated)
    (folder / "agreement").write_text(call_command("agreement", of.name, json=True))
    files = [one for one in folder.rglob("*") if one.is_file()]
    return {str(one.relative_to(folder)): _digest(one) for one in files}


def every_pair_is_opined(of, path) -> None:
    captions = Caption.objects.filter(benchmark=of).order_by("number")
    videos = Video.objects.filter(benchmark=of)
    texts = {one.query_id: one.key for one in reversed(captions)}
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(("caption", "video", "score", "sample"))
        sides = texts.values(), videos.values_list("key", flat=True)
        keys = itertools.product(*sides, range(SAMPLES))
        table.writerows((caption, video, 1, sample) for caption, video, sample in keys)
    imported(of.name, "gpt", path)


def released(of) -> dict[str, str]:
    """The files of a release by their checksums. Its name keeps its pseudonyms, so it can be made
    again."""
    release(of, "v1", without=("report",))
    row = FrozenRelease.objects.get()
    files = {}
    for file in row.files:
        files[file["name"]] = _digest(Path(settings.MEDIA_ROOT) / row.folder / file["name"])
    delete_release(SYSTEM, row)
    return files


def test_exports_and_releases_are_the_same_bytes(tmp_path):
    campaign = releasable(*map(cast, ("rater", "other_rater", "adjudicator", "lead")))
    of = campaign.benchmark
    released(of)  # draws the pseudonyms
    without, before = released(of), taken(of, tmp_path / "before")
    judged = list(JudgedPair.objects.order_by("query", "video").values())
    every_pair_is_opined(of, tmp_path / "opinions.csv")
    assert Opinion.objects.count() == SAMPLES * of.query_count * of.video_count
    assert taken(of, tmp_path / "after") == before
    assert released(of) == without
    assert list(JudgedPair.objects.order_by("query", "video").values()) == judged
