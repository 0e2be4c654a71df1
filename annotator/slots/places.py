"""Where slots are in the queue: lower comes sooner. From front to back: what a lead moved to the
front, what was drawn, what was put off."""

LATER = 1 << 40  # places of slots that were put off: behind every place that was drawn
FRONT = 1 << 41  # further in front than any place that was drawn

# Campaigns in which what comes free after somebody had it goes to another place, so that no rater
# knows what others are given next. Where pairs are shown together, those of a bundle come together
# wherever they are.
GOES_BEHIND = "(c.gold_share > 0 AND c.show = 'single')"
# Somewhere behind a place, drawn at random: in the same part of the queue and, where pairs come
# caption by caption, in the same caption. Of the item i in the campaign c. A rater who knows which
# pair a colleague is given next, and hears of another, knows a check.
BEHIND = f"""
({{place}} + floor(random() * (1 + greatest(0, CASE WHEN c."order" = 'caption' THEN (
    SELECT max(o.position) FROM annotator_item o
    WHERE o.campaign_id = i.campaign_id AND o.query_id = i.query_id AND NOT o.gold)
  ELSE c.items_count END + 1 - mod({{place}} + 1 + {FRONT}, {LATER}))))::bigint)
"""
# Of a new slot of the item i: where the pair was drawn, or further in front if it was moved there;
# not behind all others if one of its slots was put off.
PLACE = (
    "(SELECT least(i.position, min(place)) FROM annotator_slot p WHERE p.item_id = i.id AND p.kind"
    " <> 'gold')"
)
