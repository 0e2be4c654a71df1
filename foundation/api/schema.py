"""What the OpenAPI document says of errors, beyond the endpoints' own types."""

from typing import Any

from foundation.api.problems import MEDIA_TYPE

PROBLEM = {
    "type": "object",
    "description": (
        "RFC 9457. `errors` is there when single values were wrong, each with a JSON pointer to it."
    ),
    "required": ["type", "title", "status", "detail", "instance"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string", "format": "uri-reference"},
        "reason": {
            "type": "string",
            "description": "One word for scripts, where a conflict may have several causes.",
        },
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "detail"],
                "properties": {"pointer": {"type": "string"}, "detail": {"type": "string"}},
            },
        },
    },
}
SAID = {
    "400": "What was sent cannot be read, or is wrong.",
    "401": "The caller is not signed in, or the token is unknown, expired or revoked.",
    "403": "This person, or this token's scope, may not do that.",
    "404": "There is no such thing, or not for this person.",
    "408": "What was sent came too slowly.",
    "409": "What was asked for is at odds with how things stand.",
    "413": "What was sent is too large.",
    "415": "What was sent is in a form that is not read here.",
    "429": "Too many requests: wait as long as Retry-After says.",
    "507": "The disk has no room for what was sent.",
}
WITH_BODY = {"408", "409", "413", "415", "507"}


def document_problems(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """A drf-spectacular hook: every operation's possible errors, all in the one form."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path, methods in result["paths"].items():
        for operation in methods.values():
            for status in _statuses(path, operation):
                operation["responses"][status] = {"description": SAID[status], "content": content}
    return result


def _statuses(path: str, operation: dict[str, Any]) -> list[str]:
    takes_body = "requestBody" in operation
    left_out = set() if takes_body else set(WITH_BODY)
    if not takes_body and not operation.get("parameters"):
        left_out.add("400")
    if "{" not in path:
        left_out.add("404")
    return [status for status in SAID if status not in left_out]
