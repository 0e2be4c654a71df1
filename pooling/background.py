"""The kinds of jobs that pooling has."""

from dataclasses import asdict

from jobs.kinds import JobFailure, Result, job_kind
from jobs.running import Run
from people.models import Role
from pooling.actions.check_video import check_video
from pooling.media import MediaTrouble


@job_kind("pooling.check_video", title="Check video tools", least_role=Role.ADMIN, offered=True)
def _check_video(run: Run) -> Result:
    try:
        return asdict(check_video(run.report))
    except (MediaTrouble, OSError) as trouble:
        raise JobFailure(str(trouble)) from trouble
