"""What random rankings come to on EPIC-KITCHENS-100's test segments, from their narrations alone.

Wray et al. 2021 print them in Table 3 (nDCG, both directions averaged). A caption is a segment's
narration; distinct texts are averaged over. docs/decisions/0042 says what came out and what did
not.
"""

import ast
import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from semantics.formats.class_tables import read_class_table
from semantics.graded.baseline import Baseline, random_baseline
from semantics.proxies.description import with_own
from semantics.proxies.material import Material
from semantics.proxies.registry import KINDS
from semantics.words.classes import ClassTable
from semantics.words.parsing import parse
from semantics.words.word import Parsed, Part, Word

PRINTED = {"syn": 0.107, "bow": 0.117, "pos": 0.045, "meteor": 0.130}
SEED = 0

Row = dict[str, str]


@dataclass(frozen=True, slots=True)
class Variant:
    """A proxy, and what its words are taken from."""

    kind: str
    words: str
    material: Callable[[Path], Material]

    def baseline(self, folder: Path) -> Baseline:
        material = self.material(folder)
        texts = KINDS[self.kind].relate(material)
        relevance = with_own(texts, material.caption_texts, material)
        return random_baseline(relevance, SEED)


@cache
def read_segments(folder: Path) -> tuple[Row, ...]:
    path = folder / "EPIC_100_retrieval_test.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def read_classes(folder: Path, part: str) -> ClassTable:
    path = folder / f"EPIC_100_{part}_classes.csv"
    with path.open("rb") as file:
        return read_class_table(file, path.name)


@cache
def parsed_narrations(folder: Path) -> Material:
    """As our own parser reads them, with WordNet."""
    texts = [row["narration"] for row in read_segments(folder)]
    return _material(parse(texts))


def with_tables(folder: Path) -> Material:
    """Our parser, and the classes of EPIC's tables."""
    verbs, nouns = (read_classes(folder, part) for part in ("verb", "noun"))
    return replace(parsed_narrations(folder), verbs=verbs, nouns=nouns)


def with_every_word(folder: Path) -> Material:
    """No word is a stop word."""
    made = parsed_narrations(folder)
    return replace(made, captions=[_kept(words) for words in made.captions])


def annotated_classes(folder: Path) -> Material:
    """The classes that EPIC's makers gave each segment."""
    return _annotated(
        folder, lambda row: [row["verb_class"]], lambda row: _list(row, "noun_classes")
    )


def annotated_words(folder: Path) -> Material:
    """The makers' verbs (`put-down`), and each word of their nouns (`board`, `cutting`)."""
    return _annotated(
        folder,
        lambda row: [row["verb"]],
        lambda row: [word for noun in _list(row, "nouns") for word in noun.split(":")],
    )


def annotated_whole(folder: Path) -> Material:
    """The makers' verbs and nouns (`board:cutting`) as they are."""
    return _annotated(folder, lambda row: [row["verb"]], lambda row: _list(row, "nouns"))


VARIANTS = (
    Variant("syn", "EPIC's own verb and noun classes", annotated_classes),
    Variant("syn", "our parser, classes of EPIC's tables", with_tables),
    Variant("syn", "our parser, WordNet and Lesk", parsed_narrations),
    Variant("pos", "EPIC's own verbs, and the words of its nouns", annotated_words),
    Variant("pos", "EPIC's own verbs and nouns, whole", annotated_whole),
    Variant("pos", "our parser's lemmas", parsed_narrations),
    Variant("bow", "our parser and stop words", parsed_narrations),
    Variant("bow", "every word", with_every_word),
    Variant("meteor", "every word, WordNet 3.0", parsed_narrations),
)


def _list(row: Row, name: str) -> list[str]:
    return list(map(str, ast.literal_eval(row[f"all_{name}"])))


def _annotated(
    folder: Path, verbs: Callable[[Row], Sequence[str]], nouns: Callable[[Row], Sequence[str]]
) -> Material:
    """Classes and words are lemmas here, each in a class of its own."""
    rows = read_segments(folder)
    read = [tuple(_words(row["narration"], verbs(row), nouns(row))) for row in rows]
    alone = ClassTable((), {})
    return replace(_material(read), verbs=alone, nouns=alone)


def _words(text: str, verbs: Sequence[str], nouns: Sequence[str]) -> Iterator[Word]:
    # The narration comes first, so that segments are one text only where it is the same too. Nouns
    # in a row would be read as one thing.
    yield Word(text, text, "other", is_stop_word=True)
    parts: dict[Part, Sequence[str]] = {"verb": verbs, "noun": nouns}
    for part, lemmas in parts.items():
        for lemma in lemmas:
            yield Word(lemma, lemma, part, is_stop_word=False)
            yield Word("and", "and", "other", is_stop_word=True)


def _material(read: Sequence[Parsed]) -> Material:
    numbers: dict[Parsed, int] = {}
    texts = np.array([numbers.setdefault(words, len(numbers)) for words in read], np.int64)
    return Material(
        captions=list(numbers),
        caption_texts=texts,
        video_of=np.arange(len(read)),
        videos=len(read),
    )


def _kept(words: Parsed) -> Parsed:
    return tuple(replace(word, is_stop_word=False) for word in words)
