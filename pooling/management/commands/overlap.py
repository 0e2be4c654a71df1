"""manage.py overlap BENCHMARK: how alike every two runs are."""

from typing import Any

from django.core.management.base import CommandParser

from people.management.command import ResultCommand
from pooling.queries.names import find_benchmark
from pooling.queries.overlap import overlap_of_runs


class Command(ResultCommand):
    help = "Overlap and rank-biased overlap of every two runs that rank videos for captions, as means over captions."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark")
        parser.add_argument("--depth", type=int, default=10, help="how far down the rankings (%(default)s)")
        parser.add_argument("--p", type=float, default=0.9, help="of rank-biased overlap: the higher, the deeper (%(default)s)")

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark = find_benchmark(options["benchmark"])
        return {"rows": [row.told() for row in overlap_of_runs(benchmark, options["depth"], options["p"])]}

    def tell(self, result: dict[str, Any]) -> str:
        if not result["rows"]:
            return "There are no two runs to compare."
        width = max(len(row[side]) for row in result["rows"] for side in "ab")
        lines = [f"{'':{width}}  {'':{width}}  overlap    RBO"]
        lines += [
            f"{row['a']:{width}}  {row['b']:{width}}  {said(row['overlap']):>7}  {said(row['rbo']):>5}" for row in result["rows"]
        ]
        return "\n".join(lines)


def said(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
