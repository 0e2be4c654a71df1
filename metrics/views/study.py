"""The page of any study that is kept as it is: its tables and pictures."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from metrics.actions.study_kept import StudyAsked
from metrics.charts.registry import charts_of
from metrics.queries.colours import style_of
from metrics.queries.proxied import runs_looked_at
from metrics.studies.registry import name_of, tables_of
from metrics.studies.study import Findings
from metrics.views.kept import KeptPage, Pictured


def _drawn(request: HttpRequest, found: Findings) -> Pictured:
    tables = tables_of(found)
    return tables, charts_of(name_of(found), found.as_json(), tables)


def _shown(request: HttpRequest, found: Findings) -> dict[str, Any]:
    tables, charts = _drawn(request, found)
    return {"tables": tables, "charts": charts}


NONE_YET = _("This study has not been computed yet.")
PAGE = KeptPage(
    StudyAsked.named, "study", NONE_YET, _shown, _drawn, lambda of: style_of(runs_looked_at(of))
)
