"""manage.py decide_submission BENCHMARK RUN: approve it under a budget, or refuse it."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.queries.campaigns import find_campaign
from foundation.asking.commands import add_options, asked_of
from people.actor import COMMAND
from people.management.command import ResultCommand
from pooling.models import Submission
from pooling.queries.names import find_benchmark, find_runs
from publishing.actions.decide_submission import (
    ApprovalAsked,
    approve_submission,
    refuse_submission,
)


class Command(ResultCommand):
    help = (
        "Approves a submission, which pools what is left to judge of it under a budget and makes a"
        " campaign, or refuses it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        parser.add_argument("run", help="The name of the run, as in Submission 4831.")
        parser.add_argument("--refuse", metavar="REASON", help="Refuse it, for this reason.")
        parser.add_argument("--reference", help="Name of the run that its scores are held against.")
        parser.add_argument("--like", help="Name of a campaign that the new one is made after.")
        add_options(parser, ApprovalAsked)

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        (run,) = find_runs(of, options["run"])
        row = Submission.objects.select_related("run__benchmark").filter(pk=run.pk).first()
        if row is None:
            raise CommandError(f"{run} is no submission: the team's own runs need no decision")
        shown: dict[str, Any] = {"benchmark": of.name, "run": run.name}
        if options["refuse"]:
            refuse_submission(COMMAND, row, options["refuse"])
            return shown | {"stage": "refused"}
        reference = find_runs(of, options["reference"])[0] if options["reference"] else None
        like = find_campaign(options["like"], of) if options["like"] else None
        wanted = asked_of(ApprovalAsked, options, reference=reference, like=like)
        pool, campaign, cost = approve_submission(COMMAND, row, wanted)
        shown |= {"stage": "approved", "pool": pool.name, "campaign": campaign.pk}
        return shown | {"pairs": cost.pairs, "unjudged": cost.unjudged, "captions": cost.captions}

    def tell(self, result: dict[str, Any]) -> str:
        if result["stage"] == "refused":
            return f"Refused {result['run']}."
        return (
            f"Approved {result['run']}: {result['unjudged']:,} pairs to judge of"
            f" {result['captions']:,} captions, in campaign {result['campaign']}."
        )
