"""manage.py import_witness BENCHMARK NAME FILE: opinions that are no labels, whole or not at
all."""

from typing import Any

from django.core.management.base import CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.queries.names import find_benchmark, find_pool, find_runs
from semantics.queries.proxies import find_proxy
from witnesses.actions.ask_for_witness import IMPORT
from witnesses.asked.witnesses import WitnessWanted


class Command(JobCommand):
    help = (
        "Imports a witness: what a model, a proxy or a run says of pairs, kept beside people's"
        " labels and never among them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        add_options(parser, WitnessWanted)
        parser.add_argument("--proxy", help="Instead of FILE, the name of a proxy.")
        parser.add_argument("--run", help="Instead of FILE, the name of a run.")
        parser.add_argument("--pool", help="Only opinions on pairs of the pool of this name.")

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        known: dict[str, Any] = {"benchmark": of}
        if options["proxy"]:
            known["proxy"] = find_proxy(of, options["proxy"])
        if options["run"]:
            (known["run"],) = find_runs(of, options["run"])
        if options["pool"]:
            known["pool"] = find_pool(of, options["pool"])
        rows = ("proxy", "run", "pool")
        others = {name: value for name, value in options.items() if name not in rows}
        wanted = asked_of(WitnessWanted, others, **known)
        return self.run_job(IMPORT, upload=wanted.file, **wanted.arguments())

    def tell(self, result: dict[str, Any]) -> str:
        what = "there already, with all that it says" if result["already"] else "heard"
        lines = [f"Witness {result['witness']} ({result['kind']}) {what}."]
        if not result["already"]:
            lines.append(f"{result['given']:,} opinions, and {result['failed']:,} without a value.")
        return "\n".join([*lines, *(f"warning: {sentence}" for sentence in result["warnings"])])
