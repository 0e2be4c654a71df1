"""Ask for a release: all formats at once. A job writes them."""

from datetime import datetime
from itertools import chain, count
from typing import Any

from annotator.models import Campaign
from annotator.queries.campaigns import access_exportable_campaigns
from foundation.asking.arguments import arguments_of
from foundation.asking.questions import Url, asked
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import Job
from metrics.models import FrozenRelease
from people.actor import Actor
from people.models import User
from pooling.models import Benchmark
from pooling.plain_text import one_plain_line
from pooling.queries.benchmarks import access_benchmarks

JOB = "metrics.release"
PARTS = {
    "triplets": "Verdicts as CSV",
    "log": "Single labels as CSV",
    "jsonl": "Verdicts and labels as JSON Lines",
    "parquet": "Parquet with Croissant metadata",
    "qrels": "TREC qrels",
    "fire": "FIRE's JSON",
    "mteb": "Scores in MTEB's shape",
    "report": "Printable report",
}
LICENSE_HELP = "The license, as in CC-BY-4.0; written as not recorded if empty."


class ReleaseNameTaken(Refused):
    """The benchmark has a release of this name: choose another. A release never changes."""


def _campaigns(person: User) -> Any:
    return access_exportable_campaigns(person).order_by("benchmark__name", "-pk")


def _parts_known(names: Any) -> None:
    if unknown := [name for name in names if name not in PARTS]:
        words = f"There is no {unknown[0]} in a release: expected {', '.join(PARTS)}."
        raise Refused(words, field="without")


@frozen
class ReleaseWanted:
    """All formats of a benchmark's labels, under one set of pseudonyms."""

    benchmark: Benchmark = asked("The benchmark to release.", rows=access_benchmarks)
    name: str = asked(
        "What the release is called: a version or a date. No other release of the benchmark may"
        " have the name.",
        longest=FrozenRelease._meta.get_field("name").max_length,
        checks=[one_plain_line],
        option="NAME",
    )
    campaign: Campaign | None = asked(
        "Only the labels of this campaign; without one, all that is judged.",
        default=None,
        rows=_campaigns,
        named=lambda one: f"{one.benchmark}: {one}",
        label="Only this campaign",
    )
    without: tuple[str, ...] = asked(
        "Formats to leave out, of triplets, log, jsonl, parquet, qrels, fire, mteb and report.",
        default=(),
        choices=PARTS,
        most=len(PARTS),
        checks=[_parts_known],
        label="Leave out",
    )
    comments: bool = asked(
        "Include what raters wrote. It may tell who they are; read it before you publish it.",
        default=False,
        label="With comments",
    )
    least_labels: int = asked(
        "Verdicts that rest on fewer labels are left out, unless an adjudicator decided.",
        default=1,
        at_least=1,
        at_most=9,
        label="Least labels of a verdict",
    )
    license: str = asked(LICENSE_HELP, default="", longest=80, checks=[one_plain_line])
    creators: tuple[str, ...] = asked(
        "Who made the data set, for its citation: names with commas between.",
        default=(),
        longest=400,
        most=50,
    )
    contact: str = asked(
        "Whom to ask about it, in the datasheet.",
        default="",
        longest=200,
        checks=[one_plain_line],
    )
    url: Url = asked("The address where it will be found.", default="", longest=300)
    language: str = asked(
        "The language of the captions, as a code of two letters.",
        default="en",
        longest=8,
        checks=[one_plain_line],
    )

    def check(self) -> None:
        if self.campaign and self.campaign.benchmark_id != self.benchmark.pk:
            raise Refused(f"Expected a campaign of {self.benchmark}.", field="campaign")
        _parts_known(self.without)
        taken = FrozenRelease.objects.filter(benchmark=self.benchmark, name=self.name)
        if taken.exists():
            raise ReleaseNameTaken(field="name")

    def has(self, part: str) -> bool:
        return part not in self.without


def usual_name(benchmark: Benchmark, now: datetime) -> str:
    """The day; from its second release on, with a number."""
    day = f"{now:%Y-%m-%d}"
    of = FrozenRelease.objects.filter(benchmark=benchmark, name__startswith=day)
    names = set(of.values_list("name", flat=True))
    usual = chain([day], (f"{day}-{number}" for number in count(2)))
    return next(name for name in usual if name not in names)


def start_release(actor: Actor, wanted: ReleaseWanted) -> Job:
    title = f"Release {wanted.name} of {wanted.benchmark}"
    return start_job(JOB, actor=actor, title=title, **arguments_of(wanted))
