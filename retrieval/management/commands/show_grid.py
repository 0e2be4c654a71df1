"""manage.py show_grid BENCHMARK NAME: the table of a grid of trainings."""

from typing import Any

from people.management.command import ResultCommand, option
from pooling.queries.names import find_benchmark
from retrieval.queries.grid_lines import lines_of
from retrieval.queries.grid_table import WAYS, read_table
from retrieval.queries.grids import named_grid


class Command(ResultCommand):
    help = (
        "Prints the table of a grid: means over seeds with 95 % t intervals, and the paired test of"
        " each row against one of them."
    )
    takes = (
        option("benchmark", "The name of the benchmark."),
        option("name", "The name of the grid."),
        option(
            "--direction",
            "What the means are of: both directions, text to video (tv), or video to text (vt).",
            choices=list(WAYS),
            default="both",
        ),
        option(
            "--measure",
            "The measure that rows are tested by; the first column if not given.",
            default="",
        ),
        option("--against", "The row that the others are held against (1).", type=int, default=1),
    )

    def result(self, **options: Any) -> dict[str, Any]:
        grid = named_grid(find_benchmark(options["benchmark"]), options["name"])
        chosen = {name: options[name] for name in ("direction", "measure", "against")}
        return read_table(grid, **chosen).as_json()

    def tell(self, result: dict[str, Any]) -> str:
        return "\n".join(lines_of(result))
