"""What must always be true of campaigns and their labels. Each check finds the rows of which it is
not; none should.

docs/integrity.md tells which constraint and which test holds each of them in the first place.
"""

from collections.abc import Iterator

from django.db import connection

from annotator.models import Campaign
from annotator.queries.patterns import LAST_VERDICTS, LIVE, RECOUNTED, SETTLED, settled_items
from foundation.database.snapshot import one_moment
from foundation.integrity import Difference, run_checks
from pooling.models import Benchmark

# Files of others may have several labels by one rater for a pair, which share a slot; nobody can
# give two here.
GIVEN_HERE = "(SELECT source FROM annotator_campaign WHERE id = %(campaign)s) = 'here'"

# Of one campaign, while its items are settled (patterns.settled_items). Each selects one column,
# the sentence.
OF_SETTLED_ITEMS = {
    "verdict": f"""
        SELECT format('item %%s: is %%s, by labels %%s, dispute %%s; its labels say %%s, by %%s,'
          ' dispute %%s', i.id, concat_ws(' ', coalesce(i.verdict, 'open'), i.grade), i.labels_used,
          i.dispute, concat_ws(' ', coalesce(s.verdict, 'open'), s.grade), s.used, s.dispute)
        FROM annotator_item i JOIN ({SETTLED}) s ON s.id = i.id
        WHERE i.verdict IS DISTINCT FROM s.verdict OR i.grade IS DISTINCT FROM s.grade
          OR i.labels_used <> s.used OR i.adjudicated <> s.adjudicated OR i.dispute <> s.dispute""",
    # A slot that is leased is somebody's work by now, and stays although it may not be wanted any
    # more.
    "open slot": f"""
        SELECT format('item %%s: %%s is open, but %%s is wanted', s.id, coalesce(o.kind, 'nothing'),
          coalesce(s.wanted, 'nothing'))
        FROM ({SETTLED}) s LEFT JOIN annotator_slot o
          ON o.item_id = s.id AND o.state IN ('free', 'leased') AND o.kind <> 'gold'
        WHERE o.kind IS DISTINCT FROM s.wanted AND o.state IS DISTINCT FROM 'leased'""",
}

