"""What studies came to, found again for as long as what they follow from is the same."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Generic, TypeVar

from foundation.plain import from_plain, to_plain
from foundation.version import VERSION
from metrics.models import KeptResult
from metrics.queries.log import LogState
from pooling.models import Benchmark

Kind = TypeVar("Kind")


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
    if row is None:
        return None
    try:
        result = from_plain(kind, json.loads(zlib.decompress(bytes(row.content))))
    except (ValueError, TypeError, KeyError, zlib.error):
        return None
    newer = max(0, state.labels - row.labels)
    return Kept(result, row, newer, current=row.state == state.digest)


def packed(result: Any) -> bytes:
    return zlib.compress(json.dumps(to_plain(result), ensure_ascii=False).encode())
