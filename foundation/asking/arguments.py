"""The face for what is kept as JSON: the arguments of a job that will do what is asked."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from django.core.files.base import File
from django.db.models import Model

from foundation.asking.questions import answers_of, described


def values_of(wanted: Any) -> dict[str, Any]:
    """The values as they are, for an action that takes them one by one."""
    asks: type = type(wanted)
    return {one.name: getattr(wanted, one.name) for one in described(asks)}


def arguments_of(wanted: Any) -> dict[str, Any]:
    """Rows by their keys. Files are kept elsewhere, and left out here."""
    values = values_of(wanted).items()
    return {name: _plain(value) for name, value in values if not isinstance(value, File)}


def asked_by(asks: type, arguments: Mapping[str, Any]) -> Any:
    """The dataclass, checked again, as what it was asked about may have changed. Raises Refused;
    DoesNotExist where a row is gone."""
    known = {one.name: one for one in described(asks)}
    return answers_of(
        asks, {name: _value(known[name].kind, value) for name, value in arguments.items()}
    )


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Model):
        return value.pk
    return value.value if isinstance(value, Enum) else value


def _value(kind: Any, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_value(kind, one) for one in value)
    if value is None or not isinstance(kind, type):
        return value
    if issubclass(kind, Model):
        return kind._default_manager.get(pk=value)  # noqa: SLF001  (Django's own word for any model's)
    return kind(value) if issubclass(kind, Enum) else value
