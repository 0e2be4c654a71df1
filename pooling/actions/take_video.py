"""Keep one video's file as it came, until it is made playable. Any name and any content are taken: judging comes next."""

import hashlib
import uuid
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import transaction

from people.refused import Refused
from pooling.models import Benchmark, Video

FOLDER = "incoming"
PIECE = 1 << 20


class UnknownVideo(Refused):
    """The benchmark has no video of this name."""


class OtherContent(Refused):
    """This video plays already, from another file. Labels may rest on what was seen."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A file and how to read it. `video` is the key it is for; where it is not told, the file's name tells it."""

    name: str
    open: Callable[[], AbstractContextManager[IO[bytes]]]
    video: str | None = None


def take_video(benchmark: Benchmark, offered: Offered) -> bool:
    """True if the file now waits; False if the video plays from this very file already."""
    video = _find(benchmark, offered)
    path = Path(settings.MEDIA_ROOT) / FOLDER / uuid.uuid4().hex
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        sha256 = _copy(offered, path)
        waits = _note(video.pk, offered, path, sha256)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    if not waits:
        path.unlink()
    return waits


def _find(benchmark: Benchmark, offered: Offered) -> Video:
    """By the whole name, then without its ending; never by a part of it."""
    bare = Path(offered.name).name
    keys = [offered.video] if offered.video is not None else [bare, bare.rsplit(".", 1)[0]]
    found = {video.key: video for video in Video.objects.filter(benchmark=benchmark, key__in=keys)}
    for key in keys:
        if key in found:
            return found[key]
    raise UnknownVideo(f"{keys[-1]!r} is no video of {benchmark.name}: expected a file called like one of its videos")


def _copy(offered: Offered, path: Path) -> str:
    digest = hashlib.sha256()
    with offered.open() as source, path.open("xb") as kept:
        while piece := source.read(PIECE):
            digest.update(piece)
            kept.write(piece)
    return digest.hexdigest()


@transaction.atomic
def _note(video_id: int, offered: Offered, path: Path, sha256: str) -> bool:
    video = Video.objects.select_for_update(no_key=True).get(pk=video_id)
    if video.state == Video.State.READY:
        if video.source_sha256 == sha256:
            return False
        raise OtherContent
    forget(video.source)
    video.state, video.reason, video.explanation = Video.State.WAITING, "", ""
    video.source, video.source_name, video.source_sha256 = f"{FOLDER}/{path.name}", Path(offered.name).name[-255:], sha256
    video.save(update_fields=["state", "reason", "explanation", "source", "source_name", "source_sha256"])
    return True


def forget(source: str) -> None:
    """Removes a waiting file once the row no longer names it."""
    if source:
        path = Path(settings.MEDIA_ROOT) / source
        transaction.on_commit(lambda: path.unlink(missing_ok=True))


def offered_files(folder: Path) -> Iterable[Offered]:
    """Every file below a folder, in the order of its names; what begins with a dot is the file system's own."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            yield Offered(str(path.relative_to(folder)), lambda path=path: path.open("rb"))  # type: ignore[misc]
