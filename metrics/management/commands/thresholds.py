"""manage.py thresholds BENCHMARK: how many captions proxies call relevant to a video."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.management.command import StudyCommand
from metrics.management.proxied import add_proxies, several_proxied
from metrics.studies.thresholds import Thresholds, count_relevant


class Command(StudyCommand):
    help = "Counts how many captions proxies call relevant to a video, threshold by threshold."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_proxies(parser)

    def study(self, **options: Any) -> Thresholds:
        snapshot, proxies, _ = several_proxied(options)
        return count_relevant(snapshot, proxies)
