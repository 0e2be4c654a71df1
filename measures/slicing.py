"""Captions parted into groups."""

from dataclasses import dataclass

import numpy as np

from measures.arrays import Counts


@dataclass(frozen=True, slots=True)
class Groups:
    """Captions parted by one thing that is known of them."""

    by: str
    names: tuple[str, ...]
    of: Counts  # (captions,): each one's group, -1 where it is in none

    @property
    def captions(self) -> Counts:
        """(groups,)"""
        return np.bincount(self.of[self.of >= 0], minlength=len(self.names)).astype(np.int64)
