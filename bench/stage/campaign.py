"""A campaign of any size, done to any share, made inside the database in seconds. It is as opening
and raters would leave it."""

import uuid
from hashlib import sha256
from typing import Any

from django.db import connection, transaction

import bench.stage.world  # noqa: F401  (Django is set up before its models are imported)
from annotator.actions.create_campaign import add_member, create_campaign
from annotator.actions.write_guideline import write_guideline
from annotator.models import Campaign
from people.actions.tokens import make_token
from people.actor import COMMAND, Actor
from people.models import Role, Scope, User
from pooling.models import Benchmark, Pool, Query, Video

VIDEOS = 1_000
DOUBLED_EVERY = 10

ITEMS = """
INSERT INTO annotator_item (campaign_id, query_id, video_id, position, doubled, labels_used,
  adjudicated, dispute)
SELECT %(campaign)s, %(query)s + n / %(videos)s, %(video)s + n %% %(videos)s, n, n %% 10 = 0, '{}',
  false, 0
FROM generate_series(0, %(items)s - 1) n
"""
FIRST_SLOTS = """
INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state, rater_id)
SELECT campaign_id, id, 'first', 1, position,
  CASE WHEN position < %(done)s THEN 'filled' ELSE 'free' END,
  CASE WHEN position < %(done)s THEN %(past)s END
FROM annotator_item WHERE campaign_id = %(campaign)s ORDER BY position
"""
# Anywhere behind the first; those whose place has come by were answered by somebody else, and
# agree.
SECOND_SLOTS = """
INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state, rater_id)
SELECT campaign_id, id, 'second', 1, place,
  CASE WHEN place < %(done)s THEN 'filled' WHEN position < %(done)s THEN 'free'
    ELSE 'waiting' END,
  CASE WHEN place < %(done)s THEN %(other)s END
FROM (SELECT *,
  position + 1 + (hashint8(id) & 2147483647)::bigint %% (%(items)s - position) AS place
  FROM annotator_item WHERE campaign_id = %(campaign)s AND doubled) i ORDER BY position
"""
LABELS = """
INSERT INTO annotator_label (campaign_id, item_id, slot_id, rater_id, answer, value, reason,
  comment, request_id, given_at, too_fast, guideline_version, client)
SELECT campaign_id, item_id, id, rater_id, 'relevant', 1, '', '', gen_random_uuid(), now(),
  false, 1, 'staged'
FROM annotator_slot WHERE campaign_id = %(campaign)s AND state = 'filled' ORDER BY place
"""
VERDICTS = """
UPDATE annotator_item i SET verdict = 'relevant', labels_used = u.labels
FROM (SELECT item_id, array_agg(id ORDER BY id) AS labels FROM annotator_label
  WHERE campaign_id = %(campaign)s
  GROUP BY item_id) u
WHERE u.item_id = i.id AND cardinality(u.labels) = CASE WHEN i.doubled THEN 2 ELSE 1 END
"""
JUDGED = """
INSERT INTO pooling_judgedpair (query_id, video_id, verdict, rests_on)
SELECT query_id, video_id, verdict, labels_used[cardinality(labels_used)] FROM annotator_item
WHERE campaign_id = %(campaign)s AND verdict IS NOT NULL
"""


def make_rater(name: str) -> tuple[User, str]:
    """With the secret of a token to label with."""
    person = User.objects.create(username=name, role=Role.RATER)
    _, secret = make_token(Actor(person, "command"), person, name="hammer", scope=Scope.LABEL)
    return person, secret


def make_pool(items: int) -> tuple[Pool, int, int]:
    """With the numbers of its first query and video."""
    name = f"made-{uuid.uuid4().hex[:12]}"
    benchmark = Benchmark.objects.create(name=name)
    videos = Video.objects.bulk_create(
        Video(benchmark=benchmark, number=n, key=f"v{n}") for n in range(VIDEOS)
    )
    texts = [f"a made-up caption, the {n}th of {items}" for n in range(-(-items // VIDEOS))]
    queries = Query.objects.bulk_create(
        Query(
            benchmark=benchmark,
            number=n,
            text=text,
            digest=sha256(text.encode()).digest(),
            characters=len(text),
            words=6,
        )
        for n, text in enumerate(texts)
    )
    counts = {"captions": len(queries), "pairs": items, "unjudged": items}
    pool = Pool.objects.create(
        benchmark=benchmark, name=name, depth=1, parameters={}, by_run={}, **counts
    )
    return pool, queries[0].pk, videos[0].pk


def make_campaign(items: int, done: float, raters: list[User], **policy: Any) -> Campaign:
    """Of other than two values only where nothing is done yet: labels are written as of two."""
    pool, query, video = make_pool(items)
    campaign = create_campaign(
        COMMAND,
        pool,
        f"{items} pairs {done:.0%} done",
        double_share=1 / DOUBLED_EVERY,
        without_clips=True,
        **policy,
    )
    write_guideline(COMMAND, campaign.pk, "Relevant if the caption is true of the clip.")
    past, other = (
        User.objects.create(username=f"past-{uuid.uuid4().hex[:12]}", role=Role.RATER)
        for _ in range(2)
    )
    for person in (*raters, past, other):
        add_member(COMMAND, campaign, person)
    words = {
        "campaign": campaign.pk,
        "query": query,
        "video": video,
        "videos": VIDEOS,
        "items": items,
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "SET LOCAL session_replication_role = replica"
        )  # rows that agree by their making are not checked
        for statement in (ITEMS, FIRST_SLOTS, SECOND_SLOTS, LABELS, VERDICTS, JUDGED):
            cursor.execute(
                statement,
                {**words, "done": round(items * done), "past": past.pk, "other": other.pk},
            )
    Campaign.objects.filter(pk=campaign.pk).update(
        state="open", items_count=items, opened_at=campaign.created_at
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "VACUUM (ANALYZE) annotator_item, annotator_slot, annotator_label, pooling_judgedpair"
        )
        cursor.execute("CHECKPOINT")
    return campaign
