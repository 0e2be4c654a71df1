"""Ways on: from an object's page to those that packages further up have about it, which its own
package cannot know.

A template shows them by `{% load ways %}{% ways campaign %}`. A page is listed here once it exists,
as in navigation.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any
from urllib.parse import urlencode

from django.db.models import Model
from django.urls import reverse

from annotator.models import Campaign
from annotator.queries.originals import originals_of
from foundation.frozen import frozen
from pooling.models import Caption, Pool, RetrievalModel, Run, Video
from retrieval.queries.trained import trained_among
from semantics.models import Proxy
from witnesses.models import Witness


@frozen
class Way:
    """at, asked: what of the object the page's address has, and what stands behind its question
    mark. to_read: open to viewers, not to leads alone. named: what the address has after that.
    where: whether it is there at all."""

    label: str
    page: str
    at: tuple[str, ...] = ()
    asked: Mapping[str, str] = field(default_factory=dict)
    to_read: bool = False
    named: tuple[str, ...] = ()
    fragment: str = ""
    where: Callable[[Any], object] = bool

    def address(self, of: Model) -> str:
        page = reverse(self.page, args=[*(getattr(of, name) for name in self.at), *self.named])
        asked = urlencode({name: getattr(of, path) for name, path in self.asked.items()})
        return f"{page}{'?' if asked else ''}{asked}{self.fragment}"


OWN, NUMBERED, OF_BENCHMARK = ("pk",), ("benchmark_id", "number"), ("benchmark_id",)
IN_BENCHMARK = {"benchmark": "benchmark_id"}
PROXIES = Way("Proxies against people", "metrics:proxies", OWN, to_read=True)
WAYS: dict[type[Model], tuple[Way, ...]] = {
    Caption: (Way("Explore", "explorer:caption", NUMBERED, to_read=True),),
    Video: (Way("Explore", "explorer:video", NUMBERED, to_read=True),),
    RetrievalModel: (
        Way(
            "How it was trained",
            "retrieval:model",
            OWN,
            to_read=True,
            where=lambda model: trained_among([model.pk]),  # here, or it is not known how
        ),
    ),
    Run: (
        Way(
            "As it was handed in",
            "publishing:submission",
            OWN,
            where=lambda run: run.submitted_by_id,
        ),
        Way(
            "Evaluate",
            "metrics:new_evaluation",
            asked=IN_BENCHMARK,
            where=lambda run: not run.within,
        ),
    ),
    Pool: (Way("Plan a campaign", "annotator:new_campaign", asked={"pool": "pk"}),),
    Campaign: (
        Way(
            "What wrong original pairs do to C@K",
            "metrics:audit",
            OF_BENCHMARK,
            {"campaign": "name"},
            where=originals_of,
        ),
        Way("Agreement of its raters", "metrics:agreement", OF_BENCHMARK, {"campaign": "pk"}),
        Way("Evaluations", "metrics:evaluations", asked=IN_BENCHMARK),
        Way("Release its labels", "publishing:releases", asked=IN_BENCHMARK | {"campaign": "pk"}),
    ),
    Proxy: (
        Way(
            "Runs under it, and people beside it",
            "metrics:proxies",
            OF_BENCHMARK,
            {"proxy": "name"},
            to_read=True,
            fragment="#under",
        ),
    ),
    Witness: (Way("Beside people", "metrics:witness_study", ("benchmark_id", "pk"), to_read=True),),
}
JUDGE = Way("Beside people", "metrics:judge", OWN)
# From a list of one benchmark's, by what it is a list of.
FROM_LISTS: dict[type[Model], tuple[Way, ...]] = {Proxy: (PROXIES,)}


def ways_from(of: Model) -> list[Way]:
    """A draft has neither labels nor verdicts, and a judge from outside has a page of its own."""
    if isinstance(of, Campaign) and of.state == Campaign.State.DRAFT:
        return []
    if isinstance(of, Witness) and hasattr(of, "submission"):
        return [JUDGE]
    return [way for way in WAYS[type(of)] if way.where(of)]
