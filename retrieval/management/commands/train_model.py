"""manage.py train_model BENCHMARK NAME --model M --loss L: a reference model, trained here."""

from typing import Any

from django.core.management.base import CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.queries.names import find_benchmark
from retrieval.actions.order_training import JOB, check_free
from retrieval.asked.training import TrainingAsked
from retrieval.extra import require_extra
from retrieval.management.benchmarks import add_benchmarks, known_benchmarks
from retrieval.queries.trained import find_trained


class Command(JobCommand):
    help = (
        "Trains a reference model on a benchmark's training captions, and registers it with its"
        " runs in both directions. An interrupted training continues where it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        add_options(parser, TrainingAsked)
        add_benchmarks(parser)
        about = (
            "The name of a model trained here with the same network: it begins with its weights."
        )
        parser.add_argument("--start-from", metavar="MODEL", help=about)

    def result(self, **options: Any) -> dict[str, Any]:
        require_extra()
        of, known = find_benchmark(options["benchmark"]), known_benchmarks(options)
        start = options["start_from"] and find_trained(options["start_from"])
        wanted = asked_of(TrainingAsked, options, benchmark=of, start_from=start, **known)
        check_free(wanted)
        return self.run_job(JOB, **wanted.arguments(), **wanted.files())

    def tell(self, result: dict[str, Any]) -> str:
        on, curve = result["trained_on"], result["curve"]
        epochs = f", the last with a loss of {curve[-1]['loss']:.4f}" if curve else ""
        return (
            f"Model {result['model']} was trained on {on['captions']:,} captions of"
            f" {on['videos']:,} videos in {result['seconds']:,.1f} s"
            f" ({len(curve):,} epochs{epochs}).\n"
            f"Its runs: {result['runs']['t2v']} and {result['runs']['v2t']}."
            + "".join(f"\nwarning: {sentence}" for sentence in result["warnings"])
        )
