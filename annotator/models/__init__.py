from annotator.models.campaign import Campaign, Guideline, Member
from annotator.models.item import Item, Slot, Verdict
from annotator.models.label import Answer, Label, RaterDay, Reason

__all__ = ["Answer", "Campaign", "Guideline", "Item", "Label", "Member", "RaterDay", "Reason", "Slot", "Verdict"]
