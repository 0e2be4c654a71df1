"""Clips that a description can be computed from."""

from collections.abc import Sequence

from django.conf import settings
from django.db.models import QuerySet

from foundation.frozen import frozen
from foundation.refused import Refused
from pooling.models import Benchmark, TrainingCaption, Video
from retrieval.features.clips import PlayableClip

NAMED = 3


class NoClips(Refused):
    """Videos without a clip that plays have no features: give a file of them."""


@frozen
class Unplayable:
    """Videos without a clip that plays, and of how many."""

    training: int
    of_training: int
    evaluated: int
    of_evaluated: int

    def __bool__(self) -> bool:
        return bool(self.training or self.evaluated)


def count_unplayable(benchmark: Benchmark, elsewhere: Benchmark | None = None) -> Unplayable:
    """elsewhere: whose clips of training videos are looked at, if not the benchmark's own."""
    ready = set(_ready(benchmark).values_list("key", flat=True))
    there = set(_ready(elsewhere).values_list("key", flat=True)) if elsewhere else ready
    own = set(Video.objects.filter(benchmark=benchmark).values_list("key", flat=True))
    named = TrainingCaption.objects.filter(benchmark=benchmark).exclude(video_key="")
    others = set(named.values_list("video_key", flat=True)) - own
    return Unplayable(len(others - there), len(others), len(own - ready), len(own))


def playable_clips(benchmark: Benchmark, keys: Sequence[str]) -> list[PlayableClip]:
    """The clips in the order of the keys. Raises NoClips."""
    ready = _ready(benchmark).values_list("key", "path", "seconds")
    rows = {key: (path, seconds) for key, path, seconds in ready}
    missing = [key for key in keys if key not in rows]
    if missing:
        more = ", ..." if len(missing) > NAMED else ""
        raise NoClips(
            f"{len(missing):,} of {len(keys):,} videos have no clip of {benchmark} that plays"
            f" ({', '.join(missing[:NAMED])}{more}): import them, name another benchmark's clips,"
            " or give a file of features.",
            field="features",
        )
    media = settings.MEDIA_ROOT
    return [PlayableClip(key, media / rows[key][0], rows[key][1] or 0.0) for key in keys]


def _ready(benchmark: Benchmark) -> QuerySet[Video]:
    return Video.objects.filter(benchmark=benchmark, state=Video.State.READY)
