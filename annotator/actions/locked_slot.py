"""A slot and its item, locked in one order by all who change them: the campaign is held, then the
item, then its slots.

Who takes a free slot, or frees one whose lease has ended, waits for nobody (SKIP LOCKED), and so
may begin with the slot.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from annotator.actions.held import SPACE
from annotator.actions.settle_item import Settled
from annotator.consensus import IRRELEVANT, RELEVANT, Policy
from foundation.refused import Refused, Unknown

# No key is larger, but unmasking what somebody made up comes to any number; and for a larger one
# all slots would be read.
LARGEST = 2**63 - 1
VERDICTS = (RELEVANT, IRRELEVANT)


class UnknownSlot(Unknown):
    """There is no such slot for you."""


class ClipDoesNotPlay(Refused):
    """This clip does not play, so it cannot be judged relevant or irrelevant. Choose Cannot judge,
    or judge it later."""

    reason = "clip_does_not_play"


@dataclass(frozen=True, slots=True)
class LockedSlot:
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
    too_fast_ms: int
    can_be_seen: bool  # its clip plays, or the campaign shows its clips elsewhere
    chain: int | None = None  # of a check

    def may_be_filled_by(self, rater_id: int, lease: UUID) -> bool:
        held = self.state == "leased" and self.rater_id == rater_id
        return self.lease == lease and (held or self.state == "free")

    @property
    def settled(self) -> Settled:
        policy = Policy(self.doubled, self.label_limit, self.cannot_judge_limit, self.escalated)
        had_verdict = self.had_verdict and not self.is_gold
        return Settled(
            self.item_id,
            self.query_id,
            self.video_id,
            policy,
            had_verdict=had_verdict,
            chain=self.chain,
        )

    def refuse_unseen(self, answer: str) -> None:
        """Whoever cannot see a clip can say only that. Raises ClipDoesNotPlay."""
        if answer in VERDICTS and not self.can_be_seen:
            raise ClipDoesNotPlay

    @property
    def is_gold(self) -> bool:
        return self.kind == "gold"

    @property
    def is_items_first(self) -> bool:
        return self.kind == "first" and self.turn == 1


def hold_campaign_of(cursor: Any, slot_id: int, rater_id: int) -> int:
    """As hold_campaign does, for the campaign of a slot, in one statement. Raises UnknownSlot."""
    if slot_id > LARGEST:
        raise UnknownSlot
    cursor.execute(
        "SELECT campaign_id, pg_advisory_xact_lock_shared(%s, campaign_id::int),"
        " pg_advisory_xact_lock(campaign_id::bigint << 32 | %s::bigint) FROM annotator_slot WHERE"
        " id = %s",
        [SPACE, rater_id, slot_id],
    )
    found = cursor.fetchone()
    if found is None:
        raise UnknownSlot
    return int(found[0])


def lock_slot(cursor: Any, slot_id: int) -> LockedSlot:
    cursor.execute(
        "SELECT s.campaign_id, s.item_id, s.kind, s.turn, s.state, s.rater_id, s.lease, i.query_id,"
        " i.video_id, CASE WHEN s.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM"
        " annotator_slot t  WHERE t.item_id = i.id AND t.chain = s.chain AND t.stage = 'second')"
        " END, i.verdict IS NOT NULL, c.label_limit, c.cannot_judge_limit, i.escalated AND s.chain"
        " IS NULL, c.too_fast_ms, c.without_clips OR v.state = 'ready', s.chain FROM annotator_slot"
        " s JOIN annotator_item i ON i.id = s.item_id JOIN annotator_campaign c ON c.id ="
        " s.campaign_id JOIN pooling_video v ON v.id = i.video_id WHERE s.id = %s FOR NO KEY UPDATE"
        " OF i, s",
        [slot_id],
    )
    return LockedSlot(*cursor.fetchone())
