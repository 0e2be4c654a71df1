"""The kinds of jobs that labelling has."""

from dataclasses import asdict

from annotator.actions.make_demo_campaign import make_demo_campaign
from jobs.kinds import Result, Run, job_kind
from people.models import Role
from pooling.actions.make_demo import make_demo
from pooling.background import actor_of_job, said_plainly


@job_kind("annotator.make_demo", title="Make the demo", least_role=Role.ADMIN, offered=True)
def _make_demo(run: Run) -> Result:
    """All that pooling's own makes, and a campaign on its pool."""
    with said_plainly():
        made = asdict(make_demo(actor_of_job(run), run.report))
        begun = make_demo_campaign(actor_of_job(run), run.report)
    return {**made, "campaign": begun.campaign, "campaign_pairs": begun.pairs, "labels": begun.labels}
