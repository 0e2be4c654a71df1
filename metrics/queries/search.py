"""Finding reports and the doctor's pages, for readers."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from foundation.searching import Match, Searchable, having, words_of
from metrics.queries.reports import access_reports
from people.models import User
from pooling.queries.benchmarks import access_benchmarks


def _find_reports(asking: User, text: str, most: int) -> Sequence[Match]:
    found = having(access_reports(asking), text, "title", "benchmark__name").order_by("-pk")
    return [
        Match(
            str(one),
            reverse("metrics:evaluation", args=[one.pk]),
            f"{one.benchmark}, {one.made_at:%Y-%m-%d}",
        )
        for one in found[:most]
    ]


def _find_doctors(asking: User, text: str, most: int) -> Sequence[Match]:
    """Pages that no row stands for: by the word for them, and what else names the benchmark."""
    words = words_of(text)
    title = str(_("Doctor: before any label"))
    named = [word for word in words if word.lower() not in title.lower()]
    if len(named) == len(words):
        return []
    benchmarks = access_benchmarks(asking).order_by("-pk")
    found = having(benchmarks, " ".join(named), "name", "title") if named else benchmarks
    return [
        Match(title, reverse("metrics:doctor", args=[one.pk]), str(one)) for one in found[:most]
    ]


KINDS = (
    Searchable(_("Reports"), lambda asking: asking.is_reader, _find_reports),
    Searchable(_("Doctor"), lambda asking: asking.is_reader, _find_doctors),
)
