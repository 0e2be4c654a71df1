"""Proxies as files that are downloaded."""

from django.http import FileResponse, Http404
from django.utils.text import slugify

from semantics.models import Proxy
from semantics.queries.exports import UnknownEnding, known_ending, opened_export


def matrix_download(proxy: Proxy, ending: str) -> FileResponse:
    """Raises FileGone, and Http404 where there is no such file."""
    try:
        file = opened_export(proxy, known_ending(ending))
    except UnknownEnding:
        raise Http404("no such file") from None
    stem = slugify(f"{proxy.benchmark.name}-{proxy.name}") or "proxy"
    return FileResponse(
        file,
        as_attachment=True,
        filename=f"{stem}.{ending}",
        content_type="application/octet-stream",
    )
