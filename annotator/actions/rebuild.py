"""Write everything again that follows from the labels: which slots are filled and open, verdicts,
counts, judged pairs.

Labels are read, never touched. Leases stay: they are somebody's work at this moment.
"""

from django.db import connection, transaction

from annotator.locks.campaign import alone_with_campaign
from annotator.models import Campaign, Item, Slot
from annotator.queries.patterns import DAYS, LAST_VERDICTS, LIVE, SETTLED, settled_items
from annotator.slots.places import PLACE
from foundation.database.rows import carry_out
from foundation.database.statistics import analyze
from jobs.one_by_one import Failures
from pooling.models import Benchmark, JudgedPair

FILL = f"""
UPDATE annotator_slot s SET state = 'filled', rater_id = live.rater_id, lease_ends = NULL
FROM ({LIVE}) live
WHERE s.id = live.slot_id AND (s.state, s.rater_id) IS DISTINCT FROM ('filled', live.rater_id)
"""

# That of an adjudication stays filled, though its decision may have been withdrawn: the next is in
# another.
EMPTY = f"""
UPDATE annotator_slot s SET state = 'waiting', rater_id = NULL, lease = NULL, lease_ends = NULL
WHERE s.campaign_id = %(campaign)s AND s.state = 'filled'
AND NOT EXISTS (SELECT FROM ({LIVE}) live WHERE live.slot_id = s.id)
AND NOT (s.kind = 'adjudication' AND EXISTS (SELECT FROM annotator_label l
  WHERE l.item_id = s.item_id AND l.slot_id = s.id))
"""

# A clip that plays, a campaign that does without, and an answer each end what a pair was held back
# for.
RELEASE = """
UPDATE annotator_item i SET held_back = false FROM annotator_campaign c, pooling_video v
WHERE i.campaign_id = %(campaign)s AND i.held_back AND c.id = i.campaign_id AND v.id = i.video_id
  AND (c.without_clips OR v.state = 'ready'
    OR EXISTS (SELECT FROM annotator_counting_label l WHERE l.item_id = i.id))
"""

ITEMS = f"""
UPDATE annotator_item i SET verdict = s.verdict, grade = s.grade, labels_used = s.used,
  adjudicated = s.adjudicated, dispute = s.dispute
FROM ({SETTLED}) s WHERE s.id = i.id AND (i.verdict IS DISTINCT FROM s.verdict
  OR i.grade IS DISTINCT FROM s.grade OR i.labels_used <> s.used
  OR i.adjudicated <> s.adjudicated OR i.dispute <> s.dispute)
"""

CLOSE = f"""
UPDATE annotator_slot o SET state = 'waiting' FROM ({SETTLED}) s
WHERE o.item_id = s.id AND o.state = 'free' AND o.kind <> 'gold'
  AND o.kind IS DISTINCT FROM s.wanted
"""

# The only slot of an item that may be had at a time, but for checks.
OPEN_SLOT = """
SELECT FROM annotator_slot o
WHERE o.item_id = s.id AND o.state IN ('free', 'leased') AND o.kind <> 'gold'
"""

OPEN = f"""
UPDATE annotator_slot SET state = 'free' WHERE id IN (
  SELECT DISTINCT ON (w.item_id) w.id
  FROM ({SETTLED}) s JOIN annotator_slot w ON w.item_id = s.id AND w.kind = s.wanted
  WHERE w.state = 'waiting' AND NOT EXISTS ({OPEN_SLOT})
  ORDER BY w.item_id, w.turn)
"""

ADD = f"""
INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)
SELECT i.campaign_id, i.id, s.wanted, 1 + (SELECT coalesce(max(turn), 0) FROM annotator_slot t
    WHERE t.item_id = i.id AND t.kind = s.wanted), {PLACE}, 'free'
FROM ({SETTLED}) s JOIN annotator_item i ON i.id = s.id
WHERE s.wanted IS NOT NULL AND NOT EXISTS ({OPEN_SLOT})
"""

