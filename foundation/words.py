"""Sentences of the code in the reader's language, where a page shows them.

Descriptions of what is asked, names of choices and refusals are English where they are written:
commands, the API, the log and stored jobs show them so. A page puts them into the active language.
`translated` looks the whole sentence up. Where a sentence holds values ("Run 7 is gone."), the
catalogue has it with placeholders ("Run {run} is gone."), and the values are taken over.
foundation/catalogue/ finds all these sentences in the source.
"""

import re
from collections.abc import Container
from functools import cache
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext, ngettext, pgettext, trans_real

PLACEHOLDER = re.compile(r"\{(\w+)\}")
NUMBER_AND_PERCENT = re.compile(r"(?<=\d) %")
SENTENCE = re.compile(r"\S+\s+\S+\s+\S+")
# Two of these make prose of what would otherwise pass for a name.
SMALL_WORD = re.compile(
    r"\b(?:an?|above|and|are|as|at|by|each|for|from|has|have|in|is|it|of|on|or|that|the|was|with)\b"
)
# Between two sentences of a text. foundation/catalogue/ parts those of charts at the same places,
# where a value may begin a sentence.
ENDED = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9]|n = )")
RANGE = re.compile(r"(-?[\d.,]+) to (-?[\d.,]+)(?: ([a-z]+))?")
GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
COUNTED = re.compile(r"[\d,.-]+(?: to [\d,.]+)?(?: [a-z]+){0,2}")
NUMBER_OF = re.compile(r"([\d,]*\d) ([a-z]+(?: [a-z]+)?)")
QUOTING = (": ", "“", "(")  # before a value that may be in any language
ENGLISH = "en"


def is_english() -> bool:
    return (translation.get_language() or ENGLISH).startswith(ENGLISH)


def grouped(number: float, places: int = 0) -> str:
    """12,345 in English. Elsewhere a comma may be read as the mark of decimals: 12 345, with a
    narrow space."""
    text = f"{number:,.{places}f}"
    return text if is_english() else text.replace(",", "\u202f")


def sentence(text: str) -> str:
    """The text as it is: it is stored or raised in English, and translated when it is shown. Marks
    it for foundation/catalogue/, which cannot know this of every text."""
    return text


def plural(one: str, many: str, number: int, **words: Any) -> str:
    """The sentence about this number of things, which it calls `%(count)s`. words: its other
    values."""
    return ngettext(one, many, number) % {"count": f"{number:,}", **words}


def translated(text: str) -> str:
    """The text as the active language has it, or as it is where the catalogue does not know it.
    Where it is several sentences, each may be known by itself."""
    if not text or is_english():
        return text
    found = gettext(text)
    found = found if found != text else _by_pattern(text)
    if found == text and len(sentences := ENDED.split(text)) > 1:
        return " ".join(map(translated, sentences))
    return found


def translated_title(text: str) -> str:
    """The title of a job. What it names stays as it is: a campaign may be called "grades", and the
    catalogue knows the word. The `title` of a study is ours."""
    if not text or is_english():
        return text
    found = gettext(text)
    return found if found != text else _by_pattern(text, {"title"})


def unbroken(text: str) -> str:
    """No line ends between a number and its sign of percent."""
    return NUMBER_AND_PERCENT.sub("\u00a0%", text)


def mid_sentence(text: Any) -> str:
    """The name of a role or state inside a sentence: in English with a small letter."""
    return str(text).lower() if is_english() else str(text)


def in_english(text: Any) -> str:
    """The name of a choice as it is written, for what a module keeps: modules are loaded by the
    first request that needs them, in the language of whoever sent it."""
    with translation.override(ENGLISH):
        return str(text)


_lazily = lazy(translated, str)


def translated_lazily(text: str | Promise) -> Any:
    """Translates, each time it is shown, what is made once: labels, help texts, choices."""
    return _lazily(text) if isinstance(text, str) and text else text


class Pattern(NamedTuple):
    english: re.Pattern[str]
    names: list[str]
    meant: str


