"""The files that rows of this package name: the matrices of proxies."""

from collections.abc import Iterator

from foundation.integrity import StoredFile
from semantics.models import Proxy


def stored_files() -> Iterator[StoredFile]:
    for proxy in Proxy.objects.order_by("pk").iterator():
        yield StoredFile(proxy.path, proxy.sha256, f"proxy {proxy.pk}")
