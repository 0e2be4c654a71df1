"""When a certificate ends, read from its file by a walk through its DER.

Certificate { TBSCertificate { [version], serial, signature, issuer, Validity { from, to }, ...
"""

import ssl
from datetime import UTC, datetime
from pathlib import Path

BEGIN, END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
VERSION, UTC_TIME = 0xA0, 0x17
UP_TO_ISSUER = 3  # fields before the validity: serial, signature, issuer


class NoCertificate(ValueError):
    """The file holds no certificate that can be read."""


def end_of_certificate(file: Path) -> datetime:
    """Of the first in the file, which is the server's own. Raises OSError and NoCertificate."""
    text = file.read_text(encoding="ascii", errors="replace")
    try:
        first = text[text.index(BEGIN) : text.index(END) + len(END)]
        return _end_in(ssl.PEM_cert_to_DER_cert(first))
    except (ValueError, IndexError):
        raise NoCertificate(f"{file}: expected a certificate in PEM") from None


def _end_in(der: bytes) -> datetime:
    _, inside, _ = _next(der)
    _, fields, _ = _next(inside)
    if fields[0] == VERSION:
        _, _, fields = _next(fields)
    for _ in range(UP_TO_ISSUER):
        _, _, fields = _next(fields)
    _, validity, _ = _next(fields)
    _, _, rest = _next(validity)
    kind, end, _ = _next(rest)
    pattern = "%y%m%d%H%M%SZ" if kind == UTC_TIME else "%Y%m%d%H%M%SZ"
    return datetime.strptime(end.decode("ascii"), pattern).replace(tzinfo=UTC)


def _next(der: bytes) -> tuple[int, bytes, bytes]:
    """The first element's kind and content, and what follows it."""
    size, start = der[1], 2
    if size & 0x80:
        start += size & 0x7F
        size = int.from_bytes(der[2:start])
    return der[0], der[start : start + size], der[start + size :]
