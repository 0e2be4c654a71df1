"""What changed from one report to another, with the names of the captions."""

from collections.abc import Collection, Mapping

from django.db.models import F

from foundation.finding.fields import Found, computed, found, unshown
from foundation.frozen import frozen
from foundation.refused import Refused
from measures.hits import Pairs
from metrics.charts.chart import Chart
from metrics.charts.of_changes import charts
from metrics.charts.rows import of_one_measure
from metrics.frozen import pairs_of_deltas
from metrics.models import Report, ReportArray
from metrics.queries.drafts import COLLECTED, JUDGED, frozen_grades, stored_arrays
from metrics.studies.changes import CaptionChange, Change, Changes, ScoreName, changes
from metrics.studies.settings import LabelsChanged, Setting, labels_between, settings_between
from pooling.models import Benchmark, Caption, Run, Video


class DifferentBenchmarks(Refused):
    """Two reports of different benchmarks have no caption in common: choose two of one."""


class NothingInCommon(Refused):
    """The two reports have no score in common: expected one run and one measure that are in
    both."""


@frozen
class NamedChange(Found, called="Change"):
    """key: of the caption, or of the video where the run ranks captions. null: no value, or a rank
    that is not known."""

    change: Change = unshown()
    key: str = found()
    text: str = found()  # of the caption; a video has none
    explored: str = unshown()  # how the explorer's address ends that shows what changed
    run = computed(str, lambda one: one.change.of.run)
    measure = computed(str, lambda one: one.change.of.measure)
    positives = computed(str, lambda one: one.change.of.positives)
    before = computed(float | None, lambda one: one.change.before)
    after = computed(float | None, lambda one: one.change.after)


@frozen
class NamedCaption:
    """A caption some of whose scores differ, with the largest of the changes."""

    row: CaptionChange
    key: str
    text: str
    explored: str


@frozen
class EvaluationChanges(Found, called="Changes"):
    settings: tuple[Setting, ...] = found("Those that differ.")
    labels: LabelsChanged = found("What differs in verdicts.")
    changes: int = found("All of them.")
    items: int = found("The captions and videos that they are of.")
    results: tuple[NamedChange, ...] = found()
    next: str | None = found()  # where the rest of them is


def compare_settings(before: Report, after: Report) -> list[Setting]:
    return settings_between((before.asked, before.inputs), (after.asked, after.inputs))


def compare_labels(before: Report, after: Report) -> LabelsChanged:
    first, second = _label_pairs(before), _label_pairs(after)
    positions = before.inputs["log_position"], after.inputs["log_position"]
    return labels_between(
        positions,
        (first[JUDGED], second[JUDGED]),
        (first[COLLECTED], second[COLLECTED]),
        (frozen_grades(before), frozen_grades(after)),
    )


def _label_pairs(report: Report) -> dict[str, Pairs]:
    shape = report.inputs["queries"], report.inputs["videos"]
    arrays = stored_arrays(report, (COLLECTED, JUDGED))
    return {name: pairs_of_deltas(deltas, shape, name) for name, deltas in arrays.items()}


def compare_reports(before: Report, after: Report, run: str = "", measure: str = "") -> Changes:
    """The changes between two reports; of one run or one measure only, where these are given."""
    if before.benchmark_id != after.benchmark_id:
        raise DifferentBenchmarks
    shared = [
        name
        for name in score_names(before) & score_names(after)
        if (of := ScoreName.read(name)) is not None
        and run in ("", of.run)
        and measure in ("", of.measure)
    ]
    if not shared:
        raise NothingInCommon
    return changes(stored_arrays(before, shared), stored_arrays(after, shared))


def changed_charts(found: Changes, measure: str = "") -> list[Chart]:
    """Charts of one measure, or of the first where none is named."""
    every = charts(found.by_run())
    return of_one_measure(
        every, measure, list(dict.fromkeys(one.measure for one in found.named.values()))
    )


def charts_between(before: Report, after: Report) -> list[Chart]:
    return charts(compare_reports(before, after).by_run())


def score_names(report: Report) -> set[str]:
    names = ReportArray.objects.filter(report=report).values_list("name", flat=True)
    return {name for name in names if ScoreName.read(name)}


def name_changes(report: Report, page: Collection[Change]) -> list[NamedChange]:
    """Each item by its key and text."""
    backwards = {
        run["name"]
        for run in report.inputs["runs"]
        if run["direction"] == Run.Direction.VIDEO_TO_TEXT
    }
    captions = _captions(
        report.benchmark, {change.item for change in page if change.of.run not in backwards}
    )
    videos = _videos(
        report.benchmark, {change.item for change in page if change.of.run in backwards}
    )
    ids = {run["name"]: run["id"] for run in report.inputs["runs"]}
    return [
        NamedChange(
            change,
            *(videos if change.of.run in backwards else captions)[change.item],
            f"?runs={ids[change.of.run]}",
        )
        for change in page
    ]


def captions_changed(report: Report, found: Changes, start: int, size: int) -> list[NamedCaption]:
    """One row for each caption, from the start-th on, largest change first."""
    rows = found.by_caption(start, size)
    named = name_changes(report, [row.change for row in rows])
    return [
        NamedCaption(row, one.key, one.text, one.explored)
        for row, one in zip(rows, named, strict=True)
    ]


def _captions(benchmark: Benchmark, numbers: Collection[int]) -> Mapping[int, tuple[str, str]]:
    rows = Caption.objects.filter(benchmark=benchmark, number__in=numbers).annotate(
        text=F("query__text")
    )
    return {number: (key, text) for number, key, text in rows.values_list("number", "key", "text")}


def _videos(benchmark: Benchmark, numbers: Collection[int]) -> Mapping[int, tuple[str, str]]:
    rows = Video.objects.filter(benchmark=benchmark, number__in=numbers)
    return {number: (key, "") for number, key in rows.values_list("number", "key")}
