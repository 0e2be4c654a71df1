"""Known answers for hidden gold whose caption the campaign does not ask about: raters could tell
them by that."""

from dataclasses import dataclass

from django.utils.translation import ngettext

from annotator.models import Campaign
from foundation.database.rows import row_of

# Whether hidden gold may come from them, and whether their caption is one that the campaign asks
# about.
UNASKED = """
SELECT count(*) FILTER (WHERE NOT asked), count(*) FROM (SELECT EXISTS (SELECT FROM annotator_item i
    WHERE c.state <> 'draft' AND i.campaign_id = c.id AND i.query_id = k.query_id AND NOT i.gold)
  OR (c.state = 'draft' AND EXISTS (SELECT FROM pooling_poolpair p
    WHERE p.pool_id = c.pool_id AND p.query_id = k.query_id))
    AS asked FROM annotator_knownanswer k JOIN annotator_campaign c ON c.id = k.campaign_id
  WHERE k.campaign_id = %(campaign)s AND k.active AND k.use IN ('gold', 'both')) known
"""


@dataclass(frozen=True, slots=True)
class Strangers:
    """Known answers that hidden gold may use, and those of them whose caption the campaign does not
    ask about."""

    unasked: int
    total: int

    @property
    def in_words(self) -> str:
        """Empty: there are none."""
        if not self.unasked:
            return ""
        return ngettext(
            "%(n)s of %(of)s known answers for hidden gold is about a caption that this campaign"
            " does not ask about: raters could tell it by that.",
            "%(n)s of %(of)s known answers for hidden gold are about captions that this campaign"
            " does not ask about: raters could tell them by that.",
            self.unasked,
        ) % {"n": f"{self.unasked:,}", "of": f"{self.total:,}"}


def strangers_in_gold(campaign: Campaign) -> Strangers:
    return Strangers(*row_of(UNASKED, {"campaign": campaign.pk}))


def told_of_strangers(campaign: Campaign) -> str:
    """Empty where the campaign has no checks, or all their captions are its own."""
    return strangers_in_gold(campaign).in_words if campaign.gold_share else ""
