"""Take videos' files as they come from a browser, some at a time. No job reads them: to keep a file
takes no longer than to receive it."""

from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any

from django.core.files.base import File

from jobs.models import FINISHED, Job
from people.actor import Actor
from pooling.actions.hand_in import start_maker
from pooling.actions.take_video import Offered, Offers, VideosTaken
from pooling.models import Benchmark, Video

# How many jobs share the work of making videos playable; FFmpeg uses two threads in each.
MAKERS = 2


def take_files(benchmark: Benchmark, files: Iterable["File[Any]"]) -> VideosTaken:
    """Each by itself: one that is refused does not keep the others out."""
    taken = VideosTaken(benchmark, _unheard)
    taken.take_all("files", _offered(files))
    return taken


def start_makers(actor: Actor, benchmark: Benchmark, *, last: bool = True) -> Job | None:
    """Jobs that make playable what waits, where something does. last: nothing more comes after, so
    it is not enough that some are under way: they may be about to end.

    Truepool itself asks for them on the person's behalf, however many jobs they have.
    """
    if not benchmark.videos.filter(state=Video.State.WAITING).exists():
        return None
    makers = Job.objects.filter(kind="pooling.make_playable", arguments={"benchmark": benchmark.pk})
    if not last and makers.exclude(state__in=FINISHED).exists():
        return None
    started = [start_maker(Actor(actor.user, "system"), benchmark) for _ in range(MAKERS)]
    return started[0]


def _unheard(done: int, total: None, name: str) -> None:
    """The sender counts what it sends."""


def _offered(files: Iterable["File[Any]"]) -> Offers:
    for file in files:
        yield Offered(str(file.name), lambda file=file: nullcontext(file))  # type: ignore[misc]
