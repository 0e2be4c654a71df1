"""What the server's OpenAPI document says can be asked, as functions with signatures and help."""

import inspect
import keyword
import operator
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from foundation.frozen import frozen

Schema = Mapping[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
JSON, FORM = "application/json", "multipart/form-data"
FILE = str | os.PathLike[str]
FILE_IN = "os.PathLike"
TYPES: dict[str, Any] = {
    "integer": int, "number": float, "string": str, "boolean": bool, "object": dict, "null": None,
}  # fmt: skip
# What the generator adds to a description, and the list of choices says already.
CHOICES = re.compile(r"\s*^\* `.*", re.MULTILINE)
SAVE_AS = "save_as"


class _LeftOut:
    def __repr__(self) -> str:
        return "..."


LEFT_OUT = _LeftOut()


@frozen
class Given:
    """A value that a call takes. name: in Python; sent: as the request calls it. where: `path`,
    `query` or `body`."""

    name: str
    sent: str
    where: str
    kind: Any  # as an annotation
    is_file: bool
    required: bool
    says: str


@frozen
class Operation:
    """body: json, form, or none, which is empty. gives: rows (in pages), file, or json."""

    name: str
    method: str
    path: str
    given: tuple[Given, ...]
    body: str
    gives: str
    help: str

    @property
    def signature(self) -> inspect.Signature:
        kinds = inspect.Parameter
        listed = [kinds("self", kinds.POSITIONAL_OR_KEYWORD)]
        for one in self.given:
            in_path = one.where == "path"
            listed.append(
                kinds(
                    one.name,
                    kinds.POSITIONAL_OR_KEYWORD if in_path else kinds.KEYWORD_ONLY,
                    default=kinds.empty if one.required else LEFT_OUT,
                    annotation=one.kind,
                )
            )
        if self.gives == "file":
            listed.append(kinds(SAVE_AS, kinds.KEYWORD_ONLY, default=None, annotation=FILE | None))
        return inspect.Signature(listed)


class OpenApi:
    """taken: names that operations cannot have, since the client's own methods do."""

    def __init__(self, whole: Schema, taken: Sequence[str]) -> None:
        self._whole, self._taken = whole, set(taken)

    def operations(self) -> Iterator[Operation]:
        for path, methods in self._whole["paths"].items():
            for method in METHODS:
                if method in methods:
                    yield self._operation(method, path, methods[method])

    def _operation(self, method: str, path: str, asked: Schema) -> Operation:
        bodies = asked.get("requestBody", {}).get("content", {})
        body = next((kind for kind in (JSON, FORM) if kind in bodies), "")
        given = tuple(self._given(path, asked, bodies[body]["schema"] if body else {}))
        gives, shown = self._answer(asked["responses"])
        words = [asked.get("summary", ""), asked.get("description", "")]
        words += ["\n".join(f"{one.name}: {one.says}" for one in given if one.says)]
        words += [shown, f"{method.upper()} {path}"]
        name = python_name(asked["operationId"], self._taken)
        self._taken.add(name)
        told = "\n\n".join(filter(None, words))
        return Operation(name, method.upper(), path, given, body, gives, told)

    def _given(self, path: str, asked: Schema, body: Schema) -> Iterator[Given]:
        taken = {"self", SAVE_AS}
        found = [
            (one["name"], one["in"], one["schema"], one.get("required", False), one)
            for one in asked.get("parameters", ())
            if one["in"] in ("path", "query")
        ]
        # What is in the address comes first, in its order: the document sorts it by name.
        found.sort(key=lambda one: path.find(f"{{{one[0]}}}") if one[1] == "path" else len(path))
        whole = self._resolved(body)
        needed = whole.get("required", ())
        for sent, schema in whole.get("properties", {}).items():
            found.append((sent, "body", schema, sent in needed, schema))
        for sent, where, schema, required, described in found:
            name = python_name(sent, taken)
            taken.add(name)
            says = self._says(described, schema, required)
            kind = self._kind(schema)
            yield Given(name, sent, where, kind, FILE_IN in repr(kind), required, says)

    def _says(self, described: Schema, schema: Schema, required: bool) -> str:
        text = CHOICES.sub("", described.get("description", ""))
        words = [" ".join(text.split())]
        if choices := list(self._choices(schema)):
            words.append(f"One of {', '.join(choices)}.")
        if (default := schema.get("default")) not in (None, ""):
            words.append(f"If left out, {default!r}.")
        return " ".join(filter(None, words))

    def _choices(self, schema: Schema) -> Iterator[str]:
        schema = self._resolved(schema)
        yield from (str(one) for one in schema.get("enum", ()) if one not in (None, ""))
        for how in ("oneOf", "anyOf", "allOf"):
            for one in schema.get(how, ()):
                yield from self._choices(one)

    def _answer(self, answers: Schema) -> tuple[str, str]:
        contents = [one.get("content", {}) for status, one in answers.items() if status[0] == "2"]
        if any(kind != JSON for content in contents for kind in content):
            return "file", f"The answer is a file: its bytes, or with {SAVE_AS} the path it is at."
        found = [self._resolved(one[JSON].get("schema", {})) for one in contents if JSON in one]
        names = [set(one.get("properties", {})) for one in found]
        paged = next((n for n, one in enumerate(names) if {"results", "next"} <= one), None)
        words = "A job may be the answer: give it to wait()." if {"job"} in names else ""
        if paged is not None:
            rows = self._resolved(found[paged]["properties"]["results"].get("items", {}))
            shown = ", ".join(rows.get("properties", {}))
            return "rows", f"The answer is rows, over all pages, of {shown}. {words}".strip()
        others = [one for one in found if set(one.get("properties", {})) not in ({"job"}, set())]
        if others:
            words = f"The answer has {', '.join(others[0]['properties'])}. {words}".strip()
        return "json", words

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema or len(schema.get("allOf", ())) == 1:
            if "$ref" not in schema:
                schema = schema["allOf"][0]
                continue
            schema = self._whole["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return schema

    def _kind(self, schema: Schema) -> Any:
        """Its type in Python."""
        schema = self._resolved(schema)
        for how in ("oneOf", "anyOf"):
            if how in schema:
                return _either(self._kind(one) for one in schema[how])
        names = schema.get("type", ())
        kinds: list[Any] = []
        for name in [names] if isinstance(names, str) else names:
            if name == "array":
                items: Any = self._kind(schema.get("items", {}))
                kinds.append(list[items])
            elif name == "string" and schema.get("format") == "binary":
                kinds.append(FILE)
            else:
                kinds.append(TYPES.get(name, Any))
        return _either(kinds)


def _either(kinds: Any) -> Any:
    found = list(dict.fromkeys(kinds))
    if Any in found or not found:
        return Any
    return reduce(operator.or_, found) if len(found) > 1 else found[0]


def python_name(name: str, taken: set[str]) -> str:
    """The name in snake case, with a stroke at its end where Python or the client has it."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    found = re.sub(r"\W", "_", snake).strip("_") or "nameless"
    found = f"n{found}" if found[0].isdigit() else found
    while found in taken or keyword.iskeyword(found):
        found += "_"
    return found
