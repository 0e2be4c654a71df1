"""Groups of what cannot be told apart, as letters: a compact letter display (Piepho 2004)."""

from collections.abc import Collection, Iterator
from string import ascii_lowercase

Pair = tuple[int, int]


def groups_of(count: int, apart: Collection[Pair]) -> list[frozenset[int]]:
    """The largest sets of the numbers from 0 to count - 1 in which no two are `apart`, in the order
    of their members; each number is in at least one of them."""
    groups = [frozenset(range(count))] if count else []
    for a, b in sorted({(min(pair), max(pair)) for pair in apart}):
        split = [group - {one} for group in groups for one in (a, b) if {a, b} <= group]
        whole = [group for group in groups if not {a, b} <= group]
        # A part that another group contains says nothing that the other does not say.
        groups = _largest([*whole, *split])
    return sorted(groups, key=sorted)


def letters_of(count: int, apart: Collection[Pair]) -> list[str]:
    """The letters of each number's groups: two that share a letter cannot be told apart, two that
    share none can. The first number has the letter a."""
    groups = groups_of(count, apart)
    names = [next_letter for next_letter, _ in zip(_names(), groups, strict=False)]
    return [
        "".join(name for name, group in zip(names, groups, strict=True) if number in group)
        for number in range(count)
    ]


def _largest(groups: list[frozenset[int]]) -> list[frozenset[int]]:
    different = sorted(set(groups), key=len, reverse=True)
    kept: list[frozenset[int]] = []
    for group in different:
        if not any(group <= other for other in kept):
            kept.append(group)
    return kept


def _names() -> Iterator[str]:
    """a to z, then a1 to z1, and so on: none is the beginning of two others side by side."""
    yield from ascii_lowercase
    number = 1
    while True:
        yield from (f"{letter}{number}" for letter in ascii_lowercase)
        number += 1
