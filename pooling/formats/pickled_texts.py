"""Texts as pyarrow pickles them, in which pandas keeps a column of texts where pyarrow is there."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from pooling.formats.pickled_arrays import Global

_OFFSETS = {"string": "<i4", "large_string": "<i8"}


def _restored(state: Sequence[Any]) -> list[str | None]:
    """buffers: a bit for each that there is, if any is missing; where each begins, and the last
    ends; all of them, in UTF-8."""
    kind, length, _, first, (is_there, begins, texts), *_ = state
    width = np.dtype(_OFFSETS[kind]).itemsize
    ends = np.frombuffer(begins, _OFFSETS[kind], length + 1, first * width)
    if (np.diff(ends) < 0).any() or ends[0] < 0 or ends[-1] > len(texts or b""):
        raise ValueError("texts that begin before the one before them ends")
    found: list[str | None] = [bytes(texts[start:end]).decode() for start, end in pairwise(ends)]
    if is_there is not None:
        bits = np.unpackbits(np.frombuffer(is_there, "u1"), bitorder="little")
        for place in np.flatnonzero(bits[first : first + length] == 0).tolist():
            found[place] = None
    return found


def _joined(chunks: Sequence[list[Any]], _: Any = None) -> list[Any]:
    return [text for chunk in chunks for text in chunk]


def _as_it_is(given: Any = b"") -> Any:
    return given


OF_PYARROW = {
    "pyarrow.lib _restore_array": Global(_restored),
    "pyarrow.lib chunked_array": Global(_joined),
    "pyarrow.lib type_for_alias": Global(_as_it_is),
    "pyarrow.lib py_buffer": Global(_as_it_is),
    "builtins bytearray": Global(_as_it_is),
    "__builtin__ bytearray": Global(_as_it_is),
}
