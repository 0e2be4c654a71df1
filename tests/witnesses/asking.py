"""Clips that play, and a witness that is tried and asked by a service of the tests."""

import json
import subprocess
from typing import Any

from django.conf import settings as configured
from django.core.management import call_command

from foundation.checksum import sha256_of
from pooling.models import Benchmark, Video
from tests.media.clips import FFMPEG, H264, pictures


def make_clips(benchmark: Benchmark) -> None:
    """One file for each video, of other pictures."""
    for video in Video.objects.filter(benchmark=benchmark).order_by("number"):
        name = f"videos/{video.key}.mp4"
        path = configured.MEDIA_ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        card = pictures(seconds=1 + 0.2 * video.number)
        made = [*card, *H264, "-movflags", "+faststart", str(path)]
        subprocess.run([*FFMPEG, *made], check=True)
        facts = {"seconds": 1 + 0.2 * video.number, "width": 160, "height": 120}
        Video.objects.filter(pk=video.pk).update(
            state="ready", path=name, sha256=sha256_of(path), **facts
        )


def command(name: str, *words: str, **options: Any) -> dict[str, Any]:
    return json.loads(call_command(name, *words, json=True, **options))


def tried(service: Any, *words: str, name: str = "judge", of: str = "talk") -> dict[str, Any]:
    """Everything else as usual, but one frame, and few seconds."""
    return command(
        "try_witness",
        of,
        name,
        *("--url", service.url, "--model", "judge", "--frames", "1", "--side", "64"),
        "--clips-leave",
        *words,
    )


def heard(*words: str, name: str = "judge", of: str = "talk") -> dict[str, Any]:
    return command("hear_witness", of, name, *(words or ("--minutes", "5")))
