"""Pieces of what is sent, read strictly: two readers must not understand two things."""

import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any
from uuid import UUID

from django.db.models import Model, QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

DIGITS = re.compile(r"-?[0-9]{1,18}\Z")
MOST_NAMED, LONGEST_NAMED = 50, 100
NON_FIELD_ERRORS = "non_field_errors"


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAMED else f"{name[:LONGEST_NAMED]}..."


def wrong_type(field: Any, value: Any) -> str:
    """What JSON should have had there; empty where it is right, or the field looks for itself. The
    library takes "1" and "yes" for what they look like, as forms and addresses have to."""
    if isinstance(field, serializers.ListField | serializers.ManyRelatedField):
        one = field.child if isinstance(field, serializers.ListField) else field.child_relation
        each = value if isinstance(value, list) else []
        return next(filter(None, (wrong_type(one, inner) for inner in each)), "")
    if value is None or getattr(field, "takes_text", False):
        return ""
    for kind, types, expected in JSON_TYPES:
        if isinstance(field, kind):
            is_right = isinstance(value, types) and isinstance(value, bool) == (types is bool)
            return "" if is_right else expected
    return ""


class StrictSerializer(serializers.Serializer[Any]):
    """An unknown field is refused: a misspelt dry_run must not end in an import. So is, in
    JSON, a text where the schema has a number, true or false."""

    strict = True

    def to_internal_value(self, data: Any) -> Any:
        if (self.strict and isinstance(data, Mapping)) and (
            unknown := [name for name in data if name not in self.fields]
        ):
            expected = f"There is no such field: expected {', '.join(self.fields)}."
            errors = {shortened(str(name)): [expected] for name in unknown[:MOST_NAMED]}
            if len(unknown) > MOST_NAMED:
                errors[NON_FIELD_ERRORS] = [
                    (
                        f"{len(unknown):,} fields are unknown; the first {MOST_NAMED} of them are"
                        " named."
                    )
                ]
            raise serializers.ValidationError(errors)
        if isinstance(data, Mapping) and not hasattr(data, "getlist"):
            wrong = {
                name: [expected]
                for name, value in data.items()
                if name in self.fields and (expected := wrong_type(self.fields[name], value))
            }
            if wrong:
                raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """A whole number, in a form as in JSON: Python itself takes 1_000 and digits of any script."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, str) and not DIGITS.match(data):
            self.fail("invalid")
        return super().to_internal_value(data)


class FiniteNumber(serializers.FloatField):
    def to_internal_value(self, data: Any) -> float:
        number = super().to_internal_value(data)
        if not isfinite(number):
            self.fail("invalid")
        return number


class Uuid(serializers.UUIDField):
    """A UUID given as text: the library would read a number as one, too."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


@extend_schema_field(OpenApiTypes.INT)
class Accessed(serializers.PrimaryKeyRelatedField[Any]):
    """Something named by its id, among what the person who asks may see."""

    default_error_messages = {
        "does_not_exist": "Expected the id of something that is there, found {pk_value}.",
        "incorrect_type": "Expected an id, which is a whole number.",
    }

    def __init__(self, *, access: Callable[[Any], QuerySet[Any]], **kwargs: Any) -> None:
        self.access = access
        super().__init__(**kwargs)

    def get_queryset(self) -> QuerySet[Any]:
        return self.access(self.context["request"].user)

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not int and not (isinstance(data, str) and DIGITS.match(data)):
            self.fail("incorrect_type")
        return super().to_internal_value(data)


JSON_TYPES: tuple[tuple[type, Any, str], ...] = (
    (serializers.BooleanField, bool, "Expected true or false, without quotes."),
    # 5.0 is a whole number to JSON Schema; the field itself refuses 5.5.
    (serializers.IntegerField, (int, float), "Expected a whole number, without quotes."),
    (serializers.FloatField, (int, float), "Expected a number, without quotes."),
    (Accessed, int, "Expected an id, which is a whole number, without quotes."),
)


class NamedSerializer(serializers.Serializer[Any]):
    """Another row, by its id and its name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


def numbers(name: str, **meanings: str) -> type[serializers.Serializer[Any]]:
    """The serializer of an answer that is whole numbers, each with what it means."""
    fields = {one: serializers.IntegerField(help_text=meaning) for one, meaning in meanings.items()}
    return type(f"{name}Serializer", (serializers.Serializer,), dict(fields))


def shows(model: type[Model], *names: str) -> Any:
    """The Meta of a serializer that shows rows of this model and takes none. names: of its fields,
    one or several in each text."""
    fields = tuple(" ".join(names).split())
    return type("Meta", (), {"model": model, "fields": fields, "read_only_fields": fields})
