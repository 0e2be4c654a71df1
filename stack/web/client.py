"""Which address a request came from, when proxies stand in front."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings


def client_of(environ: Mapping[str, Any]) -> str:
    address = str(environ.get("REMOTE_ADDR", ""))
    if not settings.TRUSTED_PROXIES:
        return address
    hops = [hop.strip() for hop in environ.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    return (
        hops[-settings.TRUSTED_PROXIES] if len(hops) >= settings.TRUSTED_PROXIES else ""
    ) or address
