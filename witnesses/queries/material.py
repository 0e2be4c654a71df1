"""What is sent of a pair: the text of its caption, and frames of its clip."""

import hashlib
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.conf import settings as configured

from media.confined_ffmpeg import read_frames
from media.planning import even
from media.reasons import NotMade
from pooling.models import Benchmark, Query, Video

AT_ONCE = 2
COLUMNS = ("number", "key", "state", "path", "sha256", "seconds", "width", "height")

Frames = tuple[bytes, ...] | str  # or why there are none


class ClipsAndTexts:
    """Frames are taken ahead, and kept while the next pairs are of the same clip."""

    def __init__(self, benchmark: Benchmark, settings: Mapping[str, Any]) -> None:
        self._benchmark = benchmark
        self._count, self._side = settings["frames"], settings["side"]
        rows = Video.objects.filter(benchmark=benchmark).values(*COLUMNS)
        self._videos = {row["number"]: row for row in rows}
        self._taken: dict[int, Future[Frames]] = {}
        self._pool = ThreadPoolExecutor(AT_ONCE)

    def texts(self, queries: Iterable[int]) -> dict[int, str]:
        rows = Query.objects.filter(benchmark=self._benchmark, number__in=set(queries))
        return dict(rows.values_list("number", "text"))

    def plays(self, video: int) -> bool:
        return bool(self._videos[video]["state"] == Video.State.READY)

    def content(self, text: str, video: int) -> bytes:
        """Of the clip's file and the text, whatever benchmark they are of."""
        return hashlib.sha256(f"{self._videos[video]['sha256']}\0{text}".encode()).digest()

    def frames(self, videos: Iterable[int], ahead: Iterable[int] = ()) -> dict[int, Frames]:
        """ahead: those that will be asked for next."""
        wanted = list(dict.fromkeys(videos))
        kept = list(dict.fromkeys([*wanted, *ahead]))
        self._taken = {
            one: self._taken.get(one) or self._pool.submit(self._take, one) for one in kept
        }
        return {one: self._taken[one].result() for one in wanted}

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _take(self, number: int) -> Frames:
        row = self._videos[number]
        if not self.plays(number):
            return f"The clip {row['key']} does not play: nothing can be sent of it."
        clip = configured.MEDIA_ROOT / row["path"]
        width, height = row["width"] or 4, row["height"] or 3
        shrink = self._side / max(width, height)
        shape = (self._count, even(width * shrink), even(height * shrink))
        try:
            return read_frames(clip, row["seconds"] or 1.0, shape)
        except NotMade as trouble:
            if trouble.code == "no_room":
                raise
            return f"The clip {row['key']}: {trouble.sentence}"
