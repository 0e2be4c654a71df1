"""manage.py doctor BENCHMARK: what captions, clips and runs tell before any label."""

from typing import Any

from django.core.management.base import CommandParser

from metrics.actions.doctor_kept import DoctorAsked, call_doctor
from metrics.management.command import StudyCommand, add_runs
from metrics.studies.doctor_found import Doctor
from metrics.studies.doctor_words import as_paragraphs
from pooling.queries.names import find_benchmark, find_runs


class Command(StudyCommand):
    help = (
        "Examines a benchmark before any label: doubled captions, clips that look the same,"
        " training captions in the test, runs that are not what they pass for, and which"
        " differences can be seen."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_runs(parser)

    def study(self, **options: Any) -> Doctor:
        benchmark = find_benchmark(options["benchmark"])
        named = options["runs"]
        runs = tuple(dict.fromkeys(find_runs(benchmark, named))) if named else ()
        self.found = call_doctor(DoctorAsked(benchmark=benchmark, runs=runs)).result
        return self.found

    def tell(self, result: dict[str, Any]) -> str:
        return as_paragraphs(self.found) if self.shape == "text" else super().tell(result)

    def result(self, **options: Any) -> dict[str, Any]:
        self.shape = options["shape"]
        return super().result(**options)
