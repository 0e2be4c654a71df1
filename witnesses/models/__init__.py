from witnesses.models.witness import Hearing, Kind, Opinion, Status, Witness

__all__ = ["Hearing", "Kind", "Opinion", "Status", "Witness"]
