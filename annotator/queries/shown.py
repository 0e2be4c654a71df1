"""What showing pairs together does, for leads: the share of relevant answers, and how often two
raters agree, of pairs that came by themselves and of pairs in groups.

By themselves are counted only the pairs that were drawn to be: what came alone for another reason
(a rest, a third label, what was put off) is no random sample. Only first labels enter the shares,
and of pairs labelled twice the first and the second that count.
"""

from collections import defaultdict

from annotator.models import Campaign, Shown
from foundation.database.rows import rows_of
from foundation.finding.fields import Found, describe, found
from foundation.frozen import frozen
from measures.proportions import ShareEstimate, difference_of, share_of

# Of each clip and each way: answers that judge, relevant ones, and all.
PREVALENCE = """
SELECT i.video_id, i.bundle IS NULL, count(l.value), count(*) FILTER (WHERE l.value > 0), count(*)
FROM annotator_counting_label c JOIN annotator_label l ON l.id = c.id
JOIN annotator_slot s ON s.id = c.slot_id JOIN annotator_item i ON i.id = c.item_id
WHERE c.campaign_id = %(campaign)s AND s.kind = 'first' AND s.turn = 1
AND (l.shown = %(show)s AND i.bundle IS NOT NULL OR l.shown = 'single' AND i.bundle IS NULL)
GROUP BY 1, 2
"""
# Of each clip and each way: pairs with two judgements, and those that agree.
AGREEMENT = """
SELECT i.video_id, i.bundle IS NULL, count(*), count(*) FILTER (WHERE f.value = t.value)
FROM annotator_item i
JOIN annotator_slot a ON a.item_id = i.id AND a.kind = 'first' AND a.turn = 1
JOIN annotator_slot b ON b.item_id = i.id AND b.kind = 'second' AND b.turn = 1
JOIN annotator_counting_label fc ON fc.slot_id = a.id
JOIN annotator_label f ON f.id = fc.id AND f.value IS NOT NULL
JOIN annotator_counting_label tc ON tc.slot_id = b.id
JOIN annotator_label t ON t.id = tc.id AND t.value IS NOT NULL
WHERE i.campaign_id = %(campaign)s AND i.doubled AND NOT i.gold AND f.shown = t.shown
AND (f.shown = %(show)s AND i.bundle IS NOT NULL OR f.shown = 'single' AND i.bundle IS NULL)
GROUP BY 1, 2
"""

# Whether pairs come alone; then, by clip, how many there are and how many of them are counted.
Ways = defaultdict[bool, dict[int, tuple[int, int]]]
describe(
    ShareEstimate,
    "Estimate",
    n="",
    clusters="Clips that they are about.",
    value="",
    low="",
    high="",
)


@frozen
class Compared(Found):
    # Of pairs alone, and of pairs in groups.
    single: ShareEstimate = found()
    together: ShareEstimate = found()
    difference: ShareEstimate = found("Together less singly.")


@frozen
class ShownEffect(Found):
    show: Shown = found()
    relevant: Compared | None = found("Share of relevant ones among first judgements.")
    agreement: Compared | None = found("Share of pairs labelled twice on which both raters agree.")
    cannot_judge: Compared | None = found("Share of first labels that could not judge.")


NOT_TOGETHER = ShownEffect(Shown.SINGLE, None, None, None)


def shown_effect(campaign: Campaign) -> ShownEffect | None:
    """None where pairs come singly: there is nothing to compare."""
    if campaign.show == Shown.SINGLE:
        return None
    words = {"campaign": campaign.pk, "show": campaign.show}
    relevant, unable, agreed = Ways(dict), Ways(dict), Ways(dict)
    for video, alone, judged, positive, labels in rows_of(PREVALENCE, words):
        relevant[alone][video] = (judged, positive)
        unable[alone][video] = (labels, labels - judged)
    for video, alone, pairs, same in rows_of(AGREEMENT, words):
        agreed[alone][video] = (pairs, same)
    return ShownEffect(
        Shown(campaign.show), _compared(relevant), _compared(agreed), _compared(unable)
    )


def _compared(ways: Ways) -> Compared:
    single, together = ways[True], ways[False]
    return Compared(share_of(single), share_of(together), difference_of(single, together))
