"""Which labels were asked about, as a study tells it."""

from collections.abc import Sequence

from foundation.frozen import frozen
from metrics.labels import Filters


@frozen
class Chosen:
    """Which labels were asked about: from one day to another, of some raters; all, where nothing is
    said."""

    since: str | None
    until: str | None
    raters: Sequence[int]

    @classmethod
    def of(cls, filters: Filters) -> "Chosen":
        since, until = (day.isoformat() if day else None for day in (filters.since, filters.until))
        return cls(since, until, list(filters.raters))

    @property
    def anything(self) -> bool:
        return bool(self.since or self.until or self.raters)
