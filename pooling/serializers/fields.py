"""Pieces that the serializers of several apps share: what is named, and by whom."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from foundation.api.fields import DIGITS, Accessed
from people.models import User
from pooling.models import RetrievalModel


@extend_schema_field({"type": ["integer", "string"]})
class AccessedModel(Accessed):
    """A model by its id, or by its name; the name itself where no model bears it yet."""

    def to_internal_value(self, data: Any) -> RetrievalModel | str:
        if not isinstance(data, str) or DIGITS.match(data):
            model: RetrievalModel = super().to_internal_value(data)
            return model
        try:
            wanted: str = serializers.CharField(
                validators=RetrievalModel._meta.get_field("name").validators
            ).run_validation(data)
        except serializers.ValidationError as invalid:
            raise serializers.ValidationError(list(invalid.detail)[:1]) from None
        return self.get_queryset().filter(name__iexact=wanted).first() or wanted


class NamedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


Username = serializers.SlugRelatedField[User]


class Maker(Username):
    """A name that only leads are told: viewers read what there is, not who made it."""

    def to_representation(self, value: Any) -> Any:
        request = self.context.get("request")
        return (
            super().to_representation(value)
            if request is not None and request.user.is_lead
            else None
        )


def maker() -> Maker:
    return Maker(
        slug_field="username", read_only=True, allow_null=True, help_text="null for viewers."
    )


def username(**options: Any) -> Username:
    return serializers.SlugRelatedField(
        slug_field="username", read_only=True, allow_null=True, **options
    )
