"""How an answer is called: by its usual name, or by the words of its campaign's own scale."""

from collections.abc import Mapping

from annotator.scales import ANSWERS, TWO_VALUES, Scale, number_and
from foundation.words import mid_sentence, sentence, translated

# TREC's words are those of its deep learning track's documents; TVR-Ranking has five levels.
NAMED: Mapping[str, tuple[str, ...]] = {
    "0-1": TWO_VALUES,
    "0-2": (sentence("not relevant"), sentence("partly relevant"), sentence("fully relevant")),
    "0-3": (
        sentence("not relevant"),
        sentence("relevant"),
        sentence("highly relevant"),
        sentence("perfect"),
    ),
    "0-4": (
        sentence("not relevant"),
        sentence("slightly relevant"),
        sentence("partly relevant"),
        sentence("largely relevant"),
        sentence("fully relevant"),
    ),
    "0-10": (sentence("not at all"), *map(str, range(1, 10)), sentence("completely")),
}


def words_of(scale: Scale) -> dict[str, str]:
    """The words of a scale that has a name are in the reader's language; a lead's own stay as they
    were written, also where one of them is known."""
    named = scale.words in NAMED.values()
    return {word: translated(word) if named else word for word in scale.words}


def word_of(scale: Scale, value: int) -> str:
    return words_of(scale)[scale.words[value]]


def listed(scale: Scale) -> str:
    """All its words, the lowest first."""
    return ", ".join(words_of(scale).values())


def called(scale: Scale, answer: str, value: int | None, name: str) -> str:
    """By itself. name: the answer's usual one."""
    return _by_scale(scale, answer, value) or name


def said(scale: Scale, answer: str, value: int | None, name: str) -> str:
    """Inside a sentence."""
    return _by_scale(scale, answer, value) or mid_sentence(name)


def grade_called(scale: Scale, grade: int) -> str:
    """A grade with its word, in the reader's language."""
    return number_and(word_of(scale, grade), grade)


def _by_scale(scale: Scale, answer: str, value: int | None) -> str:
    """Empty where the usual name says it, or nothing is judged."""
    if answer not in ANSWERS or scale.is_usual:
        return ""
    if scale.is_graded:
        return grade_called(scale, value) if value is not None else ""
    return word_of(scale, ANSWERS.index(answer))
