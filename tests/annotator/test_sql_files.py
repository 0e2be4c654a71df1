"""The views and functions in the database are those of annotator/sql/: what one reads there is what
runs."""

from pathlib import Path

import pytest
from django.db import connection

import annotator

FILES = sorted((Path(annotator.__file__).parent / "sql").glob("*.sql"))
# Views by their definitions as the server prints them again, functions by their whole text.
DEFINED = """
SELECT c.relname, pg_get_viewdef(c.oid) FROM pg_class c
WHERE c.relkind = 'v' AND c.relname LIKE 'annotator\\_%%'
UNION ALL SELECT p.oid::regprocedure::text, pg_get_functiondef(p.oid) FROM pg_proc p
WHERE p.proname LIKE 'annotator\\_%%'
"""


def defined() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(DEFINED, [])
        return dict(cursor.fetchall())


def run(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(text)


@pytest.mark.django_db
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_says_what_the_database_has(file):
    """To define it again from the file changes nothing, to the letter."""
    before = defined()
    run(file.read_text(encoding="utf-8"))
    assert defined() == before


@pytest.mark.django_db
def test_each_view_and_function_has_its_file():
    text = "\n".join(file.read_text(encoding="utf-8") for file in FILES)
    there = {name.split("(")[0] for name in defined()}
    assert len(there) == len(FILES)
    assert {name for name in there if f" {name}" not in text} == set()


@pytest.mark.django_db
def test_a_file_that_differs_is_found():
    file = next(file for file in FILES if file.stem == "pass_checks")
    before = defined()
    run(file.read_text(encoding="utf-8").replace("SKIP LOCKED", "NOWAIT"))
    assert defined() != before
