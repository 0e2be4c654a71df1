"""An evaluation whole: every part that was asked for, of one snapshot, as what a report freezes."""

from collections.abc import Callable, Mapping
from typing import Any

from foundation.frozen import frozen
from metrics.frozen import Arrays, canonical, pack_table
from metrics.snapshot import Snapshot
from metrics.studies.asked import EvaluationAsked
from metrics.studies.description import USUAL, ReportContext, Setup
from metrics.studies.evaluation import Evaluation
from metrics.studies.registry import PARTS, VERSIONS, tables_of
from metrics.studies.scored import at_level
from metrics.studies.study import NothingToStudy

Progress = Callable[[int, int, str], None]


@frozen
class PartResult:
    """result: see docs/metrics.md, as JSON in its one spelling. arrays: a score for each caption,
    `RUN|MEASURE|POSITIVES`.

    versions: of the study behind each part of the result.
    """

    result: bytes
    arrays: Arrays
    versions: Mapping[str, int]


def find_out(
    snapshot: Snapshot,
    asked: EvaluationAsked,
    progress: Progress = lambda *_: None,
    context: ReportContext = USUAL,
) -> PartResult:
    """Raises NothingToStudy where not even scores can be computed; what else cannot be says so in
    its own place."""
    setup = Setup(at_level(snapshot, asked.level), asked, context)
    parts: dict[str, Any] = {}
    arrays: Arrays = {}
    wanted = [study for study in PARTS.values() if study.is_asked(asked)]
    for number, study in enumerate(wanted):
        progress(number, len(PARTS), study.title)
        try:
            found = study.compute(setup)
        except NothingToStudy as nothing:
            if not study.option:
                raise
            parts[study.name] = {"nothing": str(nothing)}
        else:
            tables = [pack_table(table) for table in tables_of(found)]
            parts[study.name] = {"found": found.as_json(), "tables": tables}
            arrays = found.arrays() if isinstance(found, Evaluation) else arrays
    result = canonical({"benchmark": snapshot.benchmark, "parts": parts})
    return PartResult(result, arrays, {name: VERSIONS[name] for name in parts})
