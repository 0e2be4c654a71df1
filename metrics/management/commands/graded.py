"""manage.py graded BENCHMARK PROXY: nDCG of the runs under a proxy."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand, add_draws, draws_of
from metrics.management.proxied import add_proxy, add_runs_both_ways, proxied_runs
from metrics.studies.graded import GradedScores, graded_scores


class Command(StudyCommand):
    help = (
        "Scores runs of both directions by nDCG under a proxy of relevance, with a random order"
        " beside them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_proxy(parser)
        add_runs_both_ways(parser)
        add_draws(parser)

    def study(self, **options: Any) -> GradedScores:
        snapshot, proxied = proxied_runs(options)
        return graded_scores(snapshot, proxied, **draws_of(options))
