"""Keep one video's file as it came, until it is made playable. Any name and any content are taken:
judging comes next."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import transaction

from foundation.checksum import pass_on
from foundation.database.rows import lock_row
from foundation.disk import is_full
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.error import storable
from jobs.one_by_one import Failures, stops_the_job
from media.folders import files_below
from media.reasons import Refusal
from pooling.models import Benchmark, Video
from pooling.room import check_room

FOLDER = "incoming"
PIECE = 1 << 20


class UnknownVideo(Refused):
    """The benchmark has no video of this name."""


class NoRoomForIt(Refused):
    """The disk has no room for a file of this size."""


class OtherContent(Refused):
    """This video plays already, from another file. Labels may rest on what was seen."""


@frozen
class Offered:
    """A file and how to read it. `video` is the key it is for; where it is not told, the file's
    name tells it."""

    name: str
    open: Callable[[], AbstractContextManager[IO[bytes]]]
    video: str | None = None


@frozen
class NotOffered:
    """Something among the offered that is no file to be taken; the others still are."""

    name: str
    why: Exception


def take_video(benchmark: Benchmark, offered: Offered) -> bool:
    """True if the file now waits; False if the video plays from this very file already. The file of
    a film waits for each of its pieces, as one file under several names.

    Raises NotItsFault (jobs/one_by_one.py) if no file of any size can be kept.
    """
    videos, is_film = _find(benchmark, offered)
    path = settings.MEDIA_ROOT / FOLDER / uuid.uuid4().hex
    if not path.parent.is_dir():
        check_room(path.parent)
    try:
        sha256 = _copy(offered, path)
        waits = _note_all(videos, offered, path, sha256, is_film)
    except BaseException as error:
        path.unlink(missing_ok=True)
        if is_full(error):
            check_room(path.parent)
            raise NoRoomForIt from error
        raise
    if not waits or is_film:
        path.unlink()
    return waits


def _find(benchmark: Benchmark, offered: Offered) -> tuple[list[Video], bool]:
    """Finds a video by the whole name, then without its ending; never by a part of it. If there is
    none, the pieces of a film of that name, and that it is one."""
    bare = Path(offered.name).name
    keys = [offered.video] if offered.video is not None else [bare, bare.rsplit(".", 1)[0]]
    # No video is called like others.
    keys = [key for key in keys if storable(key) == key] or ["\N{REPLACEMENT CHARACTER}"]
    found = {video.key: video for video in Video.objects.filter(benchmark=benchmark, key__in=keys)}
    if known := next(filter(None, map(found.get, keys)), None):
        return [known], False
    for key in keys:
        if pieces := list(Video.objects.filter(benchmark=benchmark, film=key).order_by("number")):
            return pieces, True
    raise UnknownVideo(
        f"{keys[-1]!r} is no video of {benchmark.name}: expected a file called like one of its"
        " videos"
    )


def _copy(offered: Offered, path: Path) -> str:
    with offered.open() as source, path.open("xb") as kept:
        _, sha256 = pass_on(iter(lambda: source.read(PIECE), b""), kept.write)
    return sha256


@transaction.atomic
def _note_all(
    videos: list[Video], offered: Offered, path: Path, sha256: str, is_film: bool
) -> bool:
    """Whether any of them waits now. Of a film, a piece that plays from another file stays."""
    if not is_film:
        return _note(videos[0].pk, offered, path, sha256, is_film)
    waits = False
    for video in videos:
        own = path.with_name(uuid.uuid4().hex)
        own.hardlink_to(path)
        try:
            kept = _note(video.pk, offered, own, sha256, is_film)
        except OtherContent:
            kept = False
        except BaseException:
            own.unlink(missing_ok=True)
            raise
        waits |= kept
        if not kept:
            own.unlink()
    return waits


def _note(video_id: int, offered: Offered, path: Path, sha256: str, is_film: bool) -> bool:
    video = lock_row(Video, video_id)
    if video.state == Video.State.READY:
        if video.source_sha256 == sha256:
            return False
        raise OtherContent
    forget(video.source)
    Video.objects.filter(pk=video_id).update(
        state=Video.State.WAITING,
        reason="",
        explanation="",
        source=f"{FOLDER}/{path.name}",
        source_is_film=is_film,
        source_name=Path(offered.name).name[-255:],
        source_sha256=sha256,
    )
    return True


def forget(source: str) -> None:
    """Removes a waiting file once the row no longer names it."""
    if source:
        path = settings.MEDIA_ROOT / source
        transaction.on_commit(lambda: path.unlink(missing_ok=True), robust=True)


def offered_files(folder: Path) -> Iterator[Offered | NotOffered]:
    """Every file below a folder, in the order of its names, and why what only looks like one is not
    taken."""
    for name, opened in files_below(folder):
        yield NotOffered(name, opened) if isinstance(opened, Exception) else Offered(name, opened)


Offers = Iterator[Offered | NotOffered]


class VideosTaken:
    """What has come of many files so far. Each is taken by itself: one that is refused does not
    keep the others out, and nothing is taken twice."""

    def __init__(self, benchmark: Benchmark, report: Callable[[int, None, str], None]) -> None:
        self.failures = Failures(expected=(Refused, Refusal))
        self.taken = self.seen = self.tried = 0
        self._lost: Exception | None = None  # why the first source could not be read at all
        self._benchmark, self._report = benchmark, report

    def take_all(self, source: str, offers: Offers) -> None:
        """What a source has. An archive that is unsafe gives nothing, and others are still read."""
        try:
            for offered in offers:
                self.seen += 1
                if isinstance(offered, NotOffered):
                    self.failures.add(offered.name, offered.why)
                    continue
                self._report(self.seen, None, offered.name)
                with self.failures.of(offered.name):
                    self.taken += take_video(self._benchmark, offered)
                    self.tried += 1
        except Exception as error:
            if stops_the_job(error):
                raise
            self._lost = self._lost or error
            self.failures.add(source, error)

    def require_some(self) -> None:
        """Raises what the first source was lost for, if no source had a file at all."""
        if self._lost and not self.seen:
            raise self._lost

    def as_json(self) -> dict[str, object]:
        return {
            "taken": self.taken,
            "already": self.tried - self.taken,
            "refused": self.failures.lines,
            "refused_count": self.failures.count,
        }
