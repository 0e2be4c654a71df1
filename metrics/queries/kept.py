"""What studies came to, found again for as long as what they follow from is the same."""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Generic, TypeVar

from django.db import connection

from annotator.models import Campaign, LabelImport
from annotator.queries.campaigns import log_position
from foundation.frozen import frozen
from foundation.plain import from_plain, to_plain
from foundation.version import VERSION
from metrics.models import KeptResult
from pooling.models import Benchmark

# All that agreement follows from, besides the pairs themselves. The log is append-only: as many
# labels are the same labels. What else counts can be taken back, so it is in the digest whole: it
# is some hundred rows. A rater's name is shown, so that it counts too.
STATE = """
SELECT
  (SELECT count(*) FROM annotator_label WHERE campaign_id = ANY(%(counted)s)),
  concat_ws('|',
    (SELECT count(*) FROM annotator_disregardedlabel d
       JOIN annotator_label l ON l.id = d.label_id WHERE l.campaign_id = ANY(%(campaigns)s)),
    (SELECT string_agg(concat_ws(' ', id, answer, active), ',' ORDER BY id)
       FROM annotator_knownanswer WHERE campaign_id = ANY(%(campaigns)s)),
    (SELECT string_agg(concat_ws(' ', id, name), ',' ORDER BY id)
       FROM annotator_campaign WHERE id = ANY(%(shown)s)),
    (SELECT string_agg(concat_ws(' ', u.id, u.username, u.name), ',' ORDER BY u.id)
       FROM people_user u WHERE u.id IN
         (SELECT rater_id FROM annotator_raterday WHERE campaign_id = ANY(%(campaigns)s))))
"""


@frozen
class LogState:
    """labels: how many there are. position: the newest one. digest: of all that what is computed
    from the log may depend on; equal digests, equal results."""

    labels: int
    position: int
    digest: str


def log_state(campaigns: Sequence[Campaign], left_out: Sequence[Campaign] = ()) -> LogState:
    """left_out: campaigns that are only named in what is shown."""
    # An import is closed with all its labels, which were counted then; to count half a million rows
    # that no vacuum has seen yet takes most of a second.
    imported = dict(
        LabelImport.objects.filter(campaign__in=campaigns).values_list("campaign_id", "labels")
    )
    words = {
        "counted": [one.pk for one in campaigns if one.pk not in imported],
        "campaigns": [campaign.pk for campaign in campaigns],
        "shown": [campaign.pk for campaign in (*campaigns, *left_out)],
    }
    with connection.cursor() as cursor:
        cursor.execute(STATE, words)
        given, rest = cursor.fetchone()
    labels = given + sum(imported.values())
    digest = sha256(f"{labels}|{rest}".encode()).hexdigest()
    return LogState(int(labels), log_position(campaigns), digest)


Kind = TypeVar("Kind")
# In each process: so many results, of so many compressed bytes at most.
REMEMBERED, REMEMBERED_BYTES = 16, 256 * 1024


@frozen
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


@frozen
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


def newest_kept(
    questions: Iterable[Question], kind: type[Kind]
) -> dict[str, tuple[Kind, KeptResult]]:
    """What was last computed, of whatever state of the log, by the question's key."""
    rows = KeptResult.objects.filter(key__in=[question.key for question in questions])
    read = ((row, _read(row, kind)) for row in rows)
    return {row.key: (result, row) for row, result in read if result is not None}


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
