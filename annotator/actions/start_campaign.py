"""A campaign, its guidelines and its opening in one: all of it, or nothing."""

from typing import Any

from django.db import transaction

from annotator.actions.create_campaign import create_campaign
from annotator.actions.open_campaign import open_campaign
from annotator.actions.write_guideline import write_guideline
from annotator.models import Campaign
from people.actor import Actor
from pooling.models import Pool

GUIDELINE = """\
A clip is **relevant** to a caption if everything that the caption says is true of the clip.

- Only what can be seen or heard counts, not what is likely.
- The caption need not say everything that happens.
- If you cannot tell, choose *cannot judge* and say why.
"""


@transaction.atomic
def start_campaign(actor: Actor, pool: Pool, name: str, *, guideline: str = GUIDELINE, **policy: Any) -> Campaign:
    campaign = create_campaign(actor, pool, name, **policy)
    write_guideline(actor, campaign.pk, guideline)
    return open_campaign(actor, campaign.pk)
