"""Words, lemmas and parts of speech of captions."""

from collections.abc import Sequence

from foundation.progress import Report
from semantics.words.lemmas import lemma_of, part_of
from semantics.words.readings import read
from semantics.words.tagger import open_tagger
from semantics.words.word import STOP_WORDS, Parsed, Word, tokens_of
from semantics.words.wordnet import WordNet, open_wordnet

AT_ONCE = 500  # texts that are parsed between two looks at whether to stop


def parse_all(texts: Sequence[str], report: Report) -> list[Parsed]:
    """As `parse`, with reports on the way."""
    parsed: list[Parsed] = []
    for start in range(0, len(texts), AT_ONCE):
        report(start, len(texts), "Reading captions")
        parsed += parse(texts[start : start + AT_ONCE])
    return parsed


def parse(texts: Sequence[str]) -> list[Parsed]:
    """One for each text, in their order. A text that occurs twice is parsed once."""
    tagger, wordnet = open_tagger(), open_wordnet()
    # Captions have few different words: each is looked up once for each tag that it is given.
    words: dict[tuple[str, str], Word] = {}

    def parse_one(text: str) -> Parsed:
        tokens = tokens_of(text)
        keys = zip(tokens, read(tokens, tagger, wordnet), strict=True)
        return tuple(words.get(key) or words.setdefault(key, _word(*key, wordnet)) for key in keys)

    parsed = {text: parse_one(text) for text in dict.fromkeys(texts)}
    return [parsed[text] for text in texts]


def _word(token: str, tag: str, wordnet: WordNet) -> Word:
    return Word(token, lemma_of(token, tag, wordnet), part_of(tag), token in STOP_WORDS)
