"""How an operation stands in the API's document, in one line: its name, its summary, its part."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.fields import empty


def operation(
    name: str, summary: str, part: str, takes: Any = empty, gives: Any = empty, **more: Any
) -> Callable[[Any], Any]:
    """takes, gives: serializers; `gives` by status, where it is not 200. Left out, they are the
    view's own. more: as `extend_schema` has it."""
    return extend_schema(
        operation_id=name, summary=summary, tags=[part], request=takes, responses=gives, **more
    )
