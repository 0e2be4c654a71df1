"""Which services may be asked, and which of them are given the key."""

from urllib.parse import SplitResult, urlsplit

from foundation.frozen import frozen
from media.addresses import Address, MayReach, is_public
from media.fetching import PORTS, FetchLimits

MOST_BYTES = 1024 * 1024


def origin_of(url: str) -> str:
    """Its scheme, host and port, the port where it is not the usual one. Raises ValueError."""
    place: SplitResult = urlsplit(url)
    host = (place.hostname or "").lower()
    named = f"[{host}]" if ":" in host else host
    usual = place.port in (None, PORTS.get(place.scheme))
    return f"{place.scheme}://{named}" if usual else f"{place.scheme}://{named}:{place.port}"


@frozen
class Reach:
    """origins: those that an administrator named. They may be of this network, and they alone get
    the key."""

    origins: frozenset[str]
    key: str

    def trusts(self, url: str) -> bool:
        try:
            return origin_of(url) in self.origins
        except ValueError:
            return False

    def may_reach(self, url: str) -> MayReach:
        return _anything if self.trusts(url) else is_public

    def limits(self, url: str, seconds: float) -> FetchLimits:
        port = urlsplit(url).port if self.trusts(url) else None
        ports = frozenset(PORTS.values()) if port is None else frozenset({port})
        return FetchLimits(MOST_BYTES, seconds, 0, ports)

    def headers(self, url: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"} if self.key and self.trusts(url) else {}

    def without_key(self, words: str) -> str:
        return words.replace(self.key, "***") if self.key else words


def _anything(_address: Address) -> bool:
    return True
