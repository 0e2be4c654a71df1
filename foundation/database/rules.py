"""What must be true of rows, each named by a sentence that the database gives when it refuses; and
by what they are found."""

from collections.abc import Sequence

from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.db.models.expressions import BaseExpression


def holds(condition: Q | BaseExpression, name: str) -> CheckConstraint:
    """A constraint that the condition holds for each row."""
    return CheckConstraint(condition=condition, name=name)


def differ(fields: Sequence[str], name: str, *, among: Q | None = None) -> UniqueConstraint:
    """No two rows are the same in these fields. among: only of the rows of which this is true."""
    return UniqueConstraint(fields=fields, name=name, condition=among)


def found_by(fields: Sequence[str], name: str, *, among: Q | None = None) -> Index:
    """An index: rows are found by these fields. among: as of `differ`."""
    return Index(fields=fields, name=name, condition=among)
