"""manage.py doctor BENCHMARK: what captions, clips and runs tell before any label."""

from typing import Any

from metrics.actions.doctor_kept import DoctorAsked
from metrics.management.command import CommandGiven, StudyCommand
from metrics.options import RUNS
from metrics.studies.doctor_found import Doctor
from metrics.studies.doctor_words import as_paragraphs


class Command(StudyCommand):
    help = (
        "Examines a benchmark before any label: doubled captions, clips that look the same,"
        " training captions in the test, runs that are not what they pass for, and which"
        " differences can be seen."
    )
    options = (RUNS,)

    def study(self, given: CommandGiven) -> Doctor:
        runs = tuple(given.named(given.runs)) if given.runs else ()
        return DoctorAsked(benchmark=given.of, runs=runs).keep().result

    def tell(self, result: dict[str, Any]) -> str:
        return as_paragraphs(self.found) if self.shape == "text" else super().tell(result)
