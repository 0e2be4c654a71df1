"""Links to media files: made for one person, for one file, for a while.

A link is no secret that opens the file for whoever holds it: the person it names must also be the
one who asks. So a link that is passed on, logged or left in a browser's history shows nothing to
anybody else.
"""

import time
from pathlib import PurePosixPath

from django.conf import settings
from django.core import signing
from django.urls import reverse

from foundation.refused import Refused, Unknown
from people.models import User

SALT = "pooling.media_links"


class SteadySigner(signing.TimestampSigner):
    """Dates a link to the beginning of its half of MEDIA_SECONDS: made again a minute later it is
    the same link, so that a browser finds what it has kept."""

    def timestamp(self) -> str:
        now = int(time.time())
        return signing.b62_encode(now - now % max(1, settings.MEDIA_SECONDS // 2))


class LinkUnknown(Unknown):
    """This address was not made by Truepool, or was changed on its way."""


class LinkForeign(Refused):
    """This link was made for another person. Open the page it stands on, signed in as yourself, to
    get one of your own."""

    status = 403


class LinkExpired(Refused):
    """This link has expired. Open the page it stands on again to get a fresh one."""

    status = 410


def media_link(person: User, relative_path: str) -> str:
    """The address under which this person, and nobody else, may read that file below MEDIA_ROOT,
    for at least half of MEDIA_SECONDS and at most all of it."""
    signed = SteadySigner(salt=SALT).sign_object([person.pk, relative_path])
    return reverse("pooling:media", args=[signed, PurePosixPath(relative_path).name])


def read_media_link(person: User | None, signed: str) -> str:
    """The path that a link is for. Whose it is comes before how old it is: a stranger learns
    nothing about it."""
    try:
        owner, path = signing.loads(signed, salt=SALT)
    except signing.BadSignature:
        raise LinkUnknown from None
    if person is None or not person.is_active or person.pk != owner:
        raise LinkForeign
    try:
        signing.loads(signed, salt=SALT, max_age=settings.MEDIA_SECONDS)
    except signing.SignatureExpired:
        raise LinkExpired from None
    return str(path)
