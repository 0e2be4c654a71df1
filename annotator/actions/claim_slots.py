"""Give a rater the next slots.

1. What the rater holds already comes first: a page that was reloaded goes on where it was.
2. Leases that have ended, by the database's clock, are freed by whoever comes to claim: no worker has to run.
3. The first free slots are taken in their order, passing over those that others are taking at this moment (SKIP LOCKED), and
   pairs that this rater has met. The index annotator_free_slots_in_order serves the order, and
   annotator_nobody_meets_a_pair_twice the question; the cost does not grow with what is done or still to do.
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotator.actions.held import Held, held, hold_campaign
from annotator.actions.prepared import prepared_cursor
from annotator.actions.serve_gold import serve_gold
from annotator.actions.settle_item import mind_freed_slots
from annotator.models import Campaign, Member
from people.models import User
from people.refused import Refused, Unknown

MOST_AT_ONCE = 50
TAKE = (
    "WITH candidate AS ("
    "  SELECT s.id FROM annotator_slot s WHERE s.campaign_id = %(campaign)s AND s.state = 'free' AND s.kind <> 'adjudication'"
    "  AND NOT EXISTS (SELECT FROM annotator_slot met WHERE met.item_id = s.item_id AND met.rater_id = %(rater)s)"
    "  ORDER BY s.place, s.id LIMIT %(count)s FOR NO KEY UPDATE SKIP LOCKED),"
    " taken AS (UPDATE annotator_slot t SET state = 'leased', rater_id = %(rater)s, lease = gen_random_uuid(),"
    "  lease_ends = now() + make_interval(secs => %(seconds)s) FROM candidate WHERE t.id = candidate.id"
    "  RETURNING t.id, t.lease, t.lease_ends, t.item_id, t.place)"
    " SELECT s.id, s.lease, s.lease_ends, q.text, i.video_id, v.path, v.poster, v.seconds"
    " FROM taken s JOIN annotator_item i ON i.id = s.item_id"
    " JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id ORDER BY s.place, s.id"
)


class NotOpen(Refused):
    """This campaign is not open: no pairs are given out."""


class NotAMember(Refused):
    """You are no active rater of this campaign. Ask its lead."""


class UnknownCampaign(Unknown, NotAMember):
    """There is no such campaign for you."""


class ConfirmGuidelines(Refused):
    """The guidelines have changed: read and confirm them before you go on."""


@dataclass(frozen=True, slots=True)
class Claimed:
    slots: list[Held]
    guideline_version: int

    @property
    def remaining(self) -> bool:
        return bool(self.slots)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a rater stands in a campaign, as of this statement."""

    state: str
    lease_seconds: int
    leases_per_rater: int
    member: str | None
    role: str | None
    confirmed: int | None
    version: int
    must_confirm: int
    seed: int
    gold_share: float

    @classmethod
    def of(cls, campaign_id: int, rater_id: int) -> "Standing":
        with prepared_cursor() as cursor:
            cursor.execute(
                "SELECT c.state, c.lease_seconds, c.leases_per_rater, m.state, m.role, m.confirmed_version, g.version, g.must,"
                " c.seed, c.gold_share"
                " FROM annotator_campaign c"
                " LEFT JOIN annotator_member m ON m.campaign_id = c.id AND m.person_id = %s"
                " CROSS JOIN LATERAL (SELECT coalesce(max(version), 0) AS version,"
                " coalesce(max(version) FILTER (WHERE confirm), 0) AS must FROM annotator_guideline WHERE campaign_id = c.id) g"
                " WHERE c.id = %s",
                [rater_id, campaign_id],
            )
            found = cursor.fetchone()
        if found is None or found[3] is None:
            raise UnknownCampaign
        return cls(*found)

    def refuse_if_not_active(self) -> None:
        if self.member != Member.State.ACTIVE:
            raise NotAMember

    @property
    def goes_on(self) -> bool:
        """Whether an answer may bring further slots with it."""
        active, is_open = self.member == Member.State.ACTIVE, self.state == Campaign.State.OPEN
        return active and is_open and (self.confirmed or 0) >= self.must_confirm

    def refuse_if_idle(self) -> None:
        self.refuse_if_not_active()
        if self.state != Campaign.State.OPEN:
            raise NotOpen
        if (self.confirmed or 0) < self.must_confirm:
            raise ConfirmGuidelines


