"""The OpenAPI document as people read it: what is asked for and what is answered, operation by
operation, with every name in its place."""

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from foundation.frozen import frozen

# What the generator adds to a description, and `kind` says already.
CHOICES = re.compile(r"\s*^\* `.*", re.MULTILINE)
BINARY = "(binary)"
METHODS = ("get", "post", "put", "patch", "delete")
Schema = dict[str, Any]


@frozen
class Value:
    """A parameter, or a value of a body. where: `path` or `query`; empty in a body."""

    name: str
    kind: str
    required: bool
    help: str
    where: str = ""


@frozen
class ReferenceAnswer:
    status: str
    says: str
    values: tuple[Value, ...]


@frozen
class Operation:
    name: str
    method: str
    path: str
    summary: str
    says: str
    parameters: tuple[Value, ...]
    sent: tuple[Value, ...]
    answers: tuple[ReferenceAnswer, ...]
    problems: tuple[ReferenceAnswer, ...]

    @property
    def files(self) -> bool:
        """Whether files are sent, so that the body is a form and no JSON."""
        return any(BINARY in value.kind for value in self.sent)

    @property
    def example(self) -> str:
        """A body to begin with: what must be in it."""
        needed = {value.name: None for value in self.sent if value.required}
        return json.dumps(needed, indent=2) if needed else "{}"


@frozen
class ReferencePart:
    name: str
    operations: tuple[Operation, ...]


_making = threading.Lock()


def document() -> Schema:
    """Made once in a process: it follows from the code alone. Of all who ask first, one makes it
    and the others wait, for it takes a processor half a second."""
    with _making:
        return _document()


@cache
def _document() -> Schema:
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    made: Schema = generator.get_schema(request=None, public=True)
    return made


def written_document(renderer: Any) -> tuple[bytes, str]:
    """The document in one of its forms, with an ETag."""
    with _making:
        return _written(renderer)


@cache
def _written(renderer: Any) -> tuple[bytes, str]:
    text: bytes = renderer().render(_document(), renderer_context={})
    return text, f'"{hashlib.sha256(text).hexdigest()[:32]}"'


@cache
def reference() -> tuple[ReferencePart, ...]:
    """Made once in a process, as the document is."""
    whole = document()
    parts: dict[str, list[Operation]] = {}
    for path, methods in whole["paths"].items():
        for method in filter(methods.get, METHODS):
            asked = methods[method]
            (part,) = asked.get("tags") or [""]
            parts.setdefault(part, []).append(_operation(whole, path, method, asked))
    return tuple(ReferencePart(name, tuple(found)) for name, found in sorted(parts.items()))


def operation_named(name: str) -> Operation | None:
    found = (one for part in reference() for one in part.operations if one.name == name)
    return next(found, None)


def _operation(document: Schema, path: str, method: str, asked: Schema) -> Operation:
    def values_of(body: Schema) -> tuple[Value, ...]:
        """Of the first of the forms in which it is sent: they differ in spelling alone."""
        form: Schema = next(iter(body.get("content", {}).values()), {})
        return tuple(_values(document, form.get("schema", {})))

    answers = [
        ReferenceAnswer(status, one.get("description", ""), values_of(one))
        for status, one in asked["responses"].items()
    ]
    return Operation(
        asked["operationId"],
        method.upper(),
        path,
        asked.get("summary", ""),
        asked.get("description", ""),
        tuple(_parameter(document, one) for one in asked.get("parameters", ())),
        values_of(asked.get("requestBody", {})),
        tuple(one for one in answers if one.status < "4"),
        tuple(one for one in answers if one.status >= "4"),
    )


def _parameter(document: Schema, one: Schema) -> Value:
    kind = _kind(document, one.get("schema", {}))
    required = one.get("required", False)
    return Value(one["name"], kind, required, one.get("description", ""), one["in"])


def _values(document: Schema, schema: Schema) -> Iterator[Value]:
    """The values of an object, or of the objects of a list."""
    found = _resolved(document, schema)
    if found.get("type") == "array":
        found = _resolved(document, found.get("items", {}))
    for name, one in found.get("properties", {}).items():
        says = one.get("description") or _resolved(document, one).get("description", "")
        says = CHOICES.sub("", says)
        yield Value(name, _kind(document, one), name in found.get("required", ()), says)


def _resolved(document: Schema, schema: Schema) -> Schema:
    while "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = document["components"]["schemas"][name]
    return schema


def _kind(document: Schema, schema: Schema) -> str:
    """The kind in a few words: `list of integer`, `"open" or "closed"`, `string or null`."""
    schema = _resolved(document, schema)
    if "enum" in schema:
        return " or ".join("null" if one is None else f"“{one}”" for one in schema["enum"])
    for how in ("oneOf", "anyOf", "allOf"):
        if how in schema:
            return " or ".join(dict.fromkeys(_kind(document, one) for one in schema[how]))
    kinds = schema.get("type", "anything")
    names = [kinds] if isinstance(kinds, str) else list(kinds)
    if "array" in names:
        names[names.index("array")] = f"list of {_kind(document, schema.get('items', {}))}"
    words = " or ".join(names)
    return f"{words} ({schema['format']})" if "format" in schema else words
