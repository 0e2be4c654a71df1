"""What import contracts cannot see: strings (tables, addresses, templates) that name an app further
up."""

import ast
import re
from pathlib import Path

import pytest

from foundation.home import CHECKOUT
from tests.packages import PACKAGES

BELOW = PACKAGES[: PACKAGES.index("stack")]
CASES = [(name, BELOW[place + 1 :]) for place, name in enumerate(BELOW[:-1])]


def names_of(above: tuple[str, ...]) -> re.Pattern[str]:
    """A table, an address, a module or a file: annotator_item, annotator:rate, annotator.models."""
    return re.compile(rf"\b(?:{'|'.join(above)})[_.:/]\w")


def strings_of(path: Path) -> list[str]:
    """All but docstrings, which may point anywhere."""
    tree = ast.parse(path.read_text())
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
    ]


@pytest.mark.parametrize(("package", "above"), CASES, ids=[name for name, _ in CASES])
def test_no_string_of_the_code_names_an_app_above(package, above):
    named = names_of(above)
    found = [
        f"{path.relative_to(CHECKOUT)}: {named.search(text)}"
        for path in (CHECKOUT / package).rglob("*.py")
        for text in strings_of(path)
        if named.search(text)
    ]
    assert found == []


@pytest.mark.parametrize(("package", "above"), CASES, ids=[name for name, _ in CASES])
def test_no_template_names_an_app_above(package, above):
    named = re.compile(rf"['\"](?:{'|'.join(above)})[:/]")
    folder = CHECKOUT / "templates" / package
    found = [str(path) for path in folder.rglob("*.html") if named.search(path.read_text())]
    assert found == []


def test_such_a_string_would_be_found(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text('"""annotator.models may be named here."""\nT = "annotator_item"\n')
    assert [bool(names_of(["annotator"]).search(text)) for text in strings_of(path)] == [True]
