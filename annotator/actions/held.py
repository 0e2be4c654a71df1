"""What a rater is told about a slot they hold: the pair to judge, and nothing of how it came
there."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

SPACE = 7_401  # of advisory locks: ours for campaigns


@dataclass(frozen=True, slots=True)
class Held:
    slot: int
    lease: UUID
    ends: datetime
    caption: str
    video: int
    path: str
    poster: str
    seconds: float | None


def hold_campaign(campaign_id: int, rater_id: int | None = None) -> None:
    """From here to the end of the transaction nobody pauses or closes this campaign, or pauses a
    member of it.

    Raters share this lock and never wait for each other; who changes a state takes it alone
    (alone_with_campaign). With
    `rater_id` a rater's own requests follow each other, so that two windows do not hold more than
    one may.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", [SPACE, campaign_id])
        if rater_id is not None:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [campaign_id << 32 | rater_id])


def alone_with_campaign(campaign_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [SPACE, campaign_id])


def held(rows: list[tuple[Any, ...]]) -> list[Held]:
    return [Held(*row) for row in rows]
