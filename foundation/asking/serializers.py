"""The face for the API: a serializer whose fields, sentences and rules are the dataclass's."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import date, datetime
from typing import Any, ClassVar
from uuid import UUID

from django.core.exceptions import ValidationError as Invalid
from django.core.files.base import File
from django.core.validators import RegexValidator
from rest_framework import serializers

from foundation.api.fields import Accessed, FiniteNumber, StrictSerializer, Uuid, WholeNumber
from foundation.asking.questions import Described, Url, answers_of, described
from foundation.refused import Refused


class AskedSerializer(StrictSerializer):
    """asks: the dataclass. leaves_out: fields of it that this address does not take. `given`, in
    the context, has what the address itself says (the benchmark of its path).

    After `is_valid`, `asked` is the dataclass, checked. The schema describes it as the dataclass
    describes itself.
    """

    asks: ClassVar[type]
    leaves_out: ClassVar[tuple[str, ...]] = ()
    asked: Any

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """The API's document explains it as the dataclass does, where that has a docstring of its
        own: one without has its signature there."""
        super().__init_subclass__(**kwargs)
        asks = cls.__dict__.get("asks")
        written = asks is not None and not (asks.__doc__ or "").startswith(f"{asks.__name__}(")
        if asks is not None and cls.__dict__.get("__doc__") is None and written:
            cls.__doc__ = asks.__doc__

    def get_fields(self) -> dict[str, Any]:
        declared = super().get_fields()
        left_out = (*self.leaves_out, *self.context.get("given", ()))
        return {
            one.name: declared.get(one.name) or api_field(one)
            for one in described(self.asks)
            if one.name not in left_out
        } | declared

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        self.asked = self._asked(attrs)
        return attrs

    def answer_to(self, data: Any) -> Any:
        """The dataclass, by a serializer that was made once and is shared by threads: to copy its
        fields takes longer than to read a small body."""
        return self._asked(self.to_internal_value(data))

    def _asked(self, attrs: Mapping[str, Any]) -> Any:
        known = {one.name: one for one in described(self.asks)}
        values = {
            one.name: _value(known[one.name], attrs[one.name])
            if one.name in known
            else attrs[one.name]
            for one in fields(self.asks)
            if one.name in attrs
        }
        try:
            return answers_of(self.asks, self.context.get("given", {}) | values)
        except Refused as refused:
            field = refused.field if refused.field in self.fields else "non_field_errors"
            raise serializers.ValidationError({field: [str(refused)]}) from None


class AskedParameters(AskedSerializer):
    """What an address asks for behind the question mark, among parameters that others read."""

    strict = False


def serializer_of(
    asks: type, name: str, *, leaves_out: tuple[str, ...] = ()
) -> type[AskedSerializer]:
    """Where nothing is added to the dataclass. name: as the API's document calls it."""
    return type(f"{name}Serializer", (AskedSerializer,), {"asks": asks, "leaves_out": leaves_out})


def parameters_of(asks: type, name: str) -> type[AskedParameters]:
    """The same for what stands behind the question mark."""
    return type(f"{name}Serializer", (AskedParameters,), {"asks": asks})


# Those that need nothing but their sentence.
PLAIN: dict[type, type[serializers.Field[Any, Any, Any, Any]]] = {
    bool: serializers.BooleanField,
    UUID: Uuid,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    File: serializers.FileField,
    Url: serializers.URLField,
}


def api_field(one: Described) -> serializers.Field[Any, Any, Any, Any]:
    """The REST framework's field that reads it."""
    question = one.question
    words: dict[str, Any] = {"help_text": question.help}
    if one.several and one.default == ():
        words["required"] = False
    elif one.default is not MISSING:
        words["default"] = list(one.default) if one.several else one.default
    if one.optional:
        words["allow_null"] = True
    checks = [_validator(check) for check in question.checks]
    if not one.several:
        return _single(one, words | ({"validators": checks} if checks else {}))
    if question.rows is not None:
        return _single(one, words | {"many": True})
    listed: dict[str, Any] = {} if question.most is None else {"max_length": question.most}
    if checks:
        words["validators"] = checks
    return serializers.ListField(child=_single(one, {}), **listed, **words)


def _single(one: Described, words: dict[str, Any]) -> serializers.Field[Any, Any, Any, Any]:
    question = one.question
    if question.rows is not None:
        return Accessed(access=question.rows, **words)
    if one.choices is not None:
        if one.default == "":
            words["allow_blank"] = True
        return serializers.ChoiceField(list(one.choices.items()), **words)
    if question.longest is not None:
        words["max_length"] = question.longest
    if one.default == "":
        words["allow_blank"] = True
    for kind, made in PLAIN.items():
        if one.is_a(kind):
            return made(**words)
    if one.kind in (int, float):
        limits: dict[str, Any] = {"min_value": question.at_least, "max_value": question.at_most}
        kind = WholeNumber if one.kind is int else FiniteNumber
        return kind(**{name: at for name, at in limits.items() if at is not None}, **words)
    if question.exact:
        words["trim_whitespace"] = False
    return serializers.CharField(**words)


def _value(one: Described, value: Any) -> Any:
    if one.several:
        return tuple(value)
    if value in (None, "") or one.choices is None or one.kind is str:
        return one.default if value == "" else value
    return one.kind(value)


def _validator(check: Callable[[Any], Any]) -> Callable[[Any], None]:
    """A check's own words, whichever way it refuses. A pattern stays one, for the schema has it."""
    if isinstance(check, RegexValidator):
        return check

    def validate(value: Any) -> None:
        try:
            check(value)
        except Invalid as wrong:
            raise serializers.ValidationError(wrong.messages) from None
        except (Refused, ValueError) as wrong:
            raise serializers.ValidationError(str(wrong)) from None

    return validate
