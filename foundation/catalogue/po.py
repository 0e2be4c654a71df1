"""The .po file: as translators read and write it. Only what ours have: no obsolete and no previous
messages."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from foundation.catalogue.message import Key

HEADER = Key("")
WORD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)?\s*(".*")$')
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
ESCAPED = re.compile(r"\\(.)")
LONGEST_LINE = 90


@dataclass(slots=True)
class Entry:
    """A message with its translation: one text, or one for each plural form. Empty until somebody
    writes it."""

    key: Key
    meant: list[str]
    places: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)

    @property
    def is_done(self) -> bool:
        return all(self.meant) and "fuzzy" not in self.flags


def read(file: Path) -> dict[Key, Entry]:
    blocks = re.split(r"\n\s*\n", file.read_text(encoding="utf-8").strip())
    entries = (_entry(block.splitlines()) for block in blocks)
    return {entry.key: entry for entry in entries}


def write(file: Path, entries: Mapping[Key, Entry]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    in_order = sorted(entries.values(), key=lambda entry: entry.key)
    file.write_text("\n".join(_block(entry) for entry in in_order), encoding="utf-8")


def _entry(lines: list[str]) -> Entry:
    places, flags, words = [], set(), dict[str, str]()
    word = ""
    for line in lines:
        if line.startswith("#:"):
            places += line[2:].split()
        elif line.startswith("#,"):
            flags |= {flag.strip() for flag in line[2:].split(",")}
        elif found := WORD.match(line):
            word = found[1] or word
            words[word] = words.get(word, "") + _unquoted(found[2])
        elif not line.startswith("#"):
            raise ValueError(f"expected a line of a .po file, found {line!r}")
    key = Key(words["msgid"], words.get("msgid_plural", ""), words.get("msgctxt", ""))
    meant = [value for word, value in sorted(words.items()) if word.startswith("msgstr")]
    return Entry(key, meant, places, flags)


def _block(entry: Entry) -> str:
    key, lines = entry.key, [f"#: {place}" for place in entry.places]
    if entry.flags:
        lines.append(f"#, {', '.join(sorted(entry.flags))}")
    words = {"msgctxt": key.context} if key.context else {}
    words |= {"msgid": key.text} | ({"msgid_plural": key.plural} if key.plural else {})
    for number, text in enumerate(entry.meant):
        words[f"msgstr[{number}]" if key.plural else "msgstr"] = text
    lines += chain.from_iterable(_quoted(word, text) for word, text in words.items())
    return "\n".join(lines) + "\n"


def _quoted(word: str, text: str) -> list[str]:
    whole = f'{word} "{_escaped(text)}"'
    if len(whole) <= LONGEST_LINE and "\n" not in text:
        return [whole]
    return [f'{word} ""', *(f'"{_escaped(line)}"' for line in _lines(text))]


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines(keepends=True):
        shown = ""
        for piece in re.findall(r"\S+\s*|\s+", line):
            if shown and len(shown) + len(piece) > LONGEST_LINE:
                yield shown
                shown = ""
            shown += piece
        yield shown


def _escaped(text: str) -> str:
    return "".join(ESCAPES.get(character, character) for character in text)


def _unquoted(quoted: str) -> str:
    return ESCAPED.sub(lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), quoted[1:-1])
