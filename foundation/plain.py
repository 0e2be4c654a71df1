"""Frozen dataclasses as plain values (what JSON has), and back: for results that are kept.

The types of the fields say what comes back: dataclasses, sequences, mappings, literals, numbers,
texts, None. Knows no class of ours, so a study is kept without being told how.
"""

import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

Kind = TypeVar("Kind")


def to_plain(value: Any) -> Any:
    """Numbers of NumPy become Python's: a study may hold either."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: to_plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(one) for key, one in value.items()}
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    return [to_plain(one) for one in value] if isinstance(value, Sequence) else value


def from_plain(kind: type[Kind], plain: Any) -> Kind:
    """Raises ValueError or KeyError where the plain value is of another shape: what was kept by an
    older program is computed again."""
    made: Kind = _made(kind, plain)
    return made


@cache
def _fields_of(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {one.name: hints[one.name] for one in fields(kind)}


def _made(kind: Any, plain: Any) -> Any:
    if is_dataclass(kind) and isinstance(kind, type):
        names = _fields_of(kind)
        if plain.keys() != names.keys():
            raise ValueError(f"{kind.__name__}: expected the fields {', '.join(names)}")
        return kind(**{name: _made(hint, plain[name]) for name, hint in names.items()})
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return None if plain is None else _made(_only(inner), plain)
    if origin is Literal or kind in (Any, bool, str):
        return plain
    if origin is not None and issubclass(origin, Mapping):
        key, value = inner
        return {key(name): _made(value, one) for name, one in plain.items()}
    if origin is not None and issubclass(origin, Sequence):
        return _sequence(origin, inner, plain)
    return plain if plain is None else kind(plain)


def _only(kinds: tuple[Any, ...]) -> Any:
    """`X | None`: the type of the value where there is one."""
    (kind,) = [kind for kind in kinds if kind is not type(None)]
    return kind


def _sequence(origin: type, inner: tuple[Any, ...], plain: Sequence[Any]) -> Any:
    if origin is list:
        return [_made(inner[0], one) for one in plain]
    if origin is tuple and not (len(inner) == 2 and inner[1] is ...):
        return tuple(_made(kind, one) for kind, one in zip(inner, plain, strict=True))
    return tuple(_made(inner[0], one) for one in plain)