# Of one campaign: %(campaign)s. Each selects one column, the sentence.
OF_A_CAMPAIGN = {
    "held back": """
        SELECT format('item %%s: is held back, though %%s', i.id,
          CASE WHEN c.without_clips THEN 'its campaign does without clips'
          WHEN v.state = 'ready' THEN 'its clip plays' ELSE 'it has labels' END)
        FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
          JOIN pooling_video v ON v.id = i.video_id
        WHERE i.campaign_id = %(campaign)s AND i.held_back AND (c.without_clips OR v.state = 'ready'
          OR EXISTS (SELECT FROM annotator_counting_label l WHERE l.item_id = i.id))""",
    "one open slot": """
        SELECT format('item %%s: %%s slots are open at once', item_id, count(*)) FROM annotator_slot
        WHERE campaign_id = %(campaign)s AND state IN ('free', 'leased') AND kind <> 'gold'
        GROUP BY item_id
        HAVING count(*) > 1""",
    # Where a caption's first positive is enough, what nobody has met and can change no C@K is not
    # wanted; all else is.
    "stopped": """
        SELECT format('slot %%s: is %%s, but its pair %%s', s.id, s.state, CASE
          WHEN i.held_back THEN 'waits for its clip'
          WHEN n.item_id IS NULL THEN 'can still change the C@K of a run'
          ELSE 'can change the C@K of no run any more' END)
        FROM annotator_campaign c JOIN annotator_slot s ON s.campaign_id = c.id
          AND s.kind = 'first' AND s.turn = 1 AND s.state IN ('free', 'unwanted')
        JOIN annotator_item i ON i.id = s.item_id
        LEFT JOIN annotator_needless_pair n ON n.campaign_id = c.id AND n.item_id = i.id
        WHERE c.id = %(campaign)s AND c.stop <> 'never'
          AND (s.state = 'unwanted') <> (n.item_id IS NOT NULL AND NOT i.held_back)""",
    # A check's slots are a chain: it begins with one that was given out, and one of them at most is
    # open.
    "check": """
        SELECT format('slot %%s: is a check, but belongs to no chain', id) FROM annotator_slot
        WHERE campaign_id = %(campaign)s AND kind = 'gold' AND chain IS NULL
          AND (SELECT pool_id FROM annotator_campaign WHERE id = %(campaign)s) IS NOT NULL
        UNION ALL
        SELECT format('slot %%s: is %%s, but no rater can have passed it by', id, state)
        FROM annotator_slot
        WHERE campaign_id = %(campaign)s AND stage = 'gone' AND state <> 'waiting'
        UNION ALL
        SELECT format('slot %%s: its chain %%s does not begin with a check that was given out',
          s.id, s.chain)
        FROM annotator_slot s LEFT JOIN annotator_slot f ON f.item_id = s.item_id
          AND f.kind = 'gold' AND f.turn = s.chain
        WHERE s.campaign_id = %(campaign)s AND s.chain IS NOT NULL
          AND (f.id IS NULL OR f.chain IS DISTINCT FROM s.chain)
        UNION ALL
        SELECT format('item %%s: %%s slots of its chain %%s are open at once',
          item_id, count(*), chain)
        FROM annotator_slot
        WHERE campaign_id = %(campaign)s AND kind = 'gold' AND chain IS NOT NULL
          AND state IN ('free', 'leased')
        GROUP BY item_id, chain HAVING count(*) > 1""",
    # Every pair that a rater was given was drawn for them once.
    "drawn": """
        SELECT format('rater %%s: was given %%s pairs, but only %%s were drawn',
          m.person_id, n.count, m.drawn)
        FROM annotator_member m JOIN annotator_campaign c ON c.id = m.campaign_id
          AND c.gold_share > 0
        JOIN (SELECT rater_id, count(*) FROM annotator_slot
          WHERE campaign_id = %(campaign)s AND kind <> 'adjudication'
          GROUP BY rater_id) n ON n.rater_id = m.person_id
        WHERE m.campaign_id = %(campaign)s AND n.count > m.drawn""",
    # A slot opens while fewer than label_limit labels count. Before, only relevant and irrelevant
    # ones did: pairs may have more.
    "limit": """
        SELECT format('item %%s: %%s slots are filled or open, but the policy allows %%s',
          s.item_id, count(*),
          c.label_limit + c.cannot_judge_limit - 1)
        FROM annotator_slot s JOIN annotator_campaign c ON c.id = s.campaign_id
        WHERE s.campaign_id = %(campaign)s AND s.kind NOT IN ('adjudication', 'gold')
          AND s.state IN ('free', 'leased', 'filled')
          AND c.pool_id IS NOT NULL AND NOT EXISTS (SELECT FROM annotator_label l
            JOIN annotator_disregardedlabel d ON d.label_id = l.id
              WHERE l.item_id = s.item_id AND l.slot_id = s.id)
        GROUP BY s.item_id, c.label_limit, c.cannot_judge_limit
        HAVING count(*) >= c.label_limit + c.cannot_judge_limit""",
    "pair twice": f"""
        SELECT format('item %%s: rater %%s has %%s of its slots', item_id, rater_id, count(*))
        FROM annotator_slot
        WHERE campaign_id = %(campaign)s AND rater_id IS NOT NULL GROUP BY item_id, rater_id
        HAVING count(*) > 1
        UNION ALL
        SELECT format('item %%s: rater %%s has %%s answers that stand', item_id, rater_id, count(*))
        FROM ({LIVE}) live
        WHERE {GIVEN_HERE} GROUP BY item_id, rater_id HAVING count(*) > 1
        UNION ALL
        SELECT format('query %%s and video %%s are asked about %%s times',
          query_id, video_id, count(*))
        FROM annotator_item
        WHERE campaign_id = %(campaign)s GROUP BY query_id, video_id HAVING count(*) > 1""",
    # The label of an adjudication may have been withdrawn by a lead; any other filled slot has an
    # answer that stands.
    "filled slot": f"""
        SELECT format('slot %%s: filled by rater %%s, but no answer of theirs stands',
          s.id, s.rater_id)
        FROM annotator_slot s LEFT JOIN ({LIVE}) live ON live.slot_id = s.id
          AND live.rater_id = s.rater_id
        WHERE s.campaign_id = %(campaign)s AND s.state = 'filled' AND live.id IS NULL
          AND NOT (s.kind = 'adjudication' AND EXISTS (
            SELECT FROM annotator_label l WHERE l.slot_id = s.id AND l.rater_id = s.rater_id))
        UNION ALL
        SELECT format('label %%s: stands, but its slot %%s is %%s', id, slot_id, slot_state)
        FROM ({LIVE}) live
        WHERE slot_state <> 'filled'""",
    "answered twice": f"""
        SELECT format('slot %%s: %%s answers stand at once', slot_id, count(*)) FROM ({LIVE}) live
        WHERE {GIVEN_HERE} GROUP BY slot_id HAVING count(*) > 1""",
    "label's slot": """
        SELECT format('label %%s: its slot %%s is not one of its item %%s in its campaign',
          l.id, l.slot_id, l.item_id)
        FROM annotator_label l
        LEFT JOIN annotator_slot s
          ON s.id = l.slot_id AND s.item_id = l.item_id AND s.campaign_id = l.campaign_id
        LEFT JOIN annotator_item i ON i.id = l.item_id AND i.campaign_id = l.campaign_id
        WHERE l.campaign_id = %(campaign)s AND (s.id IS NULL OR i.id IS NULL)
        UNION ALL
        SELECT format('slot %%s: its item %%s is not one of its campaign', s.id, s.item_id)
        FROM annotator_slot s
        LEFT JOIN annotator_item i ON i.id = s.item_id AND i.campaign_id = s.campaign_id
        WHERE s.campaign_id = %(campaign)s AND i.id IS NULL""",
    # Only a lead who opens a decision again withdraws what somebody else has said.
    "superseded": """
        SELECT format('label %%s: cannot supersede label %%s', n.id, n.supersedes_id)
        FROM annotator_label n JOIN annotator_label o ON o.id = n.supersedes_id
          JOIN annotator_slot s ON s.id = n.slot_id
        WHERE n.campaign_id = %(campaign)s AND (n.id <= o.id OR n.slot_id <> o.slot_id
          OR o.answer = 'withdrawn' OR n.given_at < o.given_at
          OR (n.rater_id <> o.rater_id
            AND NOT (s.kind = 'adjudication' AND n.answer = 'withdrawn')))""",
    "value": """
        SELECT format('label %%s: its value %%s is not on the scale of its campaign', l.id, l.value)
        FROM annotator_label l JOIN annotator_campaign c ON c.id = l.campaign_id
        WHERE l.campaign_id = %(campaign)s AND l.value >= cardinality(c.scale)
        UNION ALL
        SELECT format('label %%s: says %%s, but its value is %%s', l.id, l.answer, l.value)
        FROM annotator_label l JOIN annotator_campaign c ON c.id = l.campaign_id
        WHERE l.campaign_id = %(campaign)s AND l.answer IN ('relevant', 'irrelevant')
          AND (l.answer = 'relevant') <> (l.value >= c.relevant_from)""",
    # What is relevant may be chosen anew, but not where verdicts meet.
    "map": """
        SELECT format('map %%s: says what %%s values become, but the scale of its campaign has %%s',
          m.id, cardinality(m.values), cardinality(c.scale))
        FROM annotator_grademap m JOIN annotator_campaign c ON c.id = m.campaign_id
        WHERE m.campaign_id = %(campaign)s AND cardinality(m.values) <> cardinality(c.scale)
        UNION ALL
        SELECT format('map %%s: %%s becomes %%s, but the scale it leads to has the values 0 to %%s',
          m.id, v.place - 1, v.value, cardinality(m.scale) - 1)
        FROM annotator_grademap m, unnest(m.values) WITH ORDINALITY v(value, place)
        WHERE m.campaign_id = %(campaign)s AND v.value >= cardinality(m.scale)
        UNION ALL
        SELECT format('map %%s: %%s becomes %%s, but %%s, which is worse, becomes %%s',
          m.id, v.place - 1, v.value, v.place - 2, m.values[v.place - 1])
        FROM annotator_grademap m, unnest(m.values) WITH ORDINALITY v(value, place)
        WHERE m.campaign_id = %(campaign)s AND v.value < m.values[v.place - 1]
        UNION ALL
        SELECT format('map %%s: verdicts meet by it, but %%s, which is %%s, becomes %%s, which is'
          ' not', m.id, v.place - 1,
          CASE WHEN v.place > c.relevant_from THEN 'relevant' ELSE 'irrelevant' END, v.value)
        FROM annotator_grademap m JOIN annotator_campaign c ON c.id = m.campaign_id,
          unnest(m.values) WITH ORDINALITY v(value, place)
        WHERE m.campaign_id = %(campaign)s AND m.meets
          AND (v.place > c.relevant_from) <> (v.value >= m.relevant_from)""",
    "request twice": """
        SELECT format('rater %%s: request %%s counted %%s times', rater_id, request_id, count(*))
        FROM annotator_label
        WHERE campaign_id = %(campaign)s GROUP BY rater_id, request_id HAVING count(*) > 1""",
    "day": f"""
        SELECT format('rater %%s on %%s: counts are %%s, but a recount gives %%s',
          coalesce(d.rater_id, r.rater_id), coalesce(d.day, r.day),
          (d.labels, d.relevant, d.cannot_judge, d.too_fast, d.active_ms),
          (r.labels, r.relevant, r.cannot_judge, r.too_fast, r.active_ms))
        FROM (SELECT * FROM annotator_raterday WHERE campaign_id = %(campaign)s) d
        FULL JOIN ({RECOUNTED}) r ON r.rater_id = d.rater_id AND r.day = d.day
        WHERE (d.labels, d.relevant, d.cannot_judge, d.too_fast, d.active_ms)
          IS DISTINCT FROM (r.labels, r.relevant, r.cannot_judge, r.too_fast, r.active_ms)""",
    "items": """
        SELECT format('says that it asks about %%s pairs, but has %%s', c.items_count, n.count)
        FROM annotator_campaign c CROSS JOIN (
          SELECT count(*) FROM annotator_item WHERE campaign_id = %(campaign)s AND NOT gold) n
        WHERE c.id = %(campaign)s AND c.items_count <> n.count
        UNION ALL
        SELECT format('query %%s and video %%s are not in its pool', i.query_id, i.video_id)
        FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
        LEFT JOIN pooling_poolpair p ON p.pool_id = c.pool_id AND p.query_id = i.query_id
          AND p.video_id = i.video_id
        WHERE i.campaign_id = %(campaign)s AND NOT i.gold AND c.pool_id IS NOT NULL
          AND p.pool_id IS NULL""",
}

