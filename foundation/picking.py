"""Rows that were selected in a list, to do one thing with all of them."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from foundation.refused import Refused

MOST = 500  # in one request; a page of a list has far fewer
MOST_DIGITS = 18


class NothingPicked(Refused):
    """Nothing was selected."""


def picked_rows(request: HttpRequest) -> list[int]:
    """The keys that the checkboxes of a list sent, each once, in the order of the list."""
    sent = dict.fromkeys(request.POST.getlist("pick"))
    keys = [int(key) for key in sent if key.isascii() and key.isdigit() and len(key) <= MOST_DIGITS]
    if not keys:
        raise NothingPicked(_("Select at least one row first."))
    if len(keys) > MOST:
        raise NothingPicked(_("Select at most %(most)d rows at once.") % {"most": MOST})
    return keys
