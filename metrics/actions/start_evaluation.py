"""Ask for a report: what of which benchmark. A job computes and freezes it."""

from dataclasses import fields
from typing import Any

from django.db.models import QuerySet

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import sentence
from jobs.actions.request import start_job
from jobs.models import Job
from metrics.models import Report
from metrics.queries.grades import scale_of
from metrics.studies.asked import MOST_WITNESSES, EvaluationAsked
from people.actor import Actor
from people.models import User
from people.queries import require_reader
from pooling.models import Benchmark, Pool, Run
from pooling.plain_text import one_plain_line
from pooling.queries.benchmarks import access_benchmarks, runs_of
from pooling.queries.directions import check_between
from pooling.queries.pools import access_pools
from pooling.queries.runs import access_runs
from semantics.models import Proxy
from witnesses.models import Witness

MOST_RUNS = 50
NOTHING_FOR_WITNESSES = sentence(
    "Witnesses narrow what a pool tells that drew captions: choose one under Estimate from, or name"
    " sample sizes."
)


def all_proxies(person: User) -> QuerySet[Proxy]:
    """Readers may read them all."""
    require_reader(person)
    return Proxy.objects.order_by("pk")


def all_witnesses(person: User) -> QuerySet[Witness]:
    """Readers may read them all."""
    require_reader(person)
    return Witness.objects.order_by("pk")


@frozen
class NewEvaluation(EvaluationAsked):
    """The options of a report, and what it is of."""

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)
    runs: tuple[Run, ...] = asked(
        "The ids of the runs. All that rank videos for captions are taken if not given.",
        default=(),
        rows=access_runs,
        most=MOST_RUNS,
    )
    title: str = asked(
        "What it is called in the list; the benchmark's name if left empty.",
        default="",
        longest=Report._meta.get_field("title").max_length,
        checks=[one_plain_line],
    )
    # The pool itself; the report keeps its id.
    estimate: Pool | None = asked(  # type: ignore[assignment]
        "A pool that drew some captions: scores over all captions, from those that were drawn.",
        default=None,
        label="Estimate from",
        rows=access_pools,
    )
    # The witnesses themselves; the report keeps their names.
    witnesses: tuple[Witness, ...] = asked(  # type: ignore[assignment]
        "Beside what people's labels say of corrected scores, what they say with the opinions of"
        " these witnesses. It takes a pool that drew captions.",
        default=(),
        label="With witnesses",
        rows=all_witnesses,
        most=MOST_WITNESSES,
    )
    # The proxy itself; the report keeps its name.
    relevance: Proxy | None = asked(  # type: ignore[assignment]
        "A proxy of relevance: nDCG of the runs under it, how many captions it calls relevant, how"
        " far instance-based scores may be off, and how much of what the runs rank high is"
        " relevant.",
        default=None,
        label="Relevance by proxy",
        rows=all_proxies,
    )

    def check(self) -> None:
        """What is right by itself, but not of this benchmark."""
        of, most = self.benchmark, self.benchmark.caption_count
        if not self.chosen:
            raise Refused(f"{of} has no run yet: import one.", field="runs")
        if any(run.benchmark_id != of.pk for run in self.runs):
            raise Refused(f"Expected runs of {of}.", field="runs")
        check_between(self.runs, "runs")
        if self.estimate and self.estimate.benchmark_id != of.pk:
            raise Refused(f"Expected a pool of {of}.", field="estimate")
        if self.relevance and self.relevance.benchmark_id != of.pk:
            raise Refused(f"Expected a proxy of {of}.", field="relevance")
        if any(witness.benchmark_id != of.pk for witness in self.witnesses):
            raise Refused(f"Expected witnesses of {of}.", field="witnesses")
        if self.witnesses and not (self.estimate or self.sample_sizes):
            raise Refused(NOTHING_FOR_WITNESSES, field="witnesses")
        if self.level:
            self._check_level()
        if any(size > most for size in self.sample_sizes):
            words = f"Expected whole numbers from 2 to {most:,}, the captions of {of}."
            raise Refused(words, field="sample_sizes")

    def _check_level(self) -> None:
        scale = scale_of(self.benchmark)
        if scale is None:
            words = f"{self.benchmark} has no grades of one scale: expected 0."
            raise Refused(words, field="level")
        highest = len(scale[0]) - 1
        if self.level > highest:
            raise Refused(f"Expected a grade of the scale, 1 to {highest}.", field="level")

    @property
    def chosen(self) -> list[Run]:
        return list(self.runs or runs_of(self.benchmark)[:MOST_RUNS])

    def as_asked(self) -> EvaluationAsked:
        options = {one.name: getattr(self, one.name) for one in fields(EvaluationAsked)}
        rows: dict[str, Any] = {"estimate": self.estimate.pk if self.estimate else 0}
        rows |= {"relevance": self.relevance.name if self.relevance else ""}
        rows |= {"witnesses": tuple(one.name for one in self.witnesses)}
        return EvaluationAsked.of(options | rows)


def start_evaluation(actor: Actor, wanted: NewEvaluation) -> Job:
    arguments: dict[str, Any] = {
        "benchmark": wanted.benchmark.pk,
        "runs": [run.pk for run in wanted.chosen],
        "asked": wanted.as_asked().as_json(),
        "name": wanted.title,
    }
    title = f"Evaluate {wanted.benchmark}"
    return start_job("metrics.evaluation", actor=actor, title=title, **arguments)


def start_verifying(actor: Actor, row: Report) -> Job:
    title = f"Compute report {row} again"
    return start_job("metrics.verify", actor=actor, title=title, report=row.pk)
