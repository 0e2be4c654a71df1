"""Refusals as pages show them: each where its reader can act on it, and with its status. (As errors
of a form: foundation/asking/forms.py.)"""

from collections.abc import Callable
from functools import wraps
from types import TracebackType
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import URLPattern, path

from foundation.refused import Refused, Unknown
from foundation.words import translated

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


def leading_back(
    page: str, *, same_address: bool = True
) -> Callable[["View[Arguments]"], "View[Arguments]"]:
    """Wraps a view of one button: what it refuses is a message on that page. same_address: the
    page's address has the view's own arguments."""

    def decorate(view: "View[Arguments]") -> "View[Arguments]":
        @wraps(view)
        def led(
            request: HttpRequest, *args: Arguments.args, **kwargs: Arguments.kwargs
        ) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except Unknown:
                raise
            except Refused as refused:
                messages.warning(request, translated(str(refused)))
                return redirect(page, *((*args, *kwargs.values()) if same_address else ()))

        return led  # type: ignore[return-value]  # the names of its arguments are the view's

    return decorate


def page(address: str, view: Callable[..., HttpResponseBase]) -> URLPattern:
    """A page whose address is called as its view is."""
    return path(address, view, name=view.__name__)


class RefusedMiddleware:
    """A page for a refusal that no view has shown in its own way. (The API answers by itself.)"""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refused):
            return None
        detail = "" if isinstance(exception, Unknown) else translated(str(exception))
        return render(
            request, f"{exception.status}.html", {"detail": detail}, status=exception.status
        )


class Handed:
    """A `with` whose body ends at an exception of these kinds, which is handed on.

    A class, for its `__exit__` says by its type that what comes after the `with` is reached.
    """

    def __init__(self, on: Callable[[Exception], None], *kinds: type[Exception]) -> None:
        self.on = on
        self.kinds = kinds

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(raised, self.kinds):
            return False
        self.on(raised)
        return True


def refusals_shown(request: HttpRequest) -> Handed:
    """What is refused inside is a message on the next page; what follows inside is left out."""
    return Handed(lambda refused: messages.error(request, translated(str(refused))), Refused)
