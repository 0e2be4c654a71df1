"""All addresses of the API, read from the URL patterns themselves."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, path
from django.views import View

PREFIX = "/api/v1/"


def patterns_of(views: Mapping[str, type[View]]) -> list[URLPattern]:
    """The views at their addresses."""
    return [path(address, view.as_view()) for address, view in views.items()]


def routes() -> list[str]:
    """Routes in the order of the patterns, below the prefix, parameters as {name}: `jobs/{id}/`."""
    return [
        route.removeprefix(PREFIX)
        for route in _walk(get_resolver().url_patterns, "/")
        if route.startswith(PREFIX)
    ]


def _walk(patterns: list[Any], before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route
