"""Proxies as files for others: relevance matrices, captions x videos in the benchmark's order."""

import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO, cast, get_args

from foundation.refused import Refused
from media.storing import drafts, publish
from semantics.formats.stored import Ending, write_matrix
from semantics.models import Proxy
from semantics.queries.proxies import open_kept, read_as_made

ENDINGS: tuple[Ending, ...] = get_args(Ending)


class UnknownEnding(Refused):
    """A relevance matrix is exported as .npy or as .npz."""

    status = 400


def ending_of(path: Path) -> Ending:
    """Raises UnknownEnding."""
    return known_ending(path.suffix.removeprefix("."))


def known_ending(ending: str) -> Ending:
    for one in ENDINGS:
        if ending == one:
            return one
    raise UnknownEnding(f"A proxy is exported as .npy or .npz, not as {ending or 'nothing'!r}.")


def export_to(proxy: Proxy, target: Path) -> None:
    """A new file, whole or not at all. Raises FileGone."""
    with drafts(target.absolute().parent) as draft:
        part = draft / target.name
        with part.open("xb") as file:
            _write(proxy, ending_of(target), file)
        publish(part, target)


def opened_export(proxy: Proxy, ending: Ending) -> BinaryIO:
    """A file to read it from: the kept one, or one without a name that goes when it is closed.
    Raises FileGone."""
    if ending == proxy.ending:
        return open_kept(proxy)
    copy = tempfile.TemporaryFile()  # noqa: SIM115  (who asked for it closes it)
    try:
        _write(proxy, ending, cast("BinaryIO", copy))
        copy.seek(0)
    except BaseException:
        copy.close()
        raise
    return cast("BinaryIO", copy)


def _write(proxy: Proxy, ending: Ending, file: BinaryIO) -> None:
    if ending != proxy.ending:
        write_matrix(read_as_made(proxy), file, ending)
        return
    with open_kept(proxy) as kept:
        shutil.copyfileobj(kept, file)