# Where a campaign stops at a caption's first positive: what was unwanted is settled as if it were
# not, and what is needless by its verdicts is unwanted then.
GO = """
UPDATE annotator_slot s SET state = 'waiting' FROM annotator_campaign c
WHERE c.id = %(campaign)s AND c.stop <> 'never' AND s.campaign_id = c.id
  AND s.state = 'unwanted' AND s.kind = 'first' AND s.turn = 1
"""
STOP = """
UPDATE annotator_slot s SET state = 'unwanted', lease = NULL
FROM annotator_needless_pair n
WHERE n.campaign_id = %(campaign)s AND s.item_id = n.item_id
  AND s.state = 'free' AND s.kind = 'first' AND s.turn = 1
"""

NO_DAYS = "DELETE FROM annotator_raterday WHERE campaign_id = %(campaign)s"

COUNT = """
UPDATE annotator_campaign SET items_count = (SELECT count(*) FROM annotator_item
  WHERE campaign_id = %(campaign)s AND NOT gold)
WHERE id = %(campaign)s
"""

NOT_JUDGED = """
DELETE FROM pooling_judgedpair j USING pooling_query q
WHERE q.id = j.query_id AND q.benchmark_id = %(benchmark)s AND NOT EXISTS (
  SELECT FROM annotator_item i
  WHERE i.query_id = j.query_id AND i.video_id = j.video_id AND i.verdict IS NOT NULL)
"""

JUDGED = f"""
INSERT INTO pooling_judgedpair AS j (query_id, video_id, verdict, grade, rests_on) {LAST_VERDICTS}
ON CONFLICT (query_id, video_id) DO UPDATE
SET verdict = excluded.verdict, grade = excluded.grade, rests_on = excluded.rests_on
WHERE (j.verdict, j.grade, j.rests_on)
  IS DISTINCT FROM (excluded.verdict, excluded.grade, excluded.rests_on)
"""


def rebuild() -> Failures:
    """Each campaign on its own: what cannot be written anew is among the failures, and the others
    are."""
    failures = Failures()
    for benchmark in Benchmark.objects.order_by("id"):
        campaigns = list(Campaign.objects.filter(benchmark=benchmark).order_by("id"))
        for campaign in campaigns:
            with failures.of(f"campaign {campaign}"):
                rebuild_campaign(campaign.pk)
        with failures.of(f"judged pairs of {benchmark}"):
            rebuild_judged_pairs(benchmark.pk, [campaign.pk for campaign in campaigns])
    return failures


@transaction.atomic
def rebuild_campaign(campaign_id: int) -> None:
    alone_with_campaign(campaign_id)
    with connection.cursor() as cursor:
        of = {"campaign": campaign_id}
        changed = sum(carry_out(statement, of) for statement in (FILL, EMPTY, RELEASE, GO))
        with settled_items(cursor, campaign_id):
            changed += sum(map(carry_out, (ITEMS, CLOSE, OPEN, ADD)))
        changed += carry_out(STOP, of)
        for statement in (NO_DAYS, DAYS, COUNT):
            cursor.execute(statement, of)
        analyze(cursor, Item, Slot, rows=changed)


@transaction.atomic
def rebuild_judged_pairs(benchmark_id: int, campaigns: list[int]) -> None:
    """What all campaigns of a benchmark say together; nobody answers in any of them meanwhile."""
    for campaign_id in campaigns:
        alone_with_campaign(campaign_id)
    with connection.cursor() as cursor:
        # Campaigns that were opened or brought in since then are not held: they wait here, and
        # write after us.
        cursor.execute("LOCK TABLE pooling_judgedpair IN SHARE ROW EXCLUSIVE MODE")
        of = {"benchmark": benchmark_id}
        changed = sum(carry_out(statement, of) for statement in (NOT_JUDGED, JUDGED))
        analyze(cursor, JudgedPair, rows=changed)
