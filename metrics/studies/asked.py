"""What a report is asked for. Pages, the API and jobs take its options, their sentences and rules
from here; so does the comparison of two reports, which names the options that differ."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal

from foundation.asking.questions import asked
from foundation.frozen import frozen
from measures.measure import Measure
from measures.names import parse_all

Positives = Literal["both", "original", "all"]
LeaveOut = Literal["", "run", "family"]
LabelsAsked = Literal["majority", "posterior"]
Likeness = Literal["both", "text", "release", ""]
MEASURES = ("C@1", "C@5", "C@10", "AP")
MOST_WITNESSES = 5
MOST_LEVEL = 100  # of qrels; scales here have fewer
DEEPEST, LONGEST, LONGEST_NAME = 1_000, 40, 100
MOST_SEED = 2**31 - 1
POSITIVES = {
    "both": "Original, and with the collected ones",
    "original": "Original only",
    "all": "Original and collected",
}
LIKENESS = {
    "both": "In both ways",
    "text": "As the paper's text defines it",
    "release": "As the paper's release computed it",
    "": "Not at all",
}
LABELS = {
    "majority": "The verdicts, as the majority has them",
    "posterior": "The verdicts, and beside them scores with the labels' errors",
}
LEFT_OUT = {"": "Nothing", "run": "Each run in turn", "family": "Each family of models in turn"}


def in_a_sentence(names: Any) -> None:
    """The refusal of a measure that is not known, as a sentence."""
    if any(len(name) > LONGEST for name in names):
        raise ValueError(f"The name of a measure has at most {LONGEST} characters.")
    try:
        parse_all(names)
    except ValueError as unknown:
        raise ValueError(f"{str(unknown)[:1].upper()}{str(unknown)[1:]}.") from None


@frozen
class EvaluationAsked:
    """Each option once. A part of the report that is asked for by an option says which in its
    study."""

    measures: tuple[str, ...] = asked(
        "Names with commas between, as in C@1, AP, nDCG@10, GMR.",
        default=MEASURES,
        most=30,
        checks=[in_a_sentence],
    )
    positives: Positives = asked(
        "Which positives count in the scores.", default="both", choices=POSITIVES
    )
    level: int = asked(
        "The grade from which a pair that people graded counts as relevant, on a scale of more than"
        " two values; 0 for the campaigns' own.",
        default=0,
        label="Relevant from grade",
        at_least=0,
        at_most=MOST_LEVEL,
        empty=0,
    )
    intervals: bool = asked(
        "Add 95 % intervals to the scores, with captions clustered by video and text.", default=True
    )
    labels: LabelsAsked = asked(
        "Add scores and intervals with errors of the labels, from pairs that several raters"
        " labelled, decisions and hidden gold.",
        default="majority",
        choices=LABELS,
    )
    comparisons: bool = asked(
        "Compare every two runs.", default=True, label="Every two runs compared"
    )
    overlap: int = asked(
        "The depth at which the overlap of every two runs is computed; 0 for none.",
        default=10,
        label="Overlap at",
        at_least=0,
        at_most=DEEPEST,
        empty=0,
    )
    sample_sizes: tuple[int, ...] = asked(
        "Numbers of captions, as in 500, 1000: which difference each could tell apart.",
        default=(),
        most=20,
        at_least=2,
    )
    leave_out: LeaveOut = asked(
        "A run's score without the positives that only it found.",
        default="",
        label="Left out in turn",
        choices=LEFT_OUT,
    )
    unjudged: int = asked(
        "The rank down to which each run's cost to judge is counted, and until then the bounds of"
        " its scores; 0 for none.",
        default=0,
        label="Pairs not judged, to rank",
        at_least=0,
        at_most=DEEPEST,
        empty=0,
    )
    estimate: int = asked(
        "A pool that drew some captions: scores over all captions, from those that were drawn.",
        default=0,
        label="Estimates from pool",
    )
    witnesses: tuple[str, ...] = asked(
        "Names of witnesses, with commas between: beside what people's labels say of corrected"
        " scores, what they say with the witnesses' opinions. It takes a pool that drew captions.",
        default=(),
        label="With witnesses",
        most=MOST_WITNESSES,
    )
    reuse: bool = asked(
        "Show where positives stand: by query, rank and length of captions.",
        default=False,
        label="Where positives stand",
    )
    likeness: Likeness = asked(
        "How captions are compared with training captions, where the benchmark has some and the"
        " report shows where positives stand.",
        default="both",
        label="Likeness to training captions",
        choices=LIKENESS,
    )
    slices: bool = asked(
        "Scores by the length of captions, by their source and by the number of their positives.",
        default=False,
        label="Scores by groups of captions",
    )
    stability: bool = asked(
        "Hold the runs' order by original positives against their order by all positives.",
        default=False,
        label="Order of the runs",
    )
    relevance: str = asked(
        "The name of a proxy of relevance: nDCG of the runs under it, how many captions it calls"
        " relevant, how far instance-based scores may be off, and how much of what the runs rank"
        " high is relevant; empty for none.",
        default="",
        label="Relevance by proxy",
        longest=LONGEST_NAME,
    )
    proxies: bool = asked(
        "Hold every stored proxy of relevance against what people found.",
        default=False,
        label="Proxies against people",
    )
    same_text: bool = asked(
        "The videos of captions with the same text are original positives too; the paper counts"
        " only a caption's own video.",
        default=False,
        label="Same text counts as positive",
    )
    seed: int = asked(
        "The same seed draws the same resamples.", default=0, at_least=0, at_most=MOST_SEED
    )
    resamples: int = asked(
        "How many resamples are drawn.", default=10_000, at_least=100, at_most=100_000
    )

    @property
    def posterior(self) -> bool:
        return self.labels == "posterior"

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {
            "measures": list(self.measures),
            "sample_sizes": list(self.sample_sizes),
            "witnesses": list(self.witnesses),
        }

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> "EvaluationAsked":
        """Raises UnknownMeasure. Measures come by their printed names, each once."""
        measures = parse_all(found.get("measures", MEASURES))
        sizes = tuple(found.get("sample_sizes", ()))
        names = tuple(found.get("witnesses", ()))
        lists = {"measures": tuple(map(str, measures)), "sample_sizes": sizes, "witnesses": names}
        return cls(**{**found, **lists})

    @property
    def parsed(self) -> tuple[Measure, ...]:
        return parse_all(self.measures)
