"""manage.py import_run BENCHMARK MODEL FILE: a model's predictions, whole or not at all."""

from typing import Any

from django.core.management.base import CommandParser

from jobs.management.command import JobCommand
from pooling.formats.runs import DEPTH_LIMIT, RUN_FORMATS
from pooling.queries.names import find_benchmark


class Command(JobCommand):
    help = (
        "Imports a model's predictions on a benchmark. A model that is not known yet is registered"
        " with its run."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="Name of the benchmark.")
        parser.add_argument("model", help="Name of the model.")
        parser.add_argument("file", help="The file with the predictions.")
        parser.add_argument(
            "--format",
            choices=RUN_FORMATS,
            default="",
            help="Guessed from the content when not given.",
        )
        parser.add_argument(
            "--depth",
            type=int,
            default=100,
            help=f"How much of each ranking is kept, 1 to {DEPTH_LIMIT} (%(default)s).",
        )
        parser.add_argument(
            "--captions",
            metavar="FILE",
            help="Names a matrix's rows, one on each line (the benchmark's order).",
        )
        parser.add_argument(
            "--videos",
            metavar="FILE",
            help="Names a matrix's columns, one on each line (the benchmark's order).",
        )
        parser.add_argument(
            "--direction",
            choices=["t2v", "v2t"],
            default="t2v",
            help="Videos for captions, or the reverse.",
        )
        parser.add_argument("--name", default="", help="Name of the run (the model's).")

    def result(self, **options: Any) -> dict[str, Any]:
        benchmark = find_benchmark(options["benchmark"])
        return self.run_job(
            "pooling.import_run",
            upload=options["file"],
            benchmark=benchmark.pk,
            model=options["model"],
            name=options["name"],
            format=options["format"],
            depth=options["depth"],
            direction=options["direction"],
            captions_upload=options["captions"],
            videos_upload=options["videos"],
        )

    def tell(self, result: dict[str, Any]) -> str:
        what = "imported before, nothing changed" if result["already"] else "imported"
        lines = [
            (
                f"Run {result['name']} {what}: {result['items']:,} rankings to depth"
                f" {result['depth']:,} ({result['format']})."
            )
        ]
        if result["ties"]:
            lines.append(f"In {result['ties']:,} of them a tie crosses the depth.")
        return "\n".join([*lines, *(f"warning: {said}" for said in result["warnings"])])
