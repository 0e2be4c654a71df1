"""The dataclass that nearly all of ours are: frozen, and with slots."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[Kind]) -> type[Kind]:
    return dataclass(frozen=True, slots=True)(kind)
