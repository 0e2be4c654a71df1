"""Let an item's verdict, and which of its slots is open, follow from its live labels."""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from annotator.consensus import Given, Outcome, Policy, settle


@dataclass(frozen=True, slots=True)
class Settled:
    """An item whose row is locked by this transaction."""

    item_id: int
    campaign_id: int
    query_id: int
    video_id: int
    place: int
    policy: Policy
    had_verdict: bool


def settle_item(of: Settled) -> Outcome:
    with connection.cursor() as cursor:
        outcome = settle(live_labels(cursor, of.item_id), of.policy)
        write_outcome(cursor, of, outcome)
    return outcome


def live_labels(cursor: Any, item_id: int) -> list[Given]:
    """Neither superseded, nor withdrawn, nor asked for again; and no checks."""
    cursor.execute(
        "SELECT l.id, s.kind, l.answer FROM annotator_label l JOIN annotator_slot s ON s.id = l.slot_id"
        " WHERE l.item_id = %s AND l.answer <> 'withdrawn' AND s.kind <> 'gold'"
        " AND NOT EXISTS (SELECT FROM annotator_label n WHERE n.supersedes_id = l.id)"
        " AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE d.label_id = l.id) ORDER BY l.id",
        [item_id],
    )
    return [Given(*row) for row in cursor.fetchall()]


def write_outcome(cursor: Any, of: Settled, outcome: Outcome, *, nothing_open: bool = False) -> None:
    """nothing_open: the caller has just filled the item's one open slot."""
    cursor.execute(
        "WITH settled AS (UPDATE annotator_item SET verdict = %(verdict)s, labels_used = %(used)s, adjudicated = %(adjudicated)s,"
        "  dispute = %(dispute)s WHERE id = %(item)s)"
        " INSERT INTO pooling_judgedpair (query_id, video_id, verdict)"
        " SELECT %(query)s, %(video)s, %(verdict)s WHERE %(verdict)s::text IS NOT NULL"
        " ON CONFLICT (query_id, video_id) DO UPDATE SET verdict = excluded.verdict WHERE NOT EXISTS ("
        "  SELECT FROM annotator_campaign c JOIN annotator_item o ON o.campaign_id = c.id AND o.query_id = %(query)s"
        "  AND o.video_id = %(video)s AND o.id <> %(item)s AND o.verdict IS NOT NULL"
        "  WHERE o.labels_used[cardinality(o.labels_used)] > %(newest)s)",
        {
            "verdict": outcome.verdict,
            "used": list(outcome.used),
            "newest": max(outcome.used, default=0),
            "adjudicated": outcome.adjudicated,
            "dispute": outcome.dispute,
            "item": of.item_id,
            "query": of.query_id,
            "video": of.video_id,
        },
    )
    if outcome.verdict is None and of.had_verdict:
        _judge_by_others(cursor, of)
    wanted = outcome.wanted if nothing_open else _close_unwanted(cursor, of, outcome.wanted)
    if wanted is not None:
        _open(cursor, of, wanted)


def _judge_by_others(cursor: Any, of: Settled) -> None:
    """Another campaign may have a verdict of this pair; of several, the one counts that rests on the newest label."""
    cursor.execute("DELETE FROM pooling_judgedpair WHERE query_id = %s AND video_id = %s", [of.query_id, of.video_id])
    cursor.execute(
        "INSERT INTO pooling_judgedpair (query_id, video_id, verdict) SELECT o.query_id, o.video_id, o.verdict"
        " FROM annotator_campaign c JOIN annotator_item o ON o.campaign_id = c.id AND o.query_id = %s AND o.video_id = %s"
        " WHERE o.verdict IS NOT NULL AND o.id <> %s ORDER BY o.labels_used[cardinality(o.labels_used)] DESC LIMIT 1",
        [of.query_id, of.video_id, of.item_id],
    )


def mind_freed_slots(cursor: Any, item_ids: list[int]) -> None:
    """After slots came free without an answer: while they were leased, others may have changed what is wanted."""
    cursor.execute(
        "SELECT i.id, i.campaign_id, i.query_id, i.video_id, i.position, i.verdict IS NOT NULL, i.doubled, c.label_limit,"
        " c.cannot_judge_limit FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id"
        " WHERE i.id = ANY(%s) AND NOT i.gold ORDER BY i.id FOR NO KEY UPDATE OF i",
        [item_ids],
    )
    for item, campaign, query, video, position, had_verdict, *policy in cursor.fetchall():
        of = Settled(item, campaign, query, video, position, Policy(*policy), had_verdict=had_verdict)
        wanted = _close_unwanted(cursor, of, settle(live_labels(cursor, item), of.policy).wanted)
        if wanted is not None:
            _open(cursor, of, wanted)


def _close_unwanted(cursor: Any, of: Settled, wanted: str | None) -> str | None:
    """The kind of slot that is still to be opened.

    At most one slot is open. A free one that is not wanted any more goes back to waiting; a leased one is somebody's work
    by now, and its label will count. Locked, for somebody may be taking the free one at this moment."""
    cursor.execute(
        "SELECT id, kind, state FROM annotator_slot WHERE item_id = %s AND state IN ('free', 'leased') AND kind <> 'gold'"
        " FOR NO KEY UPDATE",
        [of.item_id],
    )
    found = cursor.fetchone()
    if found and (found[1] == wanted or found[2] == "leased"):
        return None
    if found:
        cursor.execute("UPDATE annotator_slot SET state = 'waiting' WHERE id = %s", [found[0]])
    return wanted


def _open(cursor: Any, of: Settled, wanted: str) -> None:
    cursor.execute(
        "UPDATE annotator_slot SET state = 'free' WHERE id = (SELECT id FROM annotator_slot"
        " WHERE item_id = %s AND kind = %s AND state = 'waiting' ORDER BY turn LIMIT 1)",
        [of.item_id, wanted],
    )
    if not cursor.rowcount:
        cursor.execute(
            "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)"
            " SELECT %(campaign)s, %(item)s, %(kind)s::text, coalesce(max(turn), 0) + 1, %(place)s, 'free'"
            " FROM annotator_slot WHERE item_id = %(item)s AND kind = %(kind)s::text",
            {"campaign": of.campaign_id, "item": of.item_id, "kind": wanted, "place": of.place},
        )
