"""Short secrets that have to be read again, so that no digest will do: sealed by a key of
SECRET_KEY, which is not in the database, nor in a dump of it.

One block of a keyed hash over a nonce that is drawn for each secret hides it, and another over what
came out proves that it was not changed. After a change of SECRET_KEY the earlier one may stand in
Django's SECRET_KEY_FALLBACKS.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hmac import compare_digest
from secrets import token_bytes

from django.conf import settings
from django.utils.crypto import salted_hmac

NONCE, PROOF = 16, 16
LONGEST = 32  # one block of SHA-256


def seal(secret: bytes) -> str:
    if len(secret) > LONGEST:
        raise ValueError(f"expected at most {LONGEST} bytes, found {len(secret)}")
    nonce = token_bytes(NONCE)
    hidden = _veil(secret, nonce, settings.SECRET_KEY)
    proof = _proof(nonce + hidden, settings.SECRET_KEY)
    return urlsafe_b64encode(nonce + hidden + proof).decode()


def unseal(sealed: str) -> bytes | None:
    """None where no key of ours sealed it."""
    whole = urlsafe_b64decode(sealed)
    nonce, hidden, proof = whole[:NONCE], whole[NONCE:-PROOF], whole[-PROOF:]
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        if compare_digest(proof, _proof(nonce + hidden, key)):
            return _veil(hidden, nonce, key)
    return None


def _veil(secret: bytes, nonce: bytes, key: str | bytes) -> bytes:
    """Puts the veil on, and takes it off."""
    stream = salted_hmac("people.sealing.veil", nonce, secret=key, algorithm="sha256").digest()
    return bytes(one ^ other for one, other in zip(secret, stream, strict=False))


def _proof(what: bytes, key: str | bytes) -> bytes:
    made = salted_hmac("people.sealing.proof", what, secret=key, algorithm="sha256")
    return made.digest()[:PROOF]
