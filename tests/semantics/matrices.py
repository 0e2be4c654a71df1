"""Files of matrices for tests."""

import io

import numpy as np
from scipy import sparse


def as_npy(cells, dtype=np.float64) -> io.BytesIO:
    file = io.BytesIO()
    np.save(file, np.asarray(cells, dtype))
    return file


def as_npz(**arrays) -> io.BytesIO:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file


def as_sparse(cells, of_format: str = "csr", *, compressed: bool = True) -> io.BytesIO:
    file = io.BytesIO()
    made = getattr(sparse, f"{of_format}_array")(np.asarray(cells, float))
    sparse.save_npz(file, made, compressed=compressed)
    return file


def dense(relevance) -> np.ndarray:
    return np.concatenate([rows for _, rows in relevance.blocks()])
