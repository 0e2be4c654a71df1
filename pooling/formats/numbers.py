"""Scores as text: plain decimal numbers, and nothing else that Python would take for one."""

import re

from pooling.depth import SCORE_LIMIT
from pooling.formats.problem import excerpt

NUMBER = re.compile(rb"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def fits(score: float) -> bool:
    """Whether a score is finite in single precision, in which scores are compared."""
    return -SCORE_LIMIT < score < SCORE_LIMIT


def number_fault(score: str) -> str:
    """Why this is no score."""
    return f"{excerpt(score)} is no score: {_reason(score)}; expected a plain decimal number"


def _reason(score: str) -> str:  # noqa: PLR0911  (a table whose conditions are code)
    if not score.strip():
        return "it is empty"
    if NUMBER.fullmatch(score.encode()):
        return "it is too large for single precision, in which scores are compared (at most 3.4e38)"
    if score.lower().lstrip("+-") in ("nan", "inf", "infinity"):
        return "it is not finite"
    if re.fullmatch(r"[+-]?[0-9]+,[0-9]+", score):
        return "it has a decimal comma"
    if "_" in score:
        return "digits are grouped with _"
    if not score.isascii():
        return "it has characters other than 0-9, +, -, . and e"
    return "it is not written as one"
