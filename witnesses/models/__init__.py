from witnesses.models.judge import JudgeSubmission
from witnesses.models.witness import Hearing, Kind, Opinion, Status, Witness

__all__ = ["Hearing", "JudgeSubmission", "Kind", "Opinion", "Status", "Witness"]
