"""Two reports side by side, before anybody looks at scores: which settings differ, and what differs
in labels.

asked, inputs: as reports keep them; see docs/metrics.md.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from foundation.asking.questions import described
from foundation.finding.fields import SPREAD, Found, computed, found
from foundation.frozen import frozen
from measures.arrays import Integers
from measures.hits import Pairs
from metrics.snapshot import Grades
from metrics.studies.asked import EvaluationAsked
from metrics.studies.description import Need
from metrics.studies.registry import PARTS

Json = Mapping[str, Any]

# What the options are called; one without a name of its own by its first letter's capital.
SETTINGS = {
    one.name: one.question.label or one.name.replace("_", " ").capitalize()
    for one in described(EvaluationAsked)
}
# The words in which an option's choices are asked.
CHOICES = {
    one.name: one.question.choices for one in described(EvaluationAsked) if one.question.choices
}
# What a level of 0 is.
ABOUT = {"level": "the campaigns' own"}
# What a caption's score under one measure, one run and one rule follows from, besides labels.
OF_SCORES = ("same_text", "level")


@frozen
class Setting(Found):
    """A setting that is not the same in both. null: it was not recorded."""

    name: str = found()
    title: str = found("What pages call it.")
    before: Any | None = found()
    after: Any | None = found()
    of_scores: bool = found(
        "Whether a caption's score may differ because of it.", key="changes_scores"
    )
    names: tuple[str, str] | None = None  # of what an id stands for; empty for none

    @property
    def shown(self) -> tuple[Any, Any]:
        """The values before and after, as people chose them."""
        if self.names is not None:
            return self.names
        words = CHOICES.get(self.name, {})

        def shown(value: Any) -> Any:
            if self.name == "level" and value == 0:
                return ABOUT["level"]
            return words.get(value, value) if isinstance(value, str) else value

        return shown(self.before), shown(self.after)


@frozen
class Positions(Found):
    before: int = found()
    after: int = found()


@frozen
class GradeChanged(Found):
    """Pairs that had one grade and have another."""

    before: int = found()
    after: int = found()
    pairs: int = found()


@frozen
class LabelsChanged(Found):
    """In pairs of query and video. grades: of pairs that are relevant before and after, or neither
    time, and whose grade is another; None where the two reports have no scale in common."""

    positions: Positions = found("The newest label that each report has read.", key="log_position")
    judged: int = found(key="newly_judged")
    unjudged: int = found(key="no_longer_judged")
    relevant: int = found(key="newly_relevant")
    not_relevant: int = found(key="no_longer_relevant")

    grades: tuple[GradeChanged, ...] | None = None
    of_grades = computed(
        Mapping,
        lambda one: (
            {} if one.grades is None else {"grade_changed": [row.as_json() for row in one.grades]}
        ),
        key=SPREAD,
    )

    @property
    def higher(self) -> int:
        return sum(one.pairs for one in self.grades or () if one.after > one.before)

    @property
    def lower(self) -> int:
        return sum(one.pairs for one in self.grades or () if one.after < one.before)

    @property
    def any(self) -> bool:
        return any((self.judged, self.unjudged, self.relevant, self.not_relevant, self.grades))


def settings_between(before: tuple[Json, Json], after: tuple[Json, Json]) -> list[Setting]:
    """Settings that differ between two reports, each as what it was asked and its inputs."""
    return [
        *_asked_for(before, after),
        *_runs(before[1], after[1]),
        *_versions(before[1], after[1]),
        *_size(before[1], after[1]),
    ]


def labels_between(
    positions: tuple[int, int],
    judged: tuple[Pairs, Pairs],
    relevant: tuple[Pairs, Pairs],
    grades: tuple[Grades | None, Grades | None] = (None, None),
) -> LabelsChanged:
    """judged, relevant: queries x videos, before and after. What was imported between the two may
    have made either longer."""
    return LabelsChanged(
        Positions(*positions), *_apart(*judged), *_apart(*relevant), _regraded(*grades)
    )


def _regraded(before: Grades | None, after: Grades | None) -> tuple[GradeChanged, ...] | None:
    """Of grades above 0: reports freeze no others."""
    if before is None or after is None:
        return None
    if (before.words, before.relevant_from) != (after.words, after.relevant_from):
        return None
    width = max(before.gains.columns, after.gains.columns, 1)
    keys = _wide(before.gains, width), _wide(after.gains, width)
    _, was, now = np.intersect1d(*keys, assume_unique=True, return_indices=True)
    grades = np.stack([before.gains.gains[was], after.gains.gains[now]]).astype(np.int64)
    same_side = (grades[0] >= before.relevant_from) == (grades[1] >= before.relevant_from)
    moved, counts = np.unique(
        grades[:, same_side & (grades[0] != grades[1])], axis=1, return_counts=True
    )
    return tuple(GradeChanged(*each) for each in zip(*moved.tolist(), counts.tolist(), strict=True))


def _asked_for(before: tuple[Json, Json], after: tuple[Json, Json]) -> Iterator[Setting]:
    """A setting that was not there yet when a report was frozen had its usual value."""
    usual = EvaluationAsked().as_json()
    for name, title in SETTINGS.items():
        a, b = (asked.get(name, usual[name]) for asked, _ in (before, after))
        if a != b:
            names = None
            if name == "estimate":
                names = _pool_of(a, before[1]), _pool_of(b, after[1])
            yield Setting(name, title, a, b, name in OF_SCORES, names)


def _pool_of(key: int, inputs: Json) -> str:
    """What the pool was called, which a report keeps beside its id."""
    known = inputs.get(Need.SAMPLE.value) or {}
    return str(known.get("name", key)) if key else ""


def _runs(before: Json, after: Json) -> Iterator[Setting]:
    was, now = ({run["name"]: run for run in inputs["runs"]} for inputs in (before, after))
    if list(was) != list(now):
        yield Setting(
            "runs", "Runs", list(was), list(now), of_scores=False
        )  # only runs of both are compared
    for name in (name for name in was if name in now):
        a, b = (f"{run['sha256']} to rank {run['depth']}" for run in (was[name], now[name]))
        if a != b:
            yield Setting("run", f"Rankings of {name}", a, b, of_scores=True)


def _versions(before: Json, after: Json) -> Iterator[Setting]:
    was, now = before.get("studies"), after.get("studies")
    for part in PARTS:
        a, b = (None if versions is None else versions.get(part) for versions in (was, now))
        # A part that one of them does not have is told by what was asked; of a report without
        # versions it is not known.
        known = a is not None and b is not None
        if (known and a != b) or (part == "evaluation" and (was is None) != (now is None)):
            title = f"Version of the part “{PARTS[part].title}”"
            yield Setting("version", title, a, b, of_scores=_rescored(part, a, b))


def _rescored(part: str, before: int | None, after: int | None) -> bool:
    """Whether the scores of captions may be others between these two versions of a part."""
    if part != "evaluation":
        return False
    since = PARTS[part].scores_since
    return before is None or after is None or min(before, after) < since


def _size(before: Json, after: Json) -> Iterator[Setting]:
    for name, title in (("captions", "Captions"), ("videos", "Videos")):
        if before[name] != after[name]:
            yield Setting(name, title, before[name], after[name], of_scores=True)


def _apart(before: Pairs, after: Pairs) -> tuple[int, int]:
    """How many only the later one has, and how many only the earlier one."""
    width = max(before.columns, after.columns, 1)
    a, b = (_wide(pairs, width) for pairs in (before, after))
    return len(np.setdiff1d(b, a, assume_unique=True)), len(np.setdiff1d(a, b, assume_unique=True))


def _wide(pairs: Pairs, width: int) -> Integers:
    row, column = np.divmod(pairs.keys, max(pairs.columns, 1))
    return row * width + column
