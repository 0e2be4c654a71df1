"""Media files over HTTP: for the person a link was made for, whole or one range at a time (RFC
9110, 13 and 14)."""

from contextlib import ExitStack
from http import HTTPStatus
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import http_date
from django.views.decorators.http import require_safe
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from media.ranges import AskedRange, Span, read_range
from people.api.authentication import TokenAuthentication
from people.models import User
from pooling.media_files import CHUNK, MediaFile, Pieces, open_media
from pooling.media_links import read_media_link

# A player asks for "all from here", reads a little and waits while it plays. It is given this much
# and asks again; otherwise each viewer would hold one of the web process's threads for as long as
# the film lasts. A browser that may store parts of a film asks for the missing ones by name, up to
# the end, and what is asked for by name is sent in full: so parts are not stored. A whole film is:
# the rating screen fetches it whole, before it is wanted.
OPEN_ENDED_BYTES = 4 * 1024 * 1024


class PiecesResponse(StreamingHttpResponse):
    """Offers its file to the server, as FileResponse does, and leaves all headers to the view."""

    block_size = CHUNK

    def __init__(self, pieces: Pieces) -> None:
        super().__init__(pieces)
        self.file_to_stream = pieces


@require_safe
def media(request: HttpRequest, signed: str, name: str) -> HttpResponseBase:
    """A file by the link that `media_link` made. Whether a file exists is told only to those who
    may have it."""
    with ExitStack() as unless_streamed:
        found = open_media(read_media_link(_person_of(request), signed))
        unless_streamed.callback(found.file.close)
        response = _answer(request, found)
        if response.streaming:
            unless_streamed.pop_all()
    return response


def _person_of(request: HttpRequest) -> User | None:
    """The person by session, or by the API's token: a script that was given a link in an answer
    follows it with the same header."""
    if request.user.is_authenticated:
        return request.user
    try:
        found = TokenAuthentication().authenticate(Request(request))
    except AuthenticationFailed:
        return None
    return found[0] if found else None


def _answer(request: HttpRequest, found: MediaFile) -> HttpResponseBase:
    if settings.MEDIA_ACCEL:
        # The proxy sends the file and sees to ranges and conditions itself.
        place = settings.MEDIA_ACCEL + quote(found.path.as_posix())
        return _with_headers(HttpResponse(headers={"X-Accel-Redirect": place}), found)
    unchanged = get_conditional_response(request, etag=found.etag, last_modified=found.modified)
    response = unchanged or _send(request, found)
    response["Accept-Ranges"] = "bytes"
    response["ETag"] = found.etag
    response["Last-Modified"] = http_date(found.modified)
    return _with_headers(response, found)


def _send(request: HttpRequest, found: MediaFile) -> HttpResponseBase:
    asked = read_range(_range_header(request, found), found.size)
    if asked is AskedRange.UNSATISFIABLE:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{found.size}"})
    if isinstance(asked, AskedRange):
        return _body(request, found, Span(0, found.size))
    span = asked.at_most(OPEN_ENDED_BYTES) if asked.open_ended else asked
    response = _body(request, found, span)
    response.status_code = 206
    response["Content-Range"] = span.content_range(found.size)
    return response


def _range_header(request: HttpRequest, found: MediaFile) -> str | None:
    """None where If-Range names another version of the file: parts of two versions must never be
    put together."""
    version = request.headers.get("If-Range")
    if version is not None and version.strip() not in (found.etag, http_date(found.modified)):
        return None
    return request.headers.get("Range") if request.method == "GET" else None


def _body(request: HttpRequest, found: MediaFile, span: Span) -> HttpResponseBase:
    response: HttpResponseBase = HttpResponse()
    if request.method != "HEAD":
        response = PiecesResponse(Pieces(found.file, span.start, span.stop, str(found.place)))
    response["Content-Length"] = str(span.length)
    return response


def _with_headers(response: HttpResponseBase, found: MediaFile) -> HttpResponseBase:
    response["Content-Type"] = found.content_type or "application/octet-stream"
    if found.content_type is None:
        response["Content-Disposition"] = "attachment"
    # A person's own browser may keep pictures and whole films, as long as their links last. Of
    # exports and uploads, which hold labels, nothing may stay on a shared computer after its person
    # has signed out.
    whole = response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)
    response["Cache-Control"] = (
        f"private, max-age={max(0, settings.MEDIA_SECONDS // 2)}, immutable"
        if found.is_shown and whole
        else "private, no-store"
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    patch_vary_headers(response, ["Cookie", "Authorization"])
    return response
