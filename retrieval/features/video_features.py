"""What a network sees of videos: a row of numbers for each, whole and finite, or a refusal that
names the row."""

from collections.abc import Container, Sequence

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.formats.problem import Problems, excerpt

Rows = NDArray[np.float32]

MOST_NUMBERS = 2**16  # of one video
MOST_OF_ONE = 2**26  # of one video in all its segments
MOST_BYTES = 2**32  # of all of them, in single precision


@frozen
class VideoFeatures:
    """values: (videos, numbers), in the order of `keys`. sha256: of the file; of the values where
    they were computed here."""

    keys: tuple[str, ...]
    values: Rows
    source: str
    sha256: str

    @property
    def width(self) -> int:
        return int(self.values.shape[1])

    def rows_of(self, keys: Sequence[str]) -> Rows:
        """(keys, numbers). Each key is one of ours."""
        place = {key: number for number, key in enumerate(self.keys)}
        return self.values[[place[key] for key in keys]]


def check_finite(values: Rows, names: Sequence[str], problems: Problems) -> None:
    """names: what each row is called in a message."""
    for row in np.flatnonzero(~np.isfinite(values).all(axis=1)).tolist():
        column = int(np.flatnonzero(~np.isfinite(values[row]))[0])
        found = str(values[row, column])
        problems.error(
            "finite", f"{names[row]}, number {column:,}: found {found}; expected finite ones"
        )


def check_missing(wanted: Sequence[str], there: Container[str], problems: Problems) -> None:
    """A model is trained and scored on all videos, or on none."""
    for key in wanted:
        if key not in there:
            problems.error("missing", f"no row for the video {excerpt(key)}")
