"""All adapters, by their names: each is a module in `adapters` with an `ADAPTER`. Some read what a
source says, others ask a model."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from witnesses import adapters
from witnesses.chatting.questions import AskingAdapter
from witnesses.opinions import Adapter

_names = sorted(module.name for module in iter_modules(adapters.__path__))
_adapters = [import_module(f"{adapters.__name__}.{name}").ADAPTER for name in _names]

ADAPTERS: Mapping[str, Adapter] = {one.name: one for one in _adapters if isinstance(one, Adapter)}
ASKING: Mapping[str, AskingAdapter] = {
    one.name: one for one in _adapters if not isinstance(one, Adapter)
}
