"""Every address of the site and of its API, read from the URL patterns themselves."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLResolver, get_resolver

# Patterns that are no routes with <converters>, as an address that they take.
REGULAR = {
    "/admin/^(?P<app_label>people)/$": "/admin/people/",
    "/admin/(?P<url>.*)$": "/admin/nothing-here/",
    "/^api(?:/|$)": "/api/nothing-here",
}


def every_route() -> list[str]:
    return [REGULAR.get(route, route) for route in _walk(get_resolver().url_patterns, "/")]


def _walk(patterns: list[Any], before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            yield route
