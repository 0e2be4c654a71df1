"""What the commands of metrics share: one study, printed as text, JSON, CSV or LaTeX."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.core.management.base import CommandError, CommandParser

from measures.measure import Measure
from measures.names import UnknownMeasure, parse_all
from metrics.options import CSV, Option, add, option, printed, shape
from metrics.queries.opinions import find_witnesses, read_opinions
from metrics.queries.proxied import current_proxies, find_named, read_named, take_all
from metrics.queries.snapshot import take_snapshot
from metrics.snapshot import Snapshot
from metrics.studies.opinions import Opinions
from metrics.studies.proxied import BETWEEN, DIRECTIONS, Proxied, take_proxied
from metrics.studies.registry import tables_of
from metrics.studies.scored import at_level, depth_for
from metrics.studies.study import Findings, NothingToStudy
from people.management.command import ResultCommand
from pooling.models import Benchmark, Run
from pooling.queries.benchmarks import runs_of
from pooling.queries.names import find_benchmark, find_runs
from semantics.models import Proxy

SHAPES = (
    option("--json", "Print the result as one JSON object and nothing else.", action="store_true"),
    CSV,
    shape("latex", "Print tables for LaTeX's booktabs."),
)


class CommandGiven:
    """What a command was given, by its options' names, and what it names."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    def __getattr__(self, name: str) -> Any:
        return self.options[name]

    @cached_property
    def of(self) -> Benchmark:
        return find_benchmark(self.options["benchmark"])

    @property
    def parsed(self) -> tuple[Measure, ...]:
        return parse_all(self.options["measures"])

    @property
    def draws(self) -> dict[str, Any]:
        return {name: self.options[name] for name in ("seed", "resamples")}

    def named(self, names: str | None, *, within: bool = False) -> list[Run]:
        """Each once; all from text to video where nothing was said. within: runs of one kind for
        itself, too."""
        return list(dict.fromkeys(find_runs(self.of, names, within=within)))

    def opinions(self, snapshot: Snapshot) -> list[Opinions]:
        """Of the witnesses that are named, as captions x videos."""
        witnesses = find_witnesses(self.of, names_of(self.options["witness"]) or [])
        shape = snapshot.queries, snapshot.videos
        said = read_opinions(self.of, witnesses, shape)
        return [one.spread(snapshot.caption_queries, *shape) for one in said]

    def both_ways(self, *, within: bool = False) -> list[Run]:
        """Those that are named; all of both directions where nothing was said. within: of all
        directions, those among videos and among captions, too."""
        if (names := self.options["runs"]) is not None:
            return self.named(names, within=within)
        ways = DIRECTIONS if within else BETWEEN
        return [run for way in ways for run in runs_of(self.of, way)]

    def read(self, runs: Sequence[Run], depth: int | None) -> Snapshot:
        snapshot = take_snapshot(self.of, runs, depth, same_text=self.options["same_text"])
        return at_level(snapshot, self.options.get("level", 0))

    def scored(
        self, names: str | None, *, within: bool = False
    ) -> tuple[Snapshot, tuple[Measure, ...]]:
        """The runs that are named, read as deep as the measures look."""
        measures = self.parsed
        return self.read(self.named(names, within=within), depth_for(measures)), measures

    def proxied(self, *, ranks: bool = False, within: bool = False) -> tuple[Snapshot, Proxied]:
        """Runs of both directions, or of all, and one proxy."""
        proxy = read_named(find_named(self.of, self.options["proxy"]))
        snapshot = take_snapshot(self.of, self.both_ways(within=within))
        return snapshot, take_proxied(proxy, snapshot, ranks=ranks)

    def named_proxies(self) -> tuple[list[Proxy], list[str]]:
        named = names_of(self.options["proxies"])
        if named is None:
            return current_proxies(self.of)
        return [find_named(self.of, name) for name in named], []

    def of_proxies(
        self, runs: Sequence[Run] = ()
    ) -> tuple[Snapshot, tuple[Proxied, ...], list[str]]:
        """Proxies that are named, or all; and which are left out, as the benchmark has grown."""
        proxies, outdated = self.named_proxies()
        snapshot = take_snapshot(self.of, runs)
        return snapshot, take_all(proxies, snapshot), outdated


class StudyCommand(ResultCommand):
    """`study` reads and computes. Its tables are what people are shown; --json prints the study's
    own object."""

    options: ClassVar[Sequence[Option]] = ()
    found: Any

    def add_arguments(self, parser: CommandParser) -> None:
        add(parser.add_mutually_exclusive_group(), SHAPES)
        parser.set_defaults(shape="text")
        parser.add_argument("benchmark", help="Name of the benchmark.")
        self.add_asked(parser)
        add(parser, self.options)

    def add_asked(self, parser: CommandParser) -> None:
        """Options of an action, where the study is one."""

    def study(self, given: CommandGiven) -> Findings:
        raise NotImplementedError

    def result(self, **options: Any) -> dict[str, Any]:
        try:
            self.found = self.study(CommandGiven(options))
        except (NothingToStudy, UnknownMeasure) as refusal:
            raise CommandError(str(refusal)) from refusal
        self.shape = options["shape"]
        return self.found.as_json()

    def tell(self, result: dict[str, Any]) -> str:
        return printed(tables_of(self.found), self.shape)


def names_of(listed: str | None) -> list[str] | None:
    """Parted by commas; None where nothing was said."""
    return None if listed is None else [name.strip() for name in listed.split(",")]
