"""Whether a report is what it was, and what its inputs come to: every difference as a sentence."""

from collections.abc import Iterator

import numpy as np

from metrics.models import Report
from metrics.queries.drafts import Draft, draft_again, stored_draft
from metrics.studies.report import Progress
from metrics.studies.study import NothingToStudy


def report_differences(report: Report, progress: Progress = lambda *_: None) -> Iterator[str]:
    """Nothing where its content has its checksum, and computing it again gives the same bytes."""
    try:
        stored = stored_draft(report)
    except ValueError as damage:
        yield str(damage)
        return
    if stored.sha256 != report.sha256:
        yield f"its content has the checksum {stored.sha256[:12]}, not {report.sha256[:12]}, under which it was frozen"
    try:
        yield from _between(stored, draft_again(report, progress))
    except NothingToStudy as refusal:
        yield f"it cannot be computed again: {refusal}"


def _between(stored: Draft, fresh: Draft) -> Iterator[str]:
    if stored.result != fresh.result:
        yield "computing it again gives another result"
    for name in sorted(stored.arrays.keys() | fresh.arrays.keys()):
        if name not in fresh.arrays or name not in stored.arrays:
            yield f"its array {name} is {'not computed' if name in stored.arrays else 'missing'}"
        elif not _same(stored, fresh, name):
            yield f"computing its array {name} again gives others"


def _same(stored: Draft, fresh: Draft, name: str) -> bool:
    a, b = stored.arrays[name], fresh.arrays[name]
    return a.dtype == b.dtype and bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
