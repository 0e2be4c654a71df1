"""The languages that pages come in: those that have a folder in locale/. What is to be known of one
stands in the header of its django.po, so that a further language is a folder and nothing else:

    Language: fr                       as browsers name it
    Plural-Forms: nplurals=2; ...      as gettext has it
    X-Truepool-Name: Français          what it calls itself
    X-Truepool-Covers: rating          a part, whose files rating.txt lists; all, if left out
    X-Truepool-Reviewed: no            by somebody whose own language it is; yes, if left out

Standard library only: the settings read it.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PLACE = Path("LC_MESSAGES") / "django.po"
# A part of the product, NAME.txt: the beginnings of its files.
PARTS = Path(__file__).parents[2] / "locale"
LINE = re.compile(r'^"([\w-]+): (.*?)(?:\\n)?"$', re.MULTILINE)
FORMS = re.compile(r"nplurals=(\d)")


class Language(NamedTuple):
    """forms: how many a message has that counts. covers: the beginnings of the files whose messages
    it has; empty for all."""

    code: str
    name: str
    forms: int
    covers: tuple[str, ...]
    is_reviewed: bool
    source: Path

    def has(self, places: Sequence[str]) -> bool:
        """Whether a message that these files have is to be translated."""
        return not self.covers or any(one.startswith(self.covers) for one in places)


def languages_in(catalogues: Path) -> list[Language]:
    return [_read(file) for file in sorted(catalogues.glob(f"*/{PLACE}"))]


def _read(source: Path) -> Language:
    header = source.read_text(encoding="utf-8").partition("\n\n")[0]
    said = {name: value.strip() for name, value in LINE.findall(header)}
    missing = [name for name in ("Language", "Plural-Forms", "X-Truepool-Name") if name not in said]
    forms = FORMS.search(said.get("Plural-Forms", ""))
    covers = said.get("X-Truepool-Covers", "")
    if missing or forms is None:
        raise ValueError(f"{source}: expected {', '.join(missing) or 'nplurals='} in its header")
    parts = {part.stem: part for part in PARTS.glob("*.txt")}
    if covers and covers not in parts:
        raise ValueError(f"{source}: expected it to cover {' or '.join(parts)}, found {covers}")
    places = tuple(parts[covers].read_text(encoding="utf-8").split()) if covers else ()
    reviewed = said.get("X-Truepool-Reviewed", "yes") == "yes"
    name = said["X-Truepool-Name"]
    return Language(said["Language"], name, int(forms[1]), places, reviewed, source)
