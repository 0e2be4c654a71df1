"""Reading an answer: a JSON object with a grade, and how likely each grade was where that is
told."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

FENCED = re.compile(r"```(?:json)?\s*(.*?)\s*```", re.DOTALL)
GRADE = re.compile(r'"grade"\s*:\s*(\d+)')
DIGIT = re.compile(r"\D*(\d)\D*")
LEAST = 0.5  # of the likelihood must be of grades


def schema_of(highest: int) -> dict[str, Any]:
    grade = {"type": "integer", "enum": list(range(highest + 1))}
    return {
        "type": "object",
        "properties": {"grade": grade},
        "required": ["grade"],
        "additionalProperties": False,
    }


def read_grade(content: str, highest: int) -> int | None:
    """None for anything but the object that was asked for; three back quotes may stand around
    it."""
    text = content.strip()
    around = FENCED.fullmatch(text)
    try:
        found = json.loads(around.group(1) if around else text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or set(found) != {"grade"}:
        return None
    grade = found["grade"]
    return grade if type(grade) is int and 0 <= grade <= highest else None


def keeps_schema(content: str, highest: int) -> bool:
    """A service that keeps to a schema writes nothing around the object."""
    return not FENCED.fullmatch(content.strip()) and read_grade(content, highest) is not None


def expected_grade(tokens: Sequence[Mapping[str, Any]], highest: int) -> float | None:
    """The mean over the grades that could have stood where the grade stands. None where they are
    not told, or where a grade may have two digits."""
    if highest > 9:
        return None
    try:
        place = GRADE.search("".join(one["token"] for one in tokens))
        if place is None:
            return None
        begins, end = place.start(1), 0
        for one in tokens:
            end += len(one["token"])
            if end > begins:
                return _mean(one["top_logprobs"], highest)
    except (KeyError, TypeError, ValueError, OverflowError):
        pass
    return None


def _mean(alternatives: Sequence[Mapping[str, Any]], highest: int) -> float | None:
    likely: dict[int, float] = defaultdict(float)
    for one in alternatives:
        digit = DIGIT.fullmatch(one["token"])
        if digit and digit.group(1).isascii() and int(digit.group(1)) <= highest:
            likely[int(digit.group(1))] += exp(one["logprob"])
    total = sum(likely.values())
    if not LEAST <= total <= 1.01:
        return None
    return sum(grade * share for grade, share in likely.items()) / total
