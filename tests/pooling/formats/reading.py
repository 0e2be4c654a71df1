"""What tests of readers share: bytes in, problems out."""

import io
from collections.abc import Callable
from typing import Any, BinaryIO

import pytest

from pooling.formats.keys import Keys
from pooling.formats.problem import Problem, Problems, Unreadable

KEYS = Keys.of(("c1", "c2", "c3"), ("v1", "v2", "v3", "v4"), [0, 1, 3])


def file_of(content: bytes | str) -> io.BytesIO:
    return io.BytesIO(content.encode() if isinstance(content, str) else content)


def problems_of(read: Callable[[BinaryIO], Any], content: bytes | str) -> Problems:
    """What a reader says of a file that it does not read."""
    with pytest.raises(Unreadable) as unreadable:
        read(file_of(content))
    assert unreadable.value.problems.error_count >= len(unreadable.value.problems.errors) > 0
    return unreadable.value.problems


def the_error(read: Callable[[BinaryIO], Any], content: bytes | str) -> Problem:
    """The same, where there is one error and no more."""
    problems = problems_of(read, content)
    assert problems.error_count == 1, problems.errors
    return problems.errors[0]


def warned(problems: Problems) -> dict[str, int]:
    assert problems.error_count == 0
    return dict(problems.warning_codes)
