"""All kinds of proxies, by their names: a kind is a module in `kinds` with a `KIND`."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from semantics.proxies import kinds
from semantics.proxies.description import ProxyKind

_names = sorted(module.name for module in iter_modules(kinds.__path__))
_kinds = [import_module(f"{kinds.__name__}.{name}").KIND for name in _names]

# bow pos syn meteor ranp angular
KINDS: Mapping[str, ProxyKind] = {kind.name: kind for kind in _kinds}
