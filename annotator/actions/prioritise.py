"""Move pairs of a campaign to the front: what waits for a label there is given out before all else.

A place below 0 is at the front. There, as before, slots keep the order that was drawn, and those
that were put off come last no longer. Slots that are held or filled stay as they are. A label that
is wanted later stands where its pair was moved to.
"""

from typing import Any

from django.db import transaction

from annotator.locks.campaign import alone_with_campaign
from annotator.models import UNDER_WAY, Campaign
from annotator.queries.campaigns import MOVED
from annotator.slots.places import FRONT, LATER
from foundation.database.rows import carry_out
from foundation.frozen import frozen
from foundation.refused import Refused, WrongValues
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Caption, Video


class NothingMoved(Refused):
    """Nothing of this waits for a label: it is judged, in somebody's hands, at the front already,
    or not asked about here."""


@frozen
class Which:
    """All pairs of a caption, those that one of the pool's runs found (by its number there), or one
    pair."""

    caption: Caption | None = None
    video: Video | None = None
    run: int | None = None

    def as_json(self, campaign: Campaign) -> dict[str, str]:
        names = campaign.pool.parameters["run_names"] if campaign.pool else []
        run = {} if self.run is None else {"run": names[self.run]}
        rows = {"caption": self.caption, "video": self.video}
        return {name: row.key for name, row in rows.items() if row} | run


def find_which(
    campaign: Campaign, *, caption: str = "", video: str = "", run: int | None = None
) -> Which:
    """What the keys name, or a run's number in the pool. Raises WrongValues by the name of what the
    benchmark has not."""
    if run is not None:
        return Which(run=run)
    of = {"benchmark": campaign.benchmark_id}
    found = Which(
        Caption.objects.filter(**of, key=caption).first(),
        Video.objects.filter(**of, key=video).first() if video else None,
    )
    missing = {"caption": found.caption is None, "video": bool(video) and found.video is None}
    if any(missing.values()):
        raise WrongValues(
            {
                name: f"{campaign.benchmark} has no {name} with this key."
                for name, is_missing in missing.items()
                if is_missing
            }
        )
    return found


# In the order that was drawn: what was put off comes to its own place among those moved.
MOVE = f"""
UPDATE annotator_slot s SET place = mod(s.place, {LATER}) - {FRONT} FROM annotator_item i
WHERE i.campaign_id = %(campaign)s AND s.item_id = i.id AND s.state IN ('free', 'waiting')
AND s.kind <> 'adjudication' AND s.place >= 0 AND {{condition}}
"""


@transaction.atomic
def prioritise(actor: Actor, campaign_id: int, which: Which) -> int:
    """How many slots moved. Alone with the campaign: nobody claims or answers while their order
    changes."""
    alone_with_campaign(campaign_id)
    campaign = Campaign.objects.select_related("pool").get(pk=campaign_id)
    if campaign.state not in UNDER_WAY:
        raise Refused("Only a campaign that is open or paused has an order that can be changed.")
    condition, words = _chosen(which)
    words |= {"campaign": campaign_id, "pool": campaign.pool_id}
    moved = carry_out(MOVE.format(condition=condition), words)
    if not moved:
        raise NothingMoved
    record_audit(actor, MOVED, campaign, after={**which.as_json(campaign), "slots": moved})
    return moved


def _chosen(which: Which) -> tuple[str, dict[str, Any]]:
    if which.run is not None:
        found = (
            "EXISTS (SELECT FROM pooling_poolpair p WHERE p.pool_id = %(pool)s AND p.query_id ="
            " i.query_id AND p.video_id = i.video_id AND p.ranks[%(run)s] > 0)"
        )
        return found, {"run": which.run + 1}
    if which.caption is None:
        raise NothingMoved
    words = {"query": which.caption.query_id}
    if which.video is None:
        return "i.query_id = %(query)s", words
    return "i.query_id = %(query)s AND i.video_id = %(video)s", words | {"video": which.video.pk}
