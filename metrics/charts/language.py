"""A picture in the reader's language: what it says of its own, and the words of its table.

A picture reads words of the table in its expressions, scales and orders, as in
"datum.scale === 'share'", so they are put into the language everywhere or nowhere. Names that are
data stay as they are: of texts that are no titles, only those are translated that the code has
marked, in the table (`Word`) or, for what no cell has, by the catalogue's context `chart`, which
its own expressions and `spoken` give.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext

from foundation.words import translated, translated_word
from metrics.table import Table, Word

QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'")
TITLES = {"title", "description"}
EXPRESSIONS = {"calculate", "labelExpr", "test", "filter", "expr"}
VALUES = {"domain", "sort", "oneOf", "equal"}


def spoken(word: str) -> str:
    """The word as it is. Marks one that a picture says and that is neither a title, nor in an
    expression, nor in its table; without it, it could not be told from a name."""
    return word


def in_words(picture: Any, table: Table) -> Any:
    """The picture's specification, without its data."""
    words = {str(cell) for row in table.rows for cell in row if isinstance(cell, Word)}
    return _put(picture, {word: translated_word(word) for word in words})


def _put(part: Any, words: Mapping[str, str], within: str = "") -> Any:
    if isinstance(part, dict):
        return {name: _put(inner, words, name) for name, inner in part.items()}
    if isinstance(part, list):
        return [_put(inner, words, within) for inner in part]
    return _said(part, words, within) if isinstance(part, str) else part


def _said(text: str, words: Mapping[str, str], within: str) -> str:
    if within in TITLES:
        return translated(text)
    if within in VALUES:
        return translated_word(text) if isinstance(text, Word) else _word(text, words)
    if within in EXPRESSIONS:
        return QUOTED.sub(lambda found: _quoted(found[1], words), text)
    return text


def _word(text: str, words: Mapping[str, str]) -> str:
    return words[text] if text in words else pgettext("chart", text) if text else text


def _quoted(text: str, words: Mapping[str, str]) -> str:
    """A text of an expression, whose spaces at its ends part it from what stands beside it."""
    bare = text.strip()
    meant = _word(bare, words) if bare else bare
    return f"'{text.replace(bare, _escaped(meant), 1)}'" if bare else f"'{text}'"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")
