"""What leads ask of proxies."""

from typing import Any

from foundation.asking.forms import AskedForm
from semantics.asked.proxies import ProxyFileWanted, ProxyWanted


class ProxyForm(AskedForm):
    """The usual answers make a proxy of the kind that is chosen."""

    asks = ProxyWanted
    requires = ("rho", "seed")
    FIRST = ("kind", "name")

    @property
    def first(self) -> list[Any]:
        """What is asked at once; the rest is folded, unless there is something to mend in it."""
        return [self[name] for name in self.FIRST]

    @property
    def others(self) -> list[Any]:
        return [field for field in self if field.name not in self.FIRST]

    @property
    def unfolded(self) -> bool:
        return any(field.errors for field in self.others)


class ProxyFileForm(AskedForm):
    asks = ProxyFileWanted
