"""What studies came to, found again for as long as what they follow from is the same."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, TypeVar

from foundation.plain import from_plain, to_plain
from foundation.version import VERSION
from metrics.models import KeptResult
from metrics.queries.log import LogState
from pooling.models import Benchmark

Kind = TypeVar("Kind")
# In each process: so many results, of so many compressed bytes at most.
REMEMBERED, REMEMBERED_BYTES = 16, 256 * 1024


@dataclass(frozen=True, slots=True)
class Question:
    """What a study is asked. version: of the study; a result of another version is not found."""

    benchmark: Benchmark
    study: str
    asked: Mapping[str, Any]
    version: int

    @property
    def key(self) -> str:
        parts = [self.benchmark.pk, self.study, self.asked, self.version, VERSION]
        return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Kept(Generic[Kind]):
    """A result, and which state of the log it is of. newer: labels given since then."""

    result: Kind
    row: KeptResult
    newer: int
    current: bool


def find_kept(question: Question, kind: type[Kind], state: LogState) -> Kept[Kind] | None:
    """The result, of this state of the log or of an older one. One that cannot be read, as an older
    program wrote it, is none."""
    row = KeptResult.objects.filter(key=question.key).first()
    result = None if row is None else _read(row, kind)
    if row is None or result is None:
        return None
    newer = max(0, state.labels - row.labels)
    return Kept(result, row, newer, current=row.state == state.digest)


def newest_kept(question: Question, kind: type[Kind]) -> Kind | None:
    """What was last computed, of whatever state of the log."""
    row = KeptResult.objects.filter(key=question.key).first()
    return None if row is None else _read(row, kind)


def _read(row: KeptResult, kind: type[Kind]) -> Kind | None:
    content = bytes(row.content)
    if len(content) <= REMEMBERED_BYTES:
        named: Any = kind  # mypy does not take a class with a variable for hashable
        found: Kind | None = _remembered(content, named)
        return found
    return _unpacked(content, kind)


def _unpacked(content: bytes, kind: type[Kind]) -> Kind | None:
    try:
        return from_plain(kind, json.loads(zlib.decompress(content)))
    except (ValueError, TypeError, KeyError, zlib.error):
        return None


# A page is looked at many times between two computations. It is found by the very content, so that
# nothing else has to say when that is another; what studies find is never changed once it is made.
@lru_cache(maxsize=REMEMBERED)
def _remembered(content: bytes, kind: type[Any]) -> Any:
    return _unpacked(content, kind)


def packed(result: Any) -> bytes:
    return zlib.compress(json.dumps(to_plain(result), ensure_ascii=False).encode())
