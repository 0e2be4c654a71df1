"""The codes of authenticator apps: RFC 6238 (TOTP) on RFC 4226 (HOTP), with SHA-1, six digits and a
new code every 30 seconds, which is what all those apps can do."""

import hmac
import struct

DIGITS = 6
SECONDS = 30
DRIFT = 1  # steps by which a clock may be wrong, or a person slow


def step_at(moment: float) -> int:
    """moment: seconds since 1970."""
    return int(moment // SECONDS)


def code_of(key: bytes, step: int) -> str:
    mac = hmac.digest(key, struct.pack(">Q", step), "sha1")
    (number,) = struct.unpack_from(">I", mac, mac[-1] & 0x0F)
    return str((number & 0x7FFF_FFFF) % 10**DIGITS).zfill(DIGITS)


def step_of(key: bytes, code: str, moment: float) -> int | None:
    """The step whose code this is, of those that are taken at this moment; None where it is none.
    All are compared, each in constant time. code: ASCII."""
    now = step_at(moment)
    steps = range(now - DRIFT, now + DRIFT + 1)
    return max([one for one in steps if hmac.compare_digest(code_of(key, one), code)], default=None)
