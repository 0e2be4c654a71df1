from jobs.models.job import FINISHED, Job, State, WorkerSighting

__all__ = ["FINISHED", "Job", "State", "WorkerSighting"]
