"""Numbers that do not count: a row's number under a permutation that only this instance's key
knows, a Feistel network of four rounds. Nothing has to be kept, and no two rows share a number.
"""

import hmac
from collections.abc import Callable
from hashlib import sha256

from django.conf import settings

ROUNDS = range(4)
NUMBER_BITS = 52  # so that every reader of JSON keeps all digits


def permuted(number: int, half: int, turn: Callable[[int, int], int]) -> int:
    """half: how many bits half a number has. turn: what a round adds to the left half, of the
    round and the right half; it may have more bits."""
    most = (1 << half) - 1
    left, right = number >> half, number & most
    for one in ROUNDS:
        left, right = right, left ^ (turn(one, right) & most)
    return left << half | right


def permuted_back(number: int, half: int, turn: Callable[[int, int], int]) -> int:
    most = (1 << half) - 1
    left, right = number >> half, number & most
    for one in reversed(ROUNDS):
        left, right = right ^ (turn(one, left) & most), left
    return left << half | right


class Mask:
    """Whole numbers below 2**52 for the numbers of one kind of rows. about: which kind, or the same
    number would have the same mask everywhere."""

    def __init__(self, about: str) -> None:
        self.about = about.encode()

    def of(self, number: int) -> int:
        return permuted(number, NUMBER_BITS // 2, self._turn)

    def meant(self, masked: int) -> int:
        """0, which is no row's number, for what no mask can be."""
        if not 0 <= masked < 1 << NUMBER_BITS:
            return 0
        return permuted_back(masked, NUMBER_BITS // 2, self._turn)

    def _turn(self, one: int, half: int) -> int:
        return keyed(self.about + bytes([one]) + half.to_bytes(4, "big"))


def keyed(text: bytes) -> int:
    """32 bits that follow from the text and this instance's key."""
    drawn = hmac.digest(settings.SECRET_KEY.encode(), text, sha256)
    return int.from_bytes(drawn[:4], "big")


def drawn_share(*about: str) -> float:
    """A share from 0 to below 1: for the same words always the same, and not to be foreseen without
    this instance's key."""
    return keyed("\x1f".join(about).encode()) / 2**32
