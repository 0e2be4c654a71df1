"""Frozen dataclasses as plain values (what JSON has), and back: for results that are kept.

The types of the fields say what comes back: dataclasses, sequences, mappings, literals, numbers,
texts, None. Knows no class of ours, so a study is kept without being told how.
"""

import types
from collections.abc import Callable, Mapping, Sequence
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
    hashable: Any = kind
    made: Kind = _maker(hashable)(plain)
    return made


Make = Callable[[Any], Any]


@cache
def _maker(kind: Any) -> Make:
    """What makes a value of this type. Looked up once for each type, as a result may have thousands
    of rows of it."""
    if is_dataclass(kind) and isinstance(kind, type):
        return _of_dataclass(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        (given,) = [one for one in inner if one is not type(None)]
        make = _maker(given)
        return lambda plain: None if plain is None else make(plain)
    if origin is Literal or kind in (Any, bool, str):
        return lambda plain: plain
    if origin is not None and issubclass(origin, Mapping):
        key, make_value = inner[0], _maker(inner[1])
        return lambda plain: {key(name): make_value(one) for name, one in plain.items()}
    if origin is not None and issubclass(origin, Sequence):
        return _of_sequence(origin, inner)
    return lambda plain: plain if plain is None else kind(plain)


def _of_dataclass(kind: type) -> Make:
    hints = get_type_hints(kind)
    makers = {one.name: _maker(hints[one.name]) for one in fields(kind)}

    def make(plain: Any) -> Any:
        if plain.keys() != makers.keys():
            raise ValueError(f"{kind.__name__}: expected the fields {', '.join(makers)}")
        return kind(**{name: make_field(plain[name]) for name, make_field in makers.items()})

    return make


def _of_sequence(origin: type, inner: tuple[Any, ...]) -> Make:
    if origin is tuple and not (len(inner) == 2 and inner[1] is ...):
        makers = [_maker(kind) for kind in inner]
        return lambda plain: tuple(make(one) for make, one in zip(makers, plain, strict=True))
    make = _maker(inner[0])
    if origin is list:
        return lambda plain: [make(one) for one in plain]
    return lambda plain: tuple(make(one) for one in plain)