@transaction.atomic
def claim_slots(*, rater: User, campaign_id: int, count: int) -> Claimed:
    hold_campaign(campaign_id, rater.pk)
    standing = Standing.of(campaign_id, rater.pk)
    standing.refuse_if_idle()
    with prepared_cursor() as cursor:
        free_ended_leases(cursor, campaign_id)
    return claim(standing, rater.pk, campaign_id, count)


def claim(standing: Standing, rater_id: int, campaign_id: int, count: int) -> Claimed:
    """Inside a transaction that holds the campaign."""
    wanted = max(0, min(count, standing.leases_per_rater, MOST_AT_ONCE))
    words = {"campaign": campaign_id, "rater": rater_id, "seconds": standing.lease_seconds}
    with prepared_cursor() as cursor:
        slots = _kept(cursor, words)[:wanted]
        checks = 0
        if standing.gold_share and len(slots) < wanted:
            checks = serve_gold(words, wanted - len(slots), standing.seed, standing.gold_share)
        room = wanted - checks
        if len(slots) < room:
            slots += _take(cursor, words, room - len(slots))
        if len(slots) < room and free_ended_leases(cursor, campaign_id):
            slots += _take(cursor, words, room - len(slots))
        if checks:  # among the others, in the order of the queue
            slots = _kept(cursor, words)
    return Claimed(slots, standing.version)


def _kept(cursor: Any, words: dict[str, Any]) -> list[Held]:
    """A lease that would end before half its time is over again is lengthened: asking for slots is a sign of life."""
    cursor.execute(
        "WITH longer AS (UPDATE annotator_slot SET lease_ends = now() + make_interval(secs => %(seconds)s)"
        "  WHERE campaign_id = %(campaign)s AND rater_id = %(rater)s AND state = 'leased'"
        "  AND lease_ends < now() + make_interval(secs => %(seconds)s / 2.0) RETURNING id, lease_ends)"
        " SELECT s.id, s.lease, coalesce(longer.lease_ends, s.lease_ends), q.text, i.video_id, v.path, v.poster, v.seconds"
        " FROM annotator_slot s LEFT JOIN longer ON longer.id = s.id JOIN annotator_item i ON i.id = s.item_id"
        " JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id"
        " WHERE s.campaign_id = %(campaign)s AND s.rater_id = %(rater)s AND s.state = 'leased' AND s.kind <> 'adjudication'"
        " ORDER BY s.place, s.id",
        words,
    )
    return held(cursor.fetchall())


def _take(cursor: Any, words: dict[str, Any], count: int) -> list[Held]:
    cursor.execute(
        TAKE.replace("%(count)s", str(count)),  # a plan for any number would not trust the index's order
        words,
    )
    return held(cursor.fetchall())


def free_ended_leases(cursor: Any, campaign_id: int) -> int:
    """By the database's clock; those that somebody is answering at this moment are passed over.

    An item's very first slot is wanted as long as it is not filled; any other may have become unwanted meanwhile.
    """
    cursor.execute(
        "UPDATE annotator_slot SET state = 'free', rater_id = NULL, lease_ends = NULL WHERE id IN ("
        "  SELECT s.id FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id"
        "  WHERE s.campaign_id = %s AND s.state = 'leased' AND s.lease_ends <= now()"
        "  ORDER BY s.lease_ends LIMIT 500 FOR NO KEY UPDATE OF i, s SKIP LOCKED) RETURNING item_id, kind, turn",
        [campaign_id],
    )
    freed = cursor.fetchall()
    if changed := [item for item, *which in freed if which != ["first", 1]]:
        mind_freed_slots(cursor, changed)
    return len(freed)
