"""manage.py publish_run BENCHMARK RUN --state STATE: who may learn of a run."""

from typing import Any

from django.core.management.base import CommandParser

from people.actor import COMMAND
from people.management.command import ResultCommand
from pooling.actions.change_run_state import change_run_state
from pooling.models import Run
from pooling.queries.names import find_benchmark, find_runs


class Command(ResultCommand):
    help = "Makes a run private, blinded or published, whether the team's own or a submission."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        parser.add_argument("run", help="The name of the run, as in Submission 4831.")
        parser.add_argument(
            "--state",
            choices=Run.State.values,
            default=Run.State.PUBLISHED.value,
            help="The state that it has from now on (%(default)s).",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        (run,) = find_runs(of, options["run"], within=True)
        before = run.state
        changed = change_run_state(COMMAND, run, Run.State(options["state"]))
        shown = {"benchmark": of.name, "run": changed.name, "id": changed.pk}
        return shown | {"state": changed.state, "before": before}

    def tell(self, result: dict[str, Any]) -> str:
        return f"{result['run']} is {result['state']}; it was {result['before']}."
