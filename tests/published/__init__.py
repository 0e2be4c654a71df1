"""Files that other people published, with the numbers they published of them: none lies in this
repository.

TRUEPOOL_PUBLISHED names their folder, for tests alone; it is taken out of the environment, since
the product has no such setting.
"""

import os
from pathlib import Path

import pytest

from foundation.home import CHECKOUT

_GIVEN = os.environ.pop("TRUEPOOL_PUBLISHED", str(CHECKOUT.parent / "shared" / "data"))
# Under a name of the tests' own, so that xdist's workers inherit it.
PUBLISHED = Path(os.environ.setdefault("TESTS_PUBLISHED", _GIVEN))


def published(name: str) -> Path:
    """The file, or the test is skipped."""
    path = PUBLISHED / name
    if not path.exists():
        pytest.skip(f"{path} is not here; TRUEPOOL_PUBLISHED names the folder of published files")
    return path
