"""Looks for the static files once.

Each of Django's test clients builds all middleware for itself, and WhiteNoise's looks for every
static file again: most of the time that a test of one page takes.
"""

from whitenoise.middleware import WhiteNoiseMiddleware

_found: dict[tuple[object, ...], dict[str, object]] = {}
_look = WhiteNoiseMiddleware.add_files_from_finders


def install() -> None:
    WhiteNoiseMiddleware.add_files_from_finders = _look_once


def _look_once(middleware: WhiteNoiseMiddleware) -> None:
    """Once for each way of being asked; the files themselves do not change while tests run."""
    asked = (
        middleware.static_prefix,
        middleware.max_age,
        middleware.charset,
        middleware.allow_all_origins,
    )
    if asked not in _found:
        _look(middleware)
        _found[asked] = dict(middleware.files)
    middleware.files.update(_found[asked])
