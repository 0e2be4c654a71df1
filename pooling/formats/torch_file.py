"""The tensor of a file that torch.save wrote: a zip of a pickle, which describes it, and of its
numbers, which stand there as they are in memory.

PyTorch is not needed: the pickle is read by our own machine, so that nothing runs that it names,
and the numbers are read from their place in the file, as those of an .npy are.
"""

import math
import zipfile
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

import numpy as np

from foundation.frozen import frozen
from pooling.formats.npy_header import NpyHeader, sides_of
from pooling.formats.npz import ENCRYPTED, chosen, opened
from pooling.formats.pickled_arrays import ARRAY_INSTRUCTIONS, MOST_SIDES, ArrayMachine, Global
from pooling.formats.pickles import read_pickle
from pooling.formats.problem import excerpt, refuse

DESCRIBED = "/data.pkl"  # after the name of a folder, which is any
_LOCAL, _LOCAL_SIZE = b"PK\x03\x04", 30
_TYPES = {
    "Half": "f2",
    "Float": "f4",
    "Double": "f8",
    "Byte": "u1",
    "Char": "i1",
    "Short": "i2",
    "Int": "i4",
    "Long": "i8",
}


@frozen
class _Storage:
    dtype: np.dtype[Any]
    name: str


@frozen
class _Tensor:
    """Numbers of a storage, from first on; strides count numbers."""

    storage: _Storage
    first: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def find_tensor(file: BinaryIO) -> NpyHeader | None:
    """The only tensor, or the one called t2v or sim, of an archive; None if it is none of PyTorch.
    Raises Unreadable."""
    with opened(file) as archive:
        names = [name for name in archive.namelist() if name.endswith(DESCRIBED)]
        if len(names) != 1:
            return None
        folder = names[0].removesuffix(DESCRIBED)
        with archive.open(names[0]) as pickle:
            tensor = _chosen(read_pickle(pickle, _TensorMachine()))
        numbers = f"{folder}/data/{tensor.storage.name}"
        if numbers not in archive.namelist():
            refuse("zip", f"the file of PyTorch has no numbers of its tensor, {excerpt(numbers)}")
        member = archive.getinfo(numbers)
        order = f"{folder}/byteorder"
        is_big = order in archive.namelist() and archive.read(order) == b"big"
        dtype = tensor.storage.dtype.newbyteorder(">" if is_big else "<")
    return _placed(file, member, dtype, tensor)


def _chosen(value: Any) -> _Tensor:
    if isinstance(value, _Tensor):
        return value
    found = value if isinstance(value, dict) else {}
    tensors = {str(name): one for name, one in found.items() if isinstance(one, _Tensor)}
    if not tensors:
        refuse(
            "pickle",
            f"the file of PyTorch holds a {type(value).__name__} without a tensor; expected one"
            " matrix, or a dict of it",
        )
    return chosen(tensors, "the file of PyTorch", "tensors")


def _placed(
    file: BinaryIO, member: zipfile.ZipInfo, dtype: np.dtype[Any], tensor: _Tensor
) -> NpyHeader:
    """Where the tensor's numbers stand, checked against what the archive has."""
    if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & ENCRYPTED:
        refuse("zip", "the tensor is packed, which torch.save does not do; save it again")
    file.seek(member.header_offset)
    local = file.read(_LOCAL_SIZE)
    if not local.startswith(_LOCAL) or len(local) < _LOCAL_SIZE:
        refuse("zip", "the archive is damaged: its tensor is not where it is listed")
    names = int.from_bytes(local[26:28], "little") + int.from_bytes(local[28:30], "little")
    start, first = member.header_offset + _LOCAL_SIZE + names, tensor.first * dtype.itemsize
    header = NpyHeader(dtype, tensor.shape, _is_fortran(tensor), start + first)
    there = min(start + member.file_size, file.seek(0, 2))
    if header.size > there:
        refuse(
            "truncated",
            f"truncated: the tensor of {sides_of(tensor.shape)} needs"
            f" {header.size - start:,} bytes, the file has {max(0, there - start):,}",
        )
    return header


def _is_fortran(tensor: _Tensor) -> bool:
    """Whether columns are together rather than rows. A view that is neither is refused."""
    if _together(tensor.shape[::-1], tensor.strides[::-1]):
        return False
    if not _together(tensor.shape, tensor.strides):
        refuse("shape", "the tensor is a view of another; save tensor.contiguous() instead")
    return True


def _together(shape: tuple[int, ...], strides: tuple[int, ...]) -> bool:
    """Whether numbers stand one after the other, the first side's before the next one's."""
    return all(
        side < 2 or stride == math.prod(shape[:place])
        for place, (side, stride) in enumerate(zip(shape, strides, strict=True))
    )


def _tensor(storage: Any, first: Any, shape: Any, strides: Any, *_: Any) -> _Tensor:
    numbers = (first, *shape, *strides)
    if not isinstance(storage, _Storage) or len(shape) != len(strides) or len(shape) > MOST_SIDES:
        raise TypeError("expected a tensor of numbers")
    if not all(type(one) is int and 0 <= one < 2**63 for one in numbers):
        raise ValueError("expected whole numbers from 0")
    return _Tensor(storage, first, tuple(shape), tuple(strides))


class _TensorMachine(ArrayMachine):
    reads = "tensors, arrays, numbers, strings, lists, tuples and dicts"

    @property
    def known(self) -> Mapping[str, Callable[[Any, Any], None]]:
        return _INSTRUCTIONS

    @property
    def globals(self) -> Mapping[str, Global]:
        return _GLOBALS

    def push_storage(self, _: None) -> None:
        """('storage', its type, its name, the device, how many numbers)."""
        kind, of, name, *_rest = self.stack.pop()
        if kind != "storage" or not isinstance(of, Global) or not isinstance(name, str):
            raise TypeError("expected a storage of numbers")
        self.push(_Storage(of.call(), name) if of.call else None)


def _refused(name: str) -> Callable[[], Any]:
    said = f"a tensor of the type {excerpt(name)} is not read; save tensor.float() instead"
    return lambda: refuse("dtype", said)


def _typed(written: str) -> Callable[[], Any]:
    return lambda: np.dtype(written)


_GLOBALS: Mapping[str, Global] = {
    **ArrayMachine.GLOBALS,
    "torch._utils _rebuild_tensor_v2": Global(_tensor),
    "torch._utils _rebuild_parameter": Global(lambda tensor, *_: tensor),
    **{f"torch {name}Storage": Global(_typed(of)) for name, of in _TYPES.items()},
    **{
        f"torch {name}Storage": Global(_refused(name))
        for name in ("BFloat16", "Bool", "ComplexFloat", "ComplexDouble")
    },
}
_INSTRUCTIONS: Mapping[str, Callable[[Any, Any], None]] = {
    **ARRAY_INSTRUCTIONS,
    "BINPERSID": _TensorMachine.push_storage,
}
