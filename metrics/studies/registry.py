"""All studies, by their names, with their tables: the one place that knows both.

A study is a module here with a `STUDY`, or with the several parts of one in `STUDIES`, and a module
of the same name in metrics/tables with a function `tables`. Commands, reports, versions and titles
follow from what is there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from pkgutil import iter_modules
from typing import Any

from metrics import studies, tables
from metrics.studies.description import Study
from metrics.studies.proxies import UnderProxies
from metrics.studies.study import Findings
from metrics.table import Table


def _described() -> Iterator[tuple[Study, str]]:
    """Each with the name of its module."""
    makers, computing = (
        {module.name for module in iter_modules(package.__path__)} for package in (tables, studies)
    )
    for name in makers & computing:
        module = import_module(f"{studies.__name__}.{name}")
        for study in getattr(module, "STUDIES", None) or [module.STUDY]:
            yield study, name


_FOUND = sorted(_described(), key=lambda one: (one[0].place, one[0].name))
STUDIES: Mapping[str, Study] = {study.name: study for study, _ in _FOUND}
MODULES: Mapping[str, str] = {study.name: module for study, module in _FOUND}
PARTS: Mapping[str, Study] = {
    name: study
    for name, study in STUDIES.items()
    if study.part and (study.option or not study.kept)
}
KEPT: Mapping[str, Study] = {name: study for name, study in STUDIES.items() if study.kept}
VERSIONS: Mapping[str, int] = {name: study.version for name, study in STUDIES.items()}
_MAKERS: Mapping[type, Callable[[Any], Sequence[Table]]] = {
    kind: import_module(f"{tables.__name__}.{MODULES[study.name]}").tables
    for study in STUDIES.values()
    for kind in study.findings
}


def name_of(found: Findings) -> str:
    return next(name for name, study in STUDIES.items() if type(found) in study.findings)


def tables_of(found: Findings) -> Sequence[Table]:
    """What a study found, as people read it."""
    if isinstance(found, UnderProxies):
        parts = chain(found.found(), *(one.found() for one in found.under))
        return [table for part in parts for table in tables_of(part)]
    return _MAKERS[type(found)](found)
