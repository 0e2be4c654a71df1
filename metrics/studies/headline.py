"""What a frozen report says first: what the labels change for its best run, and how much of what
that rests on was judged.

found: what the study `evaluation` found, as the report froze it. What an older report does not have
is None here, and left out where it is shown.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from foundation.frozen import frozen
from measures.measure import Measure
from measures.names import parse_all
from metrics.studies.judged import ENOUGH

Json = Mapping[str, Any]
Ends = Sequence[float] | None
Change = Literal["rises", "falls", "same", "alone", "undefined"]


@frozen
class JudgedShare:
    """Judged@k of the run, and the least and the most of all runs."""

    k: int
    share: float
    least: float
    most: float

    @property
    def open(self) -> float:
        """What a pair without a verdict may still change."""
        return 1 - self.share

    @property
    def enough(self) -> bool:
        """Whether enough is judged, as the report's own warnings count it: no run is below."""
        return self.least >= ENOUGH

    @property
    def whole(self) -> bool:
        return self.least == 1


@frozen
class Bound:
    """A score with all unjudged pairs irrelevant, and with all of them relevant."""

    measure: str
    low: float
    high: float


@frozen
class Headline:
    """The best run under one measure. before: with the original positives alone; after: with all;
    either is None where it was not asked for, or is undefined."""

    run: str
    runs: int
    measure: str
    definition: str
    of_ranks: bool
    before: float | None
    after: float | None
    ends: Ends
    why: str | None  # there are no ends
    delta: float | None
    delta_ends: Ends
    delta_why: str | None
    n: int
    collected: int
    judged: JudgedShare | None
    bounds: tuple[Bound, ...]
    # Clusters that the interval rests on, where they are few: by as many of one size as count like
    # them, in reports that know it.
    few: int | None = None
    # From which a pair is relevant here, where that is not the campaigns' own grade.
    level: int | None = None

    @property
    def value(self) -> float | None:
        return self.before if self.after is None else self.after

    @property
    def change(self) -> Change:
        if self.value is None:
            return "undefined"
        if self.before is None or self.after is None:
            return "alone"
        if self.before == self.after:
            return "same"
        return "rises" if self.after > self.before else "falls"


def headline_of(
    found: Json, runs: Sequence[Json] = (), measure: str = "", *, unjudged: Json | None = None
) -> Headline | None:
    """runs: of the report's inputs, with their names and directions. measure: one of the report's;
    the first that has a value for a run if empty. unjudged: what the study of that name found, from
    which reports that froze no bounds have theirs."""
    directions = {run["name"]: run.get("direction") for run in runs}
    first = directions.get(found["rows"][0]["run"]) if found["rows"] else None
    rows = [row for row in found["rows"] if directions.get(row["run"]) == first]
    named = measure or _first_measure(rows)
    of_measure = [row for row in rows if row["measure"] == named]
    if not of_measure:
        return None
    best = best_row(of_measure)
    known = measure_named(named)
    return Headline(
        best["run"],
        len(of_measure),
        named,
        definition_of(known) if known else "",
        of_ranks(named),
        best["original"],
        best["all"],
        best["interval"],
        best["why"],
        best["delta"],
        best.get("delta_interval"),
        best.get("delta_why"),
        best["n"],
        found["positives"]["collected"],
        _judged(found, best["run"]),
        _bounds(found, unjudged, best["run"]),
        round(best.get("effective_clusters") or best["clusters"]) if best.get("few") else None,
        level_of(found),
    )


def level_of(found: Json) -> int | None:
    """The grade that was chosen in place of the campaigns' own; None where none was."""
    grades = found.get("grades") or {}
    level: int | None = grades.get("level")
    return None if level == grades.get("relevant_from") else level


def best_row(rows: Sequence[Json]) -> Json:
    """The highest score, or the lowest rank, by all positives where these were asked for; the
    earliest of equal ones."""
    turned = -1 if of_ranks(rows[0]["measure"]) else 1
    known = [row for row in rows if score_of(row) is not None]
    return max(known, key=lambda row: turned * (score_of(row) or 0.0)) if known else rows[0]


def score_of(row: Json) -> float | None:
    value: float | None = row["original"] if row["all"] is None else row["all"]
    return value


def measures_of(found: Json) -> list[str]:
    """That look at positives, in the order in which they were asked for."""
    named = dict.fromkeys(row["measure"] for row in found["rows"])
    known = {name: measure_named(name) for name in named}
    return [name for name, one in known.items() if one is None or one.kind.needs_positives]


def definition_of(measure: Measure) -> str:
    """The definition with the measure's own depth for K, where it has one."""
    if measure.depth is None:
        return measure.definition
    text = measure.definition
    if measure.depth == 1:
        text = text.replace("any of the first K is", "the first is")
    return re.sub(r"\bK\b", str(measure.depth), text)


def measure_named(name: str) -> Measure | None:
    """None for a name that an older report had and that is not known any more."""
    try:
        return parse_all(name)[0]
    except ValueError:
        return None


def positives_by_caption(found: Json, inputs: Json) -> int | None:
    """The collected positives that scores count, in pairs of caption and video. None where they are
    as many as the pairs of query and video that people found, where scores count none, and for a
    report of earlier days, which did not part what was found from what was collected."""
    collected: int = found["positives"]["collected"]
    counted = found["positives"]["rule"] != "original" and inputs.get("found_relevant") is not None
    return collected if counted and collected != inputs["pairs"]["collected"] else None


def of_ranks(name: str) -> bool:
    known = measure_named(name)
    return known is not None and known.kind.of_ranks


def _first_measure(rows: Sequence[Json]) -> str:
    of_scores = measures_of({"rows": rows})
    with_value = [row["measure"] for row in rows if score_of(row) is not None]
    usual = [name for name in of_scores if name in with_value] or of_scores or [""]
    return usual[0]


def _judged(found: Json, run: str) -> JudgedShare | None:
    shares = {one["run"]: one["share"] for one in found.get("judged") or ()}
    if run not in shares:
        return None
    return JudgedShare(
        found["judged"][0]["k"], shares[run], min(shares.values()), max(shares.values())
    )


def _bounds(found: Json, unjudged: Json | None, run: str) -> tuple[Bound, ...]:
    """In a report from before scores had bounds of their own, those of the study `unjudged`."""
    apart = [
        {"run": row["run"], **one}
        for row in (unjudged or {}).get("rows", ())
        for one in row["bounds"]
    ]
    return tuple(
        Bound(one["measure"], one["low"], one["high"])
        for one in found.get("bounds", apart)
        if one["run"] == run and one["low"] is not None
    )
