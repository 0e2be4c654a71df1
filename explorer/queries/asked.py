"""What the explorer is asked, in the address: which captions, and how their rankings are shown."""

from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlencode

from explorer.choosing import NUMBER, Limits
from foundation.asking.questions import asked
from foundation.refused import Refused
from metrics.snapshot import Rule

LONGEST = 200
MOST = 1_000_000
POSITIVES = {"corrected": "Corrected", "original": "Original"}
KS = {"1": "1", "5": "5", "10": "10"}
RULES: dict[str, Rule] = {"corrected": "all", "original": "original"}


class TurnedRound(Refused):
    """Expected the smaller number first."""

    status = 400


@dataclass(frozen=True, slots=True)
class Shown:
    """Which runs and positives."""

    runs: str = asked(
        "The ids of the runs, with commas between; the three best where none is named.",
        default="",
        longest=LONGEST,
    )
    positives: str = asked(
        "Corrected are the original positives and those that people found relevant.",
        default="corrected",
        choices=POSITIVES,
        label="Positives",
    )

    @property
    def rule(self) -> Rule:
        return RULES[self.positives]


@dataclass(frozen=True, slots=True)
class CaptionsWanted(Shown):
    """Which captions are found."""

    search: str = asked(
        "Only captions with these words in their text, or with this key of a caption or a video.",
        default="",
        longest=LONGEST,
        label="Words or key",
    )
    words_from: int | None = asked(
        "Only captions with at least this many words.",
        default=None,
        at_least=0,
        at_most=MOST,
        label="Words, from",
    )
    words_to: int | None = asked(
        "Only captions with at most this many words.",
        default=None,
        at_least=0,
        at_most=MOST,
        label="Words, to",
    )
    positives_from: int | None = asked(
        "Only captions with at least this many positives.",
        default=None,
        at_least=0,
        at_most=MOST,
        label="Positives, from",
    )
    positives_to: int | None = asked(
        "Only captions with at most this many positives.",
        default=None,
        at_least=0,
        at_most=MOST,
        label="Positives, to",
    )
    k: str = asked(
        "How many of the first ranks are looked at.", default="1", choices=KS, label="Top K"
    )
    differ: bool = asked(
        "Only captions for which one of the runs has a positive in its top K and another has none.",
        default=False,
        label="Runs differ in their top K",
    )
    changed: bool = asked(
        "Only captions for which labels turned a wrong top K of one of the runs into a right one.",
        default=False,
        label="A label changed a verdict",
    )
    unjudged: bool = asked(
        "Only captions for which the top K of one of the runs has a video that is not judged.",
        default=False,
        label="Unjudged in the top K",
    )
    sort: str = asked(
        "The column that the captions are sorted by; with a minus in front, the most come first.",
        default="",
        longest=40,
    )

    def check(self) -> None:
        for low, high, field in (
            (self.words_from, self.words_to, "words_to"),
            (self.positives_from, self.positives_to, "positives_to"),
        ):
            if low is not None and high is not None and low > high:
                raise TurnedRound(field=field)

    @property
    def words(self) -> Limits:
        return Limits(self.words_from, self.words_to)

    @property
    def with_positives(self) -> Limits:
        return Limits(self.positives_from, self.positives_to)

    @property
    def top(self) -> int:
        return int(self.k)

    @property
    def narrows(self) -> bool:
        """Whether some captions may be left out, or the order is another than the benchmark's."""
        limits = (self.words_from, self.words_to, self.positives_from, self.positives_to)
        return bool(
            self.search
            or any(one is not None for one in limits)
            or self.differ
            or self.changed
            or self.unjudged
            or self.sort not in ("", NUMBER)
        )


@dataclass(frozen=True, slots=True)
class RankedWanted(Shown):
    """How the rankings of one caption or one video are shown."""

    ranks: int = asked(
        "How many ranks of each run are shown.", default=10, at_least=1, at_most=100, label="Ranks"
    )


def parts_of(*asked_for: Any, **other: Any) -> dict[str, str]:
    """What differs from the usual, by its name in an address. other: takes the place of a field, or
    leaves it out where it is None."""
    values: dict[str, Any] = {}
    for one in asked_for:
        usual = type(one)()
        for field in fields(one):
            value = getattr(one, field.name)
            if value != getattr(usual, field.name):
                values[field.name] = "on" if value is True else value
    values |= other
    return {name: str(value) for name, value in values.items() if value is not None}


def query_of(*asked_for: Any, **other: Any) -> str:
    """The same as an address ends; empty where all is as usual."""
    parts = parts_of(*asked_for, **other)
    return f"?{urlencode(parts, safe=',')}" if parts else ""
