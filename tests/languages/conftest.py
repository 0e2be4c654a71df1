"""What tests of languages need and do not change."""

import pytest

from foundation.catalogue import gathering
from foundation.home import CHECKOUT


@pytest.fixture(scope="session")
def everywhere():
    """Every message of this checkout, with the files that have it: the whole source is read."""
    return gathering.found_in(CHECKOUT)
