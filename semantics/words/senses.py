"""Which meaning a word has in its caption, by Lesk's overlap with WordNet's glosses."""

from functools import cache

from semantics.words.word import STOP_WORDS, Parsed, Part, tokens_of
from semantics.words.wordnet import SUFFIXES, WordNet


def lesk(words: Parsed, place: int, wordnet: WordNet) -> int | None:
    """The synset of the word at `place`; None for a word that WordNet does not have.

    Simplified Lesk: of its senses, the one whose gloss (definition and examples) has most of the
    caption's other words, stop words aside. Of senses with as many, the most usual."""
    word = words[place]
    senses = wordnet.synsets(word.lemma, word.part)
    if len(senses) < 2:
        return senses[0] if senses else None
    context = {
        frozenset((other.text, other.lemma))
        for other in words
        if not other.is_stop_word and other.lemma != word.lemma
    }
    # max keeps the first of those that are equal.
    return max(senses, key=lambda sense: _overlap(context, _gloss_words(wordnet, sense)))


def senses_in(words: Parsed, part: Part, wordnet: WordNet) -> tuple[str, ...]:
    """What the words of this part come to where no table is given: the synset of each, as text,
    and the lemma itself for a word that WordNet does not have."""
    senses = (
        (word.lemma, lesk(words, place, wordnet))
        for place, word in enumerate(words)
        if word.part == part
    )
    return tuple(lemma if sense is None else str(sense) for lemma, sense in senses)


def _overlap(context: set[frozenset[str]], gloss: frozenset[str]) -> int:
    return sum(not forms.isdisjoint(gloss) for forms in context)


@cache
def _gloss_words(wordnet: WordNet, synset: int) -> frozenset[str]:
    """The gloss's words as they are written, and all that they may be forms of."""
    written = {word for word in tokens_of(wordnet.gloss(synset)) if word not in STOP_WORDS}
    bases = {base for word in written for part in SUFFIXES for base in wordnet.bases(word, part)}
    return frozenset(written | bases)
