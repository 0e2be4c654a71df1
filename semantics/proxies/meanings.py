"""What the words of a part of speech mean: classes of a table, or synsets of WordNet."""

from collections.abc import Iterable, Sequence
from functools import partial

from semantics.proxies.material import WEIGHTS, Material
from semantics.proxies.overlaps import Compared, compared
from semantics.words.classes import ClassTable
from semantics.words.senses import senses_in
from semantics.words.word import Parsed, Part
from semantics.words.wordnet import open_wordnet


def meaning_parts(material: Material) -> Sequence[Compared]:
    tables: dict[Part, ClassTable | None] = {"verb": material.verbs, "noun": material.nouns}
    return [
        compared(material, partial(_meanings, part=part, table=tables[part]), weight)
        for part, weight in WEIGHTS.items()
    ]


def _meanings(words: Parsed, part: Part, table: ClassTable | None) -> Iterable[str]:
    """The meanings by the part's table where there is one, else by WordNet."""
    return table.classes_in(words, part) if table else senses_in(words, part, open_wordnet())
