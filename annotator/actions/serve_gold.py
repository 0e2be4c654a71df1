"""Hidden gold: now and then a slot is made whose pair's answer is known, and nothing that the rater can see tells it from others.

1. Whether the next slot given to a rater is a check depends on the campaign's seed, the rater, how many they were given, and this
   instance's key: the rest could be guessed, and a rater could reckon which slots are checks.
2. The pair is one that this rater has not met, in training or in earnest, and that the campaign does not ask about any more.
3. The check is a slot like any other, with a lease like any other, at the place in the queue where it is given out. It is made
   for this rater; if its lease ends unanswered, the next rater who has not met the pair gets it.
4. Its label is appended to the log like any other, and counts for the rater's accuracy alone.
"""

import hmac
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import connection

from annotator.queries.known_answers import SPOILS

BEYOND = 1 << 30  # positions of pairs that are asked only as checks: past all that a pool may have


def is_check(seed: int, rater_id: int, number: int, share: float) -> bool:
    """Whether the number-th slot given to a rater is a check: each is, by itself, with the probability of the share."""
    return int.from_bytes(_drawn(f"check:{seed}:{rater_id}:{number}")[:8], "big") < share * 2**64


def _drawn(what: str) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), f"annotator.gold:{what}".encode(), sha256)


def serve_gold(words: dict[str, Any], wanted: int, seed: int, share: float) -> int:
    """How many of the slots wanted are checks; they are leased to the rater. `words`: campaign, rater, seconds of a lease."""
    with connection.cursor() as cursor:
        given = _given(cursor, words)
        words = {**words, "order": _drawn(f"order:{seed}:{words['rater']}").hex()}
        places = [place for place in range(wanted) if is_check(seed, words["rater"], given + place, share)]
        return sum(_lease(cursor, words, place) for place in places)


def _given(cursor: Any, words: dict[str, Any]) -> int:
    """Answered and held: an answer taken back, or a slot given back, is not counted."""
    cursor.execute(
        "SELECT coalesce((SELECT sum(labels) FROM annotator_raterday"
        "  WHERE campaign_id = %(campaign)s AND rater_id = %(rater)s), 0)"
        " + (SELECT count(*) FROM annotator_slot WHERE campaign_id = %(campaign)s AND rater_id = %(rater)s AND state = 'leased'"
        " AND kind <> 'adjudication')",
        words,
    )
    return int(cursor.fetchone()[0])


def _lease(cursor: Any, words: dict[str, Any], ahead: int) -> int:
    """1, or 0 where no such pair is left for this rater, or no work beside it: then an ordinary slot is given."""
    pair = _pick(cursor, words)
    if pair is None:
        return 0
    cursor.execute(
        "INSERT INTO annotator_item (campaign_id, query_id, video_id, position, doubled, labels_used, adjudicated, dispute, gold)"
        " SELECT campaign_id, query_id, video_id, %(beyond)s + id, false, '{}', false, 0, true FROM annotator_knownanswer"
        " WHERE id = %(known)s ON CONFLICT DO NOTHING",
        {"known": pair, "beyond": BEYOND},
    )
    cursor.execute(
        "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state, rater_id, lease, lease_ends)"
        " SELECT i.campaign_id, i.id, 'gold', (SELECT coalesce(max(turn), 0) + 1 FROM annotator_slot"
        "  WHERE item_id = i.id AND kind = 'gold'),"
        # At the place of one of the slots that will be taken next.
        "  free.place - 1, 'leased', %(rater)s, gen_random_uuid(), now() + make_interval(secs => %(seconds)s)"
        " FROM annotator_knownanswer k JOIN annotator_item i ON i.campaign_id = k.campaign_id AND i.query_id = k.query_id"
        "  AND i.video_id = k.video_id"
        " CROSS JOIN (SELECT max(place) AS place FROM (SELECT place FROM annotator_slot WHERE campaign_id = %(campaign)s"
        "  AND state = 'free' AND kind <> 'adjudication' AND kind <> 'gold'"
        "  ORDER BY place, id LIMIT %(ahead)s) next) free"
        " WHERE k.id = %(known)s AND free.place IS NOT NULL ON CONFLICT DO NOTHING",
        {**words, "known": pair, "ahead": ahead + 1},
    )
    return int(cursor.rowcount)


def _pick(cursor: Any, words: dict[str, Any]) -> int | None:
    """In an order drawn for this rater, past what others are being given: two claims of several checks never wait crosswise."""
    cursor.execute(
        "SELECT k.id FROM annotator_knownanswer k JOIN annotator_campaign c ON c.id = k.campaign_id"  # noqa: S608
        f" WHERE k.campaign_id = %(campaign)s AND k.active AND k.use IN ('gold', 'both') AND NOT {SPOILS}"
        " AND NOT EXISTS (SELECT FROM annotator_trial t JOIN annotator_member m ON m.id = t.member_id"
        "  WHERE t.known_id = k.id AND m.person_id = %(rater)s)"
        # A check that nobody has answered waits in the queue.
        " AND NOT EXISTS (SELECT FROM annotator_item i JOIN annotator_slot s ON s.item_id = i.id AND s.kind = 'gold'"
        "  AND s.state = 'free' WHERE i.campaign_id = k.campaign_id AND i.query_id = k.query_id AND i.video_id = k.video_id)"
        " ORDER BY md5(concat_ws(':', %(order)s::text, k.id)), k.id LIMIT 1 FOR NO KEY UPDATE OF k SKIP LOCKED",
        words,
    )
    found = cursor.fetchone()
    return int(found[0]) if found else None
