"""The one UPDATE that frees leases; what comes free is then reconciled with what is wanted by now.

A freed slot remembers who had it: until somebody else takes it, its rater is given it back first.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from annotator.consensus import settle
from annotator.labels.live import counting_labels
from annotator.locks.campaign import QUERY
from annotator.locks.item import lock_items
from annotator.slots.open import reconcile
from annotator.slots.places import BEHIND, FRONT, GOES_BEHIND, LATER
from annotator.slots.stop import stop_freed
from foundation.database.rows import rows_as
from foundation.frozen import frozen

# Whose lease token is kept can still answer late, while the slot is nobody's. One that is put off
# goes behind all that was drawn, wherever it was before, so that it does not come straight back;
# beside checks, anything else goes behind some of it (GOES_BEHIND).
FREE = f"""
UPDATE annotator_slot SET state = 'free', returned_by_id = rater_id, rater_id = NULL,
  lease = CASE WHEN %(forgiven)s THEN lease END, lease_ends = NULL,
  place = CASE WHEN %(later)s AND place < {LATER} THEN {LATER} + mod(place + {FRONT}, {LATER})
    WHEN place < {LATER} THEN (
      SELECT CASE WHEN {GOES_BEHIND} THEN {BEHIND.format(place="annotator_slot.place")}
        ELSE annotator_slot.place END
      FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
      WHERE i.id = annotator_slot.item_id)
    ELSE place END
WHERE id IN ({{which}}) RETURNING item_id, chain, kind, turn,
  (SELECT c.stop <> 'never' FROM annotator_campaign c WHERE c.id = campaign_id) AS stops
"""

# Where a campaign stops at a caption's first positive, what is freed may not be wanted any more:
# the query is locked, or the slot stays for the next time.
QUERY_IS_OURS = f"""
(NOT EXISTS (SELECT FROM annotator_campaign c WHERE c.id = s.campaign_id AND c.stop <> 'never')
  OR pg_try_advisory_xact_lock({QUERY}))
"""
# By the database's clock. Nobody waits who frees another's lease: what somebody is answering at
# this moment is passed over, item and slot. The longest over first, some at a time.
ENDED = f"""
SELECT s.id FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
WHERE s.campaign_id = %(campaign)s AND s.state = 'leased' AND s.lease_ends <= now()
AND {QUERY_IS_OURS}
ORDER BY s.lease_ends LIMIT 500 FOR NO KEY UPDATE OF i, s SKIP LOCKED
"""
# Where the campaign is only held: one of the rater's slots may be locked by their own answer.
OF_RATER_NOW = f"""
SELECT s.id FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
WHERE s.campaign_id = %(campaign)s AND s.rater_id = %(rater)s AND s.state = 'leased'
AND {QUERY_IS_OURS} ORDER BY s.id FOR NO KEY UPDATE OF i, s SKIP LOCKED
"""
# Where nobody else is in the campaign, nothing has to be locked first.
OF_CAMPAIGN = """
SELECT id FROM annotator_slot WHERE campaign_id = %(campaign)s AND state = 'leased'
AND (%(rater)s::bigint IS NULL OR rater_id = %(rater)s)
"""
# Locked by lock_slot.
ONE = """
SELECT id FROM annotator_slot WHERE id = %(slot)s AND state = 'leased' AND rater_id = %(rater)s
AND lease = %(lease)s
"""


@frozen
class Freed:
    """A slot that came free without an answer."""

    item_id: int
    chain: int | None
    kind: str
    turn: int
    stops: bool  # its campaign, at a caption's first positive

    @property
    def begins(self) -> bool:
        """An item's very first slot is wanted as long as it is not filled, and so is a chain's."""
        return self.turn == (1 if self.kind == "first" else self.chain)


def free_ended_leases(cursor: Any, campaign_id: int) -> int:
    """How many. A claim does it when it finds too little: no worker has to run."""
    return _free(cursor, ENDED, {"campaign": campaign_id}, forgiven=True)


def free_leases(campaign_id: int, rater_id: int | None = None) -> None:
    """Alone with the campaign: all of it, or of one rater. The tokens go too: late answers are not
    wanted."""
    with connection.cursor() as cursor:
        _free(cursor, OF_CAMPAIGN, {"campaign": campaign_id, "rater": rater_id})


def free_leases_now(campaign_id: int, rater_id: int) -> None:
    """Of one rater, while others work in the campaign and the rater may be answering elsewhere. The
    tokens go too."""
    with connection.cursor() as cursor:
        _free(cursor, OF_RATER_NOW, {"campaign": campaign_id, "rater": rater_id})


def give_back(
    cursor: Any, slot_id: int, rater_id: int, lease: UUID, *, later: bool = False
) -> bool:
    """A locked slot, for anybody again. Whether the rater held it by this lease. `later`: it is put
    off."""
    words = {"slot": slot_id, "rater": rater_id, "lease": lease}
    return bool(_free(cursor, ONE, words, later=later))


def _free(
    cursor: Any, which: str, words: dict[str, Any], *, forgiven: bool = False, later: bool = False
) -> int:
    cursor.execute(FREE.format(which=which), {**words, "forgiven": forgiven, "later": later})
    freed = rows_as(cursor, Freed)
    _reconcile(cursor, freed)
    stop_freed(cursor, [slot.item_id for slot in freed if slot.stops and slot.kind == "first"])
    return len(freed)


def _reconcile(cursor: Any, freed: Sequence[Freed]) -> None:
    """While they were leased, others may have changed what is wanted."""
    changed = {(slot.item_id, slot.chain) for slot in freed if not slot.begins}
    if not changed:
        return
    # In the order of their pairs (lock_items), as all do who may have to wait.
    for item in lock_items(cursor, changed):
        reconcile(cursor, item, settle(counting_labels(cursor, item), item.policy))
