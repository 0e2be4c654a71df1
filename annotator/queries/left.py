"""How many pairs a rater could still be given, as things stand at this moment.

What is counted falls by one with each answer, and by nothing when a pair is given out, whether it
is a check or not: otherwise the count would tell which pairs are checks. So the checks to come are
counted among the pairs. Each is drawn beforehand (annotator/slots/draw_checks.py), so they can be
counted exactly: the queue is walked as annotator_give_slots will walk it.

A large queue is looked at up to a limit: then the number is a round one that stands still.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from django.db import connection

from annotator.models import Campaign, Member, Shown
from annotator.slots.draw_checks import is_check

MOST = 2_000  # counted exactly up to here
LOOKED = 2 * MOST  # free slots looked at: a rater may have met many of the first
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


@dataclass(frozen=True, slots=True)
class Left:
    """at_least: there are so many, and maybe more."""

    number: int
    at_least: bool


def left_for(member: Member) -> Left | None:
    """None where it must not be told: in a campaign that gives checks in groups, a group is not
    made yet whose checks would have to be counted."""
    if member.campaign.show != Shown.SINGLE and member.campaign.gold_share:
        return None
    if member.campaign.state in CLOSED or member.state == Member.State.REMOVED:
        return Left(0, at_least=False)
    with connection.cursor() as cursor:
        cursor.execute(FREE, _words(member))
        looked, held, free, new, drawn = cursor.fetchone()
    if held + free >= MOST:
        return Left(MOST, at_least=True)
    number = held + free + _checks_before(member, new, drawn)
    if looked < LOOKED and number < MOST:
        return Left(number, at_least=False)
    # Nothing free among the first of them says nothing of the rest.
    return Left(max(100 * (number // 100), min(number, 1)), at_least=True)


def _words(member: Member) -> dict[str, int | bool]:
    return {
        "campaign": member.campaign_id,
        "rater": member.person_id,
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
    with connection.cursor() as cursor:
        cursor.execute(KNOWN, _words(member))
        known = Counter(caption if by_caption else 0 for (caption,) in cursor.fetchall())
        captions = [0] * pairs
        if by_caption and known:
            cursor.execute(CAPTIONS, _words(member))
            captions = [caption for (caption,) in cursor.fetchall()]
    return _walk(captions, known, _numbers(member, drawn)) if known else 0


def _numbers(member: Member, drawn: int) -> Iterator[bool]:
    """Whether each number to come is a check. `drawn` as it stands now: the member may have been
    read before a claim."""
    campaign = member.campaign
    return (
        is_check(campaign.seed, member.person_id, number, campaign.gold_share)
        for number in count(drawn)
    )


def _walk(captions: list[int], known: Counter[int], drawn: Iterator[bool]) -> int:
    """A check comes where one is drawn and an answer is known that fits; otherwise the pair."""
    checks = 0
    for caption in captions:
        while next(drawn) and known[caption]:
            known[caption] -= 1
            checks += 1
    return checks
