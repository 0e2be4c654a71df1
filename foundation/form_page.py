"""The page from which a form was sent, to lead back to it."""

from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def page_of_form(request: HttpRequest) -> str:
    """As the browser says; the first page where it does not, or names a page of another site."""
    first_page = resolve_url(settings.LOGIN_REDIRECT_URL)
    came_from = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(
        came_from, {request.get_host()}, require_https=request.is_secure()
    ):
        return first_page
    parts = urlsplit(came_from)
    return urlunsplit(("", "", parts.path, parts.query, "")) or first_page
