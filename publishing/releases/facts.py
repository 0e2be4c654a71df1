"""What the system knows of what it releases, all of one moment. What it does not know is empty, and
written as "not recorded"."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date, datetime
from typing import Any

from annotator.scales import Scale
from foundation.frozen import frozen
from measures.estimate import Estimate
from metrics.frozen import found_in
from metrics.studies.agreement import AgreementStudy
from metrics.studies.headline import positives_by_caption
from metrics.words import counted, percent

NOT_RECORDED = "Not recorded."


@frozen
class CampaignFacts:
    name: str
    imported: bool
    pairs: int
    double_share: float
    label_limit: int
    trained: bool
    checked: bool  # by pairs whose answers are known
    guidelines: int  # versions of them
    scale: Scale


@frozen
class LabelFacts:
    labels: int = 0
    raters: int = 0
    hours: float = 0.0  # of active time, as far as it was measured
    timed: int = 0  # labels with an active time
    first: datetime | None = None
    last: datetime | None = None

    @property
    def days(self) -> str:
        if self.first is None or self.last is None:
            return ""
        first, last = f"{self.first:%Y-%m-%d}", f"{self.last:%Y-%m-%d}"
        return first if first == last else f"{first} to {last}"


@frozen
class Scores:
    """A frozen report's. digest: its SHA-256, by which it is found again."""

    digest: str
    asked: Mapping[str, Any]
    inputs: Mapping[str, Any]
    result: Mapping[str, Any]
    seconds: float | None = None  # that one run took, where it was measured

    @property
    def evaluation(self) -> Mapping[str, Any]:
        return found_in(self.result["parts"]["evaluation"])

    @property
    def by_caption(self) -> int | None:
        return positives_by_caption(self.evaluation, self.inputs)

    @property
    def judged(self) -> str:
        """How much of the runs' first ranks has a verdict, in a sentence."""
        judged = self.evaluation.get("judged")
        if not judged:
            return ""
        shares = sorted(one["share"] for one in judged)
        least, most = percent(shares[0]), percent(shares[-1])
        return f"Judged@{judged[0]['k']} is {least if least == most else f'{least} to {most}'} %."


@frozen
class Facts:
    benchmark: str
    title: str
    description: str
    captions: int
    queries: int
    videos: int
    release: str
    made_on: date
    log_position: int
    verdicts: Mapping[str, int]
    label: LabelFacts
    campaigns: Sequence[CampaignFacts]
    source_formats: Sequence[str]  # of the files that the captions came in
    license: str = ""
    creators: Sequence[str] = ()
    contact: str = ""
    url: str = ""
    language: str = "en"
    comments: bool = False
    least_labels: int = 1
    scale: Scale = field(default_factory=Scale)
    only_campaign: str = ""  # the one whose labels these are, where one was chosen
    agreement: AgreementStudy | None = None
    no_agreement: str = ""  # why there is none
    scores: Scores | None = None
    no_scores: str = ""
    left_out: Mapping[str, str] = field(default_factory=dict)  # a format's name: why

    @property
    def called(self) -> str:
        return self.title or self.benchmark

    @property
    def judged(self) -> int:
        return sum(self.verdicts.values())

    @property
    def verdicts_counted(self) -> str:
        return ", ".join(f"{count:,} {name}" for name, count in self.verdicts.items())

    @property
    def disagreements(self) -> int:
        return self.verdicts.get("disagreement", 0)

    @property
    def summary(self) -> str:
        """Two sentences for cards and citations. A disagreement is a verdict, too, and is named
        where there is one: agreement counts it apart from what is resolved."""
        split = self.disagreements
        return (
            f"Human relevance judgements of {counted(self.judged, 'caption-video pair')} of the"
            f" text-to-video retrieval benchmark {self.called}"
            f" ({counted(self.captions, 'caption')}, {counted(self.videos, 'video')})."
            f" {counted(self.label.labels, 'single label')} by"
            f" {counted(self.label.raters, 'rater')};"
            f" {counted(self.verdicts.get('relevant', 0), 'pair')} found relevant"
            f"{f', {split:,} left as a disagreement' if split else ''}. Videos are named by their"
            f" keys.{self.scale.sentence}"
        )

    @property
    def citation(self) -> str:
        who = " and ".join(self.creators)
        by = f"{who}. " if who else ""
        return (
            f"{by}Relevance judgements of {self.called}, release {self.release},"
            f" {self.made_on.year}."
        )


def figure_of(figure: Estimate, kind: str = "interval") -> str:
    """A number with its interval, as text; why not, where there is none."""
    if figure.value is None:
        return f"undefined ({figure.reason})" if figure.reason else "undefined"
    ends = figure.ends(kind)
    interval = f" [{ends[0]:.3f}, {ends[1]:.3f}]" if ends else ""
    return f"{figure.value:.3f}{interval}"
