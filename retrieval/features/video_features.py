"""What a network sees of videos: rows of numbers, whole and finite, from one file or from several
experts, each of which may know nothing of some videos."""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.formats.problem import Problems

Rows = NDArray[np.float32]
Flags = NDArray[np.bool_]

MOST_NUMBERS = 2**16  # of one video
MOST_OF_ONE = 2**26  # of one video in all its segments
MOST_BYTES = 2**32  # of all of them, in single precision


@frozen
class Expert:
    """What one kind of feature says of the videos. there (videos,): of which it says anything; the
    other rows of `values` are zeros. sha256: of the file, or files; of the values where they were
    computed here. part: its name among several of one folder."""

    source: str
    sha256: str
    values: Rows  # (videos, numbers)
    there: Flags
    part: str = ""

    @classmethod
    def of_all(cls, source: str, sha256: str, values: Rows) -> "Expert":
        return cls(source, sha256, values, np.ones(len(values), bool))

    @property
    def missing(self) -> int:
        return int(np.count_nonzero(~self.there))


@frozen
class VideoFeatures:
    """experts: one at least; their rows are in the order of `keys`. notes: what of the reading
    people should know, in sentences."""

    keys: tuple[str, ...]
    experts: tuple[Expert, ...]
    notes: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        return ", ".join(one.source for one in self.experts)

    @property
    def sha256(self) -> str:
        """That of the one expert; of several, of theirs."""
        return joined_sha256(*(one.sha256 for one in self.experts))

    @property
    def widths(self) -> tuple[int, ...]:
        return tuple(one.values.shape[1] for one in self.experts)

    @property
    def width(self) -> int:
        return sum(self.widths)

    @property
    def values(self) -> Rows:
        """(videos, numbers): the experts side by side."""
        return np.hstack([one.values for one in self.experts])

    def rows_of(self, keys: Sequence[str]) -> Rows:
        """(keys, numbers). Each key is one of ours."""
        places = self.places_of(keys)
        sides = [one.values[places] for one in self.experts]
        return sides[0] if len(sides) == 1 else np.hstack(sides)

    def places_of(self, keys: Sequence[str]) -> NDArray[np.int64]:
        place = {key: number for number, key in enumerate(self.keys)}
        return np.array([place[key] for key in keys], np.int64)


def joined_sha256(*parts: str) -> str:
    return parts[0] if len(parts) == 1 else hashlib.sha256(" ".join(parts).encode()).hexdigest()


def check_finite(values: Rows, names: Sequence[str], problems: Problems) -> None:
    """names: what each row is called in a message."""
    for row in np.flatnonzero(~np.isfinite(values).all(axis=1)).tolist():
        column = int(np.flatnonzero(~np.isfinite(values[row]))[0])
        found = str(values[row, column])
        problems.error(
            "finite", f"{names[row]}, number {column:,}: found {found}; expected finite ones"
        )
