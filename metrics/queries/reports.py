"""Reports on a person's behalf: for readers, as all that tells which run found what."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any

from django.db.models import OuterRef, QuerySet
from django.http import Http404

from foundation.frozen import frozen
from metrics.charts.chart import Chart, remembered
from metrics.charts.registry import charts_of
from metrics.charts.style import Style
from metrics.frozen import found_in, unpack_table
from metrics.models import Report
from metrics.studies.registry import PARTS, VERSIONS
from metrics.studies.saturation import headroom_table, headrooms
from metrics.table import Table
from people.models import User
from people.queries import require_reader
from pooling.models import RetrievalModel, Run
from pooling.queries.visible import Contains, mentions, told_of


def style_of(runs: Iterable[Run]) -> Style:
    """The colours of these runs, by their names. A model has one everywhere in the product, by the
    order in which models were registered; they are never deleted, so it stays."""
    shown = [(run.name, run.model_id) for run in runs]
    order = RetrievalModel.objects.order_by("pk").values_list("pk", flat=True)
    places = {model: place for place, model in enumerate(order)}
    return Style({name: places[model] for name, model in shown})


REMEMBERED = 8  # reports in each process, of a megabyte each


def access_reports(asking: User) -> QuerySet[Report]:
    """Reports without their results, which may be long. Those on a run that readers may not
    know of are for leads alone."""
    require_reader(asking)
    reports = Report.objects.all() if asking.is_lead else readers_reports()
    return reports.select_related("benchmark", "made_by").defer("result")


def readers_reports() -> QuerySet[Report]:
    runs = OuterRef("inputs__runs")
    left_out = mentions(Contains(runs, told_of()), Contains(runs, told_of("name")))
    # A leaderboard's report names no ids: what was made of it tells which runs it is of.
    shown = OuterRef("issue__shown")
    withdrawn = mentions(Contains(shown, told_of()), Contains(shown, told_of("name")))
    return Report.objects.exclude(left_out).exclude(withdrawn)


def access_report(asking: User, report_id: int) -> Report:
    found = access_reports(asking).filter(pk=report_id).first()
    if found is None:
        raise Http404("no such report")
    return found


def result_of(report: Report) -> dict[str, Any]:
    """{"benchmark", "parts": {name: {"found", "tables"} or {"nothing": why}}}"""
    result: dict[str, Any] = json.loads(bytes(report.result))
    return result


@frozen
class ReportPart:
    """One part of a report. nothing: why it has no tables, if so."""

    name: str
    title: str
    found: Mapping[str, Any]
    tables: Sequence[Table]
    charts: Sequence[Chart]
    nothing: str


@frozen
class _Frozen:
    """A report as what it is found by: its row never changes."""

    pk: int
    sha256: str
    report: Report = field(compare=False)


def parts_of(report: Report) -> Sequence[ReportPart]:
    """The parts with their charts, which are found by the names of the studies. A report is frozen:
    its parts are unpacked once for all who look at it, one after the other."""
    return _parts(_Frozen(report.pk, report.sha256, report))


@lru_cache(maxsize=REMEMBERED)
def _parts(frozen: _Frozen) -> Sequence[ReportPart]:
    """In the order in which people read them."""
    parts = result_of(frozen.report)["parts"]
    return tuple(_part(frozen.report, name, parts[name]) for name in PARTS if name in parts)


def _part(report: Report, name: str, part: Mapping[str, Any]) -> ReportPart:
    found = found_in(part)
    tables = [unpack_table(table) for table in part.get("tables", ())]
    shown = [remembered(chart, report.sha256) for chart in _charts(report, name, found, tables)]
    return ReportPart(name, PARTS[name].title, found, tables, shown, part.get("nothing", ""))


def _charts(
    report: Report, name: str, found: Mapping[str, Any], tables: Sequence[Table]
) -> Sequence[Chart]:
    if not found:
        return ()
    if (report.inputs.get("studies") or {}).get(name) == VERSIONS[name]:
        return charts_of(name, found, tables)
    # What an older version found may lack what a picture needs: the report is shown without it.
    try:
        return charts_of(name, found, tables)
    except (KeyError, IndexError, TypeError):
        return ()


def style_of_report(report: Report) -> Style:
    """A run that is not there any more, or that a leaderboard's report keeps without its id, takes
    the colour of its place in the report."""
    known = [run["id"] for run in report.inputs["runs"] if run.get("id")]
    return style_of(Run.objects.filter(pk__in=known))


def drawn_in(report: Report) -> tuple[Sequence[Table], Sequence[Chart]]:
    """Its tables, with those that follow from what was frozen, and its pictures."""
    parts = parts_of(report)
    headroom = headroom_of({part.name: part.found for part in parts if part.found})
    tables = [*(table for part in parts for table in part.tables), headroom]
    return tables, [chart for part in parts for chart in part.charts]


def headroom_of(found: Mapping[str, Any]) -> Table:
    """found: by the names of parts."""
    evaluation = found["evaluation"]
    rows = headrooms(evaluation, found.get("comparison"))
    return headroom_table(evaluation["benchmark"], rows)
