"""Take the next video whose file waits, and make it playable or say why it is not.

The row is locked for as long as that takes: other workers pass it over (SKIP LOCKED), and if this one dies the lock goes with it
and the video still waits. The index pooling_videos_by_state serves the search.
"""

import tempfile
from pathlib import Path

from django.conf import settings
from django.db import transaction

from pooling.actions.take_video import forget
from pooling.models import Benchmark, Video
from pooling.playable import Made, make_playable
from pooling.probing import probe
from pooling.reasons import NotMade, Unplayable
from pooling.storing import store

FOLDER = "videos"


@transaction.atomic
def make_video_playable(benchmark: Benchmark) -> Video | None:
    """The video, ready or failed; None if no video waits that nobody else works on."""
    waiting = Video.objects.filter(benchmark=benchmark, state=Video.State.WAITING).order_by("number")
    video = waiting.select_for_update(skip_locked=True, no_key=True, of=("self",)).first()
    if video is None:
        return None
    try:
        _make(video)
    except (Unplayable, NotMade) as refusal:
        # The file stays, so that a cause that may pass (a full disk) can be tried again by a button.
        video.state, video.reason, video.explanation = Video.State.FAILED, refusal.code, refusal.sentence
    else:
        video.state, video.reason, video.explanation = Video.State.READY, "", ""
        forget(video.source)
        video.source = ""
    video.save()
    return video


def _make(video: Video) -> None:
    media = Path(settings.MEDIA_ROOT)
    source = media / video.source
    folder = media / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    probed = probe(source)
    with tempfile.TemporaryDirectory(prefix="draft-", dir=folder) as drafts:
        made = make_playable(source, Path(drafts), probed)
        video.path = f"{FOLDER}/{store(folder, made.path, made.sha256)}"
        video.poster = f"{FOLDER}/{store(folder, made.poster, made.poster_sha256)}"
    _tell(video, made)


def _tell(video: Video, made: Made) -> None:
    video.sha256, video.bytes = made.sha256, made.bytes
    video.seconds, video.width, video.height = made.seconds, made.width, made.height
    video.changes = list(made.changes)
