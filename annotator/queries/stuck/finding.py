"""One thing that holds a campaign up: how much, why, and what a lead can do about it."""

from functools import cached_property
from typing import Any

from django.urls import reverse

from annotator.models import Campaign
from annotator.queries.progress import Progress, progress_of
from annotator.queries.remarks import Remarks, remarks_of
from foundation.finding.fields import Found, derived, found, unshown
from foundation.frozen import frozen


class Looked:
    """A campaign that is looked at: what several checks ask about is counted once."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    def to(self, label: str, url_name: str, **more: Any) -> "Remedy":
        """A page about this campaign."""
        return Remedy(label, url_name, (self.campaign.pk,), **more)

    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.campaign)

    @cached_property
    def remarks(self) -> Remarks:
        return remarks_of(self.campaign)


@frozen
class Remedy(Found):
    # A link to a page, or, with `posts`, a button. url_name and arguments are of the page; anchor:
    # where on it.
    label: str = found()
    url_name: str = unshown()
    arguments: tuple[int, ...] = unshown()

    @property
    @derived("The page that does it or leads to it.")
    def address(self) -> str:
        return reverse(self.url_name, args=self.arguments) + (f"#{self.anchor}" * bool(self.anchor))

    posts: bool = found("It is done at once by a POST of the page.", default=False)
    anchor: str = ""


@frozen
class Stuck(Found):
    """One thing that holds the campaign up, or that is to be read."""

    key: str = found("The kind of thing, as in `without_rater`.")
    number: int = found("How many pairs, people or comments.")
    sentence: str = found()
    remedies: tuple[Remedy, ...] = found()
    holds_up: bool = found("False for what is only to be read.", default=True)


def if_any(
    key: str, number: int, sentence: str, *remedies: Remedy, holds_up: bool = True
) -> Stuck | None:
    return Stuck(key, number, sentence, remedies, holds_up) if number else None
