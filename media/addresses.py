"""Which addresses belong to the open internet, and what addresses a name has."""

import ipaddress
import socket
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from media.pinned import Deadline, OutOfTime

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
MayReach = Callable[[Address], bool]
Resolve = Callable[[str, int], Iterable[str]]

# Addresses that lead through a translator to others, which may be private.
TRANSLATED = [
    ipaddress.ip_network(net)
    for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96", "fec0::/10")
]
TRANSLATED += [ipaddress.ip_network(net) for net in ("192.88.99.0/24", "192.0.0.0/24")]


def is_public(address: Address) -> bool:
    """Whether an address belongs to somebody on the open internet."""
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return is_public(mapped)
    special = (
        address.is_private or address.is_loopback or address.is_link_local or address.is_multicast
    )
    special = special or address.is_reserved or address.is_unspecified
    return (
        address.is_global
        and not special
        and not any(address in net for net in TRANSLATED if net.version == address.version)
    )


def resolve(host: str, port: int) -> list[str]:
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def ask_resolver(resolver: Resolve, host: str, port: int, deadline: Deadline) -> list[str]:
    """The host's addresses, each once. In a thread, because the system's name service knows no
    deadline."""
    threads = ThreadPoolExecutor(1)
    answer = threads.submit(lambda: list(dict.fromkeys(resolver(host, port))))
    threads.shutdown(wait=False)
    try:
        return answer.result(deadline.left())
    except TimeoutError:
        if answer.done():  # it was the name service itself that gave up
            return []
        raise OutOfTime from None
