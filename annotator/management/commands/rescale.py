"""manage.py rescale CAMPAIGN --map 0=0,1=0,2=1 --out PATH: a campaign's labels on another scale."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.actions.rescale import JOB
from annotator.asked.grades import RescaleWanted
from annotator.queries.campaigns import find_campaign
from foundation.asking.arguments import arguments_of
from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand


class Command(JobCommand):
    help = (
        "Writes a campaign's labels with their grades mapped to another scale; with --meet, says of"
        " a draft how its verdicts will meet those of other graded campaigns. No label changes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("campaign", help="Name of the campaign.")
        add_options(parser, RescaleWanted)
        parser.add_argument("--out", metavar="PATH", help="The file or folder to write.")

    def result(self, **options: Any) -> dict[str, Any]:
        wanted = asked_of(RescaleWanted, options, campaign=find_campaign(options["campaign"]))
        if not (wanted.meet or options["out"]):
            raise CommandError("Name the file or folder to write (--out).")
        out = None if wanted.meet else str(Path(options["out"]).absolute())
        return self.run_job(JOB, **arguments_of(wanted), out=out)

    def tell(self, result: dict[str, Any]) -> str:
        if "map" in result:
            steps = ",".join(f"{value}={to}" for value, to in enumerate(result["map"]))
            return f"{result['campaign']}: its verdicts will meet others by {steps}."
        files = (f"  {file['name']}: {file['rows']:,} rows" for file in result["files"])
        return "\n".join([f"Release {result['release']}:", *files])