def _by_pattern(text: str, ours: Container[str] | None = None) -> str:
    """ours: the placeholders whose values are ours to translate; all if not given."""
    for one in patterns(translation.get_language() or ENGLISH):
        found = one.english.fullmatch(text)
        if found and not _is_in_part(found):
            values = {
                name: _value(value)
                if ours is None
                else translated(value)
                if name in ours
                else value
                for name, value in zip(one.names, found.groups(), strict=True)
            }
            return PLACEHOLDER.sub(lambda place: values.get(place[1], place[0]), one.meant)  # noqa: B023  (called at once)
    return text


def _is_in_part(found: re.Match[str]) -> bool:
    """Whether a value is English prose that the catalogue does not know: then the sentence is
    another one ("Under {name}" of "Under syn, clip has the highest nDCG"), and half of it would
    stay English. What is quoted may be prose: a caption, a reason, what is wrong with a file."""
    return any(
        len(set(SMALL_WORD.findall(value))) > 1
        and not found.string[: found.start(group)].endswith(QUOTING)
        and translated_sentence(value) == value
        for group, value in enumerate(found.groups(), start=1)
    )


def translated_word(text: str) -> str:
    """What a table says in its cells: a name of ours, or a range of numbers."""
    if span := RANGE.fullmatch(text):
        low, high, noun = span.groups()
        counted = _counted(high, noun) if noun else high
        return f"{low} {pgettext('interval', 'to')} {counted}" if counted else text
    if (things := NUMBER_OF.fullmatch(text)) and (found := _counted(*things.groups())):
        return found
    return translated(text)


def _value(text: str) -> str:
    """What stands inside a sentence: a number, a number of things, a reason, or a name."""
    bare = text.lstrip()
    if bare != text:
        return text.removesuffix(bare) + _value(bare)
    if GROUPED.fullmatch(text):
        return text.replace(",", "\u202f")
    if (spoken := pgettext("chart", text)) != text:
        return spoken
    return translated_word(text) if COUNTED.fullmatch(text) else _reason(text)


def _reason(text: str) -> str:
    found = translated(text) if text[:1].isdigit() else translated_sentence(text)
    if found == text and text[:1].islower() and SENTENCE.match(text):
        capital = text[0].upper() + text[1:]
        known = translated(capital)
        return found if known == capital else known
    return found


def _counted(number: str, noun: str) -> str:
    """As `count` has it in templates; empty where no template counts these."""
    n = int(number.replace(",", ""))
    if n == 1:
        one, many = noun, f"{noun.removesuffix('y')}ies" if noun.endswith("y") else f"{noun}s"
    else:
        one, many = f"{noun[:-3]}y" if noun.endswith("ies") else noun.removesuffix("s"), noun
    keys = f"%(count)s {one}", f"%(count)s {many}"
    found = ngettext(*keys, n)
    return "" if found in keys else found % {"count": grouped(n)}


def translated_sentence(text: str) -> str:
    """A reason inside a sentence is translated as well. A name is not, even if it is a word that
    the catalogue knows."""
    return translated(text) if SENTENCE.match(text) else text


@cache
def patterns(language: str) -> list[Pattern]:
    """The sentences with placeholders, those with most words of their own first: `{name}: {why}`
    fits nearly everything."""
    loaded: Any = trans_real.translation(language)
    catalogue = loaded._catalog  # noqa: SLF001  (Django lists all of it in no other way)
    found = {
        key: meant
        for key, meant in catalogue.items()
        if isinstance(key, str) and meant and PLACEHOLDER.search(key)
    }
    most_words_first = sorted(found, key=lambda key: len(PLACEHOLDER.sub("", key)), reverse=True)

    def pattern(key: str) -> Pattern:
        own_words = map(re.escape, PLACEHOLDER.split(key)[::2])
        english = re.compile("(.+?)".join(own_words), re.DOTALL)
        return Pattern(english, PLACEHOLDER.findall(key), found[key])

    return list(map(pattern, most_words_first))
