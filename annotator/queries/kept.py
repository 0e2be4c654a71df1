"""What is counted of a large campaign, and kept for a moment: pages share one count, and say so."""

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from annotator.models import Campaign

# Counting half a million items takes some 100 ms.
LARGE = 20_000
SECONDS = 15

Found = TypeVar("Found")


def kept(campaign: Campaign, key: str, count: Callable[[], Found], seconds: int = SECONDS) -> Found:
    """What was counted up to this many seconds ago; of a small campaign, what is counted now."""
    if campaign.items_count < LARGE:
        return count()
    found = cache.get_or_set(key, count, seconds)
    assert found is not None  # noqa: S101  (what is counted is never nothing)
    return found
