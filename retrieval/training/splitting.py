"""Training videos and those held back to choose the best epoch by: a video's captions stay
together."""

from collections.abc import Sequence

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Floats, Integers
from retrieval.features.video_features import VideoFeatures

FEWEST = 5  # videos that a validation is worth
COLUMNS = 256  # numbers of all videos that are looked at together


@frozen
class Side:
    """captions, videos: their places in the whole, ascending. video_of: (captions,), the place of
    each one's video among `videos`."""

    captions: Integers
    videos: Integers
    video_of: Integers

    @classmethod
    def of(cls, videos: Integers, video_of: Integers) -> "Side":
        """video_of: (all captions,) among all videos."""
        place = np.full(
            int(max(video_of.max(initial=-1), videos.max(initial=-1))) + 1, -1, np.int64
        )
        place[videos] = np.arange(len(videos))
        captions = np.flatnonzero(place[video_of] >= 0)
        return cls(captions, videos, place[video_of[captions]])

    def inside(self, pairs: Integers) -> Integers:
        """Those of (pairs, 2) in places of the whole that are in this side, in places of its
        own."""
        columns = []
        kept = np.ones(len(pairs), bool)
        for column, members in zip(pairs.T, (self.captions, self.videos), strict=True):
            places = np.searchsorted(members, column)
            kept &= members[np.minimum(places, len(members) - 1)] == column
            columns.append(places)
        return np.stack(columns, axis=1)[kept]


def split(video_of: Integers, videos: int, share: float, seed: int) -> tuple[Side, Side | None]:
    """The sides for training and for validation: the latter is a share of the videos, drawn with
    the seed; none where it would be too few to tell epochs apart."""
    held = round(share * videos)
    if held < FEWEST or videos - held < FEWEST:
        return Side.of(np.arange(videos), video_of), None
    drawn = np.random.Generator(np.random.PCG64(seed)).permutation(videos)
    return tuple(Side.of(np.sort(part), video_of) for part in (drawn[held:], drawn[:held]))  # type: ignore[return-value]


@frozen
class Scale:
    """How the numbers of videos are brought to one size: less their mean over the training videos,
    divided by their spread there. What does not vary there tells nothing, and becomes 0."""

    mean: Floats
    spread: Floats

    @classmethod
    def of(cls, rows: Floats) -> "Scale":
        spread = rows.std(axis=0, dtype=np.float64)
        spread[spread <= 1e-6 * np.abs(rows).max(axis=0, initial=0)] = np.inf
        mean = rows.mean(axis=0, dtype=np.float64)
        return cls(mean.astype(np.float32), spread.astype(np.float32))

    @classmethod
    def of_blocks(cls, values: Floats, rows: Integers) -> "Scale":
        """Of some rows of many numbers: some numbers at a time, for spread is found in double
        precision."""
        starts = range(0, values.shape[1], COLUMNS)
        parts = [cls.of(values[rows, start : start + COLUMNS]) for start in starts]
        joined = (
            np.concatenate(of) for of in zip(*((o.mean, o.spread) for o in parts), strict=True)
        )
        return cls(*joined)

    def apply(self, rows: Floats) -> Floats:
        """rows: nobody else's. They are changed where they lie: a copy would be as large again."""
        rows -= self.mean
        rows /= self.spread
        return rows


@frozen
class Standardised:
    """Each expert on the scale of the training videos that it knows, taken as rows are asked for:
    features are not laid out twice. What an expert does not know is 0, which is the mean."""

    features: VideoFeatures
    scales: tuple[Scale, ...]

    @classmethod
    def of(cls, features: VideoFeatures, training: Sequence[str]) -> "Standardised":
        places, scales = features.places_of(training), []
        for one in features.experts:
            known = places[one.there[places]]
            # A file may know videos alone that are held back: on no scale, all of its rows are 0.
            nothing = Scale.of(one.values[:1] * 0)
            scales.append(Scale.of_blocks(one.values, known) if len(known) else nothing)
        return cls(features, tuple(scales))

    def rows_of(self, keys: Sequence[str]) -> Floats:
        """(keys, numbers). Each key is one of ours."""
        places, sides = self.features.places_of(keys), []
        for one, scale in zip(self.features.experts, self.scales, strict=True):
            rows = scale.apply(one.values[places])
            rows[~one.there[places]] = 0
            sides.append(rows)
        return sides[0] if len(sides) == 1 else np.hstack(sides)
