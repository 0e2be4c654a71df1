"""The dataclass that most of ours are."""

from dataclasses import FrozenInstanceError, field, replace

import pytest

from foundation.frozen import frozen


@frozen
class Point:
    x: int
    marks: list[str] = field(default_factory=list)

    @property
    def twice(self) -> int:
        return 2 * self.x


def test_it_compares_by_its_fields_and_never_changes():
    point = Point(1)
    assert point == Point(1, [])
    assert replace(point, x=2).twice == 4
    with pytest.raises(FrozenInstanceError):
        point.x = 3
    assert not hasattr(point, "__dict__")
