"""A class's name has one meaning in its package, and at most two in the house."""

import ast
from collections import Counter

from foundation.home import CHECKOUT
from tests.packages import PACKAGES

# Django asks for these names.
GIVEN = {"Command", "Meta"}


def classes_of(package: str) -> list[str]:
    """Those that other modules can name; what is inside a class is named by it."""
    sources = [
        path.read_text(encoding="utf-8")
        for path in (CHECKOUT / package).rglob("*.py")
        if "migrations" not in path.parts
    ]
    return [
        node.name
        for source in sources
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name not in GIVEN and node.name[0] != "_"
    ]


def test_a_class_has_a_name_of_its_own_in_its_package():
    twice = {
        package: [name for name, count in Counter(classes_of(package)).items() if count > 1]
        for package in PACKAGES
    }
    assert {package: names for package, names in twice.items() if names} == {}


def test_no_class_name_has_three_meanings():
    counted = Counter(name for package in PACKAGES for name in classes_of(package))
    assert [name for name, count in counted.items() if count > 2] == []
