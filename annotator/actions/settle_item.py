"""Let an item's verdict, and which of its slots is open, follow from its live labels."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection

from annotator.consensus import ADJUDICATION, Given, Outcome, Policy, settle

LATER = 1 << 40  # places of slots that were put off: behind every place that was drawn


@dataclass(frozen=True, slots=True)
class Settled:
    """An item whose row is locked by this transaction; or one chain of checks of it, which has no
    verdict."""

    item_id: int
    query_id: int
    video_id: int
    policy: Policy
    had_verdict: bool
    chain: int | None = None

    @property
    def words(self) -> dict[str, Any]:
        return {"item": self.item_id, "chain": self.chain}


# The slots that settle together: an item's, but for its checks; or those of one chain. What they
# are, of each.
THESE = (
    "item_id = %(item)s AND CASE WHEN %(chain)s::int IS NULL THEN kind <> 'gold' ELSE chain ="
    " %(chain)s::int END"
)
ROLE = "CASE WHEN chain IS NULL THEN kind ELSE stage END"


def settle_item(of: Settled, *, alike: bool = False) -> Outcome:
    """`alike`: the campaign gives checks, and nobody shall tell by the time it takes whether this
    is about one."""
    with connection.cursor() as cursor:
        outcome = settle(live_labels(cursor, of), of.policy)
        if of.chain is None or alike:
            _write_outcome(cursor, of, outcome, alike=alike)
        _mind_slots(cursor, of, outcome)
    return outcome


def live_labels(cursor: Any, of: Settled) -> list[Given]:
    """Those that count: neither superseded, nor withdrawn, nor asked for again; and no checks,
    unless it is about them."""
    cursor.execute(
        "SELECT id, kind, answer FROM annotator_counting_label WHERE item_id = %(item)s AND"
        " %(chain)s::int IS NULL UNION ALL SELECT id, kind, answer FROM annotator_counting_check"
        " WHERE item_id = %(item)s AND chain = %(chain)s::int ORDER BY id",
        of.words,
    )
    return [Given(*row) for row in cursor.fetchall()]


def _write_outcome(cursor: Any, of: Settled, outcome: Outcome, *, alike: bool) -> None:
    """Of a check the row is written as it was: its labels settle no verdict."""
    kept = "CASE WHEN %(chain)s::int IS NULL THEN {} ELSE {} END"
    cursor.execute(
        f"UPDATE annotator_item SET verdict = {kept.format('%(verdict)s', 'verdict')},"
        f" labels_used = {kept.format('%(used)s::bigint[]', 'labels_used')},"
        f" adjudicated = {kept.format('%(adjudicated)s', 'adjudicated')},"
        f" dispute = {kept.format('%(dispute)s', 'dispute')} WHERE id = %(item)s",
        {
            **of.words,
            "verdict": outcome.verdict,
            "used": list(outcome.used),
            "adjudicated": outcome.adjudicated,
            "dispute": outcome.dispute,
        },
    )
    if of.had_verdict or alike:
        recompute_judged_pair(cursor, of, alike=alike)
    elif outcome.verdict is not None:
        cursor.execute(JUDGE, [of.query_id, of.video_id, outcome.verdict, max(outcome.used)])


def _mind_slots(cursor: Any, of: Settled, outcome: Outcome) -> None:
    wanted = _close_unwanted(cursor, of, outcome.wanted)
    if wanted is not None:
        open_slot(cursor, of, wanted)


# Of several campaigns' verdicts of a pair the one counts that rests on the newest label, whoever
# writes first.
JUDGE_BY = (
    "ON CONFLICT (query_id, video_id) DO UPDATE SET verdict = excluded.verdict, rests_on ="
    " excluded.rests_on WHERE j.rests_on <= excluded.rests_on"
)
JUDGE = f"INSERT INTO pooling_judgedpair AS j (query_id, video_id, verdict, rests_on) VALUES (%s, %s, %s, %s) {JUDGE_BY}"


def recompute_judged_pair(cursor: Any, of: Settled, *, alike: bool = False) -> None:
    """After a verdict that stood has changed or gone: by all campaigns that have one.

    The row is locked before the verdicts are read, and goes only if there is none: whoever changes
    another campaign's verdict of the pair at this moment finds it to wait at, and reads them after
    us. Where no verdict changed, as of a check, it stays as it is."""
    pair = [of.query_id, of.video_id]
    cursor.execute(
        "SELECT FROM pooling_judgedpair WHERE query_id = %s AND video_id = %s FOR UPDATE", pair
    )
    cursor.execute(
        "INSERT INTO pooling_judgedpair (query_id, video_id, verdict, rests_on) SELECT o.query_id,"
        " o.video_id, o.verdict, o.labels_used[cardinality(o.labels_used)] FROM annotator_campaign"
        " c JOIN annotator_item o ON o.campaign_id = c.id AND o.query_id = %s AND o.video_id = %s"
        " WHERE o.verdict IS NOT NULL ORDER BY o.labels_used[cardinality(o.labels_used)] DESC LIMIT"
        " 1 ON CONFLICT (query_id, video_id) DO UPDATE SET verdict = excluded.verdict, rests_on ="
        " excluded.rests_on",
        pair,
    )
    nobody = not cursor.rowcount
    if nobody or alike:
        cursor.execute(
            "DELETE FROM pooling_judgedpair WHERE query_id = %s AND video_id = %s AND %s",
            [*pair, nobody],
        )


def mind_freed_slots(cursor: Any, freed: Iterable[tuple[int, int | None, str, int]]) -> None:
    """After slots came free without an answer, each by its item, chain, kind and turn: while they
    were leased, others may have changed what is wanted.

    An item's very first slot is wanted as long as it is not filled, and so is a chain's."""
    changed = {
        (item, chain)
        for item, chain, kind, turn in freed
        if turn != (1 if kind == "first" else chain)
    }
    if not changed:
        return
    for of in lock_settled(cursor, changed):
        _mind_slots(cursor, of, settle(live_labels(cursor, of), of.policy))


def lock_settled(cursor: Any, which: Collection[tuple[int, int | None]]) -> list[Settled]:
    """Items, and chains of checks, by their numbers; their rows are locked from here on.

    In the order of their pairs, in which all who write many judged pairs do it: two campaigns may
    share them.
    """
    cursor.execute(
        "SELECT i.id, f.chain, i.query_id, i.video_id, i.verdict IS NOT NULL AND f.chain IS NULL,"
        " CASE WHEN f.chain IS NULL THEN i.doubled ELSE EXISTS (SELECT FROM annotator_slot t WHERE"
        " t.item_id = i.id AND t.chain = f.chain AND t.stage = 'second') END, c.label_limit,"
        " c.cannot_judge_limit, i.escalated AND f.chain IS NULL FROM unnest(%s::bigint[],"
        " %s::int[]) f (item, chain) JOIN annotator_item i ON i.id = f.item JOIN annotator_campaign"
        " c ON c.id = i.campaign_id WHERE f.chain IS NOT NULL OR NOT i.gold ORDER BY i.query_id,"
        " i.video_id, f.chain FOR NO KEY UPDATE OF i",
        [[item for item, _ in which], [chain for _, chain in which]],
    )
    rows = cursor.fetchall()
    return [
        Settled(item, query, video, Policy(*policy), had_verdict=had, chain=chain)
        for item, chain, query, video, had, *policy in rows
    ]


def _close_unwanted(cursor: Any, of: Settled, wanted: str | None) -> str | None:
    """The kind of slot that is still to be opened.

    At most one slot is open. A free one that is not wanted any more goes back to waiting; a leased
    one is somebody's work by now, and its label will count. Locked, for somebody may be taking the
    free one at this moment.
    """
    cursor.execute(
        f"SELECT id, {ROLE}, state FROM annotator_slot WHERE {THESE} AND state IN ('free',"
        " 'leased') FOR NO KEY UPDATE",
        of.words,
    )
    found = cursor.fetchone()
    if found and (found[1] == wanted or found[2] == "leased"):
        return None
    if found:
        cursor.execute("UPDATE annotator_slot SET state = 'waiting' WHERE id = %s", [found[0]])
    return wanted


# Where the pair was drawn, or further in front if it was moved there; not behind all others if one
# of its slots was put off.
PLACE = (
    "(SELECT least(i.position, min(place)) FROM annotator_slot p WHERE p.item_id = i.id AND p.kind"
    " <> 'gold')"
)
# A check was drawn where it was first given out.
CHECKS_PLACE = f"(SELECT min(CASE WHEN place >= {LATER} THEN mod(place, {LATER}) ELSE place END) FROM annotator_slot WHERE {THESE})"


def open_slot(cursor: Any, of: Settled, wanted: str) -> None:
    """No adjudicator decides about a check, and once a rater who knows its pair has passed it by,
    nothing follows any more."""
    words = {**of.words, "kind": wanted}
    cursor.execute(
        f"UPDATE annotator_slot SET state = 'free' WHERE id = (SELECT id FROM annotator_slot WHERE {THESE}"
        f" AND {ROLE} = %(kind)s AND state = 'waiting' ORDER BY turn LIMIT 1) AND NOT EXISTS"
        f" ({GONE})",
        words,
    )
    if not cursor.rowcount:
        cursor.execute(OPEN if of.chain is None else OPEN_CHECK, words)


GONE = f"SELECT FROM annotator_slot WHERE {THESE} AND stage = 'gone'"
OPEN = (
    "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)"
    " SELECT i.campaign_id, i.id, %(kind)s::text, 1 + (SELECT coalesce(max(turn), 0) FROM"
    " annotator_slot t"
    f"  WHERE t.item_id = i.id AND t.kind = %(kind)s::text), {PLACE}, 'free' FROM annotator_item i"
    " WHERE i.id = %(item)s"
)
OPEN_CHECK = (
    "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state, chain, stage)"
    " SELECT i.campaign_id, i.id, 'gold',"
    " 1 + (SELECT max(turn) FROM annotator_slot t WHERE t.item_id = i.id AND t.kind = 'gold'),"
    # nullif: the server works out a constant before it finds that no row is wanted, and this word
    # is too long for a stage.
    f" {CHECKS_PLACE}, 'free', %(chain)s::int, nullif(%(kind)s::text, '{ADJUDICATION}')"
    f" FROM annotator_item i WHERE i.id = %(item)s AND NOT EXISTS ({GONE})"
    f" AND %(kind)s::text <> '{ADJUDICATION}'"
)
