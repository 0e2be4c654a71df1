"""A benchmark whose captions say alike things, and files for it."""

import numpy as np
import pytest
from scipy import sparse

from tests.factories import make_benchmark
from tests.pooling.api.conftest import api, script  # noqa: F401  (fixtures)

CAPTIONS = [
    ("a dog runs over the beach", "beach"),
    ("a puppy is running on the sand", "beach"),
    ("a cat sleeps on a sofa", "sofa"),
    ("a man cooks rice", "kitchen"),
    ("a dog runs over the beach", "dunes"),
    ("a chef boils rice in a pot", "kitchen"),
    ("wow", "sofa"),
]
SHAPE = (7, 4)
OWN = [0, 0, 1, 2, 3, 2, 1]


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def benchmark(db):
    return make_benchmark(CAPTIONS, name="talk")


@pytest.fixture
def cells() -> np.ndarray:
    """A relevance matrix of that benchmark."""
    matrix = np.zeros(SHAPE, np.float32)
    matrix[np.arange(7), OWN] = 1
    matrix[0, 3] = matrix[4, 0] = 0.5
    return matrix


@pytest.fixture
def matrix_file(cells, tmp_path):
    path = tmp_path / "relevance.npz"
    sparse.save_npz(path, sparse.csr_array(cells))
    return path
