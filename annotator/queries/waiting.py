"""Pairs that wait for a rater whom the campaign has not got, and whether it has enough of them."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotator.models import Campaign, Member
from foundation.database.rows import column_of, row_of
from foundation.words import plural

# Raters whom a lead may count on for pairs to come. Who is paused may come back, but nobody can
# rely on it.
COUNTED_ON = (Member.State.ACTIVE, Member.State.TRAINING)
# So many raters more than a pair may need labels, so that one may be away.
MARGIN = 1

# The partial index annotator_slots_of_pairs_met holds just these slots. Nobody is left to ask for a
# pair that each rater has met.
OF_PAIRS_MET = (
    "s.campaign_id = %(campaign)s AND s.state = 'free' AND NOT (s.kind IN ('adjudication', 'gold'))"
    " AND NOT (s.kind = 'first' AND s.turn = 1)"
)
NOBODY_LEFT = (
    "NOT EXISTS (SELECT FROM annotator_member m WHERE m.campaign_id = %(campaign)s AND m.role ="
    " 'rater' AND m.state = 'active' AND NOT EXISTS (SELECT FROM annotator_slot met WHERE"
    " met.item_id = s.item_id AND met.rater_id = m.person_id))"
)
COUNT = f"""
SELECT count(*) FILTER (WHERE s.kind = 'third') + (SELECT count(*) FROM annotator_slot h
    WHERE h.campaign_id = %(campaign)s AND h.state = 'leased' AND h.kind = 'third'),
  count(*) FILTER (WHERE {NOBODY_LEFT})
FROM annotator_slot s WHERE {OF_PAIRS_MET}
"""


def waiting_pairs(campaign: Campaign) -> tuple[int, int]:
    """How many wait for a third label, because their labels are split evenly; and how many need a
    label though every rater of the campaign has met them."""
    return row_of(COUNT, {"campaign": campaign.pk})


def pairs_without_rater(campaign: Campaign) -> list[int]:
    """The items, in the order of their pairs: those that wait for a rater who has not met them,
    where there is none."""
    return column_of(
        "SELECT i.id FROM annotator_slot s JOIN annotator_item i ON i.id = s.item_id"
        f" WHERE {OF_PAIRS_MET} AND {NOBODY_LEFT}"
        " ORDER BY i.query_id, i.video_id",
        {"campaign": campaign.pk},
    )


def raters_counted_on(campaign: Campaign) -> int:
    return campaign.raters(state__in=COUNTED_ON).count()


def rater_warning(campaign: Campaign) -> str:
    """That there are fewer raters than a pair may need labels; empty where there are enough. It
    asks for some to spare as well."""
    raters, needed = raters_counted_on(campaign), labels_needed(campaign)
    if raters >= needed:
        return ""
    wanted = needed + MARGIN if needed > 1 else needed
    has = (
        ngettext("This campaign has 1 rater.", "This campaign has %(count)s raters.", raters)
        if raters
        else _("This campaign has no raters yet.")
    )
    otherwise = _("Otherwise pairs may wait for a rater who is not there.")
    words = {"count": raters, "needed": needed, "add": wanted - raters, "wanted": wanted}
    return f"{has % words} {_how_many_to_add(raters, needed) % words} {otherwise}"


def rater_advice(campaign: Campaign) -> str:
    """That there are just enough, of a draft: raters can still be added before anybody has to
    wait. Empty otherwise."""
    raters, needed = raters_counted_on(campaign), labels_needed(campaign)
    if not campaign.is_draft or not 1 < needed <= raters < needed + MARGIN:
        return ""
    return _(
        "This campaign has %(count)s raters, as many as a pair may need. With %(wanted)s, one can"
        " be away."
    ) % {"count": raters, "wanted": needed + MARGIN}


def _how_many_to_add(raters: int, needed: int) -> str:
    if needed == 1:
        return _("Someone must label its pairs: add %(add)s.")
    return (
        _(
            "A pair may need %(needed)s labels, each from another rater: add %(add)s more to have"
            " %(wanted)s, one more than a pair may need, so that one can be away."
        )
        if raters
        else _(
            "A pair may need %(needed)s labels, each from another rater: add %(add)s to have"
            " %(wanted)s, one more than a pair may need, so that one can be away."
        )
    )


def labels_needed(campaign: Campaign) -> int:
    """The most labels that a pair can come to: where nothing is labelled twice, only Cannot judge
    asks somebody else."""
    return (
        campaign.label_limit
        if campaign.double_share
        else min(campaign.label_limit, campaign.cannot_judge_limit)
    )


def without_rater_sentence(pairs: int) -> str:
    return plural(
        "1 pair waits for a rater who has not seen it: invite one, or send it to adjudication.",
        "%(count)s pairs wait for a rater who has not seen them: invite one, or send them to"
        " adjudication.",
        pairs,
    )
