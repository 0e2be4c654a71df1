"""Whether a folder of ours still takes files: tells a full disk, which is nobody's fault, from one
file that is too large. And files that are kept there under names of ours."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from foundation.checksum import sha256_of
from foundation.frozen import frozen
from jobs.one_by_one import NotItsFault
from media.storing import drafts, publish, why_nothing_fits


def check_room(folder: Path) -> None:
    """Makes the folder if it is not there. Raises NotItsFault if it takes not even one small
    file."""
    if why := why_nothing_fits(folder):
        raise NotItsFault(f"{folder} takes no more files ({why})")


@frozen
class KeptFile:
    """A file in its place. path: below MEDIA_ROOT."""

    path: str
    sha256: str
    bytes: int


@contextmanager
def kept_file(folder: str, ending: str, write: Callable[[Path], object]) -> Iterator[KeptFile]:
    """A new file below MEDIA_ROOT, whole or not at all; it is removed if what follows inside
    fails."""
    place = settings.MEDIA_ROOT / folder
    check_room(place)
    target = place / f"{secrets.token_hex(16)}.{ending}"
    try:
        with drafts(place) as draft:
            write(draft / target.name)
            publish(draft / target.name, target)
        yield KeptFile(f"{folder}/{target.name}", sha256_of(target), target.stat().st_size)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
