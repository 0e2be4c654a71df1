"""manage.py evaluate BENCHMARK: Table 1."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from metrics.management.command import (
    StudyCommand,
    add_draws,
    add_measures,
    add_positives,
    add_runs,
    draws_of,
    scored_runs,
)
from metrics.queries.label_evidence import read_label_evidence
from metrics.queries.proxied import find_named, read_named
from metrics.studies.asked import LABELS
from metrics.studies.by_proxy import THRESHOLD, ProxyEvaluation, evaluate_by_proxy
from metrics.studies.evaluation import RULES, Evaluation, evaluate
from metrics.studies.label_errors import Evaluated, with_label_errors
from pooling.queries.names import find_benchmark


class Command(StudyCommand):
    help = (
        "Scores runs with the original positives and with those that people found: Table 1, A (B"
        " + C)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_runs(parser)
        add_positives(parser, list(RULES), "both")
        parser.add_argument(
            "--intervals",
            action="store_true",
            help="Add 95 %% intervals to every score and every difference.",
        )
        parser.add_argument(
            "--labels",
            choices=list(LABELS),
            default="majority",
            help=(
                "With posterior, beside the verdicts' scores, those with the raters' errors, and"
                " intervals of captions and labels (%(default)s)."
            ),
        )
        parser.add_argument(
            "--relevance",
            metavar="PROXY",
            help="Score under this proxy of relevance, in place of positives.",
        )
        parser.add_argument(
            "--threshold",
            type=float,
            help=(
                "Under a proxy: measures of binary relevance take what reaches this as positive"
                f" ({THRESHOLD:g})."
            ),
        )
        add_measures(parser)
        add_draws(parser)

    def study(self, **options: Any) -> Evaluation | Evaluated | ProxyEvaluation:
        if options["relevance"] is not None:
            return self._by_proxy(options)
        if options["threshold"] is not None:
            raise CommandError("--threshold is of a proxy: expected --relevance too")
        snapshot, measures = scored_runs(options, options["runs"])
        rule, intervals = options["positives"], options["intervals"]
        draws = draws_of(options)
        if options["labels"] == "majority":
            return evaluate(snapshot, measures, rule, intervals=intervals, **draws)
        labels = read_label_evidence(find_benchmark(options["benchmark"]), snapshot.videos)
        scored = evaluate(snapshot, measures, rule, intervals=True, **draws)
        return with_label_errors(scored, snapshot, labels, **draws)

    def _by_proxy(self, options: dict[str, Any]) -> ProxyEvaluation:
        if options["labels"] != "majority":
            raise CommandError("--labels is of people's labels: expected no --relevance")
        benchmark = find_benchmark(options["benchmark"])
        proxy = read_named(find_named(benchmark, options["relevance"]))
        snapshot, measures = scored_runs(options, options["runs"])
        threshold = THRESHOLD if options["threshold"] is None else options["threshold"]
        return evaluate_by_proxy(
            snapshot,
            proxy,
            measures,
            threshold,
            intervals=options["intervals"],
            **draws_of(options),
        )
