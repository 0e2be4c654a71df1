"""Relevance as files: those that are kept, and those that are exported.

A matrix with few cells above 0 is a .npz as SciPy writes one; one with many is a .npy of half
precision, which is smaller then and can be read row by row.
"""

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, Literal

import numpy as np
from scipy.sparse import csr_array, load_npz, save_npz

from foundation.frozen import frozen
from semantics.proxies.relevance import BLOCK, DENSE_ABOVE, Relevance

Layout = Literal["sparse", "half"]
Ending = Literal["npy", "npz"]
ENDINGS: Mapping[Layout, Ending] = {"sparse": "npz", "half": "npy"}
ARRAY = "relevance"  # what the one array of an .npz is called that is not SciPy's
LEVEL = 1  # of compression: quick, and most of what there is to gain


@frozen
class Arranged:
    """Relevance in the layout in which it is smaller. pairs: cells above 0."""

    relevance: Relevance
    layout: Layout
    pairs: int


def arrange(relevance: Relevance) -> Arranged:
    """Cells are counted as they are kept: half precision has no number between 0 and 6e-8."""
    captions, videos = relevance.shape
    is_dense = count_pairs(relevance) > DENSE_ABOVE * captions * videos
    if isinstance(relevance.cells, np.ndarray) != is_dense:
        blocks = (rows for _, rows in relevance.blocks())
        relevance = Relevance.of_blocks(blocks, relevance.shape)
    if isinstance(relevance.cells, np.ndarray):
        return Arranged(relevance, "half", count_pairs(relevance))
    kept = _canonical(relevance.cells)
    return Arranged(kept, "sparse", count_pairs(kept))


def count_pairs(relevance: Relevance) -> int:
    """How many pairs it has: as `above_zero`, but zeros that a sparse matrix names are none."""
    if isinstance(relevance.cells, np.ndarray):
        return relevance.above_zero
    return int(np.count_nonzero(relevance.cells.data.astype(np.float32, copy=False)))


def _canonical(cells: csr_array) -> Relevance:
    """So that the same cells are always the same bytes."""
    cells = csr_array(cells, dtype=np.float32, copy=True)
    cells.sum_duplicates()
    cells.eliminate_zeros()
    width = np.int32 if cells.nnz < 2**31 else np.int64
    places = cells.indices.astype(width, copy=False), cells.indptr.astype(width, copy=False)
    return Relevance(csr_array((cells.data, *places), shape=cells.shape))


def write_stored(arranged: Arranged, path: Path) -> None:
    """Writes a new file."""
    with path.open("xb") as file:
        write_matrix(arranged.relevance, file, ENDINGS[arranged.layout])


def read_stored(path: Path, layout: Layout) -> Relevance:
    """Rows of a half-precision file are read as they are asked for."""
    if layout == "half":
        return Relevance(np.load(path, mmap_mode="r"))
    return Relevance(csr_array(load_npz(path)))


def write_matrix(relevance: Relevance, file: BinaryIO, ending: Ending) -> None:
    """Either kind of file of either layout, with the very values that are kept."""
    if ending == "npy":
        file.writelines(npy_pieces(relevance))
    elif isinstance(relevance.cells, np.ndarray):
        # Block by block: NumPy's own writer wants the whole array in memory.
        with (
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive,
            archive.open(f"{ARRAY}.npy", "w", force_zip64=True) as member,
        ):
            member.writelines(npy_pieces(relevance))
    else:
        save_npz(file, relevance.cells, compressed=False)


def npy_pieces(relevance: Relevance) -> Iterator[bytes]:
    """A .npy file: single precision where that is what is kept, half precision else."""
    cells, written = relevance.cells, io.BytesIO()
    is_half = isinstance(cells, np.ndarray)
    dtype = "<f2" if is_half else "<f4"
    header: dict[str, object] = {"descr": dtype, "fortran_order": False, "shape": relevance.shape}
    np.lib.format.write_array_header_1_0(written, header)
    yield written.getvalue()
    for start in range(0, relevance.shape[0], BLOCK):
        # Single precision would be twice the memory for nothing where half is kept.
        rows = cells[start : start + BLOCK] if is_half else relevance.rows(start, start + BLOCK)
        yield np.asarray(rows, dtype).tobytes()
