"""Proxies that are made, or brought from elsewhere."""

from typing import Any, NoReturn

from django.db.models import QuerySet

from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from people.models import User
from pooling.actions.hand_in import AnyFile
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmarks
from semantics.models import Proxy
from semantics.queries.described import COMPUTED, takes
from semantics.words.bags import RHO

NAME: Any = Proxy._meta.get_field("name")
LARGEST_SEED = 2**31 - 1
FILES = ("verbs", "nouns", "vectors")


class ProxyNameTaken(Refused):
    """The benchmark has a proxy of this name: expected another name."""


def benchmarks(person: User) -> QuerySet[Benchmark]:
    return access_benchmarks(person).order_by("name")


@frozen
class ProxyWanted:
    """A proxy that is computed from what captions say."""

    benchmark: Benchmark = asked("The benchmark whose captions are compared.", rows=benchmarks)
    kind: str = asked("What makes a video relevant to a caption.", choices=COMPUTED)
    name: str = asked(
        "The name of the proxy. It is the kind's if it is not given.",
        default="",
        longest=NAME.max_length,
        checks=NAME.validators,
    )
    rho: float = asked(
        "The share of a video's captions that a word must be in, to be one of the video's words.",
        default=RHO,
        at_least=0,
        at_most=1,
        label="Share of a video's captions (rho)",
    )
    verbs: AnyFile | None = asked(
        "Classes of verbs: CSV with the columns class and instances, as EPIC-KITCHENS has them."
        " Without it, WordNet says which verbs mean the same.",
        default=None,
        label="Classes of verbs",
        option="--verbs",
    )
    nouns: AnyFile | None = asked(
        "Classes of nouns: CSV with the columns class and instances, as EPIC-KITCHENS has them."
        " Without it, WordNet says which nouns mean the same.",
        default=None,
        label="Classes of nouns",
        option="--nouns",
    )
    vectors: AnyFile | None = asked(
        "Vectors of the captions: an array with a row for each caption (.npy), or a text with lines"
        " of a caption's key and its numbers. Without it, vectors are fitted to the captions.",
        default=None,
        label="Vectors of captions",
        option="--vectors",
    )
    columns: tuple[str, ...] = asked(
        "The columns with the classes that the data set gives, with commas between, as in"
        " verb_class,all_noun_classes.",
        default=(),
        most=10,
        label="Columns with classes",
    )
    seed: int = asked(
        "The seed of the fit, where vectors are fitted to the captions.",
        default=0,
        at_least=0,
        at_most=LARGEST_SEED,
    )

    def check(self) -> None:
        for name in (*FILES, "columns"):
            if getattr(self, name) and not takes(self.kind, name):
                title = COMPUTED[self.kind]
                raise Refused(
                    f"The proxy {title} does not look at {name}: leave it out.", field=name
                )
        self._check_columns()
        check_name(self.benchmark, self.name, self.kind)

    def _check_columns(self) -> None:
        there = ", ".join(self.benchmark.columns) or "none"
        if takes(self.kind, "columns") and not self.columns:
            wanted = f"Expected the columns with the classes; {self.benchmark} has {there}."
            raise Refused(wanted, field="columns")
        for name in self.columns:
            if name not in self.benchmark.columns:
                raise Refused(
                    f"{self.benchmark} has no column {name}; it has {there}.", field="columns"
                )

    def files(self) -> dict[str, AnyFile | None]:
        return {name: getattr(self, name) for name in FILES}

    def arguments(self) -> dict[str, Any]:
        """What the job gets, beside the files."""
        given = {name: getattr(self, name) for name in ("name", "rho", "seed")}
        given["columns"] = list(self.columns)
        # A job's own kind is called so already.
        return {"benchmark": self.benchmark.pk, "of_kind": self.kind} | given


@frozen
class ProxyFileWanted:
    """A relevance matrix from elsewhere."""

    benchmark: Benchmark = asked("The benchmark that the matrix is about.", rows=benchmarks)
    file: AnyFile = asked(
        "The matrix, captions x videos in the benchmark's order, with numbers from 0 to 1: an array"
        " (.npy, .npz), or a sparse one as scipy.sparse.save_npz writes it.",
        label="Relevance matrix",
        option="--import",
    )
    name: str = asked(
        "The name of the proxy.", longest=NAME.max_length, checks=NAME.validators, option=None
    )

    def check(self) -> None:
        check_name(self.benchmark, self.name, Proxy.Kind.IMPORTED)

    def arguments(self) -> dict[str, Any]:
        """What the job gets, beside the file."""
        return {"benchmark": self.benchmark.pk, "name": self.name}


def check_name(benchmark: Benchmark, name: str, kind: str) -> None:
    """Checks the name before a job is asked for. One of the same kind may be the very one that is
    asked for: that is known once the files are read."""
    named = Proxy.objects.filter(benchmark=benchmark, name__iexact=name)
    if name and named.exclude(kind=kind).exists():
        refuse_name(benchmark, name)


def refuse_name(benchmark: Benchmark, name: str) -> NoReturn:
    taken = f"{benchmark} has a proxy called {name}: expected another name."
    raise ProxyNameTaken(taken, field="name")
