"""What the words of a part of speech mean: classes of a table, or synsets of WordNet."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from semantics.proxies.material import Material
from semantics.proxies.overlaps import Compared, compared
from semantics.words.classes import ClassTable
from semantics.words.senses import senses_in
from semantics.words.word import Parsed, Part


def meaning_parts(material: Material, weights: Mapping[Part, float]) -> Sequence[Compared]:
    return [compared(material, _meanings(part, material), weights[part]) for part in weights]


def _meanings(part: Part, material: Material) -> Callable[[Parsed], Iterable[str]]:
    """The meanings by the part's table where there is one, else by WordNet. A part without either
    (tables of verbs and nouns, and adjectives compared too) is compared by its lemmas."""
    tables: Mapping[Part, ClassTable | None] = {"verb": material.verbs, "noun": material.nouns}
    table, wordnet = tables.get(part), material.wordnet
    if table is not None:
        return lambda words: table.classes_in(words, part)
    if wordnet is not None:
        return lambda words: senses_in(words, part, wordnet)
    return lambda words: lemmas_in(words, part)


def lemmas_in(words: Parsed, part: Part) -> Iterable[str]:
    return (word.lemma for word in words if word.part == part)
