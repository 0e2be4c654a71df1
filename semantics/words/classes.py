"""Classes of verbs or nouns that somebody drew up: several words, one meaning.

An instance may be several words, as EPIC-KITCHENS writes them: a verb and its particle or
preposition (`turn-on`, `put-into`), or a noun and what it is further described by, in that order
(`board:cutting` for "cutting board", `lid:tupperware` for "lid of the tupperware").
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from semantics.words.phrases import OF, Phrase, noun_phrases, verb_phrases
from semantics.words.word import Parsed, Part

VERB_MARK, NOUN_MARK = "-", ":"


@dataclass(frozen=True)
class ClassTable:
    """A class is its place in `names`. Instances are as the table has them: `fridge`, `turn-on`,
    `board:cutting`."""

    names: tuple[str, ...]
    class_by_instance: Mapping[str, int]

    def classes_in(self, words: Parsed, part: Part) -> tuple[str, ...]:
        """What the words of this part come to: the name of the class of each, and the lemma itself
        for a word that is in no class. An instance of several words goes before its first alone,
        and takes the others with it: "cutting board" is no `cutting`."""
        return tuple(self._named(phrase) for phrase in _phrases(words, part))

    def _named(self, phrase: Phrase) -> str:
        found = self._class_in(phrase)
        return phrase.head if found is None else self.names[found]

    def _class_in(self, phrase: Phrase) -> int | None:
        """The class of the instance that has most of the phrase's other words; of two with as many,
        the one whose words are nearer to the head."""
        ranked = [
            (len(others), -sum(phrase.others[other] for other in others), number)
            for others, number in self._by_head.get(phrase.head, ())
            if phrase.others.keys() >= set(others)
        ]
        return max(ranked, key=lambda one: one[:2])[2] if ranked else None

    @cached_property
    def _by_head(self) -> Mapping[str, list[tuple[tuple[str, ...], int]]]:
        """The instances that begin with a word: what else they have, and their class."""
        by_head: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        for instance, number in self.class_by_instance.items():
            for head, others in _ways_to_split(instance):
                by_head.setdefault(head, []).append((others, number))
        return by_head


def _ways_to_split(instance: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A head, and what else there must be. As people write them, verbs come first ("pick up") and
    nouns last ("cutting board"), but "glass of wine" is a glass; as the head is looked up among
    words of one part of speech, it does no harm to list both. With a hyphen a word may also be one
    token: `t-shirt` and `turn-on` look the same."""
    if " " in instance:
        words = tuple(word for word in instance.split() if word != OF)
        yield words[0], words[1:]
        if f" {OF} " not in instance:
            yield words[-1], words[:-1]
        return
    head, *others = instance.split(NOUN_MARK)
    yield head, tuple(others)
    if not others and VERB_MARK in instance:
        head, *others = instance.split(VERB_MARK)
        yield head, tuple(others)


def _phrases(words: Parsed, part: Part) -> Iterator[Phrase]:
    if part == "verb":
        return verb_phrases(words)
    if part == "noun":
        return noun_phrases(words)
    return (Phrase(word.lemma, {}) for word in words if word.part == part)
