"""How many pairs are left for a rater: what they hold, what they could be given, and the checks
that will come before these have all been given (annotator/slots/draw_checks.py).

Where there are no checks it is counted each time, up to a limit. With checks a count that follows
what others do would tell: a colleague's claim takes a pair from it, and their check takes none. So
there it is taken once an hour, is not exact, and falls by one with each answer of the rater's own,
and for nothing else. docs/decisions/0062 has the reasons.

What is kept is not the number but `left_until`, at how many answers of the rater nothing would be
left: their answers are counted anyway, so that no answer writes anything for it.
"""

import secrets
from collections import Counter
from itertools import count
from typing import Any

from annotator.models import Campaign, Member, Shown
from annotator.queries.raters import labels_today, pace_today
from annotator.slots.draw_checks import is_check
from foundation.database.rows import carry_out, column_of, number_of, row_of, rows_of
from foundation.frozen import frozen

MOST = 2_000  # counted each time up to here
LOOKED = 2 * MOST  # free slots looked at: a rater may have met many of the first
FEW = 10  # what is not exact is no number any more from here down
CLOSED = (Campaign.State.DRAFT, Campaign.State.CLOSED)

# A free check of a pair that the rater knows from training is passed over (annotator_pass_checks),
# and so is any pair that they have met. Leases of others that have ended come free with the next
# claim. What the rater gave back comes without a new number being drawn.
FREE = """
WITH looked AS (
  SELECT s.item_id, s.kind, s.returned_by_id, s.place, s.id FROM annotator_slot s
  WHERE s.campaign_id = %(campaign)s AND s.state = 'free' AND s.kind <> 'adjudication'
  ORDER BY s.place LIMIT %(looked)s),
ended AS (
  SELECT s.item_id, s.kind, s.rater_id AS returned_by_id, s.place, s.id FROM annotator_slot s
  WHERE s.campaign_id = %(campaign)s AND s.state = 'leased' AND s.kind <> 'adjudication'
  AND s.lease_ends <= now() AND s.rater_id <> %(rater)s LIMIT %(looked)s),
mine AS (
  SELECT f.* FROM (SELECT * FROM looked UNION ALL SELECT * FROM ended) f
  WHERE NOT EXISTS (
    SELECT FROM annotator_slot met WHERE met.item_id = f.item_id AND met.rater_id = %(rater)s)
  AND NOT (f.kind = 'gold' AND EXISTS (
    SELECT FROM annotator_item i JOIN annotator_knownanswer k ON k.campaign_id = i.campaign_id
      AND k.query_id = i.query_id AND k.video_id = i.video_id
    JOIN annotator_trial t ON t.known_id = k.id
    WHERE i.id = f.item_id AND t.member_id = %(member)s)) LIMIT %(most)s)
SELECT (SELECT count(*) FROM looked),
  (SELECT count(*) FROM annotator_slot h WHERE h.campaign_id = %(campaign)s AND h.state = 'leased'
    AND h.rater_id = %(rater)s AND h.kind <> 'adjudication'),
  count(*), count(*) FILTER (WHERE returned_by_id IS DISTINCT FROM %(rater)s),
  (SELECT m.drawn FROM annotator_member m WHERE m.id = %(member)s)
FROM mine
"""

# Known answers that could be a check for this rater now, as in annotator_give_check.
KNOWN = """
SELECT k.query_id FROM annotator_knownanswer k
WHERE k.campaign_id = %(campaign)s AND k.active AND k.use IN ('gold', 'both')
AND (%(without_clips)s OR EXISTS (
  SELECT FROM pooling_video v WHERE v.id = k.video_id AND v.state = 'ready'))
AND NOT EXISTS (SELECT FROM annotator_item i WHERE i.campaign_id = k.campaign_id
  AND i.query_id = k.query_id AND i.video_id = k.video_id
  AND ((i.verdict IS NULL AND NOT i.gold) OR EXISTS (SELECT FROM annotator_slot s
    WHERE s.item_id = i.id AND (s.rater_id = %(rater)s OR s.returned_by_id = %(rater)s
      OR (s.kind = 'gold' AND s.state = 'free')))))
AND NOT EXISTS (
  SELECT FROM annotator_trial t WHERE t.known_id = k.id AND t.member_id = %(member)s)
"""
# Where pairs come caption by caption, a check has the caption of the pair that it comes before.
CAPTIONS = """
SELECT i.query_id FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id
WHERE s.campaign_id = %(campaign)s AND s.state = 'free' AND s.kind <> 'adjudication'
AND s.returned_by_id IS DISTINCT FROM %(rater)s AND NOT EXISTS (
  SELECT FROM annotator_slot met WHERE met.item_id = s.item_id AND met.rater_id = %(rater)s)
ORDER BY s.place, s.id LIMIT %(most)s
"""


