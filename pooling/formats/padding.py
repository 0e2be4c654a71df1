"""MSVD's matrices in three dimensions, (video, caption slot, video): as many slots for each video
as the longest list has."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pooling.formats.keys import Keys, Numbers
from pooling.formats.npy_header import NpyHeader
from pooling.formats.problem import refuse

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PaddedRows:
    """captions: (rows,), grouped by the file's videos, each group in its benchmark's order. video,
    slot: (rows,), places."""

    videos: int
    slots: int
    captions: Numbers
    video: Indices
    slot: Indices

    @classmethod
    def of(cls, header: NpyHeader, keys: Keys, columns: Numbers) -> "PaddedRows":
        """columns: the number of each of the file's videos, on both of its video axes."""
        counts = np.bincount(keys.own_videos[keys.own_videos >= 0], minlength=len(keys.videos))[
            columns
        ]
        most = int(counts.max(initial=0))
        videos, slots = len(columns), header.shape[1]
        if header.shape != (videos, slots, videos) or slots < most or not most:
            expected = (
                f"expected video x caption slot x video = {videos:,} x at least {most:,} x"
                f" {videos:,}"
            )
            refuse("shape", f"{expected}, found {' x '.join(map(str, header.shape))[:80]}")
        captions, video = _grouped(keys.own_videos, columns)
        slot = np.arange(len(captions)) - np.repeat(np.cumsum(counts) - counts, counts)
        return cls(videos, slots, captions, video, slot)

    def places(self, *, fortran_order: bool) -> Indices:
        """(rows,): which row of the file, taken as (video and slot, video)."""
        return (
            self.video + self.videos * self.slot
            if fortran_order
            else self.video * self.slots + self.slot
        )

    def pad_places(self, *, fortran_order: bool) -> Indices:
        """The other rows of the file."""
        return np.setdiff1d(
            np.arange(self.videos * self.slots),
            self.places(fortran_order=fortran_order),
            assume_unique=True,
        )

    def of_place(self, place: int, *, fortran_order: bool) -> tuple[int, int]:
        """The video and slot, counted from 0, of a row of the file."""
        return (
            (place % self.videos, place // self.videos)
            if fortran_order
            else divmod(place, self.slots)
        )


def _grouped(own_videos: Numbers, columns: Numbers) -> tuple[Numbers, Indices]:
    """Captions grouped by the place of their video in the file, and that place."""
    place_of = np.full(int(own_videos.max(initial=-1)) + 1, -1, np.int64)
    within = columns[columns < len(place_of)]
    place_of[within] = np.flatnonzero(columns < len(place_of))
    captions = np.flatnonzero(own_videos >= 0)
    captions = captions[place_of[own_videos[captions]] >= 0]
    places = place_of[own_videos[captions]]
    grouped = np.argsort(places, kind="stable")
    return captions[grouped].astype(np.int32), places[grouped]
