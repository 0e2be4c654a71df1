"""What a grid varies, as people write it:

seed=0,1,2; loss+relevance=triplet-hard+instance,triplet-ranp+syn; tau=0.1,0.2

An axis has the values of one question of a training, or of several that go together. Whatever a
training is asked can be an axis, but for names, rows and files.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import File

from foundation.asking.forms import form_field
from foundation.asking.questions import Described, described
from foundation.frozen import frozen
from foundation.refused import Refused
from retrieval.asked.training import TrainingAsked
from retrieval.queries.grids import Values, in_words

CELLS = 200
QUESTIONS: Mapping[str, Described] = {
    one.name: one
    for one in described(TrainingAsked)
    if one.name != "name" and not one.question.rows and not one.is_a(File)
}


@frozen
class Axis:
    """values: each has one for each name."""

    names: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]


def read_axes(text: str) -> tuple[Axis, ...]:
    """Raises Refused, which names the axis."""
    axes = [_axis(part.strip()) for part in re.split(r"[;\n]", text) if part.strip()]
    names = [name for axis in axes for name in axis.names]
    for name in names:
        if names.count(name) > 1:
            raise _wrong(f"{name} is varied twice: expected it once.")
    return tuple(axes)


def combined(axes: Sequence[Axis]) -> list[Values]:
    """The last axis changes fastest. Raises Refused where there would be too many."""
    if not axes:
        raise _wrong("Nothing is varied: expected NAME=VALUE,VALUE, such as seed=0,1,2.")
    count = prod(len(axis.values) for axis in axes)
    if count > CELLS:
        raise _wrong(f"{count:,} cells: expected {CELLS} or fewer. Order several grids.")
    names = [name for axis in axes for name in axis.names]
    return [
        dict(zip(names, (one for part in parts for one in part), strict=True))
        for parts in product(*(axis.values for axis in axes))
    ]


def _axis(text: str) -> Axis:
    left, equals, right = (part.strip() for part in text.partition("="))
    if not (left and equals and right):
        raise _wrong(f"{text}: expected NAME=VALUE,VALUE, such as seed=0,1,2.")
    names = tuple(name.strip().replace("-", "_") for name in left.split("+"))
    for name in names:
        if name not in QUESTIONS:
            raise _wrong(f"{name} cannot be varied: expected one of {', '.join(QUESTIONS)}.")
    values = [_values(names, one.strip()) for one in right.split(",")]
    for place, one in enumerate(values):
        if one in values[:place]:
            raise _wrong(f"{left} has the value {in_words(one)} twice: expected it once.")
    return Axis(names, tuple(values))


def _values(names: Sequence[str], text: str) -> tuple[Any, ...]:
    texts = text.split("+") if len(names) > 1 else [text]
    if len(texts) != len(names):
        raise _wrong(f"{'+'.join(names)}: expected {len(names)} values with +, found {text!r}.")
    return tuple(_value(QUESTIONS[name], one) for name, one in zip(names, texts, strict=True))


def _value(one: Described, text: str) -> Any:
    """Several values of one question have / between them, as in parts=verb/noun."""
    try:
        value = form_field(one).clean(text.replace("/", ",") if one.several else text)
    except ValidationError as wrong:
        raise _wrong(f"{one.name}={text}: {' '.join(wrong.messages)}") from None
    if value in (None, "", ()):
        raise _wrong(f"{one.name}: expected a value between the commas, found none.")
    # As JSON has it, so that a row's cell and an order's are one.
    return list(value) if one.several else value


def _wrong(sentence: str) -> Refused:
    return Refused(sentence, field="vary")
