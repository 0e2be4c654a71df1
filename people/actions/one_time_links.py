"""What actions on links that work once share: the invitation's and the new password's."""

from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from people.models import LinkState, OneTimeLink
from people.secret import digest_of, draw_secret

Link = TypeVar("Link", bound=OneTimeLink)


def draw_link(links: "QuerySet[Link]", lasts: timedelta, **fields: Any) -> tuple[Link, str]:
    """The row, and the secret: it is returned once and kept nowhere."""
    secret, now = draw_secret(), timezone.now()
    made = links.create(digest=digest_of(secret), created_at=now, expires_at=now + lasts, **fields)
    return made, secret


def lock_open_link(links: "QuerySet[Link]", secret: str) -> Link | None:
    """Its row is locked, so that of two who come at once the second finds it used. None where it is
    not open."""
    locked = links.select_for_update(no_key=True, of=("self",))
    link = locked.filter(digest=digest_of(secret)).first()
    return link if link is not None and link.state == LinkState.OPEN else None