# Of one benchmark: %(benchmark)s.
OF_A_BENCHMARK = {
    "judged pair": f"""
        SELECT format('query %%s and video %%s: judged %%s by label %%s, but the last'
          ' verdict is %%s by label %%s',
          coalesce(j.query_id, v.query_id), coalesce(j.video_id, v.video_id),
          concat_ws(' ', coalesce(j.verdict, 'not at all'), j.grade), j.rests_on,
          concat_ws(' ', coalesce(v.verdict, 'none'), v.grade), v.rests_on)
        FROM (SELECT p.* FROM pooling_judgedpair p JOIN pooling_query q ON q.id = p.query_id
          WHERE q.benchmark_id = %(benchmark)s) j
        FULL JOIN ({LAST_VERDICTS}) v ON v.query_id = j.query_id AND v.video_id = j.video_id
        WHERE (j.verdict, j.grade, j.rests_on) IS DISTINCT FROM (v.verdict, v.grade, v.rests_on)"""
}


def benchmark_differences(benchmark: Benchmark) -> Iterator[Difference]:
    for campaign in Campaign.objects.filter(benchmark=benchmark).order_by("id"):
        yield from _settled_differences(campaign.pk)
        yield from run_checks(OF_A_CAMPAIGN, f"campaign {campaign.pk}", campaign=campaign.pk)
    yield from run_checks(OF_A_BENCHMARK, f"benchmark {benchmark.name}", benchmark=benchmark.pk)


def _settled_differences(campaign: int) -> list[Difference]:
    """Differences at one moment, as what the labels say is settled by one statement and compared by
    others. A list: the transaction is over before anybody looks at the first."""
    with (
        one_moment(read_only=False),
        connection.cursor() as cursor,
        settled_items(cursor, campaign),
    ):
        return list(run_checks(OF_SETTLED_ITEMS, f"campaign {campaign}", campaign=campaign))
