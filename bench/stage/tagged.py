"""How well verbs and nouns are found, against those that EPIC-KITCHENS-100's makers found.

They parsed their narrations by a tagger and went over the result by hand. A verb of theirs may have
a particle (`put-in`), a noun what describes it (`board:cutting`).
"""

import ast
import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from foundation.home import CHECKOUT
from semantics.formats.class_tables import read_class_table
from semantics.words.classes import ClassTable
from semantics.words.lemmas import lemma_of, part_of
from semantics.words.tagger import open_tagger
from semantics.words.word import Parsed, Word, tokens_of
from semantics.words.wordnet import open_wordnet

PUBLISHED = Path(os.environ.get("TRUEPOOL_PUBLISHED", CHECKOUT.parent / "shared" / "data"))
EPIC = PUBLISHED / "epic100"
MSVD = PUBLISHED / "msvd" / "msvd_test_captions.json"

Lemmas = frozenset[str]


@dataclass(frozen=True, slots=True)
class Narration:
    """What its makers say of a text."""

    text: str
    verb: str  # without its particle
    nouns: Lemmas  # without what describes them
    describing: Lemmas
    verb_class: int
    noun_classes: frozenset[int]


@dataclass(frozen=True, slots=True)
class Score:
    """Of all texts together."""

    right: int
    found: int
    wanted: int

    @property
    def precision(self) -> float:
        return self.right / self.found

    @property
    def recall(self) -> float:
        return self.right / self.wanted


def read_test() -> list[Narration]:
    columns = ("verb", "all_nouns", "verb_class", "all_noun_classes")
    return list(_read("EPIC_100_retrieval_test.csv", columns))


def read_training() -> list[Narration]:
    """Texts that no test segment has."""
    columns = ("verb", "nouns", "verb_class", "noun_classes")
    tested = {narration.text for narration in read_test()}
    listed = _read("EPIC_100_retrieval_train_sentence.csv", columns)
    return [narration for narration in listed if narration.text not in tested]


def read_classes(part: str) -> ClassTable:
    path = EPIC / f"EPIC_100_{part}_classes.csv"
    with path.open("rb") as file:
        return read_class_table(file, path.name)


def read_captions() -> list[str]:
    """Distinct captions of both kinds: instructions, and sentences of MSVD."""
    instructions = [narration.text for narration in (*read_training(), *read_test())]
    sentences = [text for texts in json.loads(MSVD.read_text()).values() for text in texts]
    return list(dict.fromkeys(instructions + sentences))


def parse_by_tagger_alone(texts: Iterable[str]) -> list[Parsed]:
    """Without what Truepool knows of captions."""
    tagger, wordnet = open_tagger(), open_wordnet()
    tagged = ((tokens, tagger.tags(tokens)) for tokens in map(tokens_of, texts))
    return [
        tuple(
            Word(token, lemma_of(token, tag, wordnet), part_of(tag), is_stop_word=False)
            for token, tag in zip(tokens, tags, strict=True)
        )
        for tokens, tags in tagged
    ]


def score_verbs(narrations: Sequence[Narration], parsed: Sequence[Parsed]) -> Score:
    """A word that their nouns are described by is neither right nor wrong as a verb."""
    return _score(
        (_lemmas(words, "verb") - narration.describing, frozenset({narration.verb}))
        for narration, words in zip(narrations, parsed, strict=True)
    )


def score_nouns(narrations: Sequence[Narration], parsed: Sequence[Parsed]) -> Score:
    """Likewise: `fridge` in "fridge door" may be found or not."""
    return _score(
        (_lemmas(words, "noun") - narration.describing, narration.nouns)
        for narration, words in zip(narrations, parsed, strict=True)
    )


def score_classes(
    wanted: Iterable[frozenset[int]], found: Iterable[Sequence[str]], table: ClassTable
) -> Score:
    return _score(
        (frozenset(classes), frozenset(table.names[number] for number in numbers))
        for classes, numbers in zip(found, wanted, strict=True)
    )


def _score(pairs: Iterable[tuple[Lemmas, Lemmas]]) -> Score:
    listed = list(pairs)
    return Score(
        sum(len(found & wanted) for found, wanted in listed),
        sum(len(found) for found, _ in listed),
        sum(len(wanted) for _, wanted in listed),
    )


def _lemmas(words: Parsed, part: str) -> Lemmas:
    return frozenset(word.lemma for word in words if word.part == part)


def _read(name: str, columns: tuple[str, str, str, str]) -> Iterator[Narration]:
    """Each text once, as it is first found."""
    read_list: Callable[[str], list[str]] = ast.literal_eval
    seen: set[str] = set()
    with (EPIC / name).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            text = row["narration"]
            if text in seen:
                continue
            seen.add(text)
            verb, nouns, verb_class, noun_classes = (row[column] for column in columns)
            split = [noun.split(":") for noun in read_list(nouns)]
            heads = frozenset(noun[0] for noun in split)
            describing = frozenset(word for noun in split for word in noun[1:]) - heads
            numbers = frozenset(map(int, read_list(noun_classes)))
            yield Narration(text, verb.split("-")[0], heads, describing, int(verb_class), numbers)
