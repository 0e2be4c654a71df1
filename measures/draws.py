"""Random numbers that stay the same: from a seed through PCG64's raw numbers alone, which no NumPy
version or platform changes.

NumPy's distributions may be improved from one version to the next; a report must come out the same
again.
"""

from collections.abc import Iterator

import numpy as np

from measures.arrays import Integers, Values

# A block of weights or signs takes about so many bytes at a time, however many captions and
# resamples there are.
BLOCK = 1 << 26
FLIPPED = 1 << 24  # a block of signs: small enough to stay near the processor


def draw_with_replacement(bits: np.random.PCG64, n: int, size: int) -> Integers:
    """(size,) numbers from 0 to n - 1, each as likely to within n/2^52."""
    # 52 bits: with 53 the product could be rounded up to n itself.
    return ((bits.random_raw(size) >> np.uint64(12)) * (n / 2**52)).astype(np.int64)


def draw_without_replacement(bits: np.random.PCG64, n: int, size: int) -> Integers:
    """(min(size, n),) different numbers from 0 to n - 1, ascending."""
    return np.sort(np.argsort(bits.random_raw(n), kind="stable")[:size])


def weights_in_blocks(
    n: int, resamples: int, seed: int, *, stream: int = 0, most: int | None = None
) -> Iterator[Values]:
    """(some, n) at a time, `resamples` rows in all: how often each of n things came in n draws with
    replacement. stream: draws of one seed that have nothing to do with each other. most: rows at a
    time, which changes nothing that is drawn."""
    bits = np.random.PCG64(seed)
    if stream:
        bits = bits.jumped(stream)
    for rows in _rows_of_blocks(n, resamples, most):
        block = np.empty((rows, n))
        for row in block:
            row[:] = np.bincount(draw_with_replacement(bits, n, n), minlength=n)
        yield block


def flips_in_blocks(
    n: int, permutations: int, seed: int, *, reused: bool = False
) -> Iterator[Values]:
    """(some, n) at a time, `permutations` rows in all: 1.0 where a sign is turned round, which is
    one time in two. reused: each block is gone when the next one is asked for; to make a new one
    takes as long as to use it."""
    bits = np.random.PCG64(seed)
    words = -(-n // 64)
    room = np.empty((0, n))
    for rows in _rows_of_blocks(n, permutations, max(FLIPPED // (8 * max(n, 1)), 1)):
        raw = bits.random_raw((rows, words)).astype("<u8", copy=False)
        signs = np.unpackbits(raw.view(np.uint8), axis=1, count=n)
        if not reused or len(room) < rows:
            room = np.empty((rows, n))
        np.copyto(room[:rows], signs)
        yield room[:rows]


def _rows_of_blocks(n: int, rows: int, most: int | None = None) -> Iterator[int]:
    most = most or max(BLOCK // (8 * max(n, 1)), 1)
    for start in range(0, rows, most):
        yield min(most, rows - start)
