"""Measures by their names, as printed: `C@10`, `AP-found@20`, `nDCG`, `RBP(p=0.8)`, `AP@R`,
`AP(rel=2)`, `nDCG'@10`.

Names are those of ir_measures where it has the measure; its `judged_only=True` is our prime.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from measures.measure import BY_POSITIVES, Depth, Kind, Measure
from measures.registry import KINDS

# What others call them. Not taken silently: R@10 is C@10 in papers with one positive a caption, and
# something else in textbooks.
ELSEWHERE = {called: kind for kind in KINDS.values() for called in kind.also_called} | {
    kind.name.lower(): kind for kind in KINDS.values()
}
NAME = re.compile(r"([A-Za-z-]+)('?)(?:\(([A-Za-z0-9_=.,]*)\))?(?:@(R|[1-9][0-9]{0,5}))?", re.ASCII)
LEVEL = re.compile(r"rel=([1-9][0-9]{0,2})", re.ASCII)
CONDENSED = {"judged_only=True": True, "judged_only=False": False}
HIGHEST_LEVEL = 100
NUMBER = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,6})?", re.ASCII)
BETWEEN_NAMES = re.compile(r",(?![^(]*\))")  # not the commas between a measure's parameters


class UnknownMeasure(ValueError):
    """No measure has this name."""


def parse(name: str) -> Measure:
    """Raises UnknownMeasure, which says the nearest known name."""
    if (match := NAME.fullmatch(name)) and (found := _measure(*match.groups())):
        return found
    raise UnknownMeasure(
        f"no measure is called {name!r}{_instead(name)}; there are"
        f" {', '.join(kind.pattern for kind in KINDS.values())}"
    )


def parse_all(names: str | Iterable[str]) -> tuple[Measure, ...]:
    """The measures in a list, or in one text with commas between; each once, in the order first
    named."""
    listed = BETWEEN_NAMES.split(names) if isinstance(names, str) else names
    found = tuple(dict.fromkeys(parse(name.strip()) for name in listed))
    if not found:
        raise UnknownMeasure("at least one measure has to be named")
    return found


def _measure(word: str, prime: str, listed: str | None, depth: str | None) -> Measure | None:
    """None where the parts of a name do not make a measure."""
    by_positives = depth == BY_POSITIVES[1:]
    kind = KINDS.get(word + BY_POSITIVES * by_positives)
    if kind is None or kind.depth is (Depth.NONE if depth and not by_positives else Depth.NEEDED):
        return None
    rest, level, condensed = _view(listed)
    parameters = _parameters(kind, rest)
    if parameters is None or (prime and condensed is not None):
        return None
    condensed = bool(prime or condensed)
    if (condensed and not kind.can_condense) or (level is not None and not kind.has_levels):
        return None
    whole = int(depth) if depth and not by_positives else None
    # Grades are whole numbers, so that any above 0 is at least 1.
    return Measure(kind, whole, parameters, None if level == 1 else level, condensed)


def _view(listed: str | None) -> tuple[str | None, int | None, bool | None]:
    """What is left of the list without `rel` and `judged_only`, which any kind may have; and these
    two, None where they are not named."""
    parts = [] if listed is None else listed.split(",")
    levels = [int(found[1]) for part in parts if (found := LEVEL.fullmatch(part))]
    condensed = [CONDENSED[part] for part in parts if part in CONDENSED]
    if max(len(levels), len(condensed)) > 1 or max(levels, default=1) > HIGHEST_LEVEL:
        return listed, None, None  # which is then no kind's parameter
    rest = [part for part in parts if not LEVEL.fullmatch(part) and part not in CONDENSED]
    given = ",".join(rest) if rest or not (levels or condensed) else None
    return (
        None if listed is None else given,
        levels[0] if levels else None,
        condensed[0] if condensed else None,
    )


def _parameters(kind: Kind, listed: str | None) -> tuple[float, ...] | None:
    """The values in the kind's order, the usual one where one is not named. None where they are not
    a kind's parameters, each once and within its limits."""
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
    if name.upper().endswith(BY_POSITIVES):
        word += BY_POSITIVES
    plain = re.sub(r"[^a-z@-]", "", word.lower())
    near = [plain] if plain in ELSEWHERE else get_close_matches(plain, ELSEWHERE, n=1)
    if not near:
        return ""
    kind = ELSEWHERE[near[0]]
    depth = int(digits[1]) if digits and 0 < int(digits[1]) < 10**6 else 10
    given = kind.depth is Depth.NEEDED or (kind.depth is Depth.POSSIBLE and digits)
    return f"; the nearest is {kind.usual(depth if given else None)}"
