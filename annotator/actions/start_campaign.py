"""A campaign, its guidelines and its opening in one: all of it, or nothing."""

from typing import Any

from django.db import transaction

from annotator.actions.create_campaign import create_campaign
from annotator.actions.draw_known_answers import NothingToDraw, draw_known_answers
from annotator.actions.open_campaign import open_campaign
from annotator.actions.write_guideline import write_guideline
from annotator.models import Campaign, KnownAnswer
from people.actor import Actor
from pooling.models import Pool

GUIDELINE = """\
A clip is **relevant** to a caption if everything that the caption says is true of the clip.

- Only what can be seen or heard counts, not what is likely.
- The caption need not say everything that happens.
- If you cannot tell, choose *cannot judge* and say why.
"""


# For training and hidden gold where nobody has made any known answers: half written for their clip,
# half found by no model.
OF_EACH = 50


@transaction.atomic
def start_campaign(
    actor: Actor, pool: Pool, name: str, *, guideline: str = GUIDELINE, **policy: Any
) -> Campaign:
    campaign = create_campaign(actor, pool, name, **policy)
    write_guideline(actor, campaign.pk, guideline)
    if use := _use_of_known_answers(campaign):
        _draw(actor, campaign, use)
    return open_campaign(actor, campaign.pk)


def _use_of_known_answers(campaign: Campaign) -> KnownAnswer.Use | None:
    """Originals outside the pool may be few: where both need them, both share them."""
    if campaign.training_required:
        return KnownAnswer.Use.BOTH if campaign.gold_share else KnownAnswer.Use.TRAINING
    return KnownAnswer.Use.GOLD if campaign.gold_share else None


def _draw(actor: Actor, campaign: Campaign, use: KnownAnswer.Use) -> None:
    """Raises NothingToDraw if there is neither: a share of nothing would look like a check."""
    drawn, why = 0, []
    for origin in (KnownAnswer.Origin.ORIGINAL, KnownAnswer.Origin.FAR):
        try:
            drawn += len(draw_known_answers(actor, campaign, origin, OF_EACH, use, campaign.seed))
        except NothingToDraw as nothing:
            why.append(str(nothing))
    if not drawn:
        raise NothingToDraw(" ".join(why))
