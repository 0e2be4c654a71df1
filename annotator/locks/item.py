"""An item's row, locked: the second lock. Under it its verdict and its slots may change."""

from collections.abc import Collection, Sequence
from typing import Any

from annotator.consensus import Policy
from annotator.scales import Scale
from foundation.database.rows import rows_as
from foundation.frozen import frozen


@frozen
class LockedItem:
    """An item whose row is locked by this transaction; or one chain of checks of it, which has no
    verdict. With what the rule of consensus needs beside the labels."""

    item_id: int
    campaign_id: int
    query_id: int
    video_id: int
    had_verdict: bool
    doubled: bool
    label_limit: int
    cannot_judge_limit: int
    escalated: bool
    stops: bool  # its campaign stops at a caption's first positive
    scale_words: Sequence[str]  # of its campaign's scale, with the two numbers that belong to it
    relevant_from: int
    far: int
    chain: int | None

    @property
    def policy(self) -> Policy:
        return Policy(
            self.doubled, self.label_limit, self.cannot_judge_limit, self.escalated, self.scale
        )

    @property
    def scale(self) -> Scale:
        return Scale(tuple(self.scale_words), self.relevant_from, self.far)

    @property
    def words(self) -> dict[str, int | None]:
        """As statements about its slots name it."""
        return {"item": self.item_id, "chain": self.chain}


# In the order of their pairs, in which all who write many judged pairs do it: two campaigns may
# share them, and each would wait for the other otherwise. A pair that is asked only as a check has
# nothing to lock but its chains.
LOCK = """
SELECT i.id AS item_id, i.campaign_id, i.query_id, i.video_id, f.chain,
  i.verdict IS NOT NULL AND f.chain IS NULL AS had_verdict,
  CASE WHEN f.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM annotator_slot t
    WHERE t.item_id = i.id AND t.chain = f.chain AND t.stage = 'second') END AS doubled,
  c.label_limit, c.cannot_judge_limit, i.escalated AND f.chain IS NULL AS escalated,
  c.stop <> 'never' AS stops, c.scale AS scale_words, c.relevant_from, c.far
FROM unnest(%s::bigint[], %s::int[]) f (item, chain)
JOIN annotator_item i ON i.id = f.item JOIN annotator_campaign c ON c.id = i.campaign_id
WHERE f.chain IS NOT NULL OR NOT i.gold
ORDER BY i.query_id, i.video_id, f.chain FOR NO KEY UPDATE OF i
"""


def lock_items(cursor: Any, which: Collection[tuple[int, int | None]]) -> list[LockedItem]:
    """Items, and chains of checks, by their numbers; their rows are locked from here on."""
    cursor.execute(LOCK, [[item for item, _ in which], [chain for _, chain in which]])
    return rows_as(cursor, LockedItem)
