"""What rests on a proxy, so that it cannot be deleted: packages above know, and register it."""

from collections.abc import Callable, Iterable, Iterator

from semantics.models import Proxy

Resting = Callable[[Proxy], Iterable[str]]

_known: list[Resting] = []


def rests_on_proxies(known: Resting) -> Resting:
    """known: what rests on a proxy, each thing in a few words, as in `report 7`."""
    _known.append(known)
    return known


def resting_on(proxy: Proxy) -> Iterator[str]:
    for known in _known:
        yield from known(proxy)
