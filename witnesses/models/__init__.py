from witnesses.models.trial import Trial, Tried
from witnesses.models.witness import Hearing, Kind, Opinion, Probe, Purpose, Status, Witness

__all__ = [
    "Hearing",
    "Kind",
    "Opinion",
    "Probe",
    "Purpose",
    "Status",
    "Trial",
    "Tried",
    "Witness",
]
