from annotator.models.campaign import Campaign, Guideline, MeasuredPace, Member
from annotator.models.exchange import (
    Export,
    ForeignPair,
    ForeignRater,
    LabelImport,
    Pseudonym,
    Release,
)
from annotator.models.gold import DisregardedLabel, KnownAnswer, Trial
from annotator.models.item import Item, Slot, Verdict
from annotator.models.label import Answer, Label, RaterDay, Reason, Shown

__all__ = [
    "Answer",
    "Campaign",
    "DisregardedLabel",
    "Export",
    "ForeignPair",
    "ForeignRater",
    "Guideline",
    "Item",
    "KnownAnswer",
    "Label",
    "LabelImport",
    "MeasuredPace",
    "Member",
    "Pseudonym",
    "RaterDay",
    "Reason",
    "Release",
    "Shown",
    "Slot",
    "Trial",
    "Verdict",
]
