"""What is counted of a large campaign, and kept for a moment: pages share one count, and say so."""

from collections.abc import Callable
from functools import partial, wraps
from typing import TypeVar

from django.core.cache import cache

from annotator.models import Campaign

# Counting half a million items takes some 100 ms.
LARGE = 20_000
SECONDS = 15

Found = TypeVar("Found")
Count = Callable[[Campaign], Found]


def key_of(name: str, campaign: Campaign) -> str:
    return f"annotator.{name}.{campaign.pk}"


def kept(name: str, seconds: int = SECONDS) -> Callable[[Count[Found]], Count[Found]]:
    """What was counted up to this many seconds ago; of a small campaign, what is counted now."""

    def of(count: Count[Found]) -> Count[Found]:
        @wraps(count)
        def counted(campaign: Campaign) -> Found:
            if campaign.items_count < LARGE:
                return count(campaign)
            found = cache.get_or_set(key_of(name, campaign), partial(count, campaign), seconds)
            assert found is not None  # noqa: S101  (what is counted is never nothing)
            return found

        return counted

    return of
