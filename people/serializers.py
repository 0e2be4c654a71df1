"""What the API says of people, tokens and the audit log, and what it takes."""

from typing import Any

from rest_framework import serializers

from foundation.api.fields import shows
from foundation.asking.serializers import AskedSerializer, serializer_of
from people.actions.choose_reading import ReadingAsked
from people.actions.tokens import TokenAsked
from people.models import ApiToken, AuditEvent, PasswordLink, Scope, User

Username = serializers.SlugRelatedField[User]


def username(**options: Any) -> Username:
    return serializers.SlugRelatedField(
        slug_field="username", read_only=True, allow_null=True, **options
    )


class Maker(Username):
    """A name that only leads may read: viewers read what there is, not who made it."""

    def to_representation(self, value: Any) -> Any:
        request = self.context.get("request")
        shown = request is not None and request.user.is_lead
        return super().to_representation(value) if shown else None


def maker(**options: Any) -> Maker:
    return Maker(
        slug_field="username",
        read_only=True,
        allow_null=True,
        help_text="The username; viewers get null.",
        **options,
    )


class PersonSerializer(serializers.ModelSerializer[User]):
    Meta = shows(User, "id username name email role is_active created_at")


class MeSerializer(serializers.ModelSerializer[User]):
    scope = serializers.ChoiceField(
        Scope.choices, help_text="What this call's token or session may do."
    )

    Meta = shows(User, "id username name role scope")


ReadingSerializer = serializer_of(ReadingAsked, "Reading")


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    Meta = shows(ApiToken, "id name scope start created_at expires_at last_used_at")


class NewTokenSerializer(AskedSerializer):
    asks = TokenAsked
    strict = False


class ShownTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="The secret, in this answer and never again.")

    Meta = shows(ApiToken, *TokenSerializer.Meta.fields, "token")


class ShownPasswordLinkSerializer(serializers.ModelSerializer[PasswordLink]):
    username = serializers.CharField(source="person.username", help_text="Whose password it sets.")
    link = serializers.CharField(help_text="The link, in this answer and never again.")

    Meta = shows(PasswordLink, "username link expires_at")


class AuditEventSerializer(serializers.ModelSerializer[AuditEvent]):
    actor = username()

    Meta = shows(
        AuditEvent, "id at actor via address verb object_type object_id object_name before after"
    )
