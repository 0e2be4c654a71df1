"""What a format of labels is: its name, what its files hold, how they are written and read.

Each format's own file ends in its FORMAT (registry.py finds it there).
"""

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TextIO

from annotator.cards.croissant import About
from annotator.formats.collected import LabelFile
from annotator.scales import MOST_VALUES, Scale
from foundation.frozen import frozen
from foundation.refused import Refused
from pooling.formats.text import LINE_LIMIT, Text

Rows = Generator[Any, None, None]
EXACT = "-exact"
REPORT_EVERY = 10_000


class Labels(Protocol):
    """What an export is made of. Rows come as the database sends them: no export is ever held in
    memory."""

    def scale(self) -> Scale:
        """The longest of its campaigns' scales. Where it has more than two values, verdicts have
        their grade and labels their value, each one column more."""

    def verdicts(self) -> Rows:
        """Caption, video, verdict, where there are grades its grade, and where probabilities were
        asked for its probability: of each pair that has a verdict."""

    def pooled(self) -> Rows:
        """Caption, video, verdict or None, stratum, and grade or None: of each pair that was
        pooled."""

    def log(self) -> Rows:
        """Every label ever given, as the columns of the log (log.py), and where there are grades
        its value."""

    def judged(self) -> Rows:
        """Each pair with its raters' labels (fire.Judged), the decided ones first."""

    def queries(self) -> Rows:
        """Caption, text, source video."""

    def videos(self) -> Rows:
        """The video's key."""

    def captions(self) -> Rows:
        """Every caption: its key, its video's, its text, and the key of the first with this
        text."""

    def about(self) -> dict[str, Any]:
        """What a FIRE release says of itself."""

    def described(self) -> About:
        """What a data card says of it."""


class Options(Protocol):
    """What may be chosen besides the format; not every format has each."""

    @property
    def stratum(self) -> bool: ...

    @property
    def lines(self) -> bool: ...

    @property
    def verdict(self) -> str: ...


@frozen
class Choices:
    """What a file alone does not tell its reader. reasons: the known ones for not judging. dataset:
    of a FIRE release that has several. scale: what its labels can say."""

    reasons: frozenset[str] = frozenset()
    dataset: str | None = None
    scale: Scale = Scale()

    def check(self, chosen: "Format") -> None:
        """Raises Refused for grades that the format does not have, or that are not on the scale."""
        scale = self.scale
        if len(scale.words) > MOST_VALUES:
            most = (
                f"A scale has at most {MOST_VALUES} values: map the file's grades to fewer first."
            )
            raise Refused(most, field="scale")
        if scale.is_graded and not chosen.has_grades:
            raise Refused(f"Files of the format {chosen.name} have no grades.", field="scale")
        if not 1 <= scale.relevant_from <= scale.highest:
            expected = f"Expected a grade of the scale, 1 to {scale.highest}."
            raise Refused(expected, field="relevant_from")


@dataclass(slots=True)
class Files:
    """The files of one export while they are written. main: what the first is called, if not as
    its format calls it; the others are then named after it. rows: of each file, in their order.
    """

    folder: Path
    main: str
    progress: Callable[[int], None]
    rows: dict[str, int] = field(default_factory=dict)
    twins: bool = False  # whether the first two are one table, for spreadsheets and for tools

    def write(
        self, plain: str, rows: Rows, write: Callable[[Iterator[Any], TextIO], object]
    ) -> None:
        """plain: what the file is called where nobody has named it."""
        name = self.beside(plain) if self.rows else self.main or plain
        with self._counted(rows, name) as counted, self._open(name) as out:
            write(counted, out)

    def write_twice(
        self, plain: str, rows: Rows, write: Callable[[Iterator[Any], TextIO, TextIO], bool]
    ) -> None:
        """Writes files for spreadsheets and for tools, both even if one is asked for by its name.
        `write` returns whether they differ."""
        main = Path(self.main or plain)
        stem = main.stem.removesuffix(EXACT)
        safe, exact = f"{stem}{main.suffix}", f"{stem}{EXACT}{main.suffix}"
        with (
            self._counted(rows, safe) as counted,
            self._open(safe) as for_people,
            self._open(exact) as for_tools,
        ):
            differ = write(counted, for_tools, for_people)
        if not differ:
            shutil.copyfile(self.folder / exact, self.folder / safe)
        self.rows[exact], self.twins = self.rows[safe], True

    def write_file(
        self, plain: str, rows: Rows, write: Callable[[Iterator[Any], Path], object]
    ) -> None:
        """Writes what is no text: `write` is given the path."""
        name = self.beside(plain) if self.rows else self.main or plain
        with self._counted(rows, name) as counted:
            write(counted, self.folder / name)

    def write_text(self, plain: str, text: str) -> None:
        """What is read by people, or has no rows."""
        name = self.beside(plain)
        with self._open(name) as out:
            out.write(text)
        self.rows[name] = 0

    def beside(self, plain: str) -> str:
        """What a file is called that lies beside the main one."""
        return f"{Path(self.main).stem}.{plain}" if self.main else plain

    def _open(self, name: str) -> TextIO:
        return (self.folder / name).open("w", encoding="utf-8", newline="")

    @contextmanager
    def _counted(self, rows: Rows, name: str) -> Iterator[Iterator[Any]]:
        """Rows, counted as they pass. Whatever happens to them on their way, the statement that
        they come from is over afterwards."""
        self.rows[name] = 0

        def passing() -> Iterator[Any]:
            for row in rows:
                self.rows[name] += 1
                if self.rows[name] % REPORT_EVERY == 0:
                    self.progress(self.rows[name])
                yield row

        with closing(rows):
            yield passing()


Write = Callable[[Labels, Files, Options], None]
Read = Callable[[Text, LabelFile, Choices], None]
ReadBinary = Callable[[BinaryIO, LabelFile, Choices], None]


@frozen
class Format:
    """sentence: what pages show. convention: how its files are to be read, which manifests say.
    files: what they are called where nobody names them, the main one first. example: how the main
    one begins, if it is text. read: None where labels do not come in by it. read_binary: for a
    format whose files are no text."""

    name: str
    sentence: str
    convention: str
    files: tuple[str, ...]
    write: Write
    example: str = ""
    read: Read | None = None
    read_binary: ReadBinary | None = None
    has_lines: bool = False  # JSON Lines instead of CSV, if asked for
    has_strata: bool = False
    has_verdicts: bool = False  # by another rule than the majority's, if asked for
    has_grades: bool = False  # where a scale has more than two values
    has_pseudonyms: bool = False  # its raters' names are drawn for each release
    is_usual: bool = False  # pages offer it first
    line_limit: int | None = LINE_LIMIT
