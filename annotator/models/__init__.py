from annotator.models.campaign import Campaign, Guideline, Member
from annotator.models.gold import KnownAnswer, Trial
from annotator.models.item import Item, Slot, Verdict
from annotator.models.label import Answer, Label, RaterDay, Reason

__all__ = [
    "Answer",
    "Campaign",
    "Guideline",
    "Item",
    "KnownAnswer",
    "Label",
    "Member",
    "RaterDay",
    "Reason",
    "Slot",
    "Trial",
    "Verdict",
]
