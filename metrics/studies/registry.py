"""All studies, by their names, with their tables: the one place that knows both.

A study is a module here with a `STUDY`, and a module of the same name in metrics/tables with a
function `tables`. Commands, reports, versions and titles follow from what is there.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from metrics import studies, tables
from metrics.studies.description import Study
from metrics.studies.study import Findings
from metrics.table import Table


def _described() -> list[Study]:
    makers, computing = (
        {module.name for module in iter_modules(package.__path__)} for package in (tables, studies)
    )
    found = [import_module(f"{studies.__name__}.{name}").STUDY for name in makers & computing]
    return sorted(found, key=lambda study: (study.place, study.name))


STUDIES: Mapping[str, Study] = {study.name: study for study in _described()}
PARTS: Mapping[str, Study] = {
    name: study
    for name, study in STUDIES.items()
    if study.part and (study.option or not study.kept)
}
KEPT: Mapping[str, Study] = {name: study for name, study in STUDIES.items() if study.kept}
VERSIONS: Mapping[str, int] = {name: study.version for name, study in STUDIES.items()}
_MAKERS: Mapping[type, Callable[[Any], Sequence[Table]]] = {
    kind: import_module(f"{tables.__name__}.{study.name}").tables
    for study in STUDIES.values()
    for kind in study.findings
}


def name_of(found: Findings) -> str:
    return next(name for name, study in STUDIES.items() if type(found) in study.findings)


def tables_of(found: Findings) -> Sequence[Table]:
    """What a study found, as people read it."""
    return _MAKERS[type(found)](found)
