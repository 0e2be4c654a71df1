"""Captions as a network reads them: parsed, and as vectors."""

from collections.abc import Iterable, Mapping, Sequence

from retrieval.features.word_vectors import WordVectors
from retrieval.networks.kinds import NOUN, VERB
from retrieval.training.material import Sequences, TextVectors
from semantics.words.word import Parsed, Part, Word

KINDS: Mapping[Part, int] = {"verb": VERB, "noun": NOUN}


def telling(words: Parsed) -> list[Word]:
    """Its words without stop words; all of them where that leaves none."""
    return [word for word in words if not word.is_stop_word] or list(words)


def lemmas_of(captions: Iterable[Parsed]) -> list[list[str]]:
    return [[word.lemma for word in telling(words)] for words in captions]


def spellings(captions: Iterable[Parsed]) -> set[str]:
    """The forms under which a file of vectors may have a word: its lemma, or as it is written."""
    return {form for words in captions for word in words for form in (word.lemma, word.text)}


def texts_of(
    captions: Sequence[Parsed], vectors: WordVectors, parts: Sequence[str], *, in_order: bool
) -> TextVectors:
    """The mean of the words' vectors, of a whole caption and of its words of each part; in_order:
    and word by word."""

    def forms(words: Iterable[Word]) -> list[str]:
        return [word.lemma if word.lemma in vectors.places else word.text for word in words]

    whole = vectors.mean_of([forms(telling(words)) for words in captions])
    of_parts = {
        part: vectors.mean_of(
            [forms(word for word in words if word.part == part) for words in captions]
        )
        for part in parts
    }
    if not in_order:
        return TextVectors(whole, of_parts)
    kinds = [[KINDS.get(word.part, 0) for word in words] for words in captions]
    ordered = vectors.in_order([forms(words) for words in captions], kinds)
    return TextVectors(whole, of_parts, Sequences(*ordered))


def without_vector(captions: Sequence[Parsed], vectors: WordVectors) -> int:
    """Captions of which no word has a vector: a network sees nothing of them."""
    known = vectors.places
    return sum(
        not any(word.lemma in known or word.text in known for word in telling(words))
        for words in captions
    )
