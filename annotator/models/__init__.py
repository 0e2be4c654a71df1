from annotator.models.campaign import Campaign, Guideline, MeasuredPace, Member, Shown
from annotator.models.clip_failure import ClipFailure
from annotator.models.exchange import (
    Export,
    ForeignPair,
    ForeignRater,
    LabelImport,
    Pseudonym,
    Release,
)
from annotator.models.goal import Look
from annotator.models.gold import DisregardedLabel, KnownAnswer, Trial
from annotator.models.invitation import CampaignInvitation
from annotator.models.item import Item, Slot, Verdict
from annotator.models.label import Answer, Label, Mistake, RaterDay, Reason
from annotator.models.preference import Preference
from annotator.models.question import PairQuestion
from annotator.models.remarks import RemarksRead

__all__ = [
    "Answer",
    "Campaign",
    "CampaignInvitation",
    "ClipFailure",
    "DisregardedLabel",
    "Export",
    "ForeignPair",
    "ForeignRater",
    "Guideline",
    "Item",
    "KnownAnswer",
    "Label",
    "LabelImport",
    "Look",
    "MeasuredPace",
    "Member",
    "Mistake",
    "PairQuestion",
    "Preference",
    "Pseudonym",
    "RaterDay",
    "Reason",
    "Release",
    "RemarksRead",
    "Shown",
    "Slot",
    "Trial",
    "Verdict",
]
