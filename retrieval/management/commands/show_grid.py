"""manage.py show_grid BENCHMARK NAME: the table of a grid of trainings."""

from typing import Any

from django.core.management.base import CommandParser

from foundation.asking.arguments import values_of
from foundation.asking.commands import add_options, asked_of
from people.management.command import ResultCommand, option
from pooling.queries.names import find_benchmark
from retrieval.asked.grid_table import TableWanted
from retrieval.queries.grid_lines import lines_of
from retrieval.queries.grid_table import read_table
from retrieval.queries.grids import named_grid


class Command(ResultCommand):
    help = (
        "Prints the table of a grid: means over seeds with 95 % t intervals, and the paired test of"
        " each row against one of them."
    )
    takes = (
        option("benchmark", "The name of the benchmark."),
        option("name", "The name of the grid."),
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_options(parser, TableWanted)

    def result(self, **options: Any) -> dict[str, Any]:
        grid = named_grid(find_benchmark(options["benchmark"]), options["name"])
        chosen = values_of(asked_of(TableWanted, options))
        chosen.pop("curves")  # which are drawn on pages alone
        return read_table(grid, **chosen).as_json()

    def tell(self, result: dict[str, Any]) -> str:
        return "\n".join(lines_of(result))
