from annotator.models.campaign import UNDER_WAY, Campaign, Guideline, MeasuredPace, Member
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
from annotator.models.grade_map import GradeMap
from annotator.models.item import Item, Slot, Verdict
from annotator.models.label import Answer, Label, Mistake, RaterDay, Reason
from annotator.models.people import CampaignInvitation, Preference
from annotator.models.policy import Shown
from annotator.models.remarks import ClipFailure, PairQuestion, RemarksRead

__all__ = [
    "UNDER_WAY",
    "Answer",
    "Campaign",
    "CampaignInvitation",
    "ClipFailure",
    "DisregardedLabel",
    "Export",
    "ForeignPair",
    "ForeignRater",
    "GradeMap",
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
