"""The dataclass that most of ours are: what is once made does not change."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """`@dataclass(frozen=True, slots=True)`."""
    return dataclass(frozen=True, slots=True)(kind)
