"""Features that come one video at a time: a row, or several that are averaged."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pooling.formats.problem import Problems, Unreadable, excerpt, refuse
from retrieval.features.npy import to_single
from retrieval.features.video_features import (
    MOST_BYTES,
    MOST_NUMBERS,
    Rows,
    check_finite,
    check_missing,
)

MOST_OF_ONE = 2**26  # numbers of one video in all its segments


class GatheredFeatures:
    """Rows by key, each as long as the first; what is wrong is collected, a line for each key."""

    def __init__(self, wanted: Sequence[str], there: Collection[str]) -> None:
        self.wanted = wanted
        self.problems = Problems()
        self.first = wanted[0] if wanted else ""
        self.rows: Rows | None = None
        self.place = {key: number for number, key in enumerate(wanted)}
        check_missing(wanted, dict.fromkeys(there, 0), self.problems)
        self.problems.raise_if_any()

    @contextmanager
    def of(self, key: str) -> Iterator[None]:
        """What is wrong with one key's array keeps no other from being looked at."""
        try:
            yield
        except Unreadable as unreadable:
            for found in unreadable.problems.errors:
                self.problems.error(found.code, found.message)

    def check(self, shape: tuple[int, ...]) -> None:
        """Checks the shape before anything of it is read."""
        found = " x ".join(f"{side:,}" for side in shape[:6]) or "a single number"
        if len(shape) not in (1, 2) or 0 in shape:
            refuse("shape", f"expected its numbers, or segments x numbers, found {found}")
        width, segments = shape[-1], shape[0] if len(shape) == 2 else 1
        whole = 4 * width * len(self.wanted)
        if width > MOST_NUMBERS or width * segments > MOST_OF_ONE or whole > MOST_BYTES:
            most = f"at most {MOST_NUMBERS:,} numbers, in at most {MOST_OF_ONE:,} with all segments"
            refuse("size", f"expected {most}, found {found}")
        if self.rows is not None and width != self.rows.shape[1]:
            usual = f"{self.rows.shape[1]:,} numbers as {excerpt(self.first)} has"
            refuse("length", f"expected {usual}, found {width:,}")

    def add(self, key: str, values: NDArray[Any]) -> None:
        """(numbers,), or (segments, numbers): their mean."""
        segments = to_single(np.atleast_2d(values))
        names = [f"{excerpt(key)}, row {row:,}" for row in range(len(segments))]
        check_finite(segments, names, self.problems)
        if self.rows is None:
            self.first = key
            self.rows = np.zeros((len(self.wanted), values.shape[-1]), np.float32)
        with np.errstate(invalid="ignore", over="ignore"):
            self.rows[self.place[key]] = segments.mean(axis=0, dtype=np.float64)

    def whole(self) -> Rows:
        self.problems.raise_if_any()
        if self.rows is None:
            refuse("empty", "no video is asked for")
        return self.rows
