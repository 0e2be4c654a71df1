"""Where slots are in the queue: lower comes sooner. From front to back: what a lead moved to the
front, what was drawn, what was put off."""

LATER = 1 << 40  # places of slots that were put off: behind every place that was drawn
FRONT = 1 << 41  # further in front than any place that was drawn

# Of a new slot of the item i: where the pair was drawn, or further in front if it was moved there;
# not behind all others if one of its slots was put off.
PLACE = (
    "(SELECT least(i.position, min(place)) FROM annotator_slot p WHERE p.item_id = i.id AND p.kind"
    " <> 'gold')"
)
