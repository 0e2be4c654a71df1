"""Which address a request came from, when proxies stand in front."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings


def client_of(environ: Mapping[str, Any]) -> str:
    hops = [hop.strip() for hop in environ.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    trusted = settings.TRUSTED_PROXIES
    named = hops[-trusted] if 0 < trusted <= len(hops) else ""
    return named or str(environ.get("REMOTE_ADDR", ""))
