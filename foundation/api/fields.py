"""Pieces of what is sent, read strictly: two readers must not understand two things."""

import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

DIGITS = re.compile(r"-?[0-9]{1,18}\Z")
MOST_NAMED, LONGEST_NAMED = 50, 100
NON_FIELD_ERRORS = "non_field_errors"


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAMED else f"{name[:LONGEST_NAMED]}..."


class StrictSerializer(serializers.Serializer[Any]):
    """A field that nobody knows is refused: a misspelt dry_run must not end in an import."""

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
        return super().to_internal_value(data)


class WholeNumber(serializers.IntegerField):
    """In a form as in JSON: Python's own reading takes 1_000 and digits of every script."""

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
    """As text: the library would read a number as one, too."""

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


class NamedSerializer(serializers.Serializer[Any]):
    """Another row, by its id and its name."""

    id = serializers.IntegerField()
    name = serializers.CharField()
