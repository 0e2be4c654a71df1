"""An evaluation whole: every study that was asked for, of one snapshot, as what a report
freezes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from metrics.frozen import Arrays, canonical, pack_table
from metrics.measures.measure import Measure
from metrics.measures.names import parse_all
from metrics.snapshot import Rule, Snapshot
from metrics.studies.comparison import compare_one_direction
from metrics.studies.estimate import estimate
from metrics.studies.evaluation import Positives, evaluate
from metrics.studies.leave_one_out import DEPTH, By, Pooled, leave_one_out
from metrics.studies.overlap import overlap, require_rows
from metrics.studies.pooled import of_videos
from metrics.studies.reuse import K, reuse
from metrics.studies.sample_size import sample_sizes
from metrics.studies.sampled import PoolSample
from metrics.studies.study import NothingToStudy, Study
from metrics.studies.unjudged import PACE
from metrics.studies.unjudged_runs import unjudged_runs
from metrics.studies.versions import VERSIONS

Progress = Callable[[int, int, str], None]
MEASURES = ("C@1", "C@5", "C@10", "AP")
TITLES = {
    "evaluation": "Scores",
    "comparison": "Comparison",
    "overlap": "Overlap",
    "leave_one_out": "Leave one out",
    "sample_size": "Sample sizes",
    "unjudged": "Pairs not judged",
    "estimate": "Estimates from a sample",
    "reuse": "Where positives stand",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a report is to have. overlap, unjudged: the depth, 0 for none. sample_sizes: numbers of
    captions.

    leave_out: "run", "family". estimate: the pool by its id, 0 for none.
    """

    measures: Sequence[str] = MEASURES
    positives: Positives = "both"
    intervals: bool = True
    comparisons: bool = True
    overlap: int = 10
    sample_sizes: Sequence[int] = ()
    leave_out: str = ""
    unjudged: int = 0
    estimate: int = 0
    reuse: bool = False
    same_text: bool = False
    seed: int = 0
    resamples: int = 10_000

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {
            "measures": list(self.measures),
            "sample_sizes": list(self.sample_sizes),
        }

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "Asked":
        """Raises UnknownMeasure. Measures come by their printed names, each once."""
        return cls(
            **{
                **told,
                "measures": tuple(
                    str(measure) for measure in parse_all(told.get("measures", MEASURES))
                ),
            }
        )


@dataclass(frozen=True, slots=True)
class ReportContext:
    """What some parts look at besides the snapshot."""

    pace: float = PACE  # labels an hour
    pace_from: str = "assumed"
    sample: PoolSample | None = None
    pooled: Pooled | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """result: see docs/metrics.md, as JSON in its one spelling. arrays: a score for each caption,
    `RUN|MEASURE|POSITIVES`.

    versions: of the study behind each part of the result.
    """

    result: bytes
    arrays: Arrays
    versions: Mapping[str, int]


def find_out(
    snapshot: Snapshot,
    asked: Asked,
    progress: Progress = lambda *_: None,
    context: ReportContext = ReportContext(),
) -> Findings:
    """Raises NothingToStudy where not even scores can be computed; what else cannot be says so in
    its own place."""
    progress(0, len(TITLES), TITLES["evaluation"])
    drawn = {"seed": asked.seed, "resamples": asked.resamples}
    scores = evaluate(
        snapshot, parse_all(asked.measures), asked.positives, intervals=asked.intervals, **drawn
    )
    parts = {"evaluation": _shown(scores)}
    for number, (name, study) in enumerate(_others(snapshot, asked, context).items(), start=1):
        progress(number, len(TITLES), TITLES[name])
        try:
            parts[name] = _shown(study())
        except NothingToStudy as nothing:
            parts[name] = {"nothing": str(nothing)}
    result = canonical({"benchmark": snapshot.benchmark, "parts": parts})
    return Findings(result, scores.arrays(), {name: VERSIONS[name] for name in parts})


def _others(
    snapshot: Snapshot, asked: Asked, context: ReportContext
) -> dict[str, Callable[[], Study]]:
    """Those that were asked for, in the order of TITLES."""
    rule: Rule = "original" if asked.positives == "original" else "all"
    measures = parse_all(asked.measures)
    drawn = {"seed": asked.seed, "resamples": asked.resamples}
    studies: dict[str, Callable[[], Study]] = {}
    tested = [
        measure for measure in measures if not measure.kind.instead
    ] or measures  # those with a mean over captions
    if asked.comparisons:
        studies["comparison"] = lambda: compare_one_direction(snapshot, tested, rule, **drawn)
    if asked.overlap:
        studies["overlap"] = lambda: require_rows(overlap(snapshot, asked.overlap))
    if asked.leave_out:
        by: By = "family" if asked.leave_out == "family" else "run"
        studies["leave_one_out"] = lambda: _leave_one_out(
            of_videos(snapshot), measures, by, context.pooled
        )
    if asked.sample_sizes:
        studies["sample_size"] = lambda: sample_sizes(
            snapshot, tested, asked.sample_sizes, rule, **drawn
        )
    return studies | _of_the_pool(snapshot, asked, tested, context)


def _leave_one_out(
    of: Snapshot, measures: Sequence[Measure], by: By, pooled: Pooled | None
) -> Study:
    """pooled: None in reports that were frozen before it was an input; their own runs are the
    pool."""
    deep = min([DEPTH, *(run.depth for run in of.runs)])
    return leave_one_out(of, measures, by, pooled.depth if pooled else deep, pooled)


def _of_the_pool(
    snapshot: Snapshot, asked: Asked, tested: Sequence[Measure], context: ReportContext
) -> dict[str, Callable[[], Study]]:
    """What is about videos ranked for captions alone."""
    of, studies, sample = of_videos(snapshot), dict[str, Callable[[], Study]](), context.sample
    if asked.unjudged:
        studies["unjudged"] = lambda: unjudged_runs(
            of, asked.unjudged, pace=context.pace, pace_from=context.pace_from
        )
    if sample is not None:
        known = [
            measure for measure in tested if measure.kind.needs_positives
        ] or tested  # of the others nothing has to be estimated
        studies["estimate"] = lambda: estimate(of, sample, known)
    if asked.reuse:
        k = min([K, *(run.depth for run in of.runs)])
        studies["reuse"] = lambda: reuse(of, None, k, seed=asked.seed)
    return studies


def _shown(study: Study) -> dict[str, Any]:
    return {"told": study.as_json(), "tables": [pack_table(table) for table in study.tables()]}
