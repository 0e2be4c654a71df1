"""Pairs that wait: for a rater, for an adjudicator, for their clip, for the one who holds them."""

from django.utils.translation import gettext as _

from annotator.models import Campaign, Member
from annotator.queries.stuck.finding import Looked, Remedy, Stuck, if_any
from annotator.queries.waiting import held_back_sentence, without_rater_sentence
from foundation.database.rows import row_of, rows_of
from foundation.words import plural

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
    return if_any(
        "without_rater",
        pairs,
        without_rater_sentence(pairs),
        looked.to(_("Send to adjudication"), "annotator:send_to_adjudication", posts=True),
        looked.to(_("Add a rater"), "annotator:campaign", anchor="add-member"),
        looked.to(_("Invite a rater"), "annotator:invite"),
    )


def days_of_oldest(campaign: Campaign) -> float:
    """How long the oldest of the first disputes has waited since its last label."""
    return float(row_of(OLDEST, {"campaign": campaign.pk})[0] or 0.0)


def undecided(looked: Looked) -> Stuck | None:
    """Disputes without an adjudicator, or older than a day."""
    campaign, disputes = looked.campaign, looked.progress.disputes
    if not disputes:
        return None
    here = Member.objects.filter(
        campaign=campaign, role=Member.Role.ADJUDICATOR, state=Member.State.ACTIVE
    )
    open_list = looked.to(_("Open the list"), "annotator:disputes")
    if not here.exists():
        sentence = plural(
            "%(count)s dispute waits, and this campaign has no adjudicator.",
            "%(count)s disputes wait, and this campaign has no adjudicator.",
            disputes,
        )
        add = looked.to(_("Add an adjudicator"), "annotator:campaign", anchor="add-member")
        return Stuck("disputes", disputes, sentence, (open_list, add))
    days = days_of_oldest(campaign)
    if days < OLD_DAYS:
        return None
    sentence = plural(
        "%(count)s dispute waits for a decision; the oldest has waited %(days)s days.",
        "%(count)s disputes wait for a decision; the oldest has waited %(days)s days.",
        disputes,
        days=f"{days:.0f}",
    )
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
    by_hours = plural(
        "%(count)s pair is held by someone who has not answered for %(hours)s hours or more.",
        "%(count)s pairs are held by people who have not answered for %(hours)s hours or more.",
        pairs,
        hours=f"{hours:.0f}",
    )
    by_days = plural(
        "%(count)s pair is held by someone who has not answered for %(days)s days or more.",
        "%(count)s pairs are held by people who have not answered for %(days)s days or more.",
        pairs,
        days=f"{hours / 24:.0f}",
    )
    sentence = by_hours if hours < SPOKEN_IN_DAYS else by_days
    see = Remedy(_("See who holds them"), "annotator:member", (campaign.pk, rows[0][0]))
    return Stuck("held_long", pairs, sentence, (see,))


def held_back(looked: Looked) -> Stuck | None:
    pairs, of = looked.progress.held_back, (looked.campaign.benchmark_id,)
    return if_any(
        "held_back",
        pairs,
        held_back_sentence(pairs),
        Remedy(_("Add videos"), "pooling:import_videos", of),
        Remedy(_("See the videos"), "pooling:videos", of),
    )


def reported(looked: Looked) -> Stuck | None:
    clips = looked.remarks.new_clips
    return if_any(
        "reported_clips",
        clips,
        plural(
            "%(count)s clip did not play for a rater.",
            "%(count)s clips did not play for a rater.",
            clips,
        ),
        looked.to(_("Open the list"), "annotator:reported_clips"),
    )
