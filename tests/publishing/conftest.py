"""Where releases and printed files go in tests."""

from tests.metrics.conftest import media

__all__ = ["media"]
