"""Reading what a request asks: its body, or what its address has behind the question mark."""

from typing import Any, TypeVar

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.request import Request

from foundation.asking.serializers import AskedParameters

Kind = TypeVar("Kind", bound=serializers.Serializer[Any])


def read(request: Request, kind: type[Kind], **context: Any) -> Kind:
    """The body, or a problem for each value that is wrong. context: what else the serializer needs
    to know."""
    asked = kind(data=request.data, context={"request": request, **context})
    asked.is_valid(raise_exception=True)
    return asked


def read_parameters(request: Request, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """The parameters in the address."""
    asked = kind(data=request.query_params, context={"request": request})
    _refuse_first(asked)
    return dict(asked.validated_data)


def ask(
    request: Request,
    kind: type[AskedParameters],
    parameters: QueryDict | None = None,
    **context: Any,
) -> Any:
    """The dataclass that the parameters in the address make. parameters: these instead. context: as
    of `read`."""
    given = request.query_params if parameters is None else parameters
    asked = kind(data=given, context={"request": request, **context})
    _refuse_first(asked)
    return asked.asked


def _refuse_first(asked: serializers.Serializer[Any]) -> None:
    if not asked.is_valid():
        name, messages = next(iter(asked.errors.items()))
        raise ParseError(f"{name}: {messages[0]}")
