"""Numbers of slots as raters' pages and scripts carry them.

Slots are numbered as they are made: first labels, then second ones, and third ones when two have
disagreed. So the number itself would tell a rater what others said. A mask is the same number under
a permutation that only this instance's key knows (foundation/masks.py).
"""

from foundation.masks import Mask, keyed, permuted, permuted_back

ABOUT = "annotator.masks"
SLOTS = Mask(ABOUT)
HALF_BITS = 32


def mask(slot: int) -> str:
    return f"{permuted(slot, HALF_BITS, _turn):016x}"


def unmask(masked: str) -> int:
    """Whatever 16 hexadecimal digits are given: a number that is nobody's slot is refused where
    slots are looked up."""
    return permuted_back(int(masked, 16), HALF_BITS, _turn)


def mask_number(slot: int) -> int:
    """A whole number for scripts, below 2**52, so that every reader of JSON keeps all its
    digits."""
    return SLOTS.of(slot)


def unmask_number(number: int) -> int:
    """0, which is nobody's slot, for what no slot's number can be."""
    return SLOTS.meant(number)


def _turn(number: int, half: int) -> int:
    return keyed(ABOUT.encode() + bytes([number]) + half.to_bytes(4, "big"))
