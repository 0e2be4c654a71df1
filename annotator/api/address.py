"""Addresses of this part of the API: each operation is a function, which is given what the address
is about, found on the caller's behalf, and what was sent; what it finds is shown as the operation
says."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import path
from drf_spectacular.utils import extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import ask, read
from foundation.asking.serializers import AskedSerializer
from people.actor import person_of

Access = Callable[..., Any]


# No docstring: the schema would take it for each address's own.
class Listing(ListAPIView[Any]):
    rows: ClassVar[Access]
    of: ClassVar[Access | None] = None
    then: ClassVar[Access | None] = None
    filters: ClassVar[Any] = None
    about: Any = None

    def get_queryset(self) -> QuerySet[Any]:
        view, asking = type(self), person_of(self.request)
        if view.of is not None:
            self.about = view.of(asking, **self.kwargs)
            given: list[Any] = [self.about]
        else:
            wanted = [ask(self.request, view.filters)] if view.filters else []
            given = [asking, *self.kwargs.values(), *wanted]
        found: QuerySet[Any] = view.rows(*given)
        return found

    def paginate_queryset(self, queryset: Any) -> Any:
        page, then = super().paginate_queryset(queryset) or [], type(self).then
        return page if then is None else then(page)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "of": self.about}


class Addresses:
    """Addresses of one part of the API, below one path.

    of: finds what they are about, given the person who asks and the numbers in the address;
    without, operations get these numbers. needs: what else their views have (least_role, scope).
    """

    def __init__(
        self,
        part: str,
        below: str = "",
        of: Access | None = None,
        *,
        base: type[APIView] = APIView,
        **needs: Any,
    ) -> None:
        self.part, self.below, self.of, self.base, self.needs = part, below, of, base, needs
        self.views: dict[str, Any] = {}
        self.get, self.post, self.patch = (
            partial(self._operation, method) for method in ("get", "post", "patch")
        )

    @property
    def urls(self) -> list[Any]:
        return [path(self.below + address, one.as_view()) for address, one in self.views.items()]

    def lists(
        self,
        address: str,
        name: str,
        summary: str,
        rows: Access,
        shows: Any,
        about: str | None = None,
        **more: Any,
    ) -> None:
        """Rows, page by page. rows: finds them, given the person who asks and the numbers in the
        address; or what the list's own `of` finds. then: what is shown of a page's rows. filters:
        the serializer of what is asked behind the question mark."""
        functions = {one: more.pop(one) for one in ("of", "then") if one in more} | {"rows": rows}
        parts: dict[str, Any] = {one: staticmethod(function) for one, function in functions.items()}
        # For the schema; each request gets its own.
        parts |= {
            "queryset": shows.Meta.model.objects.none(),
            "serializer_class": shows,
            "__doc__": about,
        }
        asks = [more["filters"]] if "filters" in more else None
        described = extend_schema_view(get=operation(name, summary, self.part, parameters=asks))
        made = type(name, (Listing, self.base), self.needs | more | parts)
        self.views[address] = described(made)

    def _operation(  # noqa: PLR0913  (each is a word of the description)
        self,
        method: str,
        address: str,
        summary: str,
        takes: Any = None,
        gives: Any = None,
        *,
        of: Access | None = None,
        given: str = "",
        filters: Any = None,
        **needs: Any,
    ) -> Callable[[Access], Access]:
        """A function's name is the operation's. What it returns is shown by `gives`, several as a
        list; a dictionary or a response is sent as it is. takes: a serializer's class, or one that
        all requests share. gives: by status where it is not 200; the first is the usual. given:
        under which name what the address is about is among what is asked. filters: as of a list."""
        finds = of or self.of
        asks = [filters] if filters else None
        status, kind = next(iter(gives.items())) if isinstance(gives, dict) else (200, gives)

        def declare(function: Access) -> Access:
            @wraps(function)
            def called(_: APIView, request: Request, **numbers: int) -> Response:
                about = [finds(person_of(request), **numbers)] if finds else [*numbers.values()]
                asked = [ask(request, filters)] if filters else _sent(request, takes, about, given)
                found = function(request, *about, *asked)
                if isinstance(found, Response):
                    return found
                if kind is not None and not isinstance(found, dict):
                    made = kind if isinstance(kind, type) else type(kind.child)
                    several = {"many": True} if isinstance(found, list) else {}
                    found = made(found, context={"request": request}, **several).data
                return Response(found, status=status)

            name = function.__name__
            view = self.views.setdefault(address, type(name, (self.base,), self.needs | needs))
            describe = operation(name, summary, self.part, takes, gives, parameters=asks)
            setattr(view, method, describe(called))
            return function

        return declare


def _sent(request: Request, takes: Any, about: list[Any], given: str) -> list[Any]:
    if takes is None:
        return []
    (kind,) = takes.values() if isinstance(takes, dict) else [takes]
    if isinstance(kind, AskedSerializer):
        return [kind.answer_to(request.data)]
    of = about[0] if about else None
    sent = read(request, kind, of=of, given={given: of} if given else {})
    return [sent.asked if isinstance(sent, AskedSerializer) else sent.validated_data]
