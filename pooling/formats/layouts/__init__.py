"""The layouts in which data sets are published, one module each: whatever is in `LAYOUTS` of a
module here is recognised by its content, and can be named, in commands, forms and the API.

A new layout is a module here, a line in docs/formats.md, and rows in
tests/pooling/formats/test_layouts.py.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from pooling.formats.told import Layout

LAYOUTS: Mapping[str, Layout] = {
    layout.name: layout
    for module in iter_modules(__path__, f"{__name__}.")
    for layout in import_module(module.name).LAYOUTS
}
