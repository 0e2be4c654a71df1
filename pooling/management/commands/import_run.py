"""manage.py import_run BENCHMARK MODEL FILE: a model's predictions, whole or not at all."""

from typing import Any

from django.core.management.base import CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.actions.hand_in import RunAsked
from pooling.queries.names import find_benchmark


class Command(JobCommand):
    help = (
        "Imports a model's predictions on a benchmark. A model that is not known yet is registered"
        " with its run."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        parser.add_argument("model", help="The name of the model.")
        add_options(parser, RunAsked)

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        wanted = asked_of(RunAsked, options, benchmark=of, model=options["model"])
        return self.run_job("pooling.import_run", **wanted.files(), **wanted.arguments())

    def tell(self, result: dict[str, Any]) -> str:
        what = "imported before, nothing changed" if result["already"] else "imported"
        size = f"{result['items']:,} rankings to depth {result['depth']:,}"
        lines = [f"Run {result['name']} {what}: {size} ({result['format']})."]
        if result["ties"]:
            lines.append(f"In {result['ties']:,} of them a tie crosses the depth.")
        return "\n".join([*lines, *(f"warning: {sentence}" for sentence in result["warnings"])])
