"""The packages of the source, from the ground up, as the contract in pyproject.toml has them."""

import tomllib

from foundation.home import CHECKOUT


def _read() -> tuple[str, ...]:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if "containers" not in each)
    return tuple(reversed(layers))


PACKAGES = _read()
