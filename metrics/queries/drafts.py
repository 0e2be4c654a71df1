"""A report before it is frozen: all of it is read and computed here, and nothing written.

The pairs that were judged then are part of the report. Captions, own videos and rankings are not:
what was imported never changes, and what was added later is cut off again.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from measures.hits import Pairs
from measures.whole import WholeRanks
from metrics.frozen import Arrays, digest, keys_as_deltas, pairs_of_deltas, unpack_array
from metrics.models import Report
from metrics.queries.report_context import frozen_report_context, read_report_context
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Grades, Snapshot, StoredRun
from metrics.studies.asked import EvaluationAsked
from metrics.studies.description import USUAL, ReportContext
from metrics.studies.opinions import arrays_of
from metrics.studies.report import PartResult, Progress, find_out
from metrics.studies.study import NothingToStudy
from pooling.models import Benchmark, Run

COLLECTED, JUDGED = "pairs|collected", "pairs|judged"
GRADES = "pairs|grades"  # of those collected, where any of them is not 1
LOW = "pairs|too low"  # of grades, what is not relevant


@frozen
class Draft:
    asked: dict[str, Any]
    inputs: dict[str, Any]
    result: bytes
    arrays: Arrays

    @property
    def sha256(self) -> str:
        return digest({"asked": self.asked, "inputs": self.inputs}, self.result, self.arrays)


def draft_report(
    benchmark: Benchmark,
    runs: Sequence[Run],
    asked: EvaluationAsked,
    progress: Progress = lambda *_: None,
) -> Draft:
    """A draft of now: one snapshot, no look at the database after it. Raises NothingToStudy."""
    if not runs:
        raise NothingToStudy(f"{benchmark} has no run yet: import one")
    with one_moment():
        snapshot = take_snapshot(benchmark, runs, same_text=asked.same_text)
        context, inputs = read_report_context(benchmark, asked, snapshot, runs)
    of_runs = {"runs": [_run_named(row, run) for row, run in zip(runs, snapshot.runs, strict=True)]}
    return draft_of(snapshot, asked, of_runs | inputs, progress, context)


def draft_of(
    snapshot: Snapshot,
    asked: EvaluationAsked,
    inputs: dict[str, Any],
    progress: Progress = lambda *_: None,
    context: ReportContext = USUAL,
) -> Draft:
    """A draft from a snapshot that was read already. inputs: those the snapshot does not give."""
    found = find_out(snapshot, asked, progress, context)
    whole = _inputs(snapshot) | inputs | {"studies": dict(found.versions)}
    return _draft(asked.as_json(), whole, snapshot, found, context)


def draft_again(report: Report, progress: Progress = lambda *_: None) -> Draft:
    """What the report must be, computed anew from what it froze. Raises NothingToStudy where a run
    is not there any more."""
    snapshot = frozen_snapshot(report)
    context = frozen_report_context(report, snapshot)
    found = find_out(snapshot, EvaluationAsked.of(report.asked), progress, context)
    return _draft(report.asked, report.inputs, snapshot, found, context)


def stored_draft(report: Report) -> Draft:
    return Draft(report.asked, report.inputs, bytes(report.result), stored_arrays(report))


def stored_arrays(report: Report, names: Sequence[str] | None = None) -> dict[str, NDArray[Any]]:
    rows = report.arrays.order_by("name")
    chosen = rows if names is None else rows.filter(name__in=names)
    return {row.name: unpack_array(row.packed) for row in chosen}


def frozen_snapshot(report: Report) -> Snapshot:
    """What the report saw, whatever has been judged, imported or renamed since."""
    was = report.inputs
    runs = _runs_of(report.benchmark, was["runs"])
    now = take_snapshot(report.benchmark, runs, same_text=report.asked["same_text"])
    arrays = stored_arrays(report, (COLLECTED, JUDGED, GRADES, LOW))
    shape = was["queries"], was["videos"]
    collected = _collected(report, arrays, now.collected.rule)
    captions = slice(was["captions"])
    return replace(
        now,
        benchmark=was["benchmark"],
        caption_queries=now.caption_queries[captions],
        own_videos=now.own_videos[captions],
        characters=now.characters[captions],
        words=now.words[captions],
        queries=was["queries"],
        videos=was["videos"],
        collected=collected,
        judged=pairs_of_deltas(arrays[JUDGED], shape, now.judged.rule),
        log_position=was["log_position"],
        grades=_grades_of(was, collected, arrays),
        no_grades=was.get("no_grades", ""),
        runs=tuple(
            _as_it_was(run, shown, was) for run, shown in zip(now.runs, was["runs"], strict=True)
        ),
    )


def _collected(report: Report, arrays: Mapping[str, NDArray[Any]], rule: str) -> Pairs:
    shape = report.inputs["queries"], report.inputs["videos"]
    collected = pairs_of_deltas(arrays[COLLECTED], shape, rule)
    return replace(collected, gains=arrays[GRADES]) if GRADES in arrays else collected


def frozen_grades(report: Report) -> Grades | None:
    """Those that the report saw."""
    arrays = stored_arrays(report, (COLLECTED, GRADES, LOW))
    return _grades_of(report.inputs, _collected(report, arrays, COLLECTED), arrays)


def _grades_of(
    was: dict[str, Any], collected: Pairs, arrays: Mapping[str, NDArray[Any]]
) -> Grades | None:
    """Reports of before there were scales have none, though their positives may have gains."""
    if "grades" not in was:
        return None
    found = was["grades"]
    keys, gains = arrays[LOW].astype(np.int64)
    low = Pairs(np.cumsum(keys), gains.astype(np.float64), collected.rows, collected.columns)
    every = collected.joined(low, rule=collected.rule)
    return Grades(tuple(found["words"]), found["relevant_from"], every, tuple(found["verdicts"]))


def _runs_of(benchmark: Benchmark, found: Sequence[dict[str, Any]]) -> list[Run]:
    """Raises NothingToStudy where one was deleted. Where no id was kept, by what tells a run's
    rankings: two with the same file, direction and depth have the same."""
    if any("id" not in run for run in found):
        return _runs_by_file(benchmark, found)
    rows = Run.objects.in_bulk([run["id"] for run in found])
    if gone := [run["name"] for run in found if run["id"] not in rows]:
        raise NothingToStudy(
            f"run {gone[0]} is not there any more: without its rankings nothing can be computed"
            " again"
        )
    return [rows[run["id"]] for run in found]


def _runs_by_file(benchmark: Benchmark, facts: Sequence[dict[str, Any]]) -> list[Run]:
    rows = {(run.sha256, run.direction, run.depth): run for run in benchmark.runs.order_by("-pk")}
    found = [rows.get((run["sha256"], run["direction"], run["depth"])) for run in facts]
    there = [run for run in found if run is not None]
    if len(there) < len(facts):
        raise NothingToStudy("a run is not there any more: nothing can be computed again")
    return there


def _as_it_was(run: StoredRun, found: dict[str, Any], was: dict[str, Any]) -> StoredRun:
    items = was["captions"] if run.direction == "t2v" else was["videos"]
    known = run.own_ranks is not None and found.get("own_ranks", True)
    own = run.own_ranks[:items] if known and run.own_ranks is not None else None
    names = {name: found[name] for name in ("name", "model", "family")}
    names |= {name: found.get(name, "") for name in ("trained", "saw")}
    whole = None
    if run.whole is not None:
        columns = was["videos"] if run.direction == "t2v" else was["captions"]
        whole = WholeRanks(run.whole.ranks, items, columns)
    return replace(run, **names, targets=run.targets[:items], own_ranks=own, whole=whole)


def _draft(
    asked: dict[str, Any],
    inputs: dict[str, Any],
    snapshot: Snapshot,
    found: PartResult,
    context: ReportContext,
) -> Draft:
    pairs: dict[str, NDArray[Any]] = {
        COLLECTED: keys_as_deltas(snapshot.collected.keys),
        JUDGED: keys_as_deltas(snapshot.judged.keys),
    }
    if (snapshot.collected.gains != 1).any():
        pairs[GRADES] = snapshot.collected.gains
    if snapshot.grades is not None:
        low = snapshot.grades.gains.without(snapshot.collected)
        pairs[LOW] = np.stack([keys_as_deltas(low.keys), low.gains.astype(np.int64)])
    labels = {} if context.labels is None else context.labels.arrays()
    said = arrays_of(context.opinions)
    return Draft(asked, inputs, found.result, {**found.arrays, **pairs, **labels, **said})


def _inputs(snapshot: Snapshot) -> dict[str, Any]:
    counts = {
        "original": snapshot.original(),
        "collected": snapshot.beyond_original(),
        "judged": snapshot.judged,
    }
    named = ("benchmark", "log_position", "captions", "queries", "videos")
    of_grades: dict[str, Any] = {}
    if snapshot.grades is not None:
        of_grades["grades"] = snapshot.grades.as_json()
    if snapshot.no_grades:
        of_grades["no_grades"] = snapshot.no_grades
    return (
        of_grades
        | {name: getattr(snapshot, name) for name in named}
        | {
            "pairs": {name: len(pairs.keys) for name, pairs in counts.items()},
            "found_relevant": len(
                snapshot.collected.keys
            ),  # original ones too, which are not among those collected
            "versions": {
                "truepool": settings.TRUEPOOL_VERSION,
                "python": platform.python_version(),
                "numpy": np.__version__,
            },
        }
    )


def _run_named(row: Run, run: StoredRun) -> dict[str, Any]:
    shown = {"id": row.pk, "sha256": row.sha256, "depth": row.depth}
    shown |= {name: getattr(run, name) for name in ("name", "model", "family", "direction")}
    return shown | {
        name: sentence for name in ("trained", "saw") if (sentence := getattr(run, name))
    }
