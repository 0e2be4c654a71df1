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


# Crockford's: no letter that is taken for a digit, none that makes words.
RECOVERY_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
TAKEN_FOR = str.maketrans("oil", "011")
RECOVERY_LENGTH = 16


def draw_recovery_code() -> str:
    """80 bits, to be copied by hand: in groups of four."""
    letters = "".join(secrets.choice(RECOVERY_LETTERS) for _ in range(RECOVERY_LENGTH))
    return "-".join(in_groups(letters))


def recovery_code_in(typed: str) -> str:
    """As it was drawn, however it was typed: in capitals, without its dashes, an O for a zero.
    Empty where it cannot be one."""
    letters = "".join(typed.replace("-", "").split()).lower().translate(TAKEN_FOR)
    whole = len(letters) == RECOVERY_LENGTH and set(letters) <= set(RECOVERY_LETTERS)
    return "-".join(in_groups(letters)) if whole else ""


def in_groups(text: str) -> list[str]:
    """Of four characters each, as a person reads them off."""
    return [text[place : place + 4] for place in range(0, len(text), 4)]


def digest_of(secret: str) -> str:
    """Looked up by this: what an index's timing might tell is about the digest, never about the
    secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
