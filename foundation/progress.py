"""How slow work tells how far it is, whoever listens."""

from collections.abc import Callable

Report = Callable[[int, int, str], None]  # done, of how many, with what


def steps_of(report: Report, what: str) -> Callable[[int, int], None]:
    """For work that tells only how far it is, and not with what."""
    return lambda done, total: report(done, total, what)
