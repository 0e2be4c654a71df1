"""One thing that holds a campaign up: how much, why, and what a lead can do about it."""

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from annotator.models import Campaign
from annotator.queries.progress import Progress, progress_of
from annotator.queries.remarks import Remarks, remarks_of

UNDER_WAY = (Campaign.State.OPEN, Campaign.State.PAUSED)


class Looked:
    """A campaign that is looked at: what several checks ask about is counted once."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.campaign)

    @cached_property
    def remarks(self) -> Remarks:
        return remarks_of(self.campaign)


@dataclass(frozen=True, slots=True)
class Remedy:
    """A link to a page, or, with `posts`, a button that does it at once. url_name and arguments are
    of the page; anchor: where on it."""

    label: str
    url_name: str
    arguments: tuple[int, ...]
    posts: bool = False
    anchor: str = ""

    @property
    def address(self) -> str:
        return reverse(self.url_name, args=self.arguments) + (f"#{self.anchor}" * bool(self.anchor))


@dataclass(frozen=True, slots=True)
class Stuck:
    """key: of the check that found it. number: pairs, people, comments, whatever it counts.
    holds_up: not what is only to be read."""

    key: str
    number: int
    sentence: str
    remedies: tuple[Remedy, ...]
    holds_up: bool = True
