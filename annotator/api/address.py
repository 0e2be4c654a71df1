"""What addresses of this part of the API share: what one is about is found on the caller's behalf,
what is sent is read, and what is found is shown as the operation says."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.queries.progress import access_led_campaign, access_led_member
from foundation.api.operation import operation
from foundation.api.reading import read
from foundation.asking.serializers import AskedSerializer
from people.actor import person_of
from people.models import Role, User

Access = Callable[..., Any]


# of: finds what an address is about, given the person who asks and the numbers in it. Without,
# methods get these numbers. No docstring: the schema would take it for each address's own.
class Address(APIView):
    of: ClassVar[Access | None] = None

    def __init_subclass__(cls, of: Access | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if of is not None:
            cls.of = staticmethod(of)


# About a campaign, for leads; about one of its members.
class Led(Address, of=access_led_campaign):
    least_role = Role.LEAD


class LedMember(Address, of=access_led_member):
    least_role = Role.LEAD


def call(
    name: str, summary: str, part: str, takes: Any = None, gives: Any = None
) -> Callable[[Access], Any]:
    """A method of an Address. It is given what the address is about and, where the operation takes
    something, what was sent. What it returns is shown by `gives`, several as a list; a dictionary
    or a response is sent as it is. gives: by status where it is not 200; the first is the usual."""
    status, kind = next(iter(gives.items())) if isinstance(gives, dict) else (200, gives)

    def decorate(method: Access) -> Any:
        @wraps(method)
        def called(view: Address, request: Request, **numbers: int) -> Response:
            of = view.of
            given = numbers.values() if of is None else [of(person_of(request), **numbers)]
            found = method(view, request, *given, *_sent(request, takes, *given))
            if isinstance(found, Response):
                return found
            if kind is not None and not isinstance(found, dict):
                made = kind if isinstance(kind, type) else type(kind.child)
                several = {"many": True} if isinstance(found, list) else {}
                found = made(found, context={"request": request}, **several).data
            return Response(found, status=status)

        return operation(name, summary, part, takes, gives)(called)

    return decorate


def _sent(request: Request, takes: Any, *given: Any) -> list[Any]:
    if takes is None:
        return []
    (kind,) = takes.values() if isinstance(takes, dict) else [takes]
    sent = read(request, kind, of=given[0] if given else None)
    return [sent.asked if isinstance(sent, AskedSerializer) else sent.validated_data]


# A list, by the serializer of its rows' model. rows: finds them, as `of` finds what an address is
# about. says: the operation's name, summary and part.
class Listed(Address, ListAPIView[Any]):
    rows: ClassVar[Access]

    def __init_subclass__(
        cls, rows: Access | None = None, says: tuple[str, str, str] | None = None, **kwargs: Any
    ) -> None:
        super().__init_subclass__(**kwargs)
        if rows is not None and says is not None:
            model: Any = cls.serializer_class
            # For the schema; each request gets its own.
            cls.rows, cls.queryset = staticmethod(rows), model.Meta.model.objects.none()
            extend_schema_view(get=operation(*says))(cls)

    def get_queryset(self) -> QuerySet[Any]:
        found: QuerySet[Any] = type(self).rows(self.asking, **self.kwargs)
        return found

    @property
    def asking(self) -> User:
        return person_of(self.request)
