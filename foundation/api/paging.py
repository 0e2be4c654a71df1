"""The API's pages, by cursors: `{"results", "next", "previous"}`."""

import base64
import binascii
import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import AutoField, ForeignKey, Model, OneToOneField, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from foundation.api.json_body import JSONRefused, read_json
from foundation.api.problems import WrongParameter
from foundation.masks import Mask
from foundation.paging.keyset import Column, columns_of, take

LARGEST = 1_000
CURSORS = Mask("cursors of the API")


def write_cursor(backwards: bool, values: Iterable[str]) -> str:
    """The row that a page begins after, or, when it leads backwards, ends before: its values in the
    order's columns."""
    text = json.dumps([backwards, *values], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(text: str, columns: Sequence[Column]) -> tuple[bool, list[Any]]:
    padded = text + "=" * (-len(text) % 4)
    try:
        backwards, *values = read_json(base64.b64decode(padded, altchars=b"-_", validate=True))
        if type(backwards) is not bool or not all(type(value) is str for value in values):
            raise TypeError
        pairs = zip(columns, values, strict=True)
        return backwards, [_read(column, value) for column, value in pairs]
    except (binascii.Error, JSONRefused, TypeError, ValueError, ValidationError):
        wrong = "cursor: expected the one in an answer's next or previous."
        raise WrongParameter(wrong) from None


def _read(column: Column, text: str) -> Any:
    """The value that `value_to_string` wrote. A number may be beyond the column's, except in
    foreign keys, which are not compared."""
    value = column.field.to_python(text)
    if _counts(column):
        value = CURSORS.meant(value)
    if isinstance(column.field, ForeignKey):
        column.field.target_field.run_validators(value)
    return value


def _write(column: Column, row: Model) -> str:
    return str(CURSORS.of(column.of(row))) if _counts(column) else column.field.value_to_string(row)


def _counts(column: Column) -> bool:
    """A row's own number, which would tell how many rows there are."""
    return column.field.primary_key and isinstance(column.field, (AutoField, OneToOneField))


class Pages(BasePagination):
    """{"results", "next", "previous"}, the newest first unless the view has an `ordering` of its
    own.

    The order's columns are the model's own, without NULLs; the primary key is put behind them when
    none is unique. A view whose rows are long says in `largest_page` how many of them are enough.
    """

    ordering: Sequence[str | Column] = ("-id",)
    size = 100
    previous: str | None = None
    next: str | None = None

    def paginate_queryset(  # type: ignore[override]
        self, queryset: QuerySet[Any], request: Request, view: Any = None
    ) -> list[Any]:
        self.request = request
        columns = columns_of(queryset.model, getattr(view, "ordering", None) or self.ordering)
        size, token = self._size(_largest(view)), request.query_params.get("cursor")
        backwards, values = read_cursor(token, columns) if token else (False, [])
        part = take(queryset, columns, values, size, back=backwards)
        page, self.previous, self.next = part.rows, None, None
        if page and part.more_before:
            self.previous = self._address(columns, page[0], backwards=True)
        if page and part.more_after:
            self.next = self._address(columns, page[-1], backwards=False)
        elif backwards and not page:
            self.next = remove_query_param(request.build_absolute_uri(), "cursor")
        return page

    def _size(self, largest: int) -> int:
        asked = self.request.query_params.get("limit")
        if asked is None:
            return min(self.size, largest)
        if not (
            asked.isascii()
            and asked.isdigit()
            and len(asked) <= len(str(largest))
            and 0 < int(asked) <= largest
        ):
            raise WrongParameter(f"limit: expected a whole number from 1 to {largest}.")
        return int(asked)

    def _address(self, columns: Sequence[Column], row: Model, *, backwards: bool) -> str:
        cursor = write_cursor(backwards, (_write(column, row) for column in columns))
        return replace_query_param(self.request.build_absolute_uri(), "cursor", cursor)

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": self.next, "previous": self.previous})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        address = {"type": ["string", "null"], "format": "uri"}
        properties = {"results": schema, "next": address, "previous": address}
        return {"type": "object", "required": list(properties), "properties": properties}

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        largest = _largest(view)
        whole = {"type": "integer", "minimum": 1, "maximum": largest}
        begins = "Where the page begins, taken from an answer's next or previous."
        most = "How many results a page has at most."
        return [
            _parameter("cursor", begins, {"type": "string"}),
            _parameter("limit", most, whole | {"default": min(self.size, largest)}),
        ]


def _largest(view: Any) -> int:
    return int(getattr(view, "largest_page", LARGEST))


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    where = {"name": name, "in": "query", "required": False}
    return {**where, "description": description, "schema": schema}
