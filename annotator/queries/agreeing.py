"""How often two raters who labelled the same pair answered alike.

Of pairs that were drawn to be labelled twice, and their first two labels: a third is asked only
where two disagree, and would count disagreements twice. Agreement corrected for chance is on the
agreement pages.
"""

from datetime import date

from annotator.labels.live import COUNTING
from annotator.models import Campaign, Member
from annotator.queries.kept import kept
from foundation.database.rows import row_of, rows_of
from measures.accuracy import Accuracy

# Counting the pairs of a large campaign that have two labels takes seconds, and an hour more of
# labels hardly moves their share.
KEPT_SECONDS = 600

JUDGED = "answer IN ('relevant', 'irrelevant')"
OF_ALL = f"""
SELECT count(*) FILTER (WHERE a.answer = b.answer), count(*)
FROM {COUNTING} b JOIN {COUNTING} a ON a.item_id = b.item_id AND a.kind = 'first' AND a.{JUDGED}
WHERE b.campaign_id = %(campaign)s AND b.kind = 'second' AND b.{JUDGED}
"""
# Begins with the rater's own labels, which the index annotator_labels_of_a_rater finds.
OF_RATER = f"""
SELECT date_trunc('week', m.given_at AT TIME ZONE 'UTC')::date,
  count(*) FILTER (WHERE m.answer = o.answer), count(*)
FROM {COUNTING} m JOIN {COUNTING} o ON o.item_id = m.item_id AND o.rater_id <> m.rater_id
WHERE m.campaign_id = %(campaign)s AND m.rater_id = %(rater)s
AND m.kind IN ('first', 'second') AND o.kind IN ('first', 'second') AND m.{JUDGED} AND o.{JUDGED}
GROUP BY 1 ORDER BY 1
"""


def agreement_of(campaign: Campaign) -> Accuracy:
    """Alike, of the pairs with two labels."""
    key, of = f"annotator.alike.{campaign.pk}", {"campaign": campaign.pk}
    return kept(campaign, key, lambda: Accuracy(*row_of(OF_ALL, of)), KEPT_SECONDS)


def agreement_by_week(member: Member) -> dict[date, Accuracy]:
    """How a rater agrees with others, by the Monday of the week in which the rater answered."""
    return {week: Accuracy(alike, n) for week, alike, n in rows_of(OF_RATER, member.words)}
