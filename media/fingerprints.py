"""What a clip looks like, in 1.3 KB: the same for another codec, size, bit rate or frame rate.

Sixteen pictures, spread evenly over the clip, are made 32 x 32. Of each, the 63 lowest frequencies
of brightness are kept (a discrete cosine transform, without the mean, finer ones weighted higher)
and the nine lowest of each colour difference. Two clips are held to be nearly the same when the
brightness patterns of all pictures correlate and their colours are close: see
docs/decisions/0036.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from media.confined_ffmpeg import Making, read_pictures

VERSION = 1  # the first byte: fingerprints of another version are taken again
PICTURES, SIDE = 16, 32
LUMA, CHROMA = 63, 18
EACH = LUMA + CHROMA
LENGTH = 1 + PICTURES * EACH
# Brightness that varies less than this, of 255, is noise: such a picture tells nothing.
FLATTEST = 2.0
FEWEST = 4  # pictures that tell something in both clips
ALIKE, COLOURS_APART = 0.85, 7.0
# A copy lasts as long as its original, up to a few pictures at its ends.
SECONDS_APART, SHARE_APART = 0.5, 0.05
BLOCK = 512
NONE = np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)

Floats = NDArray[np.float32]


@frozen
class AlikeClips:
    """Each array (pairs,): places in what was compared, and how alike the two are, 0 to 1."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    alike: NDArray[np.float64]


def take_fingerprint(clip: Path, seconds: float, making: Making | None = None) -> bytes:
    """The fingerprint of a playable clip. Raises NotMade."""
    planes = read_pictures(clip, seconds, (PICTURES, SIDE, SIDE), "yuv444p", making)
    return fingerprint_of(planes.reshape(PICTURES, 3, SIDE, SIDE))


def fingerprint_of(planes: NDArray[np.uint8]) -> bytes:
    """planes: (pictures, 3, side, side), brightness and two colour differences."""
    values = planes.astype(np.float64)
    cosines = _cosines(SIDE)
    spectrum = cosines @ values[:, 0] @ cosines.T
    steps = np.hypot(*np.meshgrid(np.arange(8), np.arange(8)))
    luma = (spectrum[:, :8, :8] * steps).reshape(PICTURES, -1)[:, 1:]
    length = np.linalg.norm(luma, axis=1, keepdims=True)
    tells = values[:, 0].std(axis=(1, 2))[:, None] >= FLATTEST
    luma = np.where(tells & (length > 0), luma / np.maximum(length, 1e-9) * 127, 0)
    cells = (values[:, 1:] - 128).reshape(PICTURES, 2, 4, SIDE // 4, 4, SIDE // 4).mean((3, 5))
    few = _cosines(4)
    chroma = (few @ cells @ few.T / 4)[:, :, :3, :3].reshape(PICTURES, -1)
    whole = np.hstack([luma, chroma]).round().clip(-127, 127).astype(np.int8)
    return bytes([VERSION]) + whole.tobytes()


def is_readable(fingerprint: bytes) -> bool:
    return len(fingerprint) == LENGTH and fingerprint[0] == VERSION


def find_alike(fingerprints: Sequence[bytes], seconds: Sequence[float]) -> AlikeClips:
    """Every two that look nearly the same and last about as long, most alike first. All of them are
    readable. Time grows with the square of their number, memory with the number."""
    given = np.frombuffer(b"".join(fingerprints), np.int8).reshape(len(fingerprints), LENGTH)
    parts = given[:, 1:].reshape(-1, PICTURES, EACH).astype(np.float32)
    luma, chroma = parts[:, :, :LUMA], parts[:, :, LUMA:]
    length = np.linalg.norm(luma, axis=2, keepdims=True)
    tells = (length[:, :, 0] > 0).astype(np.float32)
    whole = (luma / np.maximum(length, 1)).reshape(len(parts), PICTURES * LUMA)
    found = _near(whole, tells, chroma, np.asarray(seconds, np.float64))
    first, second, alike = (np.concatenate(part) for part in zip(NONE, *found, strict=True))
    order = np.lexsort((second, first, -alike))
    return AlikeClips(first[order], second[order], alike[order])


def _near(
    luma: Floats, tells: Floats, chroma: Floats, seconds: NDArray[np.float64]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]]:
    for start in range(0, len(luma), BLOCK):
        rows = slice(start, start + BLOCK)
        shared = tells[rows] @ tells[start:].T
        alike = (luma[rows] @ luma[start:].T) / np.maximum(shared, 1)
        long, short = seconds[rows, None], seconds[None, start:]
        apart = np.maximum(SECONDS_APART, SHARE_APART * np.maximum(long, short))
        near = (alike >= ALIKE) & (shared >= FEWEST) & (np.abs(long - short) <= apart)
        first, second = np.nonzero(np.triu(near, 1))
        first, second = first + start, second + start
        # Of the few that are left, the colours.
        colours = np.linalg.norm(chroma[first] - chroma[second], axis=2).mean(axis=1)
        kept = colours <= COLOURS_APART
        found = alike[first[kept] - start, second[kept] - start].astype(np.float64)
        yield first[kept], second[kept], np.minimum(found, 1.0)


def _cosines(side: int) -> NDArray[np.float64]:
    """The matrix of the orthonormal discrete cosine transform (DCT-II)."""
    row, column = np.arange(side)[:, None], np.arange(side)[None, :]
    matrix = np.sqrt(2 / side) * np.cos(np.pi * (2 * column + 1) * row / (2 * side))
    matrix[0] /= np.sqrt(2)
    return np.asarray(matrix, np.float64)
