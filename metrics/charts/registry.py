"""The charts of a study, found by its module's name: `metrics/charts/of_NAME.py` has a function
`charts`."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from metrics import charts
from metrics.charts.chart import Chart, Found
from metrics.studies.registry import MODULES, name_of, tables_of
from metrics.studies.study import Findings
from metrics.table import Table

Maker = Callable[[Found, Sequence[Table]], Iterable[Chart]]


@cache
def _maker(study: str) -> Maker | None:
    name = f"{charts.__name__}.of_{MODULES.get(study, study)}"
    return None if find_spec(name) is None else import_module(name).charts


def charts_of(study: str, found: Found, tables: Sequence[Table]) -> Sequence[Chart]:
    """found: what the study came to, as JSON (of a frozen report: its `found`). Empty for a study
    without charts; a maker leaves out what a report of earlier days does not have."""
    maker = _maker(study)
    return [] if maker is None else list(maker(found, tables))


def drawn_of(found: Findings) -> tuple[Sequence[Table], Sequence[Chart]]:
    """All tables and charts of what a study found."""
    tables = tables_of(found)
    return tables, charts_of(name_of(found), found.as_json(), tables)
