"""Refusals as pages show them: each where its reader can act on it, and with its status. (As errors
of a form: foundation/asking/forms.py.)"""

from collections.abc import Callable, Mapping
from functools import cache, wraps
from types import TracebackType
from typing import Any, TypeVar, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, get_resolver, path

from foundation.refused import Refused, Unknown
from foundation.words import translated

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def leading_back(page: str, *, same_address: bool = True) -> Callable[[View], View]:
    """Wraps a view of one button: what it refuses is a message on that page. same_address: the
    page's address has the view's own arguments."""

    def decorate(view: View) -> View:
        @wraps(view)
        def led(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                return view(request, *args, **kwargs)
            except Unknown:
                raise
            except Refused as refused:
                messages.warning(request, translated(str(refused)))
                return redirect(page, *((*args, *kwargs.values()) if same_address else ()))

        return cast("View", led)

    return decorate


class Page(URLPattern):
    """An address, with the section of a document that explains what is there, and the tab of a
    benchmark's workspace that it belongs to."""

    help = tab = ""


def page(
    address: str,
    view: Callable[..., HttpResponseBase],
    help: str = "",
    *,
    name: str = "",
    tab: str = "",
    given: Mapping[str, Any] | None = None,
) -> Page:
    """A page is described here and nowhere else. name: its view's, if empty. given: to the view."""
    made = path(address, view, dict(given or {}), name=name or view.__name__)
    found = Page(made.pattern, made.callback, made.default_args, made.name)
    found.help, found.tab = help, tab
    return found


def pages_by_name() -> Mapping[str, Page]:
    """All pages, as they are reversed: `jobs:list`."""
    return _pages_below(get_resolver())


@cache
def _pages_below(resolver: URLResolver) -> Mapping[str, Page]:
    found: dict[str, Page] = {}
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            app = f"{one.namespace}:" if one.namespace else ""
            found |= {app + name: below for name, below in _pages_below(one).items()}
        elif isinstance(one, Page):
            found[str(one.name)] = one
    return found


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
