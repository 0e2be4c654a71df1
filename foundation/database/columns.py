"""Columns that refer to other rows. What is referred to cannot be deleted."""

from typing import Any, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


def part_of(to: type[Row], related_name: str = "+", **more: Any) -> "models.ForeignKey[Row, Row]":
    """A column for the row that this one belongs to. more: as a foreign key takes it."""
    return models.ForeignKey(to, on_delete=models.PROTECT, related_name=related_name, **more)


def extends(
    to: type[Row], related_name: str = "+", **more: Any
) -> "models.OneToOneField[Row, Row]":
    """A key that is another table's: one row at most for each row there."""
    return models.OneToOneField(
        to, primary_key=True, on_delete=models.PROTECT, related_name=related_name, **more
    )
