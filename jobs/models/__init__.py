from jobs.models.job import FINISHED, Job, State
from jobs.models.worker_sighting import WorkerSighting

__all__ = ["FINISHED", "Job", "State", "WorkerSighting"]
