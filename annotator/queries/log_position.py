"""Where the label log of some campaigns ends."""

from collections.abc import Sequence

from annotator.models import Campaign
from foundation.database.rows import number_of

# The index annotator_labels_of_a_rater has each rater's newest label first, so it is stepped from
# rater to rater: the newest of half a million labels is found by looking at as many rows as a
# campaign has raters.
NEWEST = """
SELECT coalesce(max(newest.id), 0) FROM annotator_campaign c CROSS JOIN LATERAL (
  WITH RECURSIVE step AS (
    (SELECT l.rater_id, l.id FROM annotator_label l WHERE l.campaign_id = c.id
      ORDER BY l.rater_id, l.id DESC LIMIT 1)
    UNION ALL
    SELECT following.rater_id, following.id FROM step CROSS JOIN LATERAL (
      SELECT l.rater_id, l.id FROM annotator_label l
      WHERE l.campaign_id = c.id AND l.rater_id > step.rater_id
      ORDER BY l.rater_id, l.id DESC LIMIT 1) following)
  SELECT max(id) AS id FROM step) newest
WHERE c.id = ANY(%s)
"""


def log_position(campaigns: Sequence[Campaign]) -> int:
    """The newest label of these campaigns; 0 if there is none yet."""
    return number_of(NEWEST, ([campaign.pk for campaign in campaigns],))
