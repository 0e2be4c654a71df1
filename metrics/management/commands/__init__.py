"""The commands of metrics: files here, and rows of `metrics/management/studies.py`, for each of
which this makes the module that Django loads a command from."""

import sys
from types import ModuleType

from metrics.management.studies import COMMANDS

for _name, _command in COMMANDS.items():
    _module = sys.modules[f"{__name__}.{_name}"] = ModuleType(_name)
    vars(_module)["Command"] = _command
