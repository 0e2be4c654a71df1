"""Files of videos, wherever they come from: a folder, an archive, one file, or addresses to fetch."""

import csv
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO

from jobs.kinds import JobFailure
from pooling.actions.take_video import Offered, offered_files
from pooling.archives import safe_members
from pooling.containers import HEAD, looks_like_archive
from pooling.fetching import fetch
from pooling.handed import handed

LINK_COLUMNS = (["key", "url"], ["video_id", "url"])


def offers_of(source: int | str) -> Iterator[Offered]:
    """source: an upload's id, or a path of this machine: a folder, an archive, or a single file."""
    if isinstance(source, str) and Path(source).is_dir():
        yield from offered_files(Path(source))
        return
    file = handed(source)
    with file.path.open("rb") as opened:
        archive = looks_like_archive(opened.read(HEAD))
    if archive:
        for member in safe_members(file.path):
            yield Offered(member.name, member.open)
    else:
        yield Offered(file.name, lambda: file.path.open("rb"))


def offers_of_links(source: int | str) -> Iterator[Offered]:
    """A CSV of video_id and url. Each is fetched when its turn comes, and only as public addresses allow."""
    file = handed(source)
    with file.path.open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.reader(lines, strict=True)
        header = next(rows, [])
        if header not in LINK_COLUMNS:
            raise JobFailure(f"{file.name}:1:1: expected the columns key and url, found {', '.join(header)[:80] or 'nothing'}")
        try:
            for row in rows:
                if len(row) != 2:
                    raise JobFailure(f"{file.name}:{rows.line_num}:1: expected 2 fields, found {len(row)}")
                yield Offered(row[1], _fetching(row[1]), video=row[0])
        except csv.Error as error:
            raise JobFailure(f"{file.name}:{rows.line_num}:1: {error}") from None


def _fetching(url: str) -> Callable[[], AbstractContextManager[IO[bytes]]]:
    @contextmanager
    def opened() -> Iterator[IO[bytes]]:
        with tempfile.TemporaryDirectory(prefix="fetched-") as folder:
            target = Path(folder) / "file"
            fetch(url, target)
            with target.open("rb") as file:
                yield file

    return opened
