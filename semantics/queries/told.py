"""A proxy as jobs and commands tell of it."""

from typing import Any

from semantics.models import Proxy

FACTS = ("kind", "pairs", "parameters", "captions", "videos", "without_words", "layout")


def proxy_as_json(proxy: Proxy) -> dict[str, Any]:
    facts = {name: getattr(proxy, name) for name in FACTS}
    return {"proxy": proxy.name, "id": proxy.pk, **facts, "sha256": proxy.sha256}
