"""Whether the extra `models` is installed: PyTorch, without which everything else runs."""

from importlib.util import find_spec

from foundation.refused import Refused

MAKE = "make setup EXTRAS=models"


class ExtraMissing(Refused, ImportError):
    """Reference models need PyTorch, which is not installed: run `make setup EXTRAS=models`."""


def is_installed() -> bool:
    return find_spec("torch") is not None


def require_extra() -> None:
    """Requires the extra before what needs it is imported, and before such a job is queued."""
    if not is_installed():
        raise ExtraMissing
