"""Proxies: on a person's behalf, by their names, and as relevance."""

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from foundation.database.rows import the_row
from foundation.paging.sorting import ListColumn, Listing
from foundation.refused import Refused
from people.lists import called
from people.models import User
from people.queries import require_reader
from pooling.models import Benchmark
from pooling.queries.names import listed
from semantics.formats.stored import read_stored
from semantics.models import Proxy
from semantics.proxies.relevance import Relevance


class UnknownProxy(Refused):
    """There is no proxy of this name."""


class Outdated(Refused):
    """The benchmark has grown since the proxy was made."""


class FileGone(Refused):
    """The proxy's file is not there."""


def access_proxies(asking: User, benchmark: Benchmark) -> QuerySet[Proxy]:
    require_reader(asking)
    return list_proxies(benchmark)


def access_proxy(asking: User, benchmark_id: int, proxy_id: int) -> Proxy:
    require_reader(asking)
    return the_row(_proxies(), "proxy", benchmark=benchmark_id, pk=proxy_id)


def list_proxies(benchmark: Benchmark) -> QuerySet[Proxy]:
    """The proxies in the order in which they were made."""
    return _proxies().filter(benchmark=benchmark).order_by("pk")


def _proxies() -> QuerySet[Proxy]:
    return Proxy.objects.select_related("benchmark", "created_by", "verbs", "nouns")


def find_proxy(benchmark: Benchmark, name: str) -> Proxy:
    """The proxy of this name, whatever its case. Raises UnknownProxy."""
    rows = list(list_proxies(benchmark))
    for row in rows:
        if row.name.lower() == name.lower():
            return row
    names = [row.name for row in rows]
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}?" if near else listed(names)
    raise UnknownProxy(f"no proxy of {benchmark.name} is called {name!r}: {hint}")


def read_relevance(proxy: Proxy) -> Relevance:
    """captions x videos of its benchmark. Raises Outdated or FileGone."""
    if proxy.is_outdated:
        of = proxy.benchmark
        raise Outdated(
            f"Proxy {proxy} is of {proxy.captions:,} captions and {proxy.videos:,} videos, and"
            f" {of} has {of.caption_count:,} and {of.video_count:,}: make it again."
        )
    return read_as_made(proxy)


def read_as_made(proxy: Proxy) -> Relevance:
    """The relevance of the captions and videos there were when it was made. Raises FileGone."""
    with _gone_named(proxy):
        return read_stored(file_of(proxy), "half" if proxy.layout == "half" else "sparse")


def open_kept(proxy: Proxy) -> BinaryIO:
    """Its file, to be read and closed. Raises FileGone."""
    with _gone_named(proxy):
        return file_of(proxy).open("rb")


@contextmanager
def _gone_named(proxy: Proxy) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise FileGone(
            f"The file of proxy {proxy} is gone: restore it from a backup, or delete the proxy and"
            " make it again."
        ) from None


def file_of(proxy: Proxy) -> Path:
    return settings.MEDIA_ROOT / proxy.path


FACTS = ("kind", "pairs", "parameters", "captions", "videos", "without_words", "layout")


def proxy_as_json(proxy: Proxy) -> dict[str, Any]:
    """The proxy as jobs and commands tell of it."""
    facts = {name: getattr(proxy, name) for name in FACTS}
    return {"proxy": proxy.name, "id": proxy.pk, **facts, "sha256": proxy.sha256}


PROXIES = Listing(
    (
        ListColumn("name", _("Name"), Lower("name")),
        ListColumn("kind", _("Kind"), "kind"),
        ListColumn("pairs", _("Pairs above 0"), "pairs", number=True),
        ListColumn("share", _("Share of all pairs"), "pairs", number=True),
        ListColumn(
            "wordless", _("Captions without words"), "without_words", number=True, gaps=True
        ),
        ListColumn("size", _("Size"), "bytes", number=True),
        ListColumn("made", _("Made"), "pk", falling=True),
        ListColumn("by", _("By"), called("created_by__"), gaps=True, leads=True),
    ),
    usual="-made",
)
