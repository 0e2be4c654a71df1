"""manage.py reuse BENCHMARK: where positives stand, and which captions have them."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_same_text
from metrics.queries.texts import take_snapshot_with_texts
from metrics.studies.reuse import K, Reuse, reuse
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "Shows where positives stand, which captions have them, and how like the captions are to"
        " training captions."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--runs",
            help="Names, separated by commas; the first two are compared (all from text to video).",
        )
        parser.add_argument(
            "--depth", type=int, help="Ranks that are looked at (as many as are stored)."
        )
        parser.add_argument(
            "--k",
            type=int,
            default=K,
            help="A run is right if a positive is among its first K (%(default)s).",
        )
        parser.add_argument(
            "--seed", type=int, default=0, help="Seed of the caption samples (%(default)s)."
        )
        parser.add_argument(
            "--likeness",
            choices=["both", "text", "release", "none"],
            default="both",
            help="How captions are compared with training captions: as the paper's text defines"
            " it, as its release computed it, in both ways, or not at all (%(default)s).",
        )
        add_same_text(parser)

    def study(self, **options: Any) -> Reuse:
        benchmark = find_benchmark(options["benchmark"])
        runs = dict.fromkeys(find_runs(benchmark, options["runs"]))
        depth = None if options["depth"] is None else max(options["depth"], options["k"], 1)
        snapshot, texts = take_snapshot_with_texts(
            benchmark, list(runs), depth, same_text=options["same_text"]
        )
        ways = options["likeness"].replace("none", "")
        return reuse(snapshot, texts, options["k"], ways=ways, seed=options["seed"])
