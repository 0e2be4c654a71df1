"""What the one search finds. Each package says what of its own can be found, and by whom; the
list of all kinds is config/search.py."""

import re
from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet

from foundation.frozen import frozen

Row = TypeVar("Row", bound=Model)
LONGEST = 120  # characters of what is searched for
MOST_WORDS = 8
WORD = re.compile(r"\w+")


@frozen
class Match:
    """title: what it is called. about: what tells it from others of that name."""

    title: str
    address: str
    about: str = ""


@frozen
class Searchable:
    """One kind of thing that can be found. open_to: who may search for it; `find` is not asked for
    anybody else. find: what a person finds, at most so many."""

    label: Any
    open_to: Callable[[Any], bool]
    find: Callable[[Any, str, int], Sequence[Match]]


def words_of(text: str) -> list[str]:
    return text.split()[:MOST_WORDS]


def having(rows: QuerySet[Row], text: str, *fields: str) -> QuerySet[Row]:
    """Rows that have each word of the text somewhere in these fields, in any case."""
    per_word = [
        reduce(or_, (Q(**{f"{field}__icontains": word}) for field in fields))
        for word in words_of(text)
    ]
    return rows.filter(reduce(and_, per_word)) if per_word else rows.none()


def prefix_query(text: str) -> str:
    """A query for PostgreSQL's full text: all of the words, the last of them perhaps not yet
    finished. Empty where there is no word."""
    words = WORD.findall(text)[:MOST_WORDS]
    return " & ".join([*words[:-1], f"{words[-1]}:*"]) if words else ""
