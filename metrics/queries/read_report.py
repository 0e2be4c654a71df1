"""A frozen report as its page shows it: what it says first, then each part with its pictures. All
of it follows from the frozen result; nothing is computed again, and no array is read."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404

from foundation.frozen import frozen
from metrics.charts.chart import Chart
from metrics.charts.rows import of_one_measure
from metrics.models import Report
from metrics.queries.reports import ReportPart, headroom_of, parts_of
from metrics.readings import what_witnesses_save
from metrics.studies.grade_use import GradeUse, use_in
from metrics.studies.headline import Headline, headline_of, measures_of, positives_by_caption
from metrics.studies.questions import QUESTIONS, ReportQuestion
from metrics.studies.registry import PARTS
from metrics.studies.saturation import Headroom, headrooms
from metrics.studies.verdicts import Verdict, verdicts_of
from metrics.table import Table

# Pictures of a part that are shown at once: one, so that two parts are side by side. A comparison
# also shows what would tell its runs apart.
SHOWN = {"comparison": 2}
READ_AT_ONCE = 6  # verdicts


PANELLED = frozenset({"sample_size", "reuse", "slices"})


@frozen
class ShownPart:
    """shown, folded: its pictures, of the chosen measure and of none."""

    name: str
    title: str
    nothing: str
    tables: Sequence[Table]
    shown: Sequence[Chart]
    folded: Sequence[Chart]

    @property
    def wide(self) -> bool:
        """Whether it takes the page's whole width; two others are side by side. Pictures in several
        panels need it."""
        return len(self.shown) > 1 or self.name in PANELLED


@frozen
class Answered:
    """A question with the parts of a report that answer it."""

    question: ReportQuestion
    parts: Sequence[ShownPart]

    def laid_out(self) -> list[tuple[ShownPart, bool]]:
        """Each part, and whether it is alone in its line: wide, or with none beside it."""
        lines: list[list[ShownPart]] = []
        for part in self.parts:
            if lines and len(lines[-1]) == 1 and not (part.wide or lines[-1][0].wide):
                lines[-1].append(part)
            else:
                lines.append([part])
        return [(part, len(line) == 1) for line in lines for part in line]


@frozen
class ReadReport:
    """verdicts: of every two runs under the measure, the clearest first. by_caption: collected
    positives as scores count them, in pairs of caption and video; None where these are as many as
    the pairs of query and video that people found."""

    headline: Headline | None
    measure: str
    measures: Sequence[str]
    answered: Sequence[Answered]
    headrooms: Sequence[Headroom]
    headroom: Table
    verdicts: Sequence[Verdict]
    rest: Sequence[Verdict]
    warnings: Sequence[str]
    by_caption: int | None
    marks: Sequence[str]  # of runs whose models learnt from what they are scored on
    assumed: Sequence[Mapping[str, str]]  # why scores with the labels' errors rest on assumptions
    grades: GradeUse | None  # where people gave enough of them
    witnessed: Mapping[str, Any] | None  # what estimates with witnesses found

    @property
    def saved_by_witnesses(self) -> str:
        if self.witnessed is None:
            return ""
        run = self.headline.run if self.headline else ""
        return what_witnesses_save(self.witnessed, run, self.measure)

    @property
    def saturated(self) -> list[Headroom]:
        return [one for one in self.headrooms if one.saturated]

    @property
    def widest(self) -> Headroom | None:
        """The measure that leaves least room of those that leave enough."""
        return min(self.headrooms, key=lambda one: one.left, default=None)


def read_report(report: Report, measure: str = "") -> ReadReport:
    """measure: one of the report's, which its pictures and its first sentence are about; the first
    that has a value if empty. 404 for another."""
    parts = parts_of(report)
    found = {part.name: part.found for part in parts if part.found}
    evaluation = found["evaluation"]
    measures = measures_of(evaluation)
    if measure and measure not in measures:
        raise Http404("this report has no such measure")
    headline = headline_of(
        evaluation, report.inputs["runs"], measure, unjudged=found.get("unjudged")
    )
    chosen = measure or (headline.measure if headline else "")
    compared = found.get("comparison")
    verdicts = verdicts_of(compared, _compared(compared, chosen)) if compared else []
    return ReadReport(
        headline,
        chosen,
        measures,
        _answered([_shown(part, chosen, measures) for part in parts]),
        headrooms(evaluation, compared),
        headroom_of(found),
        verdicts[:READ_AT_ONCE],
        verdicts[READ_AT_ONCE:],
        evaluation.get("warnings", ()),
        positives_by_caption(evaluation, report.inputs),
        evaluation.get("marks", ()),
        found.get("label_errors", {}).get("assumed", ()),
        use_in(evaluation),
        found.get("witnessed"),
    )


def _shown(part: ReportPart, measure: str, measures: Sequence[str]) -> ShownPart:
    charts, first = of_one_measure(part.charts, measure, measures), SHOWN.get(part.name, 1)
    shown, folded = charts[:first], charts[first:]
    return ShownPart(part.name, part.title, part.nothing, part.tables, shown, folded)


def _answered(parts: Sequence[ShownPart]) -> list[Answered]:
    """By the questions, in their order; a report has parts that it was asked for."""
    by_question = [
        Answered(one, [part for part in parts if PARTS[part.name].question == one])
        for one in QUESTIONS
    ]
    return [one for one in by_question if one.parts]


def _compared(found: Mapping[str, Any], measure: str) -> str:
    """The chosen measure; or the first, where it is one that runs are not compared by."""
    named = list(dict.fromkeys(row["measure"] for row in found["rows"]))
    return measure if measure in named else next(iter(named), "")
