"""manage.py train_own BENCHMARK NAME --class FILE.py:Own: a model of one's own code."""

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from people.actor import COMMAND
from pooling.background import in_plain_words
from pooling.input_files import handed, handed_or_none
from pooling.models import Run
from pooling.queries.names import find_benchmark
from pooling.room import kept_file
from retrieval.actions.gather_own import gather_own
from retrieval.actions.keep_own import keep_own, read_card, read_own
from retrieval.actions.order_training import check_free
from retrieval.actions.read_features import Files, handed_features
from retrieval.actions.run_own import find_class, run_class, run_command
from retrieval.asked.own import OwnAsked
from retrieval.management.benchmarks import add_benchmarks, known_benchmarks
from retrieval.models import TrainedModel
from retrieval.queries.trained import FOLDER


class Command(JobCommand):
    help = (
        "Trains a model of your own, a Python class or a command, on a benchmark's training"
        " captions, and registers it with its runs in both directions."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        add_options(parser, OwnAsked)
        add_benchmarks(parser)

    def result(self, **options: Any) -> dict[str, Any]:
        of, known = find_benchmark(options["benchmark"]), known_benchmarks(options)
        wanted = asked_of(OwnAsked, options, benchmark=of, **known)
        check_free(wanted)
        # No job: one could be asked for again from a page, and would run code.
        with self.failures(), in_plain_words("nothing was stored"):
            if wanted.card is not None:
                read_card(handed(str(wanted.card)).path)  # before hours of training
            kind = find_class(wanted) if wanted.code else None
            paths = [str(one) for one in wanted.features]
            files = Files(handed_features(paths), handed_or_none(wanted.keys and str(wanted.keys)))
            gathered = gather_own(wanted, files, self._report)
            with tempfile.TemporaryDirectory(prefix="truepool-own-") as name:
                folder, begun = Path(name), monotonic()
                if kind is None:
                    run_command(gathered, folder)
                else:
                    run_class(gathered, kind, folder)
                ended = read_own(gathered, folder, monotonic() - begun)
                with kept_file(FOLDER, ended.ending, ended.save) as weights:
                    return _result(*keep_own(COMMAND, ended, weights))

    def tell(self, result: dict[str, Any]) -> str:
        on, runs = result["trained_on"], result["runs"]
        return (
            f"Model {result['model']} was trained on {on['captions']:,} captions of"
            f" {on['videos']:,} videos in {result['seconds']:,.1f} s.\n"
            f"Its runs: {runs['t2v']} and {runs['v2t']}."
            + "".join(f"\nwarning: {sentence}" for sentence in result["warnings"])
        )

    def _report(self, done: int, of: int, what: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"{what}: {done:,} of {of:,}" if of else what, lambda text: text)


def _result(trained: TrainedModel, runs: Iterable[Run]) -> dict[str, Any]:
    return {
        "model": trained.model.name,
        "id": trained.pk,
        "runs": {one.direction: one.name for one in runs},
        "seconds": round(trained.seconds, 3),
        "trained_on": trained.card["data"] | trained.card["relevance"],
        "warnings": trained.card["features"]["notes"],
    }
