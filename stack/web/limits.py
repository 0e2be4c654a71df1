"""How much may be sent where: an address and who asks go in, a number of bytes comes out. Knows no
Django.

How large an upload may be is a setting (docs/settings.md), because it depends on the benchmark and
the disk. What an ordinary form or a call in JSON may hold is not: Django reads no more of them
either.
"""

import re
from collections.abc import Mapping
from enum import IntEnum

from foundation.frozen import frozen

KIB, MIB = 2**10, 2**20
NO_ONE = 64 * KIB  # sign-in, joining, and whatever else comes from somebody whom nobody knows yet
ORDINARY = 2_621_440  # as DATA_UPLOAD_MAX_MEMORY_SIZE


class KnownAs(IntEnum):
    """What is known of who asks, least first."""

    NO_ONE = 0
    PERSON = 1
    LEAD = 2
    SUBMITTER = 3  # beside the others, not above them


@frozen
class Uploads:
    """Addresses that take files, a page's and the API's where it has one, and the setting that says
    how large what is sent there may be."""

    setting: str
    pages: str
    api: str = ""
    from_submitters: bool = False  # and not from leads alone

    def take(self, path: str) -> bool:
        taken = rf"/{self.pages}/" + (rf"|/api/v1/{self.api}/?" if self.api else "")
        return re.fullmatch(taken, path) is not None


OF, IN = "benchmarks/[0-9]+", "campaigns/[0-9]+"
UPLOADS = (
    Uploads("TRUEPOOL_CAPTIONS_MIB", "benchmarks/import", "benchmarks"),
    Uploads("TRUEPOOL_RUNS_MIB", f"{OF}/runs/import", "runs", from_submitters=True),
    Uploads("TRUEPOOL_RUNS_MIB", f"{OF}/score", f"{OF}/score"),
    Uploads("TRUEPOOL_RUNS_MIB", "submissions/new/[0-9]+", "submissions", from_submitters=True),
    Uploads(
        "TRUEPOOL_RUNS_MIB",
        "submissions/judges/new/[0-9]+",
        "submissions/judges",
        from_submitters=True,
    ),
    Uploads("TRUEPOOL_RUNS_MIB", f"{OF}/proxies/new", f"{OF}/proxies"),
    Uploads("TRUEPOOL_RUNS_MIB", f"{OF}/proxies/import", f"{OF}/proxies/import"),
    Uploads("TRUEPOOL_RUNS_MIB", f"{OF}/witnesses/import", f"{OF}/witnesses/import"),
    Uploads("TRUEPOOL_RUNS_MIB", f"{OF}/train", f"{OF}/train"),
    Uploads("TRUEPOOL_VIDEOS_MIB", f"{OF}/videos/import", f"{OF}/videos"),
    Uploads("TRUEPOOL_VIDEOS_MIB", f"{OF}/videos/take"),
    Uploads("TRUEPOOL_LABELS_MIB", "exports/labels", f"{OF}/labels"),
    Uploads("TRUEPOOL_LABELS_MIB", f"{IN}/known/file", f"{IN}/known-answers/file"),
)


def uploads_at(method: str, path: str) -> Uploads | None:
    return next((kind for kind in UPLOADS if method == "POST" and kind.take(path)), None)


def most_bytes(method: str, path: str, standing: KnownAs, given: Mapping[str, int]) -> int:
    """The limit of a body. `given` has the settings' values, in MiB."""
    if standing is KnownAs.NO_ONE:
        return NO_ONE
    # Whoever is refused later anyway need not send a whole file first.
    kind = uploads_at(method, path)
    if kind is None:
        return ORDINARY
    handed_in = standing is KnownAs.SUBMITTER and kind.from_submitters
    return given[kind.setting] * MIB if standing is KnownAs.LEAD or handed_in else ORDINARY


def in_words(limit: int) -> str:
    """The limit as the person who sent too much should read it."""
    return f"{limit // MIB:,} MiB" if limit % MIB == 0 else f"{limit // KIB:,} KiB"
