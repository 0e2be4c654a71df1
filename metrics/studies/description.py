"""What a study is, apart from its numbers: how it is called, what a report asks it by, what it
looks at, and how it is computed as a part of a report."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from foundation.frozen import frozen
from measures.measure import Measure
from metrics.snapshot import Rule, Snapshot
from metrics.studies.asked import EvaluationAsked
from metrics.studies.label_evidence import LabelEvidence
from metrics.studies.likeness import Texts
from metrics.studies.opinions import Opinions
from metrics.studies.pooled import PACE, Pooled
from metrics.studies.proxied import Proxied
from metrics.studies.questions import ReportQuestion
from metrics.studies.sampled import PoolSample
from metrics.studies.study import Findings, NothingToStudy

LAST = 1_000


class Need(Enum):
    """What a part of a report looks at besides the snapshot."""

    PACE = "pace"
    SAMPLE = "pool"
    POOLED = "leave_out"
    TEXTS = "texts"
    PROXY = "relevance"
    PROXIES = "proxies"
    LABELS = "labels"
    OPINIONS = "witnesses"


@frozen
class ReportContext:
    """What was read for each need; the usual where no part has it."""

    pace: float = PACE  # labels an hour
    pace_from: str = "assumed"
    sample: PoolSample | None = None
    pooled: Pooled | None = None
    texts: Texts | None = None
    proxied: Proxied | None = None  # the one that the report names
    proxies: tuple[Proxied, ...] = ()  # all that are stored
    outdated: tuple[str, ...] = ()  # stored ones that are of fewer captions or videos
    labels: LabelEvidence | None = None  # who said what
    opinions: tuple[Opinions, ...] = ()  # what witnesses say, queries x videos


USUAL = ReportContext()


@frozen
class Setup:
    """What a part of a report is computed from."""

    snapshot: Snapshot
    asked: EvaluationAsked
    context: ReportContext = USUAL

    @property
    def measures(self) -> Sequence[Measure]:
        return self.asked.parsed

    @property
    def tested(self) -> Sequence[Measure]:
        """Those with a mean over captions; all, if there is none, so that a part can say why."""
        return [one for one in self.measures if not one.kind.instead] or self.measures

    @property
    def rule(self) -> Rule:
        return "original" if self.asked.positives == "original" else "all"

    @property
    def proxied(self) -> Proxied:
        if self.context.proxied is None:
            raise NothingToStudy(f"no proxy named {self.asked.relevance!r} was read")
        return self.context.proxied

    @property
    def draws(self) -> Mapping[str, int]:
        return {"seed": self.asked.seed, "resamples": self.asked.resamples}


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A module here, whose tables are made by the module of the same name in metrics/tables.

    version: rises with every change of what it tells or shows for the same snapshot, however small;
    see docs/metrics.md, "Versions of studies". A test holds each study's output to a digest.
    """

    name: str
    title: str
    version: int
    findings: tuple[type[Findings], ...]  # what it finds, as one or another
    part: Callable[[Setup], Any] | None = None  # None where reports do not have it
    question: ReportQuestion | None = None  # that it helps to answer, as a part of a report
    option: str = ""  # of EvaluationAsked, that asks for it; every report has it if there is none
    needs: tuple[Need, ...] = ()
    place: int = LAST  # among the parts of a report
    # The earliest version that scores captions as this one does, where what it shows changed since.
    scores_since: int = 1
    kept: bool = False  # whether it has a page and a job of a benchmark's runs, as they are

    def is_asked(self, asked: EvaluationAsked) -> bool:
        return self.part is not None and bool(not self.option or getattr(asked, self.option))

    def compute(self, setup: Setup) -> Any:
        if self.part is None:
            raise TypeError(f"reports have no part {self.name}")
        return self.part(setup)
