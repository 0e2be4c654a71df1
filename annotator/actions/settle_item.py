"""Let an item's verdict, and which of its slots is open, follow from its live labels."""

from dataclasses import dataclass
from typing import Any

from django.db import connection

from annotator.consensus import Given, Outcome, Policy, settle


@dataclass(frozen=True, slots=True)
class Settled:
    """An item whose row is locked by this transaction."""

    item_id: int
    query_id: int
    video_id: int
    policy: Policy
    had_verdict: bool


def settle_item(of: Settled) -> Outcome:
    with connection.cursor() as cursor:
        outcome = settle(live_labels(cursor, of.item_id), of.policy)
        write_outcome(cursor, of, outcome)
    return outcome


def live_labels(cursor: Any, item_id: int) -> list[Given]:
    """Those that count: neither superseded, nor withdrawn, nor asked for again; and no checks."""
    cursor.execute("SELECT id, kind, answer FROM annotator_counting_label WHERE item_id = %s ORDER BY id", [item_id])
    return [Given(*row) for row in cursor.fetchall()]


def write_outcome(cursor: Any, of: Settled, outcome: Outcome) -> None:
    cursor.execute(
        "UPDATE annotator_item SET verdict = %s, labels_used = %s::bigint[], adjudicated = %s, dispute = %s WHERE id = %s",
        [outcome.verdict, list(outcome.used), outcome.adjudicated, outcome.dispute, of.item_id],
    )
    if of.had_verdict:
        judge_anew(cursor, of)
    elif outcome.verdict is not None:
        cursor.execute(JUDGE, [of.query_id, of.video_id, outcome.verdict, max(outcome.used)])
    wanted = _close_unwanted(cursor, of, outcome.wanted)
    if wanted is not None:
        open_slot(cursor, of, wanted)


# Of several campaigns' verdicts of a pair the one counts that rests on the newest label, whoever writes first.
JUDGE_BY = (
    "ON CONFLICT (query_id, video_id) DO UPDATE SET verdict = excluded.verdict, rests_on = excluded.rests_on"
    " WHERE j.rests_on <= excluded.rests_on"
)
JUDGE = f"INSERT INTO pooling_judgedpair AS j (query_id, video_id, verdict, rests_on) VALUES (%s, %s, %s, %s) {JUDGE_BY}"  # noqa: S608


def judge_anew(cursor: Any, of: Settled) -> None:
    """After a verdict that stood has changed or gone: by all campaigns that have one.

    The row is locked before the verdicts are read, and goes only if there is none: whoever changes another campaign's verdict of
    the pair at this moment finds it to wait at, and reads them after us."""
    pair = [of.query_id, of.video_id]
    cursor.execute("SELECT FROM pooling_judgedpair WHERE query_id = %s AND video_id = %s FOR UPDATE", pair)
    cursor.execute(
        "INSERT INTO pooling_judgedpair (query_id, video_id, verdict, rests_on)"
        " SELECT o.query_id, o.video_id, o.verdict, o.labels_used[cardinality(o.labels_used)]"
        " FROM annotator_campaign c JOIN annotator_item o ON o.campaign_id = c.id AND o.query_id = %s AND o.video_id = %s"
        " WHERE o.verdict IS NOT NULL ORDER BY o.labels_used[cardinality(o.labels_used)] DESC LIMIT 1"
        " ON CONFLICT (query_id, video_id) DO UPDATE SET verdict = excluded.verdict, rests_on = excluded.rests_on",
        pair,
    )
    if not cursor.rowcount:
        cursor.execute("DELETE FROM pooling_judgedpair WHERE query_id = %s AND video_id = %s", pair)


def mind_freed_slots(cursor: Any, item_ids: list[int]) -> None:
    """After slots came free without an answer: while they were leased, others may have changed what is wanted."""
    cursor.execute(
        "SELECT i.id, i.query_id, i.video_id, i.verdict IS NOT NULL, i.doubled, c.label_limit,"
        " c.cannot_judge_limit, i.escalated FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id"
        " WHERE i.id = ANY(%s) AND NOT i.gold ORDER BY i.id FOR NO KEY UPDATE OF i",
        [item_ids],
    )
    for item, query, video, had_verdict, *policy in cursor.fetchall():
        of = Settled(item, query, video, Policy(*policy), had_verdict=had_verdict)
        wanted = _close_unwanted(cursor, of, settle(live_labels(cursor, item), of.policy).wanted)
        if wanted is not None:
            open_slot(cursor, of, wanted)


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


# Where the pair was drawn, or further in front if it was moved there; not behind all others if one of its slots was put off.
PLACE = "(SELECT least(i.position, min(place)) FROM annotator_slot p WHERE p.item_id = i.id AND p.kind <> 'gold')"


def open_slot(cursor: Any, of: Settled, wanted: str) -> None:
    cursor.execute(
        "UPDATE annotator_slot SET state = 'free' WHERE id = (SELECT id FROM annotator_slot"
        " WHERE item_id = %s AND kind = %s AND state = 'waiting' ORDER BY turn LIMIT 1)",
        [of.item_id, wanted],
    )
    if not cursor.rowcount:
        cursor.execute(
            "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)"  # noqa: S608
            " SELECT i.campaign_id, i.id, %(kind)s::text, 1 + (SELECT coalesce(max(turn), 0) FROM annotator_slot t"
            f"  WHERE t.item_id = i.id AND t.kind = %(kind)s::text), {PLACE}, 'free' FROM annotator_item i WHERE i.id = %(item)s",
            {"item": of.item_id, "kind": wanted},
        )
