"""What keys and captions may contain. Texts are kept byte for byte: what is odd in them is said,
never mended.

Control characters, and those that turn the reading direction of what follows, are an error
everywhere: they make a page, a terminal or a log show something else than what is there. Keys are
compared by programs, so whatever nobody can see in them is an error too. Captions are only read by
people, and other people's data sets are as they are: there the rest is a warning.
"""

import re
import unicodedata
from collections.abc import Iterable

from pooling.formats.problem import Problems, excerpt

KEY_LIMIT = 200
TEXT_LIMIT = 10_000

_PLAIN_KEY = re.compile(r"[A-Za-z0-9_.#-]{1,100}")
# Controls (but tab and line ends, which are white space), what turns the reading direction, what
# has no width, halves of pairs.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
# What no text may hold, be it of one line or of many: all controls but tab and line ends, and what
# turns the direction.
_REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_REFUSED_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_C0 = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM"
    " SUB ESC FS GS RS US"
)
_CONTROLS = _C0.split()
# Joiners that emoji and several scripts are spelled with.
_SPELLING = "\u200c\u200d"
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_EXCEL = re.compile(
    rf"#(?:REF|NAME|VALUE|DIV/0|NUM|NULL)[!?]|#N/A|[0-9](?:\.[0-9]+)?E[+-][0-9]{{2,3}}|(?:{_MONTHS})-[0-9]{{1,2}}|[0-9]{{1,2}}-(?:{_MONTHS})"
    r"|[1-9][0-9]{14}0+",
    re.IGNORECASE,
)


def check_key(key: str, name: str, line: int, problems: Problems) -> None:
    """name: the column's, for the message."""
    if not _PLAIN_KEY.fullmatch(key):
        _check_odd_key(key, name, line, problems)
    if _EXCEL.fullmatch(key):
        problems.warn(
            "excel",
            f"{name} {excerpt(key)} looks like something that a spreadsheet made of another key",
            line,
        )


def _check_odd_key(key: str, name: str, line: int, problems: Problems) -> None:
    if not key.strip():
        problems.error("empty", f"{name} is empty", line)
    elif key != key.strip():
        problems.error(
            "space", f"{name} {excerpt(key)} has white space around it; expected none", line
        )
    elif re.search(r"\s", key):
        problems.warn(
            "space",
            f"{name} {excerpt(key)} has white space in it; qrels and TREC runs cannot name it",
            line,
        )
    if len(key) > KEY_LIMIT:
        problems.error(
            "length", f"{name} has {len(key):,} characters; expected at most {KEY_LIMIT}", line
        )
    if unseen := _UNSEEN.search(key):
        problems.error(
            "character",
            f"{name} {excerpt(key)} has the character {code_point(unseen[0])}, which nobody"
            " can see",
            line,
        )


def check_text(text: str, line: int, problems: Problems) -> None:
    """A caption's text."""
    if not text.strip():
        problems.error("empty", "the caption is empty", line)
    elif text != text.strip():
        problems.warn(
            "space", f"white space before or after the caption {excerpt(text)}; it was kept", line
        )
    if len(text) > TEXT_LIMIT:
        problems.error(
            "length",
            f"the caption has {len(text):,} characters; expected at most {TEXT_LIMIT:,}",
            line,
        )
    if not text.isprintable():
        _check_odd_text(text, line, problems)
    if _EXCEL.fullmatch(text):
        problems.warn(
            "excel",
            f"the caption {excerpt(text)} looks like something that a spreadsheet made",
            line,
        )


def _check_odd_text(text: str, line: int, problems: Problems) -> None:
    if refused := refused_in(text):
        problems.error(
            "character", f"the caption {excerpt(text)} has {refused}; expected text", line
        )
        return
    unseen = next(
        (character for character in _UNSEEN.findall(text) if character not in _SPELLING), ""
    )
    if "\ud800" <= unseen <= "\udfff":
        problems.error(
            "character", f"the caption has {code_point(unseen)}, which cannot be stored", line
        )
    elif unseen:
        problems.warn(
            "character",
            f"the caption {excerpt(text)} has {code_point(unseen)}, which nobody can see; it was"
            " kept",
            line,
        )
    if re.search(r"[\n\r\t\u2028\u2029]", text):
        problems.warn(
            "line-break", f"a line break or tab in the caption {excerpt(text)}; it was kept", line
        )


def refused_in(text: str, *, one_line: bool = False) -> str:
    """The first character that no text may hold, by its code point and its place; empty if there is
    none.

    one_line: of names, where tabs and line ends are refused as well.
    """
    if text.isprintable():
        return ""
    found = (_REFUSED_IN_A_LINE if one_line else _REFUSED).search(text)
    return f"{code_point(found[0])} at its character {found.start() + 1:,}" if found else ""


def check_alike(keys: Iterable[tuple[int, str]], name: str, problems: Problems) -> None:
    """Different keys, each with its line, that people would take for one."""
    by_look: dict[str, tuple[int, str]] = {}
    for line, key in keys:
        look = _look(key).casefold()
        first_line, first = by_look.setdefault(look, (line, key))
        if first == key:
            continue
        if _look(first) == _look(key):
            problems.error(
                "alike",
                f"{name} {ascii(key)[:80]} looks the same as {ascii(first)[:80]} in line"
                f" {first_line}, and is spelled otherwise",
                line,
            )
        else:
            problems.warn(
                "alike",
                f"{name} {excerpt(key)} differs from {excerpt(first)} in line {first_line} only by"
                " case",
                line,
            )


def check_lost_zeros(keys: Iterable[str], name: str, problems: Problems) -> None:
    """00123 beside 124: a spreadsheet opens such a column as numbers."""
    numbers = [key for key in keys if key.isascii() and key.isdigit()]
    padded = next((key for key in numbers if key.startswith("0") and len(key) > 1), None)
    if padded is None:
        return
    shorter = next((key for key in numbers if len(key) < len(padded)), None)
    if shorter is not None:
        problems.warn(
            "excel",
            f"{name} is written both {padded} and {shorter}; has a spreadsheet taken leading zeros"
            " away?",
        )


def _look(key: str) -> str:
    if key.isascii():
        return key
    return _UNSEEN.sub("", unicodedata.normalize("NFC", key))


def code_point(character: str) -> str:
    """`U+0007 (BEL)`, `U+202E (RIGHT-TO-LEFT OVERRIDE)`, `U+200B`: with a name where it tells more
    than the number."""
    number = ord(character)
    if number < len(_CONTROLS):
        name = _CONTROLS[number]
    elif _REFUSED.match(character):
        name = "DEL" if number == 0x7F else unicodedata.name(character, "a C1 control character")
    else:
        return f"U+{number:04X}"
    return f"U+{number:04X} ({name})"
