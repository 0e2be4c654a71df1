"""A slot and its item, locked in one order by all who change them: the campaign is held, then the
item, then its slots.

Who takes a free slot, or frees one whose lease has ended, waits for nobody (SKIP LOCKED), and so
may begin with the slot.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from annotator.locks.item import LockedItem
from annotator.scales import ANSWERS, Scale
from foundation.database.rows import rows_as
from foundation.frozen import frozen
from foundation.refused import Refused


class ClipDoesNotPlay(Refused):
    """This clip does not play, so it cannot be judged relevant or irrelevant. Choose Cannot judge,
    or judge it later."""

    reason = "clip_does_not_play"


class ShownOtherwise(Refused):
    """This pair was not given out to be shown like this: together are shown only the slots of one
    group, as their claim gave them."""

    reason = "shown_otherwise"


@frozen
class LockedSlot:
    """Its columns, and those of its item and campaign that an answer to it is judged by."""

    campaign_id: int
    item_id: int
    kind: str
    turn: int
    state: str
    rater_id: int | None
    lease: UUID | None
    query_id: int
    video_id: int
    doubled: bool
    had_verdict: bool
    label_limit: int
    cannot_judge_limit: int
    escalated: bool
    stops: bool
    scale_words: Sequence[str]
    relevant_from: int
    far: int
    too_fast_ms: int
    can_be_seen: bool  # its clip plays, or the campaign shows its clips elsewhere
    chain: int | None  # of a check
    shown: str  # how it was given out: by itself, or with others in a group
    shown_group: UUID | None

    def may_be_filled_by(self, rater_id: int, lease: UUID) -> bool:
        """An ended lease is forgiven while the slot is free: its token is still there."""
        held = self.state == "leased" and self.rater_id == rater_id
        return self.lease == lease and (held or self.state == "free")

    @property
    def item(self) -> LockedItem:
        """Its item, or its chain of checks, whose row is locked with it."""
        return LockedItem(
            item_id=self.item_id,
            campaign_id=self.campaign_id,
            query_id=self.query_id,
            video_id=self.video_id,
            had_verdict=self.had_verdict and not self.is_gold,
            doubled=self.doubled,
            label_limit=self.label_limit,
            cannot_judge_limit=self.cannot_judge_limit,
            escalated=self.escalated,
            stops=self.stops,
            scale_words=self.scale_words,
            relevant_from=self.relevant_from,
            far=self.far,
            chain=self.chain,
        )

    def refuse_unseen(self, answer: str) -> None:
        """A rater who cannot see a clip can only say so. Raises ClipDoesNotPlay."""
        if answer in ANSWERS and not self.can_be_seen:
            raise ClipDoesNotPlay

    def refuse_shown_otherwise(self, shown: str | None, group: UUID | None) -> None:
        """A pair of a group may have been shown by itself, but none in a group that it was not
        given out in. Raises ShownOtherwise."""
        alone = shown in (None, "single") and group is None
        if not alone and (shown, group) != (self.shown, self.shown_group):
            raise ShownOtherwise

    @property
    def scale(self) -> Scale:
        return self.item.scale

    @property
    def is_gold(self) -> bool:
        return self.kind == "gold"


# A check is labelled twice if its chain was drawn to be, whatever was drawn for its pair.
LOCK = """
SELECT s.campaign_id, s.item_id, s.kind, s.turn, s.state, s.rater_id, s.lease, s.chain,
  i.query_id, i.video_id,
  CASE WHEN s.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM annotator_slot t
    WHERE t.item_id = i.id AND t.chain = s.chain AND t.stage = 'second') END AS doubled,
  i.verdict IS NOT NULL AS had_verdict, c.label_limit, c.cannot_judge_limit,
  i.escalated AND s.chain IS NULL AS escalated, c.stop <> 'never' AS stops,
  c.scale AS scale_words, c.relevant_from, c.far, c.too_fast_ms,
  c.without_clips OR v.state = 'ready' AS can_be_seen,
  CASE WHEN s.shown_group IS NULL THEN 'single' ELSE c.show END AS shown, s.shown_group
FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
JOIN annotator_campaign c ON c.id = s.campaign_id JOIN pooling_video v ON v.id = i.video_id
WHERE s.id = %s FOR NO KEY UPDATE OF i, s
"""


def lock_slot(cursor: Any, slot_id: int) -> LockedSlot:
    """A slot that is there: hold_campaign_of has found it, and slots are never deleted."""
    cursor.execute(LOCK, [slot_id])
    (slot,) = rows_as(cursor, LockedSlot)
    return slot
