"""How an answer is called: by its usual name, or by the words of its campaign's own scale."""

from annotator.scales import ANSWERS, Scale, number_and
from foundation.words import mid_sentence, translated


def words_of(scale: Scale) -> dict[str, str]:
    """The scale's words in the reader's language, as far as it knows them: a lead may have written
    others."""
    return {word: translated(word) for word in scale.words}


def called(scale: Scale, answer: str, value: int | None, name: str) -> str:
    """By itself. name: the answer's usual one."""
    return _by_scale(scale, answer, value) or name


def said(scale: Scale, answer: str, value: int | None, name: str) -> str:
    """Inside a sentence."""
    return _by_scale(scale, answer, value) or mid_sentence(name)


def grade_called(scale: Scale, grade: int) -> str:
    """A grade with its word, in the reader's language."""
    return number_and(translated(scale.words[grade]), grade)


def _by_scale(scale: Scale, answer: str, value: int | None) -> str:
    """Empty where the usual name says it, or nothing is judged."""
    if answer not in ANSWERS or scale.is_usual:
        return ""
    if scale.is_graded:
        return grade_called(scale, value) if value is not None else ""
    return translated(scale.words[ANSWERS.index(answer)])
