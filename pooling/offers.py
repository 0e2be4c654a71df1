"""Files of videos, wherever they come from: a folder, an archive, one file, or addresses to
fetch."""

import csv
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO

from jobs.kinds import JobFailure
from media.archives import safe_members
from media.containers import HEAD, looks_like_archive
from media.fetching import NotFetched, fetch
from pooling.actions.take_video import NotOffered, Offered, offered_files
from pooling.formats.problem import Problems, naming
from pooling.formats.text import Text, open_text
from pooling.input_files import UploadOrPath, handed
from pooling.models import Upload
from pooling.room import check_room

LINK_COLUMNS = (["key", "url"], ["video_id", "url"])


def name_of(source: UploadOrPath) -> str:
    """What its owner calls it."""
    return source if isinstance(source, str) else Upload.objects.get(pk=source).name


def offers_of(source: UploadOrPath) -> Iterator[Offered | NotOffered]:
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


def offers_of_links(source: UploadOrPath) -> Iterator[Offered | NotOffered]:
    """A CSV of video_id and url. Each is fetched when its turn comes, and only as public addresses
    allow.

    A file that is no text is refused before anything is fetched; a row that is wrong is refused by
    itself.
    """
    file = handed(source)
    with file.path.open("rb") as opened, naming(file.name):
        rows = _Rows(open_text(opened, Problems()), file.name)
        header = rows.next() or []
        if header not in LINK_COLUMNS:
            sentence = header.why if isinstance(header, NotOffered) else ", ".join(header)[:80]
            raise JobFailure(
                f"{file.name}:1:1: expected the columns key and url, found {sentence or 'nothing'}"
            )
        while (row := rows.next()) is not None:
            if isinstance(row, NotOffered):
                yield row
            elif len(row) != 2:
                yield rows.wrong(f"expected 2 fields, found {len(row)}")
            else:
                yield Offered(row[1], _fetching(row[1]), video=row[0])


class _Rows:
    """The rows of a CSV file, of which one that is broken does not end the reading."""

    def __init__(self, text: Text, name: str) -> None:
        self._rows = csv.reader(text.lines(), strict=True)
        self._name = name

    def next(self) -> list[str] | NotOffered | None:
        try:
            return next(self._rows, None)
        except csv.Error as error:
            return self.wrong(str(error))

    def wrong(self, what: str) -> NotOffered:
        return NotOffered(f"{self._name}:{self._rows.line_num}:1", JobFailure(what))


def _fetching(url: str) -> Callable[[], AbstractContextManager[IO[bytes]]]:
    @contextmanager
    def opened() -> Iterator[IO[bytes]]:
        with tempfile.TemporaryDirectory(prefix="fetched-") as folder:
            target = Path(folder) / "file"
            try:
                fetch(url, target)
            except NotFetched as refusal:
                if refusal.code == "no_room":
                    check_room(Path(folder))
                raise
            with target.open("rb") as file:
                yield file

    return opened
