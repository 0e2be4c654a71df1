"""Reports on a person's behalf: for readers, as all that tells which run found what."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from metrics.frozen import unpack_table
from metrics.models import Report
from metrics.studies.registry import PARTS
from metrics.table import Table
from metrics.words import percent
from people.models import User
from people.queries import require_reader


def access_reports(asking: User) -> QuerySet[Report]:
    """Without the results, which may be long."""
    require_reader(asking)
    return Report.objects.select_related("benchmark", "made_by").defer("result")


def access_report(asking: User, report_id: int) -> Report:
    found = access_reports(asking).filter(pk=report_id).first()
    if found is None:
        raise Http404("no such report")
    return found


def result_of(report: Report) -> dict[str, Any]:
    """{"benchmark", "parts": {name: {"told", "tables"} or {"nothing": why}}}"""
    result: dict[str, Any] = json.loads(bytes(report.result))
    return result


def tables_of(result: dict[str, Any]) -> Iterator[tuple[str, Sequence[Table], str]]:
    """Each part's name, its tables, and why it has none if so; in the order in which people read
    them."""
    parts = result["parts"]
    for name in PARTS:
        if name in parts:
            yield (
                name,
                [unpack_table(table) for table in parts[name].get("tables", ())],
                parts[name].get("nothing", ""),
            )


def judged_sentence(result: dict[str, Any]) -> str:
    """How much of what the scores rest on was judged: of one run, or from the least to the most of
    several."""
    judged = result["parts"]["evaluation"]["told"].get("judged")
    if not judged:
        return "how much of their first ranks was judged was not recorded"
    shares = sorted(one["share"] for one in judged)
    least, most = percent(shares[0]), percent(shares[-1])
    return f"Judged@{judged[0]['k']} is {least if least == most else f'{least} to {most}'} %"


def warnings_of(result: dict[str, Any]) -> list[str]:
    return list(result["parts"]["evaluation"]["told"].get("warnings", ()))


def find_table(report: Report, key: str) -> Table:
    for _, tables, _ in tables_of(result_of(report)):
        for table in tables:
            if table.key == key:
                return table
    raise Http404("no such table in this report")
