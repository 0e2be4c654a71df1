"""Measures by their names, as printed: `C@10`, `AP-found@20`, `nDCG`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

# Kind -> whether its name carries a depth: `C@10`.
NEEDED, POSSIBLE, NONE = "needed", "possible", "none"
KINDS = {
    "C": NEEDED,
    "P": NEEDED,
    "R": NEEDED,
    "AP": POSSIBLE,
    "AP-found": POSSIBLE,
    "RR": POSSIBLE,
    "MedR": NONE,
    "MeanR": NONE,
    "GMR": NONE,
    "nDCG": POSSIBLE,
    "nDCG-exp": POSSIBLE,
    "Judged": NEEDED,
}

# What others call them. Not taken silently: R@10 is C@10 in papers with one positive a caption, and
# something else in textbooks.
ELSEWHERE = {
    "success": "C",
    "correct": "C",
    "hit": "C",
    "hits": "C",
    "hitrate": "C",
    "precision": "P",
    "recall": "R",
    "map": "AP",
    "mrr": "RR",
    "mr": "MeanR",
    "mdr": "MedR",
    "meanrank": "MeanR",
    "medianrank": "MedR",
    "geometricmean": "GMR",
}
ELSEWHERE |= {kind.lower(): kind for kind in KINDS}


class UnknownMeasure(ValueError):
    """No measure has this name."""


@dataclass(frozen=True, slots=True)
class Measure:
    """depth: the ranks it looks at, None for all that are stored."""

    kind: str
    depth: int | None = None

    def __str__(self) -> str:
        return self.kind if self.depth is None else f"{self.kind}@{self.depth}"


def parse(name: str) -> Measure:
    """Raises UnknownMeasure, which says the nearest known name."""
    match = re.fullmatch(r"([A-Za-z-]+)(?:@([1-9][0-9]{0,5}))?", name, re.ASCII)
    kind, depth = (match[1], match[2]) if match else ("", None)
    if (not depth and KINDS.get(kind) in (POSSIBLE, NONE)) or (
        depth and KINDS.get(kind) in (NEEDED, POSSIBLE)
    ):
        return Measure(kind, int(depth) if depth else None)
    raise UnknownMeasure(
        f"no measure is called {name!r}{_instead(name)}; there are"
        f" {', '.join(map(_pattern, KINDS))}"
    )


def parse_all(names: str | Iterable[str]) -> tuple[Measure, ...]:
    """Of a list, or of one text with commas between; each measure once, in the order first
    named."""
    listed = names.split(",") if isinstance(names, str) else names
    found = tuple(dict.fromkeys(parse(name.strip()) for name in listed))
    if not found:
        raise UnknownMeasure("at least one measure has to be named")
    return found


def _instead(name: str) -> str:
    word, digits = re.sub(r"@.*|[0-9]+$", "", name).strip(), re.search(r"([0-9]+)\s*$", name)
    plain = re.sub(r"[^a-z-]", "", word.lower())
    near = [plain] if plain in ELSEWHERE else get_close_matches(plain, ELSEWHERE, n=1)
    if not near:
        return ""
    kind = ELSEWHERE[near[0]]
    depth = int(digits[1]) if digits and 0 < int(digits[1]) < 10**6 else 10
    given = KINDS[kind] == NEEDED or (KINDS[kind] == POSSIBLE and digits)
    return f"; the nearest is {Measure(kind, depth if given else None)}"


def _pattern(kind: str) -> str:
    return {NEEDED: f"{kind}@K", POSSIBLE: f"{kind}, {kind}@K", NONE: kind}[KINDS[kind]]
