"""What opening a link that works once begins with, whatever it is for."""

from collections.abc import Callable
from typing import TypeVar

from django.http import Http404, HttpRequest

from people.doorkeeper import LINK_GUESSER, look_up
from people.models import OneTimeLink

Link = TypeVar("Link", bound=OneTimeLink)


def link_at(request: HttpRequest, secret: str, find: Callable[[str], Link | None]) -> Link:
    """Links that do not exist are guesses, and counted."""
    link = look_up(request, LINK_GUESSER, lambda: find(secret))
    if link is None:
        raise Http404
    return link
