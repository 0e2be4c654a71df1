"""What a leaderboard makes public: a function of its runs, the benchmark and the verdicts on what
these runs rank first, and of nothing else.

A run that is not public must not show in any number, order or name. So verdicts count only among
the first K ranks of the runs that are shown, as if nothing else had ever been pooled: a positive
that a private run alone found would be in the denominators of AP and recall.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import count, pairwise
from typing import Any

import numpy as np

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.hits import Pairs
from measures.letters import letters_of
from measures.reusability import contains, distinct, keys_of
from metrics.frozen import found_in
from metrics.snapshot import Snapshot
from metrics.table import NO_SPAN, Cell, Column, Corrected, Percent, Span, Table, titled

ALPHA = 0.05
ENOUGH = 0.95  # Judged@K below it is warned of
SUBMISSION = "Submission"
NAMED = 3  # runs that a sentence names
SHORT = 12  # characters of a checksum that name a report
SCORE = ("all", "original", "delta", "n", "interval", "why")
SURENESS = ("clusters", "text_groups", "design_effect", "interval_kind", "few")


@frozen
class PublicRun(Found):
    """A run as outsiders see it. A blinded one's name and file give nothing away; it has no day."""

    name: str = found(key="run")
    model: str = found(or_none=True, default="")
    link: str = found(or_none=True, default="")
    date: str = found(or_none=True, default="")
    blinded: bool = found(default=False)
    file: str = found(or_none=True, default="")  # in the bundle; a blinded run's are not given


@frozen
class Frozen:
    """What of a frozen report a leaderboard is made from. result: the report's, read as JSON."""

    benchmark: str
    title: str
    measures: Sequence[str]  # the first orders the rows
    k: int
    sha256: str
    day: date
    result: Mapping[str, Any]
    versions: Mapping[str, Any]


def blind_names(numbers: Sequence[int], taken: Collection[str]) -> list[str]:
    """Submission 4831 and so on, by the numbers given; the next number where a run bears the
    name."""
    known = {name.casefold() for name in taken}
    names = []
    for number in numbers:
        free = (f"{SUBMISSION} {one}" for one in count(number))
        names.append(next(name for name in free if name.casefold() not in known))
        known.add(names[-1].casefold())
    return names


def pooled_here(snapshot: Snapshot, k: int) -> Snapshot:
    """The snapshot with the verdicts alone on what some run of it ranks among its first k, and
    without what only a matrix tells of ranks below those stored."""
    keys = [
        keys_of(run.targets, snapshot.caption_queries, snapshot.videos, k) for run in snapshot.runs
    ]
    ranked = distinct(np.concatenate(keys))
    grades = snapshot.grades
    if grades is not None:
        grades = replace(grades, gains=_among(grades.gains, ranked), verdicts=())
    return replace(
        snapshot,
        collected=_among(snapshot.collected, ranked),
        judged=_among(snapshot.judged, ranked),
        grades=grades,
        runs=tuple(replace(run, own_ranks=None) for run in snapshot.runs),
        log_position=0,
    )


def _among(pairs: Pairs, keys: Any) -> Pairs:
    kept = contains(keys, pairs.keys)
    return replace(pairs, keys=pairs.keys[kept], gains=pairs.gains[kept])


def board_content(frozen: Frozen, runs: Sequence[PublicRun]) -> dict[str, Any]:
    """One JSON object: the rows from best to worst by the first measure, and what has to be known
    to read them."""
    shown, tests = found_in(frozen.result["parts"]["evaluation"]), _tests_of(frozen.result)
    rows = _rows_of(frozen, runs, tests)
    return {
        "benchmark": frozen.benchmark,
        "title": frozen.title,
        "date": frozen.day.isoformat(),
        "sha256": frozen.sha256,
        "measures": list(frozen.measures),
        "ordered_by": frozen.measures[0],
        "k": frozen.k,
        "rows": rows,
        "judged_enough": ENOUGH,
        "too_few_judged": [
            row["run"] for row in rows if row["judged"] is not None and row["judged"] < ENOUGH
        ],
        "positives": shown["positives"],
        "level": shown["level"],
        "seed": shown["seed"],
        "resamples": shown["resamples"],
        **({"dependence": shown["dependence"]} if shown.get("dependence") else {}),
        "alpha": ALPHA,
        "comparisons": len(tests),
        "conventions": shown["conventions"],
        **({"marks": shown["marks"]} if shown.get("marks") else {}),
        "versions": dict(frozen.versions),
    }


