"""Edges translate, and decide nothing: together they are shorter than what they call. A rule that
grows in a view or a serializer shows here before it is copied into the next one."""

from itertools import chain

from foundation.home import CHECKOUT
from tests.packages import PACKAGES

EDGES = {"views", "api", "management", "templatetags", "serializers"}
EDGE_FILES = ("forms.py", "serializers.py", "background.py")
RULES = {"actions", "asked", "queries", "locks", "labels", "slots", "sql"}


def lines_of(files) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def all_files():
    found = chain.from_iterable((CHECKOUT / name).rglob("*") for name in PACKAGES)
    return [file for file in found if file.suffix in (".py", ".sql")]


def is_edge(file) -> bool:
    return bool(EDGES & set(file.parts)) or file.name.endswith(EDGE_FILES)


def is_rule(file) -> bool:
    return bool(RULES & set(file.parts)) or file.name == "queries.py"


def test_edges_are_shorter_than_what_they_call():
    files = all_files()
    edges = lines_of(file for file in files if is_edge(file) and not is_rule(file))
    rules = lines_of(file for file in files if is_rule(file))
    assert 0 < edges < rules
