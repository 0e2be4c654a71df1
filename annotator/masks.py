"""Numbers of slots as raters' pages and scripts carry them.

Slots are numbered as they are made: first labels, then second ones, and third ones when two have
disagreed. So the number itself would tell a rater what others said. A mask is the same number under
a permutation that only this instance's key knows: a Feistel network of four rounds over 64 bits.
"""

import hmac
from hashlib import sha256

from django.conf import settings

ROUNDS = range(4)
HALF = 0xFFFF_FFFF
SHORT_HALF = 0x3FF_FFFF


def mask(slot: int) -> str:
    left, right = slot >> 32, slot & HALF
    for number in ROUNDS:
        left, right = right, left ^ _turn(number, right)
    return f"{left << 32 | right:016x}"


def unmask(masked: str) -> int:
    """Whatever 16 hexadecimal digits are given: a number that is nobody's slot is refused where
    slots are looked up."""
    number = int(masked, 16)
    left, right = number >> 32, number & HALF
    for turn in reversed(ROUNDS):
        left, right = right ^ _turn(turn, left), left
    return left << 32 | right


def mask_number(slot: int) -> int:
    """A whole number for scripts, below 2**52, so that every reader of JSON keeps all its
    digits."""
    left, right = slot >> 26, slot & SHORT_HALF
    for number in ROUNDS:
        left, right = right, left ^ (_turn(number, right) & SHORT_HALF)
    return left << 26 | right


def unmask_number(number: int) -> int:
    """0, which is nobody's slot, for what no slot's number can be."""
    if not 0 <= number < 1 << 52:
        return 0
    left, right = number >> 26, number & SHORT_HALF
    for turn in reversed(ROUNDS):
        left, right = right ^ (_turn(turn, left) & SHORT_HALF), left
    return left << 26 | right


def _turn(number: int, half: int) -> int:
    text = b"annotator.masks" + bytes([number]) + half.to_bytes(4, "big")
    return int.from_bytes(hmac.digest(settings.SECRET_KEY.encode(), text, sha256)[:4], "big")
