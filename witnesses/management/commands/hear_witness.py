"""manage.py hear_witness BENCHMARK NAME --minutes 60: a model asked about all pairs, within a
budget."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from people.actor import COMMAND
from pooling.queries.names import find_benchmark
from witnesses.actions.order_hearing import arguments_of, open_hearing
from witnesses.asked.tryouts import HearingWanted, tryout_of
from witnesses.queries.tryouts import newest_tryout
from witnesses.queries.work import HEAR


class Command(JobCommand):
    help = (
        "Asks a model about all pairs that it was not asked about (or, with --purpose, about those"
        " without a value, or about some again), until a budget is spent. try_witness comes first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        parser.add_argument("name", metavar="NAME", help="The witness, as it was tried.")
        add_options(parser, HearingWanted)

    def result(self, **options: Any) -> dict[str, Any]:
        of, name = find_benchmark(options["benchmark"]), options["name"]
        tryout = newest_tryout(of, name)
        if tryout is None:
            witness = of.witnesses.filter(name__iexact=name).first()
            if witness is None:
                raise CommandError(f"{of} has no tryout called {name}: expected one.")
            tryout = tryout_of(witness)
        wanted = asked_of(HearingWanted, options, tryout=tryout)
        return self.run_job(HEAR, **arguments_of(open_hearing(COMMAND, wanted)))

    def tell(self, result: dict[str, Any]) -> str:
        came = (
            f"Witness {result['witness']}: {result['given']:,} opinions ({result['reused']:,} of"
            f" them known already), and {result['failed']:,} without a value."
        )
        cost = f"{result['tokens']:,} tokens, {result['money']:,.2f} in money."
        lines = [came, cost]
        return "\n".join([*lines, *(f"warning: {one}" for one in result["warnings"])])
