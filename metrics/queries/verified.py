"""Whether a report is what it was, and what its inputs come to: every difference as a sentence.

A part is only computed again by the version of its study that computed it first. What another
version would say tells nothing of the report, so such a part is named, with both versions, and
counts as no difference.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from foundation.finding.fields import Found, derived, found, unshown
from foundation.frozen import frozen
from metrics.frozen import as_now, canonical
from metrics.models import Report
from metrics.queries.drafts import COLLECTED, JUDGED, Draft, draft_again, stored_draft
from metrics.studies.registry import VERSIONS
from metrics.studies.report import Progress
from metrics.studies.study import NothingToStudy

SCORES = "evaluation"  # the part that the arrays of scores belong to


@frozen
class PartVersion(Found):
    """A part that another version of its study computed. None: frozen before versions were
    recorded, or not known here."""

    part: str = found()
    frozen: int | None = found()
    here: int | None = found()


@frozen
class Verified(Found):
    """differences: sentences, none where all is as it was. others: parts that cannot be computed
    again here."""

    differences: tuple[str, ...] = unshown()
    others: tuple[PartVersion, ...] = found(key="parts")
    intact: bool = found("Its stored bytes have their checksum.", key="checksum_intact")
    whole: bool = False  # none of its parts could be computed again

    @property
    def same(self) -> bool | None:
        """None where nothing differs, but not all could be computed again."""
        return False if self.differences else (None if self.others else True)

    @property
    @derived()
    def says(self) -> str:
        """A sentence about the parts of other versions; empty where there is none."""
        return _about(self.others, intact=self.intact) if self.others else ""


def verify_report(report: Report, progress: Progress = lambda *_: None) -> Verified:
    """Its stored bytes against its checksum, and every part that can be computed again against what
    it was."""
    try:
        stored = stored_draft(report)
    except ValueError as damage:
        return Verified((str(damage),), (), intact=False)
    others, whole = _other_versions(stored)
    intact = stored.sha256 == report.sha256
    another = (
        f"its content has the checksum {stored.sha256[:12]}, not {report.sha256[:12]}, under which"
        " it was frozen"
    )
    shown = [] if intact else [another]
    if not whole:
        try:
            shown += _between(stored, draft_again(report, progress), {one.part for one in others})
        except NothingToStudy as refusal:
            shown.append(f"it cannot be computed again: {refusal}")
    return Verified(tuple(shown), others, intact, whole)


def _other_versions(stored: Draft) -> tuple[tuple[PartVersion, ...], bool]:
    """And whether that is all of its parts."""
    frozen: Mapping[str, int] = stored.inputs.get("studies", {})
    parts = _parts(stored)
    others = [
        PartVersion(part, frozen.get(part), VERSIONS.get(part))
        for part in parts
        if frozen.get(part) != VERSIONS.get(part)
    ]
    return tuple(others), len(others) == len(parts) > 0


def _parts(draft: Draft) -> dict[str, Any]:
    """Damaged bytes have none, and their checksum tells."""
    try:
        found = json.loads(as_now(draft.result))["parts"]
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
    return dict(found)


def _about(others: tuple[PartVersion, ...], *, intact: bool) -> str:
    checksum = (
        "its stored bytes' checksum is intact"
        if intact
        else "its stored bytes do not have their checksum"
    )
    if all(one.frozen is None for one in others):
        return (
            "version unknown (frozen before versions were recorded): it cannot be recomputed here;"
            f" {checksum}"
        )
    was = ", ".join(f"version {one.frozen or 'unknown'} of {one.part}" for one in others)
    if len(others) == 1:
        here = f"version {others[0].here}" if others[0].here else "no such study"
        return (
            f"frozen by {was}; this Truepool has {here}: it cannot be recomputed here; {checksum}"
        )
    here = ", ".join(f"version {one.here or 'none'} of {one.part}" for one in others)
    return (
        f"frozen by {was}; this Truepool has {here}: these parts cannot be recomputed here;"
        f" {checksum}"
    )


def _between(stored: Draft, fresh: Draft, others: set[str]) -> Iterator[str]:
    if others:
        was, now = _parts(stored), _parts(fresh)
        for part in sorted((was.keys() | now.keys()) - others):
            if canonical(was.get(part)) != canonical(now.get(part)):
                yield f"computing its part {part} again gives another result"
    elif stored.result != fresh.result and as_now(stored.result) != fresh.result:
        yield "computing it again gives another result"
    for name in sorted(stored.arrays.keys() | fresh.arrays.keys()):
        if SCORES in others and name not in (COLLECTED, JUDGED):
            continue
        if name not in fresh.arrays or name not in stored.arrays:
            yield f"its array {name} is {'not computed' if name in stored.arrays else 'missing'}"
        elif not _same(stored, fresh, name):
            yield f"computing its array {name} again gives others"


def _same(stored: Draft, fresh: Draft, name: str) -> bool:
    a, b = stored.arrays[name], fresh.arrays[name]
    return a.dtype == b.dtype and bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
