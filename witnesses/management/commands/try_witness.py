"""manage.py try_witness BENCHMARK NAME --url URL --model MODEL: twenty pairs put to a model."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotator.queries.campaigns import find_campaign
from foundation.asking.commands import add_options, asked_of
from jobs.management.command import JobCommand
from pooling.queries.names import find_benchmark, find_pool
from witnesses.asked.tryouts import TryoutWanted
from witnesses.queries.work import TRY


class Command(JobCommand):
    help = (
        "Puts twenty pairs to a model, or to a program of this machine, and says what asking about"
        " all would take. hear_witness asks about all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("benchmark", help="The name of the benchmark.")
        add_options(parser, TryoutWanted, but=("prompt",))
        parser.add_argument(
            "--prompt", metavar="FILE", help="A file with what it is asked, if not the usual."
        )
        parser.add_argument("--pool", help="Only pairs of the pool of this name.")
        parser.add_argument("--campaign", help="The campaign whose scale it must be.")
        parser.add_argument(
            "--program",
            metavar="COMMAND",
            default="",
            help="Instead of a service, a program that reads and writes lines of JSON. It runs"
            " confined: without a network, and without further processes.",
        )

    def result(self, **options: Any) -> dict[str, Any]:
        of = find_benchmark(options["benchmark"])
        known: dict[str, Any] = {"benchmark": of, "program": options["program"]}
        if options["pool"]:
            known["pool"] = find_pool(of, options["pool"])
        if options["campaign"]:
            known["campaign"] = find_campaign(options["campaign"], of)
        if options["prompt"]:
            known["prompt"] = _text_of(options["prompt"])
        rows = ("pool", "campaign", "prompt", "program")
        others = {name: value for name, value in options.items() if name not in rows}
        wanted = asked_of(TryoutWanted, others, **known)
        return self.run_job(TRY, **wanted.arguments())

    def tell(self, result: dict[str, Any]) -> str:
        lines = [f"{result['witness']} answered as {result['model']}."]
        for one in result["tried"]:
            value = one["status"] if one["value"] is None else f"{one['value']:.3f}"
            answer = " ".join(one["answer"].split())[:80]
            lines.append(f"{value}  {one['video']}  {one['caption'][:60]}  {answer}")
        all_of = result["projected"]
        lines.append(
            f"All {all_of['pairs']:,} pairs would take about {all_of['tokens']:,} tokens,"
            f" {all_of['money']:,.2f} in money and {all_of['minutes']:,.1f} minutes."
        )
        return "\n".join(lines)


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise CommandError(f"--prompt {path}: expected a text file ({wrong}).") from None
