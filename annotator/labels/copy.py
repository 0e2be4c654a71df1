"""The other way into the log: labels that were collected elsewhere, by the hundred thousand.

They come under numbers taken from the table's own sequence beforehand, because later ones name
those that they supersede. Constraints hold for them as for any other.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

COLUMNS = (
    "id, campaign_id, item_id, slot_id, rater_id, answer, value, reason, comment,"
    " request_id, supersedes_id, given_at, active_ms, plays, too_fast, guideline_version, client,"
    " mistake"
)


@contextmanager
def copying_labels(cursor: Any, form: str = "") -> Iterator[Any]:
    """psycopg's Copy, to write rows of COLUMNS to, or blocks of them where `form` names another
    form than text, as in "(FORMAT BINARY)"."""
    with cursor.copy(f"COPY annotator_label ({COLUMNS}) FROM STDIN {form}") as copy:
        yield copy
