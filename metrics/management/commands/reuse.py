"""manage.py reuse BENCHMARK: where positives stand, and which captions have them."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand
from metrics.queries.texts import take_snapshot_with_texts
from metrics.studies.reuse import K, Reuse, reuse
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = "Positives by query, rank and length of captions, who is right, caption samples, likeness to training captions."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--runs", help="names, parted by commas; the first two are compared (all from text to video)")
        parser.add_argument("--depth", type=int, help="ranks that are looked at (as many as are stored)")
        parser.add_argument("--k", type=int, default=K, help="a run is right if a positive is among its first K (%(default)s)")
        parser.add_argument("--seed", type=int, default=0, help="of the caption samples (%(default)s)")
        parser.add_argument("--same-text", action="store_true", help="the videos of captions with the same text are original too")

    def study(self, **options: Any) -> Reuse:
        benchmark = find_benchmark(options["benchmark"])
        runs = dict.fromkeys(find_runs(benchmark, options["runs"]))
        depth = None if options["depth"] is None else max(options["depth"], options["k"], 1)
        snapshot, texts = take_snapshot_with_texts(benchmark, list(runs), depth, same_text=options["same_text"])
        return reuse(snapshot, texts, options["k"], seed=options["seed"])
