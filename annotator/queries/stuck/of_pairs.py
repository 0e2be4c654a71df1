"""Pairs that wait: for a rater, for an adjudicator, for whoever holds them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotator.models import Campaign, Member
from annotator.queries.stuck.finding import Looked, Remedy, Stuck
from annotator.queries.waiting import without_rater_sentence
from foundation.database.rows import row_of, rows_of

OLD_DAYS = 1.0  # disputes that wait longer are reported, though there is an adjudicator
SPOKEN_IN_DAYS = 48.0  # hours, from which on days are easier to read
SILENT_HOURS = 2.0  # whose last answer is older, and who still holds pairs

# Since when the oldest waits: since its last label. The index annotator_disputes_worst_first finds
# the pairs.
OLDEST = """
SELECT extract(epoch FROM now() - min(l.at)) / 86400.0::float8 FROM (
  SELECT i.id FROM annotator_item i WHERE i.campaign_id = %(campaign)s AND i.dispute > 0
  ORDER BY i.dispute DESC, i.position LIMIT 500) i
CROSS JOIN LATERAL (SELECT max(given_at) AS at FROM annotator_label WHERE item_id = i.id) l
"""
# Those who hold pairs and have not answered for long, or never; the largest heap first. A claim is
# no answer: an open page lengthens its leases by itself.
SILENT = """
SELECT m.id, count(*) AS held, extract(epoch FROM now() - max(l.given_at)) / 3600.0::float8
FROM annotator_slot s JOIN annotator_member m
  ON m.campaign_id = s.campaign_id AND m.person_id = s.rater_id
CROSS JOIN LATERAL (SELECT given_at FROM annotator_label
  WHERE campaign_id = s.campaign_id AND rater_id = s.rater_id ORDER BY id DESC LIMIT 1) l
WHERE s.campaign_id = %(campaign)s AND s.state = 'leased' AND s.lease_ends > now()
AND s.kind <> 'adjudication' AND l.given_at < now() - make_interval(secs => %(silent)s)
GROUP BY m.id ORDER BY held DESC, m.id
"""


def without_a_rater(looked: Looked) -> Stuck | None:
    pairs = looked.progress.without_rater
    if not pairs:
        return None
    remedies = (
        looked.to(_("Send to adjudication"), "annotator:send_to_adjudication", posts=True),
        looked.to(_("Add a rater"), "annotator:campaign", anchor="add-member"),
        looked.to(_("Invite a rater"), "annotator:invite"),
    )
    return Stuck("without_rater", pairs, without_rater_sentence(pairs), remedies)


def days_of_oldest(campaign: Campaign) -> float:
    """How long the oldest of the first disputes has waited since its last label."""
    return float(row_of(OLDEST, {"campaign": campaign.pk})[0] or 0.0)


def undecided(looked: Looked) -> Stuck | None:
    """Disputes without an adjudicator, or older than a day."""
    campaign = looked.campaign
    disputes = looked.progress.disputes
    if not disputes:
        return None
    here = Member.objects.filter(
        campaign=campaign, role=Member.Role.ADJUDICATOR, state=Member.State.ACTIVE
    )
    open_list = looked.to(_("Open the list"), "annotator:disputes")
    if not here.exists():
        sentence = ngettext(
            "%(count)s dispute waits, and this campaign has no adjudicator.",
            "%(count)s disputes wait, and this campaign has no adjudicator.",
            disputes,
        ) % {"count": f"{disputes:,}"}
        add = looked.to(_("Add an adjudicator"), "annotator:campaign", anchor="add-member")
        return Stuck("disputes", disputes, sentence, (open_list, add))
    days = days_of_oldest(campaign)
    if days < OLD_DAYS:
        return None
    sentence = ngettext(
        "%(count)s dispute waits for a decision; the oldest has waited %(days)s days.",
        "%(count)s disputes wait for a decision; the oldest has waited %(days)s days.",
        disputes,
    ) % {"count": f"{disputes:,}", "days": f"{days:.0f}"}
    return Stuck("disputes", disputes, sentence, (open_list,))


def held_long(looked: Looked) -> Stuck | None:
    """Pairs in the hands of raters who do not answer. Pausing the rater frees them."""
    campaign = looked.campaign
    silent = max(SILENT_HOURS * 3600, 2 * campaign.lease_seconds)
    rows = rows_of(SILENT, {"campaign": campaign.pk, "silent": silent})
    if not rows:
        return None
    pairs = sum(held for _member, held, _hours in rows)
    hours = min(hours for _member, _held, hours in rows)
    words = {"count": f"{pairs:,}", "hours": f"{hours:.0f}", "days": f"{hours / 24:.0f}"}
    by_hours = ngettext(
        "%(count)s pair is held by someone who has not answered for %(hours)s hours or more.",
        "%(count)s pairs are held by people who have not answered for %(hours)s hours or more.",
        pairs,
    )
    by_days = ngettext(
        "%(count)s pair is held by someone who has not answered for %(days)s days or more.",
        "%(count)s pairs are held by people who have not answered for %(days)s days or more.",
        pairs,
    )
    sentence = (by_hours if hours < SPOKEN_IN_DAYS else by_days) % words
    see = Remedy(_("See who holds them"), "annotator:member", (campaign.pk, rows[0][0]))
    return Stuck("held_long", pairs, sentence, (see,))
