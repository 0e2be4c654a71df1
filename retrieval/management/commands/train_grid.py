"""manage.py train_grid BENCHMARK NAME --vary seed=0,1,2 --vary loss=A,B: many trainings at once."""

from typing import Any

from django.core.management.base import CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.queries.names import find_benchmark
from retrieval.actions.order_grid import JOB
from retrieval.asked.grid import GridAsked
from retrieval.extra import require_extra
from retrieval.management.benchmarks import add_benchmarks, known_benchmarks
from retrieval.queries.grid_lines import lines_of
from retrieval.queries.grid_table import read_table
from retrieval.queries.grids import named_grid


class Command(JobCommand):
    help = (
        "Trains a model for each combination of what is varied, and scores them all. Cells that are"
        " done are not trained again: an interrupted grid, or one whose hours were over, continues"
        " where it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        add_options(parser, GridAsked, but=("vary",))
        parser.add_argument(
            "--vary",
            action="append",
            default=[],
            metavar="NAME=VALUE,VALUE",
            help="What is varied: any option of train_model, such as seed=0,1,2. Given once for"
            " each. Options that go together: loss+relevance=triplet-hard+instance,log-ratio+syn.",
        )
        add_benchmarks(parser)

    def result(self, **options: Any) -> dict[str, Any]:
        require_extra()
        of, known = find_benchmark(options["benchmark"]), known_benchmarks(options)
        given = options | {"vary": "; ".join(options["vary"])}
        wanted = asked_of(GridAsked, given, benchmark=of, **known)
        result = self.run_job(JOB, **wanted.arguments(), **wanted.files())
        return result | {"table": read_table(named_grid(of, wanted.name)).as_json()}

    def tell(self, result: dict[str, Any]) -> str:
        lines = [
            f"Grid {result['grid']}: {result['done']:,} of {result['cells']:,} cells are done."
        ]
        if not result["enough_hours"]:
            lines.append(f"Its {result['hours']:g} hours are over.")
        return "\n".join([*lines, "", *lines_of(result["table"])])
