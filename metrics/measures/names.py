"""Measures by their names, as printed: `C@10`, `AP-found@20`, `nDCG`, `RBP(p=0.8)`."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from metrics.measures.measure import Depth, Kind, Measure
from metrics.measures.registry import KINDS

# What others call them. Not taken silently: R@10 is C@10 in papers with one positive a caption, and
# something else in textbooks.
ELSEWHERE = {called: kind for kind in KINDS.values() for called in kind.also_called} | {
    kind.name.lower(): kind for kind in KINDS.values()
}
NAME = re.compile(r"([A-Za-z-]+)(?:\(([a-z0-9=.,]*)\))?(?:@([1-9][0-9]{0,5}))?", re.ASCII)
NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,6})?", re.ASCII)
BETWEEN_NAMES = re.compile(r",(?![^(]*\))")  # not the commas between a measure's parameters


class UnknownMeasure(ValueError):
    """No measure has this name."""


def parse(name: str) -> Measure:
    """Raises UnknownMeasure, which says the nearest known name."""
    match = NAME.fullmatch(name)
    kind = KINDS.get(match[1]) if match else None
    if match and kind:
        depth, parameters = match[3], _parameters(kind, match[2])
        fits = kind.depth is not (Depth.NONE if depth else Depth.NEEDED)
        if fits and parameters is not None:
            return Measure(kind, int(depth) if depth else None, parameters)
    raise UnknownMeasure(
        f"no measure is called {name!r}{_instead(name)}; there are"
        f" {', '.join(kind.pattern for kind in KINDS.values())}"
    )


def parse_all(names: str | Iterable[str]) -> tuple[Measure, ...]:
    """Of a list, or of one text with commas between; each measure once, in the order first
    named."""
    listed = BETWEEN_NAMES.split(names) if isinstance(names, str) else names
    found = tuple(dict.fromkeys(parse(name.strip()) for name in listed))
    if not found:
        raise UnknownMeasure("at least one measure has to be named")
    return found


def _parameters(kind: Kind, listed: str | None) -> tuple[float, ...] | None:
    """In the kind's order, the usual value where one is not named. None where they are not a
    kind's parameters, each once and within its limits."""
    if listed is None:
        return kind.usual().parameters
    given = [part.partition("=") for part in listed.split(",")]
    values = {name: float(text) for name, _, text in given if NUMBER.fullmatch(text)}
    known = {one.name: one for one in kind.parameters}
    if len(values) < len(given) or not values.keys() <= known.keys():
        return None
    if not all(known[name].low < value < known[name].high for name, value in values.items()):
        return None
    return tuple(values.get(one.name, one.usual) for one in kind.parameters)


def _instead(name: str) -> str:
    word, digits = re.sub(r"[@(].*|[0-9]+$", "", name).strip(), re.search(r"([0-9]+)\s*$", name)
    plain = re.sub(r"[^a-z-]", "", word.lower())
    near = [plain] if plain in ELSEWHERE else get_close_matches(plain, ELSEWHERE, n=1)
    if not near:
        return ""
    kind = ELSEWHERE[near[0]]
    depth = int(digits[1]) if digits and 0 < int(digits[1]) < 10**6 else 10
    given = kind.depth is Depth.NEEDED or (kind.depth is Depth.POSSIBLE and digits)
    return f"; the nearest is {kind.usual(depth if given else None)}"
