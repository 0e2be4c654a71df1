"""Take the next video whose file waits, and make it playable or say why it is not.

The row is locked for as long as that takes: other workers pass it over (SKIP LOCKED), and if this
one dies the lock goes with it and the video still waits. The index pooling_videos_by_state serves
the search.

Whatever one video raises is written into its row, and the next one has its turn. Only what the next
one would meet as well ends the work, with the video still waiting: a lost database, a disk that
takes nothing more, no FFmpeg.
"""

import logging
import tempfile
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db import transaction

from foundation.disk import is_full
from jobs.one_by_one import NotItsFault, plain_reason, stops_the_job
from media.playable import make_playable
from media.probing import Limits, probe
from media.reasons import NotMade, Unplayable
from media.storing import store
from pooling.actions.take_video import forget
from pooling.models import Benchmark, Video
from pooling.room import check_room

logger = logging.getLogger(__name__)

FOLDER = "videos"
FILM = replace(Limits(), longest=12 * 3600)  # only a piece of it is made playable


def make_video_playable(benchmark: Benchmark) -> Video | None:
    """The video, ready or failed; None if no video waits that nobody else works on.

    Raises NotItsFault if this machine cannot make any video playable.
    """
    check_room(settings.MEDIA_ROOT / FOLDER)
    return _make_next(benchmark)


@transaction.atomic
def _make_next(benchmark: Benchmark) -> Video | None:
    waiting = Video.objects.filter(benchmark=benchmark, state=Video.State.WAITING)
    free = waiting.select_for_update(skip_locked=True, no_key=True, of=("self",))
    video = free.order_by("number").first()
    if video is None:
        return None
    try:
        with transaction.atomic():  # what the row itself refuses is this video's failure too
            _make(video)
    except Exception as error:  # noqa: BLE001  (whatever one video raises is that video's failure)
        code, sentence = _reason(video, error)
        # The file stays, so that a cause that may pass can be tried again by a button.
        Video.objects.filter(pk=video.pk).update(
            state=Video.State.FAILED, reason=code, explanation=sentence
        )
        video.refresh_from_db()
    return video


def _reason(video: Video, error: Exception) -> tuple[str, str]:
    """The code and the sentence for the video's row. Raises what is not the video's fault."""
    if is_full(error):
        error = NotMade("no_room", f"There is no room for its playable copy ({error.strerror}).")
    if isinstance(error, Unplayable | NotMade):
        if error.code == "no_ffmpeg":
            raise NotItsFault(error.sentence.rstrip(".")) from error
        if error.code == "no_room":
            check_room(settings.MEDIA_ROOT / FOLDER)
        return error.code, error.sentence
    if stops_the_job(error):
        raise error
    logger.error(
        "Video %s of %s failed, and the others go on", video.key, video.benchmark_id, exc_info=error
    )
    return "unexpected", plain_reason(error)


def _piece_of(video: Video) -> tuple[float, float] | None:
    """From where to where it is cut from its file; None where that is the piece already."""
    if not video.source_is_film or video.start is None or video.stop is None:
        return None
    return video.start, video.stop


def _make(video: Video) -> None:
    folder, source = settings.MEDIA_ROOT / FOLDER, settings.MEDIA_ROOT / video.source
    piece = _piece_of(video)
    probed = probe(source, FILM if piece else None)
    with tempfile.TemporaryDirectory(prefix="draft-", dir=folder) as drafts:
        made = make_playable(source, Path(drafts), probed, piece=piece)
        video.path = f"{FOLDER}/{store(folder, made.path, made.sha256)}"
        video.poster = f"{FOLDER}/{store(folder, made.poster, made.poster_sha256)}"
    for name in ("sha256", "bytes", "seconds", "width", "height", "fingerprint"):
        setattr(video, name, getattr(made, name))
    video.state, video.changes = Video.State.READY, list(made.changes)
    forget(video.source)
    video.source = video.reason = video.explanation = ""
    video.save()