def _rows_of(
    frozen: Frozen, runs: Sequence[PublicRun], tests: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    shown, first = found_in(frozen.result["parts"]["evaluation"]), frozen.measures[0]
    scores = {(row["run"], row["measure"]): row for row in shown["rows"]}
    judged = {one["run"]: one["share"] for one in shown["judged"]}
    best = sorted(runs, key=lambda run: (-(scores[run.name, first]["all"] or 0.0), run.name))
    order = [run.name for run in best]
    groups = {measure: _groups(order, tests, measure) for measure in frozen.measures}

    def score(name: str, measure: str) -> dict[str, Any]:
        row = scores[name, measure]
        known = [one for one in SURENESS if one in row]  # reports of before have none
        return {one: row[one] for one in (*SCORE, *known)} | {"group": groups[measure][name]}

    return [
        run.as_json()
        | {
            "scores": {measure: score(run.name, measure) for measure in frozen.measures},
            "group": groups[first][run.name],
            "judged": judged[run.name],
            "report": frozen.sha256[:SHORT],
            "sha256": frozen.sha256,
        }
        for run in best
    ]


def _tests_of(result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Those that could be done: what Holm's correction counts."""
    part = result["parts"].get("comparison", {})
    return [row for row in found_in(part).get("rows", ()) if row["p_holm"] is not None]


def _groups(
    order: Sequence[str], tests: Sequence[Mapping[str, Any]], measure: str
) -> dict[str, str]:
    place = {name: number for number, name in enumerate(order)}
    apart = {
        (place[test["a"]], place[test["b"]])
        for test in tests
        if test["measure"] == measure and test["p_holm"] <= ALPHA
    }
    both_ways = apart | {(b, a) for a, b in apart}
    return dict(zip(order, letters_of(len(order), both_ways), strict=True))


@frozen
class Leader:
    """The first row, and the runs that cannot be told apart from it."""

    run: str
    near: tuple[str, ...]
    alone: bool  # there is no other run
    all_alike: bool  # no two runs can be told apart


def leader_of(content: Mapping[str, Any]) -> Leader:
    (first, letters), *others = [
        (row["run"], set(letters_in(row["group"]))) for row in content["rows"]
    ]
    near = tuple(run for run, own in others if own & letters)
    shared = letters.intersection(*(own for _, own in others))
    return Leader(first, near, not others, bool(others and shared))


def letters_in(group: str) -> list[str]:
    """ab1: a and b1, each letter with the number behind it."""
    starts = [place for place, letter in enumerate(group) if letter.isalpha()]
    return [group[a:b] for a, b in pairwise([*starts, len(group)])]


def finding_of(content: Mapping[str, Any]) -> str:
    """The finding, in English, as the title of a picture."""
    lead, measure = leader_of(content), content["ordered_by"]
    if lead.alone:
        return f"{measure} of {lead.run}"
    if lead.all_alike:
        return f"None of the {len(content['rows'])} runs can be told apart under {measure}"
    if not lead.near:
        return f"{lead.run} leads under {measure}, and all others are behind"
    near = ", ".join(lead.near) if len(lead.near) <= NAMED else f"{len(lead.near)} other runs"
    return f"{lead.run} leads under {measure}, and cannot be told apart from {near}"


def board_table(content: Mapping[str, Any]) -> Table:
    """The rows as people, spreadsheets and papers read them: from the same numbers, with all their
    digits."""
    measured = [
        column
        for measure in content["measures"]
        for column in (Column(measure, measure), Column(f"{measure} interval", "95 % interval"))
    ]
    last = titled(
        judged=f"Judged@{content['k']}", run_date="Run of", report="Report", report_date="Report of"
    )
    columns = [*titled(run="Run", group="Group"), *measured, *last]
    rows = [_cells(row, content) for row in content["rows"]]
    title = f"Leaderboard of {content['title']}"
    return Table("leaderboard", title, columns, rows, notes(content))


def _cells(row: Mapping[str, Any], content: Mapping[str, Any]) -> list[Cell]:
    scores = [cell for one in content["measures"] for cell in cells_of(row["scores"][one])]
    judged, day = Percent(row["judged"]), row["date"] or ""
    return [row["run"], row["group"], *scores, judged, day, row["report"], content["date"]]


def cells_of(score: Mapping[str, Any]) -> tuple[Corrected, Span]:
    """A score and its interval, as tables show them."""
    ends = score["interval"]
    span = Span(ends[0], ends[1], percent=True) if ends else NO_SPAN
    return Corrected(score["all"], score["original"]), span


def notes(content: Mapping[str, Any]) -> list[str]:
    """The rules, each as a sentence."""
    first, k = content["ordered_by"], content["k"]
    return [
        (
            "A score is A (B + C): A with the original positives and those that people found, B"
            " with the original ones alone, C what correcting adds."
        ),
        (
            f"Runs that share a letter cannot be told apart under {first}: the paired sign-flip"
            f" test of their difference, corrected by Holm for all {content['comparisons']:,} tests"
            f" of this leaderboard, does not reject at {ALPHA:g}."
        ),
        (
            f"Judged@{k} is the share of a run's first {k} ranks that has a verdict. Pairs without"
            " one count as not relevant, so scores may still rise where it is low."
        ),
        (
            f"Verdicts count where one of these runs ranks the video among its first {k}: the pool"
            " of this leaderboard at that depth."
        ),
        *(f"{name}: {content['conventions'][name]}." for name in content["measures"]),
        *content.get("marks", ()),
    ]
