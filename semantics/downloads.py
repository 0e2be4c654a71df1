"""Proxies as files that are downloaded."""

from django.http import FileResponse
from django.utils.text import slugify

from semantics.models import Proxy
from semantics.queries.exports import known_ending, opened_export


def matrix_download(proxy: Proxy, ending: str) -> FileResponse:
    """Raises UnknownEnding or FileGone."""
    file = opened_export(proxy, known_ending(ending))
    stem = slugify(f"{proxy.benchmark.name}-{proxy.name}") or "proxy"
    return FileResponse(
        file,
        as_attachment=True,
        filename=f"{stem}.{ending}",
        content_type="application/octet-stream",
    )
