"""manage.py study BENCHMARK STUDY: a study of a benchmark's runs as they are."""

from django.core.management.base import CommandParser

from metrics.actions.study_kept import StudyAsked
from metrics.management.command import CommandGiven, StudyCommand
from metrics.studies.registry import KEPT
from metrics.studies.study import Findings


class Command(StudyCommand):
    help = "Computes a study of a benchmark's runs as they are, and keeps it for its page."

    def add_asked(self, parser: CommandParser) -> None:
        parser.add_argument("study", choices=sorted(KEPT), help="Name of the study.")

    def study(self, given: CommandGiven) -> Findings:
        return StudyAsked.named(given.of, given.study).keep().result
