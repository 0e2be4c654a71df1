"""Give a rater the next slots: the database's function annotator_give_slots, in one round trip
(annotator/sql/give_slots.sql)."""

from datetime import datetime
from typing import Any
from uuid import UUID

from annotator.locks.standing import Standing
from annotator.slots.draw_checks import draw_checks
from annotator.slots.free import free_ended_leases
from foundation.database.prepared import prepared_cursor
from foundation.database.rows import rows_as
from foundation.frozen import frozen

MOST_AT_ONCE = 50


@frozen
class Held:
    """What a rater learns of a slot they hold: the pair to judge, and nothing of how it came
    there."""

    slot: int
    lease: UUID
    ends: datetime
    caption: str
    video: int
    path: str
    poster: str
    seconds: float | None
    shown_group: UUID | None


@frozen
class Claimed:
    slots: list[Held]
    guideline_version: int
    show: str = "single"  # how those of one group are shown

    @property
    def remaining(self) -> bool:
        return bool(self.slots)


def give_slots(standing: Standing, rater_id: int, campaign_id: int, count: int) -> Claimed:
    """Inside a transaction that holds the campaign and its rater.

    Leases that have ended are freed where the campaign's free slots do not suffice, and then it is
    tried once more.
    """
    wanted = max(0, min(count, standing.leases_per_rater, MOST_AT_ONCE))
    found = draw_checks(standing, rater_id, wanted)
    words = {
        "campaign": campaign_id,
        "rater": rater_id,
        "seconds": standing.lease_seconds,
        "wanted": wanted,
        "drawn": found.drawn,
        "checks": found.checks,
        "key": found.key,
        "alone": found.alone,
        "group_of": standing.group_of,
        "most": standing.leases_per_rater,
    }
    with prepared_cursor() as cursor:
        slots = _give(cursor, words)
        # Only now: most claims find enough, and need not look for leases that have ended.
        if len(slots) < wanted and free_ended_leases(cursor, campaign_id):
            slots = _give(cursor, words)
    return Claimed(slots, standing.version, standing.show)


def _give(cursor: Any, words: dict[str, Any]) -> list[Held]:
    """What the rater holds, what they gave back, and the first free slots or checks to make up the
    number. A lease that would end before half its time is over again is lengthened: asking for
    slots is a sign of life."""
    cursor.execute(
        "SELECT * FROM annotator_give_slots(%(campaign)s::bigint, %(rater)s::bigint,"
        " %(seconds)s::integer, %(wanted)s::integer, %(drawn)s::integer, %(checks)s::boolean[],"
        " %(key)s::text, %(alone)s::boolean[], %(group_of)s::integer, %(most)s::integer)",
        words,
    )
    return rows_as(cursor, Held)
