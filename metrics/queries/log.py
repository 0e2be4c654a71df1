"""The label log of some campaigns: where it ends, and in which state it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db import connection

from annotator.models import Campaign, LabelImport
from annotator.queries.campaigns import log_position

# All that agreement follows from, besides the pairs themselves. The log is append-only: as many
# labels are the same labels. What else counts can be taken back, so it is in the digest whole: it
# is some hundred rows. A rater's name is shown, so that it counts too.
STATE = """
SELECT
  (SELECT count(*) FROM annotator_label WHERE campaign_id = ANY(%(counted)s)),
  concat_ws('|',
    (SELECT count(*) FROM annotator_disregardedlabel d
       JOIN annotator_label l ON l.id = d.label_id WHERE l.campaign_id = ANY(%(campaigns)s)),
    (SELECT string_agg(concat_ws(' ', id, answer, active), ',' ORDER BY id)
       FROM annotator_knownanswer WHERE campaign_id = ANY(%(campaigns)s)),
    (SELECT string_agg(concat_ws(' ', id, name), ',' ORDER BY id)
       FROM annotator_campaign WHERE id = ANY(%(shown)s)),
    (SELECT string_agg(concat_ws(' ', u.id, u.username, u.name), ',' ORDER BY u.id)
       FROM people_user u WHERE u.id IN
         (SELECT rater_id FROM annotator_raterday WHERE campaign_id = ANY(%(campaigns)s))))
"""


@dataclass(frozen=True, slots=True)
class LogState:
    """labels: how many there are. position: the newest one. digest: of all that what is computed
    from the log may depend on; equal digests, equal results."""

    labels: int
    position: int
    digest: str


def log_state(campaigns: Sequence[Campaign], left_out: Sequence[Campaign] = ()) -> LogState:
    """left_out: campaigns that are only named in what is shown."""
    # An import is closed with all its labels, which were counted then; to count half a million rows
    # that no vacuum has seen yet takes most of a second.
    imported = dict(
        LabelImport.objects.filter(campaign__in=campaigns).values_list("campaign_id", "labels")
    )
    words = {
        "counted": [one.pk for one in campaigns if one.pk not in imported],
        "campaigns": [campaign.pk for campaign in campaigns],
        "shown": [campaign.pk for campaign in (*campaigns, *left_out)],
    }
    with connection.cursor() as cursor:
        cursor.execute(STATE, words)
        given, rest = cursor.fetchone()
    labels = given + sum(imported.values())
    digest = sha256(f"{labels}|{rest}".encode()).hexdigest()
    return LogState(int(labels), log_position(campaigns), digest)
