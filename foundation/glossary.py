"""The glossary as pages ask it: what a word means, where it is a heading. docs/glossary.md is the
one place that says it; this only reads it."""

import re

from foundation.frozen import frozen

ROW = re.compile(r"^\| ([^|]+) \| (.+) \|$", re.MULTILINE)
REFERENCE = re.compile(r"[,;]? see \[[^]]*\]\([^)]*\)")
MARKUP = re.compile(r"\[([^]]*)\]\([^)]*\)|[*`]")
# The words that are explained where they head a column or name a figure. Others mean something else
# there, such as *part*, or are plain.
HEADINGS = frozenset(
    (
        *("benchmark", "campaign", "caption", "clip", "dispute", "item", "judged", "label"),
        *("measure", "member", "pair", "pool", "positive", "proxy", "query", "release", "run"),
        *("slot", "stratum", "submission", "synset", "training caption", "verdict"),
        *("design effect", "half-width", "hard negative", "kind of mistake", "pace"),
    )
)


@frozen
class Term:
    """word: its row's first. meaning: in plain English."""

    word: str
    meaning: str

    @property
    def anchor(self) -> str:
        return anchor_of(self.word)


def anchor_of(word: str) -> str:
    return f"word-{re.sub(r'[^a-z0-9]+', '-', word.lower()).strip('-')}"


def read_terms(glossary: str) -> dict[str, Term]:
    """By their names. Where a row has several, and explains as many, each has its own."""
    found: dict[str, Term] = {}
    for row, text in ROW.findall(glossary):
        names, meanings = row.split(", "), _plain(text).split("; ")
        each = meanings if len(meanings) == len(names) > 1 else [_plain(text)] * len(names)
        found |= {
            name.lower(): Term(names[0], meaning) for name, meaning in zip(names, each, strict=True)
        }
    return found


def word_in(heading: str) -> str:
    """The word of the glossary that a heading is, in one or in several; empty if none."""
    text = heading.lower()
    forms = (text, text.removesuffix("s"), re.sub("ies$", "y", text))
    return next((form for form in forms if form in HEADINGS), "")


def _plain(text: str) -> str:
    return MARKUP.sub(r"\1", REFERENCE.sub("", text)).strip()
