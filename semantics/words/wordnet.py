"""WordNet 3.0, read from its own files.

They are its makers' index, data and exception files, packed into one archive (`make vendor`). A
part of speech is read when it is first asked for; the synsets within it, as they are asked for: an
index names places in a data file, so nothing but the index has to be gone through.
"""

import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from zipfile import ZipFile

from semantics.words.word import Part

VENDORED = Path(__file__).parent / "vendor" / "wordnet-3.0.2" / "wordnet.zip"

# The names of the files, and the first digit of a synset's number, which is the makers' own.
SUFFIXES: dict[Part, str] = {"noun": "noun", "verb": "verb", "adjective": "adj", "adverb": "adv"}
DIGITS: dict[Part, int] = {"noun": 1, "verb": 2, "adjective": 3, "adverb": 4}
PARTS = {digit: part for part, digit in DIGITS.items()}
FIRST_OF = 10**8  # an offset has eight digits

# "Detachment": an ending, and what takes its place in the base form. In the order of WordNet's
# morphology: the first that leads to a word of the index is the likeliest.
ENDINGS: dict[Part, tuple[tuple[str, str], ...]] = {
    "noun": (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "verb": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "adjective": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adverb": (),
}

MARKER = re.compile(r"\([a-z]+\)$")  # of an adjective's place: `ready(p)`


class WordNet:
    """A synset is a number: its part of speech (1 noun, 2 verb, 3 adjective, 4 adverb), and eight
    digits of its place in that part's data file."""

    def __init__(self, archive: Path = VENDORED) -> None:
        self._parts = {part: _Part(archive, part) for part in SUFFIXES}

    def has(self, word: str, part: Part) -> bool:
        """A word of several tokens is written with underscores: `frying_pan`."""
        return part in self._parts and word in self._parts[part].index

    def bases(self, word: str, part: Part) -> tuple[str, ...]:
        """The words of the index that this may be a form of, itself included; none for a word that
        WordNet does not have. Irregular forms have a list; others lose their ending, once."""
        files = self._parts.get(part)
        if files is None:
            return ()
        forms = files.exceptions.get(word) or _detached(word, part)
        return tuple(dict.fromkeys(form for form in (word, *forms) if form in files.index))

    def synsets(self, lemma: str, part: Part) -> tuple[int, ...]:
        """The most usual sense first; none for a word that WordNet does not have."""
        files = self._parts.get(part)
        fields = files.index.get(lemma, "").split() if files else []
        if not fields:
            return ()
        # "n 6 5 @ ~ #m %p = 6 3 offset ...": the second field is how many offsets end the line.
        first = DIGITS[part] * FIRST_OF
        return tuple(first + int(offset) for offset in fields[-int(fields[1]) :])

    def gloss(self, synset: int) -> str:
        """The definition, and examples in quotes."""
        return self._line(synset).partition("|")[2].strip()

    def words(self, synset: int) -> tuple[str, ...]:
        """The words as they are written: `Paris`, `frying_pan`."""
        # "offset file type words(hex) word id word id ... pointers | gloss"
        fields = self._line(synset).partition("|")[0].split()
        return tuple(MARKER.sub("", word) for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2])

    def synonyms(self, lemma: str) -> frozenset[str]:
        """The words of one token in all synsets of all words that the lemma may be a form of, and
        the lemma itself: METEOR's third stage, as NLTK has it."""
        found = {
            word
            for part in SUFFIXES
            for base in self.bases(lemma.lower(), part)
            for synset in self.synsets(base, part)
            for word in self.words(synset)
            if "_" not in word
        }
        return frozenset(found | {lemma})

    def _line(self, synset: int) -> str:
        digit, offset = divmod(synset, FIRST_OF)
        data = self._parts[PARTS[digit]].data
        return data[offset : data.index(b"\n", offset)].decode()


@cache
def open_wordnet() -> WordNet:
    """Once in a process: it keeps what it has read."""
    return WordNet()


class _Part:
    """The files of one part of speech."""

    def __init__(self, archive: Path, part: Part) -> None:
        self.archive, self.suffix = archive, SUFFIXES[part]

    @cached_property
    def index(self) -> dict[str, str]:
        """What follows each word on its line."""
        lines = (line.partition(" ") for line in self._lines(f"index.{self.suffix}"))
        return {word: rest for word, _, rest in lines}

    @cached_property
    def exceptions(self) -> dict[str, list[str]]:
        listed = (line.split() for line in self._lines(f"{self.suffix}.exc"))
        return {form: bases for form, *bases in listed}

    @cached_property
    def data(self) -> bytes:
        return self._read(f"data.{self.suffix}")

    def _lines(self, name: str) -> Iterator[str]:
        """The lines without the licence, which each file begins with, indented."""
        lines = self._read(name).decode().splitlines()
        return (line for line in lines if not line.startswith(" "))

    def _read(self, name: str) -> bytes:
        with ZipFile(self.archive) as archive:
            return archive.read(name)


def _detached(word: str, part: Part) -> list[str]:
    return [
        word.removesuffix(ending) + instead
        for ending, instead in ENDINGS[part]
        if word.endswith(ending)
    ]
