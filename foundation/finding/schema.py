"""The face for the API: a serializer whose fields, types and sentences are the dataclass's."""

import types
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from typing import Any, ClassVar, Literal, Union, get_args, get_origin
from uuid import UUID

from rest_framework import serializers

from foundation.asking.questions import Url
from foundation.finding.fields import SPREAD, Found, Piece, description_of, pieces_of, plain_of

Fields = dict[str, serializers.Field[Any, Any, Any, Any]]


# finds: the dataclass. Fields that the serializer itself declares are read from the same object,
# and come after those of the dataclass or in the place of its own. No docstring, because the API's
# document would have it for every dataclass that has none.
class FoundSerializer(serializers.Serializer[Any]):
    finds: ClassVar[type]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """A dataclass without a docstring has its signature there, which explains nothing."""
        super().__init_subclass__(**kwargs)
        finds = cls.__dict__.get("finds")
        written = finds is not None and not (finds.__doc__ or "").startswith(f"{finds.__name__}(")
        if finds is not None and cls.__dict__.get("__doc__") is None and written:
            cls.__doc__ = finds.__doc__

    def get_fields(self) -> Fields:
        return fields_of(self.finds) | super().get_fields()

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown: dict[str, Any] = plain_of(instance)
        for name in self._declared_fields:
            value = self.fields[name].get_attribute(instance)
            shown[name] = None if value is None else self.fields[name].to_representation(value)
        return shown


_made: dict[type, type[FoundSerializer]] = {}


def serializer_of(finds: type) -> type[FoundSerializer]:
    """The serializer of a dataclass to which nothing is added: one, because the API's document
    takes two of a name for a conflict."""
    if finds not in _made:
        of: Any = description_of(finds)
        about = {} if issubclass(finds, Found) else {"__doc__": of.about}
        _made[finds] = type(f"{of.called}Serializer", (FoundSerializer,), {"finds": finds} | about)
    return _made[finds]


def fields_of(finds: type) -> Fields:
    fields: Fields = {}
    for name, piece in pieces_of(finds).items():
        key = piece.key or name
        if key == SPREAD:
            fields |= fields_of(piece.kind)
        elif piece.parts is None:
            fields[key] = field_of(piece.kind, **_words(piece))
        else:
            for part in piece.parts(key):
                fields[part.key] = field_of(part.kind, **_words(Piece(part.help)))
    return fields


def _words(piece: Piece) -> dict[str, Any]:
    return ({"help_text": piece.help} if piece.help else {}) | (
        {"allow_null": True} if piece.or_none else {}
    )


# Those that need nothing but their sentence, the narrower type before the wider.
PLAIN: dict[type, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    UUID: serializers.UUIDField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    Url: serializers.URLField,
    str: serializers.CharField,
}


def field_of(kind: Any, **words: Any) -> serializers.Field[Any, Any, Any, Any]:
    """The REST framework's field that describes a value of this type."""
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, types.UnionType):
        kinds = [one for one in inner if one is not type(None)]
        null = {"allow_null": True} if len(kinds) < len(inner) else {}
        return field_of(kinds[0] if len(kinds) == 1 else Any, **words | null)
    if origin is Literal:
        return serializers.ChoiceField(list(inner), **words)
    if isinstance(origin, type) and origin is not Any:
        return _of_class(origin, inner, words)
    return serializers.JSONField(**words)


def _of_class(kind: type, inner: Sequence[Any], words: dict[str, Any]) -> Any:
    if issubclass(kind, Enum):
        choices = [(one.value, getattr(one, "label", one.value)) for one in kind]
        return serializers.ChoiceField(choices, **words)
    if description_of(kind):
        return serializer_of(kind)(**words)
    if plain := next((made for one, made in PLAIN.items() if issubclass(kind, one)), None):
        return plain(**words)
    if issubclass(kind, Mapping) or hasattr(kind, "as_json"):
        return serializers.DictField(**words | _child(inner[1:]))
    # What has no kind of its own in JSON is there by its `str`.
    return (
        _of_several(inner, words) if issubclass(kind, Sequence) else serializers.CharField(**words)
    )


def _of_several(inner: Sequence[Any], words: dict[str, Any]) -> Any:
    one = (get_origin(inner[0]) or inner[0]) if inner else Any
    if len(inner) > 1 and inner[1] is not Ellipsis:  # a tuple of so many
        words |= {"min_length": len(inner), "max_length": len(inner)}
    if isinstance(one, type) and description_of(one):
        return serializer_of(one)(many=True, **words)
    return serializers.ListField(**words | _child(inner[:1]))


def _child(inner: Sequence[Any]) -> dict[str, Any]:
    return {} if not inner or inner[0] is Any else {"child": field_of(inner[0])}
