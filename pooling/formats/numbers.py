"""Times and whole numbers as data sets write them. Strict: digits and a dot, nothing that `float`
takes besides."""

import re
from typing import Any

from pooling.formats.problem import Problems, excerpt, refuse

NUMBER = r"[0-9]+(?:\.[0-9]+)?"
_WHOLE = re.compile(r"-?[0-9]{1,9}(?:\.0+)?")
_NUMBER = re.compile(NUMBER)
_CLOCK = re.compile(r"([0-9]+):([0-9]{2}):([0-9]{2}(?:\.[0-9]+)?)")
_DOTTED = re.compile(r"([0-9]+)\.([0-9]{2})\.([0-9]{2}\.[0-9]+)")


def seconds_of(written: str, name: str, line: int) -> float:
    """Plain seconds in a cell. name: of the column."""
    if not _NUMBER.fullmatch(written):
        refuse("number", f"{name}: expected seconds, found {excerpt(written)}", line)
    return float(written)


def clock_seconds(written: str, name: str, line: int) -> float:
    """HH:MM:SS, with a part of a second or without."""
    return _of_parts(_CLOCK.fullmatch(written), f"{name}: expected HH:MM:SS.cc", written, line)


def dotted_seconds(written: str, line: int) -> float:
    """HH.MM.SS.mmm."""
    return _of_parts(_DOTTED.fullmatch(written), "expected HH.MM.SS.mmm", written, line)


def whole_of(written: str, name: str, line: int) -> int:
    """Some tables write 1.0 for 1."""
    if not _WHOLE.fullmatch(written):
        refuse("number", f"{name}: expected a whole number, found {excerpt(written)}", line)
    return int(written.partition(".")[0])


def _of_parts(found: re.Match[str] | None, expected: str, written: str, line: int) -> float:
    if found is None:
        refuse("number", f"{expected}, found {excerpt(written)}", line)
    hours, minutes, seconds = found.groups()
    return round(int(hours) * 3600 + int(minutes) * 60 + float(seconds), 3)


def checked_segment(
    value: Any, problems: Problems, line: int, pointer: str
) -> tuple[float, float] | None:
    """[start, stop] in JSON; None and a problem, if it is something else."""
    if isinstance(value, list) and len(value) == 2:
        start, stop = value
        if type(start) in (int, float) and type(stop) in (int, float):
            return start, stop
    problems.error("type", f"{pointer}: expected [start, stop] in seconds", line)
    return None
