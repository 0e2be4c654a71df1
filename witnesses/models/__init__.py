from witnesses.models.judge import JudgeSubmission
from witnesses.models.tryout import Tried, Tryout
from witnesses.models.witness import Hearing, Kind, Opinion, Probe, Purpose, Status, Witness

__all__ = [
    "Hearing",
    "JudgeSubmission",
    "Kind",
    "Opinion",
    "Probe",
    "Purpose",
    "Status",
    "Tried",
    "Tryout",
    "Witness",
]
