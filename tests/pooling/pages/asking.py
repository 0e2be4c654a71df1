"""What tests ask of answers."""

import csv
import io

from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries_of(browser, address: str) -> int:
    """How often the page asks the database."""
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(address).status_code == 200
    return len(asked)


def rows_of(answer) -> list[list[str]]:
    """The rows of a download."""
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    lines = b"".join(answer.streaming_content).decode().removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(lines)))
