"""What the explorer is asked, in the address: which captions, and how their rankings are shown."""

from dataclasses import fields
from typing import Any
from urllib.parse import urlencode

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from metrics.snapshot import Rule

LONGEST = 200
NUMBER = "number"  # the order of the benchmark itself
LIMIT: dict[str, Any] = {"default": None, "at_least": 0, "at_most": 1_000_000}
POSITIVES = {"corrected": "Corrected", "original": "Original"}
KS = {"1": "1", "5": "5", "10": "10"}
RULES: dict[str, Rule] = {"corrected": "all", "original": "original"}


class TurnedRound(Refused):
    """Expected the smaller number first."""

    status = 400


@frozen
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


@frozen
class CaptionsWanted(Shown):
    """Which captions are found."""

    search: str = asked(
        "Only captions with these words in their text, or with this key of a caption or a video.",
        default="",
        longest=LONGEST,
        label="Words or key",
    )
    words_from: int | None = asked(
        "Only captions with at least this many words.", label="Words, from", **LIMIT
    )
    words_to: int | None = asked(
        "Only captions with at most this many words.", label="Words, to", **LIMIT
    )
    positives_from: int | None = asked(
        "Only captions with at least this many positives.", label="Positives, from", **LIMIT
    )
    positives_to: int | None = asked(
        "Only captions with at most this many positives.", label="Positives, to", **LIMIT
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
        for field, (low, high) in self.limits.items():
            if low is not None and high is not None and low > high:
                raise TurnedRound(field=f"{field}_to")

    @property
    def limits(self) -> dict[str, tuple[int | None, int | None]]:
        """The two ends, from and to, both included; None where there is no end."""
        return {
            "words": (self.words_from, self.words_to),
            "positives": (self.positives_from, self.positives_to),
        }

    @property
    def top(self) -> int:
        return int(self.k)

    @property
    def narrows(self) -> bool:
        """Whether some captions may be left out, or the order is another than the benchmark's."""
        narrowed = (self.search, self.differ, self.changed, self.unjudged)
        limited = (end is not None for ends in self.limits.values() for end in ends)
        return any(narrowed) or any(limited) or self.sort not in ("", NUMBER)


@frozen
class RankedWanted(Shown):
    """How the rankings of one caption or one video are shown."""

    ranks: int = asked(
        "How many ranks of each run are shown.", default=10, at_least=1, at_most=100, label="Ranks"
    )
    by: str = asked(
        "The name of a proxy that colours what is ranked; verdicts do where none is named.",
        default="",
        longest=LONGEST,
        label="Coloured by",
    )


def joined(address: Any) -> Any:
    """Runs that were ticked one by one (`runs=12&runs=15`) as one value."""
    asked = address.copy()
    if "runs" in asked:
        asked["runs"] = ",".join(filter(None, asked.getlist("runs")))
    return asked


def parts_of(*asked_for: Any, **other: Any) -> dict[str, str]:
    """What differs from the usual, by its name in an address. other: takes the place of a field, or
    leaves it out where it is None."""
    values = {
        field.name: "on" if value is True else value
        for one in asked_for
        for field in fields(one)
        if (value := getattr(one, field.name)) != field.default
    }
    return {name: str(value) for name, value in (values | other).items() if value is not None}


def query_of(*asked_for: Any, **other: Any) -> str:
    """The same as an address ends; empty where all is as usual."""
    parts = parts_of(*asked_for, **other)
    return f"?{urlencode(parts, safe=',')}" if parts else ""
