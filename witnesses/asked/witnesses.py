"""A witness that is brought from elsewhere, or seen in what is here."""

from typing import Any, Literal, NoReturn

from django.db.models import QuerySet

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from people.models import User
from people.queries import require_reader
from pooling.actions.hand_in import AnyFile
from pooling.models import Benchmark, Pool, Run
from pooling.plain_text import one_plain_line
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.directions import check_between
from pooling.queries.runs import access_runs
from pooling.queries.visible import visible_pools
from semantics.models import Proxy
from witnesses.models import Witness

NAME: Any = Witness._meta.get_field("name")
FAMILY: Any = Witness._meta.get_field("family")
SOURCES = ("file", "proxy", "run")


class WitnessNameTaken(Refused):
    """The benchmark has a witness of this name: expected another name."""


def _proxies(asking: User) -> QuerySet[Proxy]:
    require_reader(asking)
    return Proxy.objects.order_by("name")


@frozen
class WitnessWanted:
    """Opinions of pairs, from a file, a proxy or a run."""

    benchmark: Benchmark = asked(
        "The benchmark whose pairs the opinions are of.",
        rows=lambda asking: access_benchmarks(asking).order_by("name"),
    )
    name: str = asked(
        "What it is called here, as in gpt-judge.",
        longest=NAME.max_length,
        checks=NAME.validators,
        option="NAME",
    )
    file: AnyFile | None = asked(
        "A file with its opinions: a table with the columns caption, video and score (CSV, JSON"
        " Lines, Parquet), qrels, or a matrix of captions x videos (.npz, .npy).",
        default=None,
        label="Opinions",
        option="FILE",
    )
    proxy: Proxy | None = asked(
        "Instead of a file, a proxy whose relevance is taken for an opinion.",
        default=None,
        rows=_proxies,
    )
    run: Run | None = asked(
        "Instead of a file, a run whose similarities are taken for an opinion.",
        default=None,
        rows=lambda asking: access_runs(asking).order_by("name"),
    )
    kind: Literal["judge", "labels"] = asked(
        "What the opinions of a file are: those of a model that judges pairs, or labels that were"
        " given elsewhere.",
        default="judge",
        label="What the file has",
        choices={"judge": "Judgements of a model", "labels": "Labels from elsewhere"},
    )
    family: str = asked(
        "The models that share its design, so that runs of its own family can be marked.",
        default="",
        longest=FAMILY.max_length,
        checks=(one_plain_line,),
    )
    threshold: float | None = asked(
        "The score from which it takes a pair for relevant. Without it, 0.5 of probabilities, and"
        " of grades where the campaign's scale begins to be relevant.",
        default=None,
        label="Relevant from",
    )
    learnt: bool = asked(
        "It has learnt from this benchmark's labels, so it is never shown as agreeing with them.",
        default=False,
        label="It has learnt from these labels",
    )
    pool: Pool | None = asked(
        "Only opinions on pairs of this pool. All of a table are kept if it is not given; of a"
        " matrix, a proxy or a run, those of pairs that are pooled, judged or original.",
        default=None,
        rows=lambda asking: visible_pools(asking).order_by("name"),
    )

    def check(self) -> None:
        given = [name for name in SOURCES if getattr(self, name)]
        if len(given) != 1:
            raise Refused("Expected one of a file, a proxy and a run.", field="file")
        for name in ("proxy", "run", "pool"):
            row = getattr(self, name)
            if row is not None and row.benchmark_id != self.benchmark.pk:
                raise Refused(f"Expected a {name} of {self.benchmark}.", field=name)
        if self.run is not None:
            check_between([self.run], "run")
        named = Witness.objects.filter(benchmark=self.benchmark, name__iexact=self.name)
        if named.exclude(adapter=self.adapter).exists():
            refuse_name(self.benchmark, self.name)

    @property
    def adapter(self) -> str:
        return "proxy" if self.proxy else "run" if self.run else "scores"

    def arguments(self) -> dict[str, Any]:
        """What the job gets, beside the file."""
        row = self.proxy or self.run
        return {
            "benchmark": self.benchmark.pk,
            "pool": self.pool and self.pool.pk,
            "name": self.name,
            "family": self.family,
            "of_kind": self.adapter if row else self.kind,  # a job's own kind is called so already
            "adapter": self.adapter,
            "row": row and row.pk,
            "config": self.config,
        }

    @property
    def config(self) -> dict[str, Any]:
        """What the witness is known by besides its source: the same file, said to have learnt, is
        another witness, so that a mistake can be put right."""
        learnt = {"learnt": True} if self.learnt else {}
        return learnt if self.threshold is None else {**learnt, "threshold": self.threshold}


def refuse_name(benchmark: Benchmark, name: str) -> NoReturn:
    taken = f"{benchmark} has a witness called {name}: expected another name."
    raise WitnessNameTaken(taken, field="name")
