"""How slow work tells how far it is, whoever listens."""

from collections.abc import Callable

Report = Callable[[int, int, str], None]  # done, of how many, with what
