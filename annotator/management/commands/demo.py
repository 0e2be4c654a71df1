"""manage.py demo: the demo benchmark, its videos, runs, pool and campaign. Called again it makes
only what is missing."""

from typing import Any

from pooling.management.commands.demo import Command as PoolDemo


class Command(PoolDemo):
    help = (
        "Makes the demo: a benchmark of drawn clips, three models' runs, a pool, and a campaign"
        " that raters have begun."
    )

    def result(self, **options: Any) -> dict[str, Any]:
        return self.run_job("annotator.make_demo")

    def tell(self, result: dict[str, Any]) -> str:
        made = super().tell(result)
        return (
            f"{made}\nCampaign {result['campaign']}: {result['campaign_pairs']:,} pairs,"
            f" {result['labels']:,} labels given now."
        )
