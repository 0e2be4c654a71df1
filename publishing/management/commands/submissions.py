"""manage.py submissions BENCHMARK: what submitters handed in, and whether they may."""

from typing import Any

from django.core.management.base import CommandParser

from people.actor import COMMAND
from people.management.command import ResultCommand
from pooling.actions.submit_run import take_submissions
from pooling.models import Submission
from pooling.queries.names import find_benchmark
from publishing.queries.submissions import submission_row


class Command(ResultCommand):
    help = "Lists a benchmark's submissions; opens it to submitters, or closes it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        switch = parser.add_mutually_exclusive_group()
        switch.add_argument("--open", action="store_true", help="Let submitters hand in runs.")
        switch.add_argument("--close", action="store_true", help="Take no more runs.")

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        if options["open"] or options["close"]:
            of = take_submissions(COMMAND, of, opened=options["open"])
        rows = Submission.objects.filter(run__benchmark=of).order_by("pk")
        found = rows.select_related("run__submitted_by", "pool")
        return {
            "benchmark": of.name,
            "open": of.takes_submissions,
            "rows": [submission_row(row) for row in found],
        }

    def tell(self, result: dict[str, Any]) -> str:
        state = "open" if result["open"] else "closed"
        head = f"{result['benchmark']} is {state} to submissions; {len(result['rows'])} so far."
        rows = (
            f"{row['run']}: {row['name']} by {row['submitter']}, {row['stage']}, {row['state']}"
            for row in result["rows"]
        )
        return "\n".join([head, *rows])
