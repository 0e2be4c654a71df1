"""Every function at the root of a module is used by the product: what tests alone use is a twin of
their own, or has no reason to be there.

A name that stands in the sources twice counts as used, so this finds the plain cases alone, and
raises no false alarm. What has a decorator is registered by it.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from foundation.home import CHECKOUT
from tests.foundation.test_nothing_points_uphill import PACKAGES

NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def sources() -> list[Path]:
    packages = (*PACKAGES, "stack", "config")
    found = [path for of in packages for path in (CHECKOUT / of).rglob("*.py")]
    return [path for path in found if "migrations" not in path.parts]


def functions(path: Path) -> Iterator[str]:
    for one in ast.parse(path.read_text()).body:
        if isinstance(one, ast.FunctionDef) and not one.decorator_list:
            yield one.name


def test_no_function_is_used_by_tests_alone():
    templates = (CHECKOUT / "templates").rglob("*.*")
    texts = (path.read_text() for path in (*sources(), *templates, CHECKOUT / "pyproject.toml"))
    named = Counter(name for text in texts for name in NAME.findall(text))
    alone = {name for path in sources() for name in functions(path) if named[name] < 2}
    assert alone == set()
