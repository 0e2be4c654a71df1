"""The base form of a word, given its tag."""

import re

from semantics.words.word import Part
from semantics.words.wordnet import WordNet

# UNC is what the corpus could not classify: in captions, names of things ("tofu", "pak choi").
PARTS_BY_TAG: dict[str, Part] = {"AV0": "adverb", "AVQ": "adverb", "UNC": "noun"}
PARTS_BY_BEGINNING: dict[str, Part] = {
    "NN": "noun",
    "NP": "noun",
    "VV": "verb",
    "VB": "verb",
    "VD": "verb",
    "VH": "verb",
    "AJ": "adjective",
}
BE = "VB"
# Plurals; forms of verbs other than the base; comparatives and superlatives.
INFLECTED = re.compile(r"NN2|V[VBDH][DGNZ]|VBB|AJ[CS]")

# What the endings of words that are not in WordNet become. The first that fits is taken.
PLURALS = (
    (re.compile(r"(?<=[^aeiou])ies$"), "y"),
    (re.compile(r"(s|x|z|ch|sh)es$"), r"\1"),
    (re.compile(r"(?<=[^su])s$"), ""),
)
VERB_ENDINGS = (
    (re.compile(r"([bdgmnprt])\1(?:ing|ed)$"), r"\1"),
    (re.compile(r"(?:ing|ed)$"), ""),
    *PLURALS,
)
REGULAR: dict[Part, tuple[tuple[re.Pattern[str], str], ...]] = {
    "noun": PLURALS,
    "verb": VERB_ENDINGS,
}


def part_of(tag: str) -> Part:
    """Modal verbs and forms of "be" are not verbs here: they do not say what happens, and the
    taggers that papers use keep them apart too."""
    return "other" if tag.startswith(BE) else _declined_as(tag)


def _declined_as(tag: str) -> Part:
    return PARTS_BY_TAG.get(tag) or PARTS_BY_BEGINNING.get(tag[:2], "other")


def lemma_of(word: str, tag: str, wordnet: WordNet) -> str:
    """The tag says whether there is an ending to lose: `glasses` as a plural is `glass`, though
    WordNet has a noun `glasses` too; `gas` keeps its s."""
    part = _declined_as(tag)
    bases = wordnet.bases(word, part)
    if not INFLECTED.fullmatch(tag):
        return word if word in bases else next(iter(bases), word)
    other = next((base for base in bases if base != word), None)
    if other or bases:
        return other or word
    for ending, instead in REGULAR.get(part, ()):
        base, found = ending.subn(instead, word)
        if found:
            return base
    return word
