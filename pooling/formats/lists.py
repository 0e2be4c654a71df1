"""Files with one key on each line: the videos of a split, the rows or columns of a matrix."""

from typing import BinaryIO

import numpy as np

from pooling.formats.keys import Axis, Numbers
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.text import open_text


def read_lines_once(file: BinaryIO) -> dict[str, int]:
    """Keys in the order of the file, each with its line; a key that stands twice is an error, blank
    lines are nothing."""
    problems = Problems()
    listed: dict[str, int] = {}
    for number, line in enumerate(open_text(file, problems).lines(), start=1):
        key = line.strip()
        if key in listed:
            problems.error(
                number,
                1,
                "duplicate",
                f"{excerpt(key)} stands in line {listed[key]} and again in line {number}",
            )
        elif key:
            listed[key] = number
    problems.raise_if_any()
    if not listed:
        refuse(0, 0, "empty", "the list names nothing")
    return listed


def read_names(file: BinaryIO, name: str, axis: Axis) -> Numbers:
    """The numbers, in the benchmark, of a matrix's rows or columns: (rows,) or (columns,), from a
    file of their keys."""
    with naming(name):
        problems = Problems()
        listed = read_lines_once(file)
        for key, line in listed.items():
            if key not in axis.numbers:
                problems.error(
                    line,
                    1,
                    f"unknown-{axis.noun}",
                    f"{excerpt(key)} is no {axis.noun} of this benchmark{axis.hint(key)}",
                )
        problems.raise_if_any()
        return np.array([axis.numbers[key] for key in listed], np.int32)