# The rater's answers are those that count in their days: an undo takes one back.
ANSWERED = """
(SELECT coalesce(sum(d.labels), 0) FROM annotator_raterday d
  WHERE d.campaign_id = %(campaign)s AND d.rater_id = %(rater)s)
"""
# Beside the count, whether there is anything at all, as a claim would find it now.
KEPT = f"""
SELECT m.left_taken >= date_trunc('hour', now()), m.left_until - {ANSWERED}, EXISTS (
    SELECT FROM annotator_slot h WHERE h.campaign_id = %(campaign)s AND h.rater_id = %(rater)s
    AND h.state = 'leased' AND h.kind <> 'adjudication')
  OR EXISTS (SELECT FROM annotator_slot s WHERE s.campaign_id = %(campaign)s
    AND s.state = 'free' AND s.kind <> 'adjudication' AND NOT EXISTS (
      SELECT FROM annotator_slot met WHERE met.item_id = s.item_id AND met.rater_id = %(rater)s))
  OR EXISTS (SELECT FROM annotator_slot s WHERE s.campaign_id = %(campaign)s
    AND s.state = 'leased' AND s.lease_ends <= now() AND s.kind <> 'adjudication' AND NOT EXISTS (
      SELECT FROM annotator_slot met WHERE met.item_id = s.item_id AND met.rater_id = %(rater)s))
FROM annotator_member m WHERE m.id = %(member)s
"""
# Of two that take it at once the second finds it taken. What was taken before is kept while it is
# about right.
TAKE = f"""
UPDATE annotator_member SET left_taken = date_trunc('hour', now()),
  left_until = CASE WHEN abs(left_until - %(left)s - {ANSWERED}) <= %(spread)s THEN left_until
    ELSE %(left)s + {ANSWERED} END
WHERE id = %(member)s AND (left_taken IS NULL OR left_taken < date_trunc('hour', now()))
"""
# All that is free, of a queue that is longer than what is looked at.
ALL_FREE = """
SELECT (SELECT count(*) FROM annotator_slot s
    WHERE s.campaign_id = %(campaign)s AND s.state = 'free' AND s.kind <> 'adjudication')
  - (SELECT count(*) FROM annotator_slot met JOIN annotator_slot s ON s.item_id = met.item_id
    WHERE met.campaign_id = %(campaign)s AND met.rater_id = %(rater)s
    AND s.state = 'free' AND s.kind <> 'adjudication')
"""


@frozen
class Left:
    """How many pairs are left; about: it is not exact."""

    number: int
    about: bool = False

    @property
    def some(self) -> bool:
        """There are some, and few enough that a number which is not exact would mislead."""
        return self.about and 0 < self.number <= FEW


def left_for(member: Member) -> Left | None:
    """None where it must not be told: in a campaign that gives checks in groups, a group is not
    made yet whose checks would have to be counted."""
    campaign = member.campaign
    if campaign.show != Shown.SINGLE and campaign.gold_share:
        return None
    if campaign.state in CLOSED or member.state == Member.State.REMOVED:
        return Left(0)
    if campaign.gold_share or member.left_taken:
        left, of_this_hour = _kept(member)
        if of_this_hour:
            return left
    number, is_all = count_now(member)
    if is_all and not campaign.gold_share:
        return Left(number)
    _take(member, number)
    return _kept(member)[0]


def _kept(member: Member) -> tuple[Left, bool]:
    """The count as it was taken, less the answers since; and whether that was in this hour."""
    of_this_hour, left, something = row_of(KEPT, _words(member))
    return Left(max(int(left or 0), 1), about=True) if something else Left(0), bool(of_this_hour)


def _take(member: Member, number: int) -> None:
    """Beside checks the count is off by a random number, drawn each time it is taken, and a new one
    takes the old one's place only where they differ by more than two draws can. So it stays while
    nothing happens, and what a colleague does in an hour is lost in what was drawn."""
    spread = max(FEW, number // 20)
    gold = member.campaign.gold_share
    left = number + secrets.randbelow(spread + 1) - spread // 2 if gold else round(number, -2)
    carry_out(TAKE, _words(member) | {"left": left, "spread": spread})


def count_now(member: Member) -> tuple[int, bool]:
    """The count at this moment; and whether all was looked at."""
    words, share = _words(member), member.campaign.gold_share
    looked, held, free, new, drawn = row_of(FREE, words)
    if looked < LOOKED and held + free < MOST:
        return held + free + _checks_before(member, new, drawn), True
    free = number_of(ALL_FREE, words)
    known = len(rows_of(KNOWN, words))
    return held + free + min(known, round(free * share / (1 - share))), False


def _words(member: Member) -> dict[str, int | bool]:
    return {
        **member.words,
        "member": member.pk,
        "without_clips": member.campaign.without_clips,
        "looked": LOOKED,
        "most": MOST,
    }


def _checks_before(member: Member, pairs: int, drawn: int) -> int:
    """The checks that will come before so many new pairs have been given."""
    campaign = member.campaign
    if not campaign.gold_share or not pairs:
        return 0
    by_caption = campaign.order == Campaign.Order.CAPTION
    words = _words(member)
    known = Counter(caption if by_caption else 0 for caption in column_of(KNOWN, words))
    captions = column_of(CAPTIONS, words) if by_caption and known else [0] * pairs
    # Of the numbers to come, from `drawn` as it stands now: the member may have been read before a
    # claim.
    is_drawn = (
        is_check(campaign.seed, member.person_id, number, campaign.gold_share)
        for number in count(drawn)
    )
    checks = 0
    # A check comes where one is drawn and an answer is known that fits; otherwise the pair.
    for caption in captions if known else ():
        while next(is_drawn) and known[caption]:
            known[caption] -= 1
            checks += 1
    return checks


NO_COUNTS: dict[str, Any] = {"today": 0, "left": None, "about": False, "few": FEW, "pace": None}


def counts_of(member: Member) -> dict[str, Any]:
    """Answers given today in this campaign, pairs left for this rater, answers an hour. Where it is
    about so much that is left, from `few` down there are some left."""
    left = left_for(member)
    return {
        "today": labels_today(member.person, member.campaign_id).get(member.campaign_id, 0),
        "left": left.number if left else None,
        "about": bool(left and left.about),
        "few": FEW,
        "pace": pace_today(member),
    }
