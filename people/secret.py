"""Secrets that are drawn here, shown once, and kept only as a digest."""

import hashlib
import secrets
import string

# The mark lets a person, or a scanner of leaked secrets, see what a string is.
TOKEN_MARK = "tp_"  # noqa: S105
SHOWN = len(TOKEN_MARK) + 8


def draw_secret() -> str:
    """256 bits: too many to guess, so that a plain digest keeps it well and no slow hash is
    needed."""
    return secrets.token_urlsafe(32)


def draw_token() -> str:
    return TOKEN_MARK + draw_secret()


def draw_password() -> str:
    """95 bits, in letters and digits: no dash at its beginning that a command would take for an
    option."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(16))


def digest_of(secret: str) -> str:
    """Looked up by this: what an index's timing might tell is about the digest, never about the
    secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
