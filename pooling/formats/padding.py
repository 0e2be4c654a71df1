"""MSVD's matrices in three dimensions, (video, caption slot, video): as many slots for each video
as the longest list has."""

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.formats.keys import Keys, Numbers
from pooling.formats.npy_header import NpyHeader
from pooling.formats.problem import refuse

Indices = NDArray[np.int64]


@frozen
class PaddedRows:
    """captions: (rows,), grouped by the file's videos, each group in its benchmark's order. video,
    slot: (rows,), places."""

    videos: int
    slots: int
    captions: Numbers
    video: Indices
    slot: Indices
    fortran_order: bool

    @classmethod
    def of(cls, header: NpyHeader, keys: Keys, columns: Numbers) -> "PaddedRows":
        """columns: the number of each of the file's videos, on both of its video axes."""
        own = keys.own_videos[keys.own_videos >= 0]
        counts = np.bincount(own, minlength=len(keys.videos))[columns]
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
        return cls(videos, slots, captions, video, slot, header.fortran_order)

    @property
    def places(self) -> Indices:
        """(rows,): which row of the file, taken as (video and slot, video)."""
        if self.fortran_order:
            return self.video + self.videos * self.slot
        return self.video * self.slots + self.slot

    @property
    def pad_places(self) -> Indices:
        """The other rows of the file."""
        return np.setdiff1d(np.arange(self.videos * self.slots), self.places, assume_unique=True)

    def of_place(self, place: int) -> tuple[int, int]:
        """The video and slot, counted from 0, of a row of the file."""
        if self.fortran_order:
            slot, video = divmod(place, self.videos)
            return video, slot
        return divmod(place, self.slots)


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
