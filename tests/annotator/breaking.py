"""Breaks rows on purpose, past every constraint and trigger, so that the checker has something to
find."""

from contextlib import contextmanager

from django.db import connection

from annotator.models import Item, Label, RaterDay, Slot
from foundation.integrity import differences
from stack.stored_files import file_differences


def kinds() -> set[str]:
    return {difference.kind for difference in differences()}


def differing() -> list[str]:
    """One line for each difference: empty is clean."""
    return [f"{difference.kind}: {difference.says}" for difference in differences()]


def file_lines(*, all_checksums: bool = True) -> list[str]:
    return [difference.says for difference in file_differences(all_checksums=all_checksums)]


def sql(statement: str, *values) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.rowcount


@contextmanager
def unguarded(*tables: str):
    """No trigger fires meanwhile; foreign keys are triggers too."""
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    for table in tables:
        sql(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    yield
    for table in tables:
        sql(f"ALTER TABLE {table} ENABLE TRIGGER ALL")


def drop(table: str, *constraints: str) -> None:
    """Whether it is a constraint or a unique index with a condition."""
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    for name in constraints:
        sql(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")
        sql(f"DROP INDEX IF EXISTS {name}")


def derived() -> dict[str, list]:
    """Everything that --rebuild writes, for comparing before and after."""
    from pooling.models import JudgedPair

    return {
        "items": list(
            Item.objects.order_by("id").values_list(
                "id", "verdict", "labels_used", "adjudicated", "dispute"
            )
        ),
        "slots": list(
            Slot.objects.order_by("item", "kind", "turn").values_list(
                "item", "kind", "turn", "state", "rater"
            )
        ),
        "days": list(RaterDay.objects.order_by("campaign", "rater", "day").values()),
        "judged": list(
            JudgedPair.objects.order_by("query", "video").values_list("query", "video", "verdict")
        ),
        "labels": list(Label.objects.order_by("id").values_list("id", "answer", "supersedes")),
    }
