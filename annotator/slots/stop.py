"""Stop at a caption's first positive: pairs that can change no run's C@K any more are not asked.

Which they are is the view annotator_needless_pair. Only a pair that nobody has met stops: what is
leased is somebody's work and counts, and what has a label is asked for as ever, second and third
labels too, so that pairs labelled twice stay a fair sample of those that were judged
(docs/decisions/0055).
"""

from collections.abc import Sequence
from typing import Any

from annotator.locks.item import LockedItem


def stop_or_go(cursor: Any, item: LockedItem) -> None:
    """After the item's verdict may have changed. Its query is locked, where its campaign stops."""
    if item.stops:
        cursor.execute(
            "SELECT annotator_stop_or_go(%s::bigint, %s::bigint)", [item.campaign_id, item.query_id]
        )


# The slots are locked, and their queries: what has been freed is nobody's yet.
STOP = """
UPDATE annotator_slot s SET state = 'unwanted', lease = NULL
WHERE s.item_id = ANY(%s) AND s.kind = 'first' AND s.turn = 1 AND s.state = 'free'
AND EXISTS (SELECT FROM annotator_needless_pair n WHERE n.item_id = s.item_id)
"""


def stop_freed(cursor: Any, items: Sequence[int]) -> None:
    """Of items whose first slot has just come free without an answer: a caption may have had its
    first positive meanwhile."""
    if items:
        cursor.execute(STOP, [list(items)])
