"""What raters are called before adjudicators: a name that is the same in the whole campaign, and
another in every other.

It is the person's number under a permutation that only this instance's key knows (a Feistel network
over 24 bits, as in foundation/masks.py), so that no two people of a campaign have one name, and
nothing has to be kept. Exports have pseudonyms of their own, drawn for each release.
"""

import hmac
import re
from functools import partial
from hashlib import sha256

from django.conf import settings

from foundation.masks import permuted, permuted_back

BITS = 12
# Without I, L, O and U, which are read as others, or make words.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 5
WRITTEN = re.compile(rf"[{LETTERS}]{{{LENGTH}}}\Z")


def pseudonym(campaign_id: int, person_id: int) -> str:
    """The pseudonym of one of the first 16 million people of this instance."""
    code = permuted(person_id, BITS, partial(_turn, campaign_id))
    return "".join(LETTERS[code >> 5 * place & 31] for place in reversed(range(LENGTH)))


def person_called(campaign_id: int, written: str) -> int:
    """Whose pseudonym it is, if anybody's: 0 for what cannot be one. Whether there is such a person
    is for those to ask who look up what is theirs."""
    if not WRITTEN.match(written.upper()):
        return 0
    code = 0
    for letter in written.upper():
        code = code << 5 | LETTERS.index(letter)
    if code >> 2 * BITS:
        return 0
    return permuted_back(code, BITS, partial(_turn, campaign_id))


def _turn(campaign_id: int, number: int, half: int) -> int:
    text = f"annotator.pseudonyms:{campaign_id}:{number}:{half}".encode()
    drawn = hmac.digest(settings.SECRET_KEY.encode(), text, sha256)
    return int.from_bytes(drawn[:2], "big")
