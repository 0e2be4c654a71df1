"""Pairs that wait: for their clip to play, or for a rater whom the campaign has not got; and
whether it has enough of them."""

import numpy as np
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from numpy.typing import NDArray

from annotator.models import Campaign, Member
from foundation.database.rows import column_of, row_of, rows_of
from foundation.frozen import frozen
from foundation.words import plural, sentence
from pooling.models import Pool

UNJUDGED = (
    " AND NOT EXISTS (SELECT FROM pooling_judgedpair j WHERE j.query_id = p.query_id AND j.video_id"
    " = p.video_id)"
)


@frozen
class Clips:
    """Videos of the pairs that a draft would ask about, those of them that do not play, and the
    pairs of those."""

    videos: int
    silent: int
    pairs: int  # whose clip does not play

    @property
    def none_plays(self) -> bool:
        return self.videos > 0 and self.silent == self.videos

    @property
    def sentence(self) -> str:
        if self.videos == 1:
            return sentence("1 of 1 video does not play")
        if self.silent == 1:
            return sentence(f"1 of {self.videos:,} videos does not play")
        return sentence(f"{self.silent:,} of {self.videos:,} videos do not play")


def silent_videos(videos: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the videos that do not play."""
    statement = "SELECT id FROM pooling_video WHERE id = ANY(%s) AND state <> 'ready'"
    return np.array(column_of(statement, [videos.tolist()]), np.int64)


def keys_to_find(campaign_id: int, videos: list[int]) -> dict[int, str]:
    """The keys in the benchmark, by which raters find a clip that is shown elsewhere, by the
    video's number. Empty where the campaign shows its clips itself."""
    return dict(
        rows_of(
            "SELECT v.id, v.key FROM pooling_video v WHERE v.id = ANY(%s)"
            " AND EXISTS (SELECT FROM annotator_campaign c WHERE c.id = %s AND c.without_clips)",
            [videos, campaign_id],
        )
    )


def clips_of_draft(pool: Pool, *, ask_again: bool) -> Clips:
    judged = "" if ask_again else UNJUDGED
    found = row_of(
        "SELECT count(*), count(*) FILTER (WHERE v.state <> 'ready'),"
        " coalesce(sum(p.pairs) FILTER (WHERE v.state <> 'ready'), 0) FROM (SELECT p.video_id,"
        " count(*) AS pairs"
        f" FROM pooling_poolpair p WHERE p.pool_id = %s{judged} GROUP BY p.video_id) p"
        " JOIN pooling_video v ON v.id = p.video_id",
        [pool.pk],
    )
    return Clips(*map(int, found))


def held_back_sentence(pairs: int) -> str:
    return plural(
        "1 pair is held back because its clip does not play.",
        "%(count)s pairs are held back because their clips do not play.",
        pairs,
    )


# Raters whom a lead may count on for pairs to come. Who is paused may come back, but nobody can
# rely on it.
COUNTED_ON = (Member.State.ACTIVE, Member.State.TRAINING)
# So many raters more than a pair may need labels, so that one may be away.
MARGIN = 1

# The partial index annotator_slots_of_pairs_met holds just these slots. Nobody is left to ask for a
# pair that each rater has met.
OF_PAIRS_MET = """
s.campaign_id = %(campaign)s AND s.state = 'free' AND NOT (s.kind IN ('adjudication', 'gold'))
AND NOT (s.kind = 'first' AND s.turn = 1)
"""
NONE_LEFT = """
NOT EXISTS (SELECT FROM annotator_member m WHERE m.campaign_id = %(campaign)s AND m.role =
'rater' AND m.state = 'active' AND NOT EXISTS (SELECT FROM annotator_slot met WHERE
met.item_id = s.item_id AND met.rater_id = m.person_id))
"""
COUNT = f"""
SELECT count(*) FILTER (WHERE s.kind = 'third') + (SELECT count(*) FROM annotator_slot h
    WHERE h.campaign_id = %(campaign)s AND h.state = 'leased' AND h.kind = 'third'),
  count(*) FILTER (WHERE {NONE_LEFT})
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
        f" WHERE {OF_PAIRS_MET} AND {NONE_LEFT}"
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
