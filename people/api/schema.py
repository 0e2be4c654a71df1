"""What the OpenAPI document says of how one signs in. drf-spectacular knows these extensions once
they are imported."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension


class BearerToken(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "people.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from your account page: `Authorization: Bearer TOKEN`.",
        }


class Session(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "people.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        described = (
            "The browser's session; requests that change something also need the X-CSRFToken"
            " header."
        )
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": described,
        }
