"""Every pair that has a label, one row for each: why it counts in agreement, or does not.

Rows are read and explained some thousand pairs at a time, by the same rule as the counts of the
study (measures/accounts.py), so that a list of half a million is never held whole. No row
tells who gave which answer.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from annotator.models import Campaign, Item, Label
from foundation.frozen import frozen
from foundation.refused import Refused
from measures.accounts import REASONS, STEPS
from metrics.labels import KINDS, Answers, Filters, Which, WithoutRaters
from metrics.queries.labels import (
    ITEM,
    KIND,
    RATER,
    VALUE,
    GivenAnswers,
    campaigns_with_raters,
    read_answers,
)
from metrics.studies.counted import why_of
from pooling.models import Benchmark

AT_ONCE = 5_000  # pairs: a fifth of a second, and others have their turn
COLUMNS = ("pair", "campaign", "caption", "video", "verdict", "reason", "why", "labels", "compared")
ASIDE = tuple(f"aside_{step}" for step in STEPS)
Row = tuple[Any, ...]

TEXTS = """
SELECT i.id, c.name, q.text, v.key, coalesce(i.verdict, 'open')
FROM annotator_item i JOIN annotator_campaign c ON c.id = i.campaign_id
JOIN pooling_query q ON q.id = i.query_id JOIN pooling_video v ON v.id = i.video_id
WHERE i.id = ANY(%(items)s)
"""
LAST_OF_PART = """
SELECT max(id) FROM (SELECT id FROM annotator_item
  WHERE campaign_id = ANY(%(campaigns)s) AND id > %(after)s ORDER BY id LIMIT %(limit)s) part
"""
OF_PART = " AND l.item_id > %(after)s AND l.item_id <= %(last)s"
OF_ITEMS = " AND l.item_id = ANY(%(items)s)"


class WrongEnding(Refused):
    """Expected the name of a file that ends in .csv or .json."""


@frozen
class CountedPairs:
    """The pairs of these campaigns and labels; nameless: those of the campaigns whose raters are
    not known."""

    campaigns: Sequence[Campaign]
    nameless: Sequence[WithoutRaters]
    which: Which
    filters: Filters

    @property
    def ids(self) -> list[int]:
        return [*(one.pk for one in self.campaigns), *(one.id for one in self.nameless)]

    def rows(self) -> Iterator[Row]:
        """All rows, in the order of the pairs."""
        after = 0
        while last := self._last_after(after):
            yield from self._explained(
                read_answers(self.campaigns, self.nameless, OF_PART, after=after, last=last)
            )
            after = last

    def rows_of(self, items: Sequence[Item]) -> list[Row]:
        """The rows of some pairs."""
        asked = [item.pk for item in items]
        return list(
            self._explained(read_answers(self.campaigns, self.nameless, OF_ITEMS, items=asked))
        )

    def items(self) -> QuerySet[Item]:
        """Those that have a row."""
        kinds = [name for name, _ in KINDS["all"]]
        given = Label.objects.filter(item=OuterRef("pk"), slot__kind__in=kinds)
        return Item.objects.filter(Exists(given), campaign__in=self.ids)

    def _last_after(self, after: int) -> int | None:
        with connection.cursor() as cursor:
            cursor.execute(LAST_OF_PART, {"campaigns": self.ids, "after": after, "limit": AT_ONCE})
            found = cursor.fetchone()[0]
            return None if found is None else int(found)

    def _explained(self, given: GivenAnswers) -> Iterator[Row]:
        rows = given.rows
        if not len(rows):
            return
        items, place = np.unique(rows[:, ITEM], return_inverse=True)
        answers = Answers(
            place.reshape(-1),
            rows[:, RATER],
            rows[:, KIND],
            rows[:, VALUE],
            given.aside(self.filters),
        )
        found = answers.account(self.which, len(items))
        with connection.cursor() as cursor:
            cursor.execute(TEXTS, {"items": items.tolist()})
            texts = {item: tuple(rest) for item, *rest in cursor.fetchall()}
        columns = (items, found.reason, found.given, found.left, found.aside)
        for item, reason, labels, left, aside in zip(
            *(one.tolist() for one in columns), strict=True
        ):
            why = why_of(REASONS[reason], left, self.which)
            yield (item, *texts[item], REASONS[reason], why, labels, left, *aside)


def counted_pairs(
    benchmark: Benchmark,
    campaign: Campaign | None,
    which: Which,
    filters: Filters,
    *,
    but: Sequence[int] = (),
) -> CountedPairs:
    """but: campaigns that are left out."""
    campaigns, nameless = campaigns_with_raters(benchmark, campaign, but)
    return CountedPairs(campaigns, nameless, which, filters)


def header() -> tuple[str, ...]:
    return (*COLUMNS, *ASIDE)


def as_object(row: Row) -> dict[str, Any]:
    """aside: how many of its labels each step set aside, by the step's name."""
    shown = dict(zip(COLUMNS, row, strict=False))
    return shown | {"aside": dict(zip(STEPS, row[len(COLUMNS) :], strict=True))}


def json_parts(rows: Iterator[Row]) -> Iterator[str]:
    """One JSON object, {"pairs": [...]}, in parts, so that it can be sent as it is made."""
    yield '{"pairs": ['
    first = next(rows, None)
    for row in chain([] if first is None else [first], rows):
        comma = "" if row is first else ","
        yield f"{comma}\n{json.dumps(as_object(row), ensure_ascii=False)}"
    yield "\n]}\n"


def write_counted_pairs(pairs: CountedPairs, path: Path) -> int:
    """Writes CSV for tools, byte for byte, or JSON, by the name's ending; returns how many rows. A
    file of that name is replaced once the new one is whole."""
    if path.suffix not in (".csv", ".json"):
        raise WrongEnding
    written = 0

    def counted() -> Iterator[Row]:
        nonlocal written
        for row in pairs.rows():
            written += 1
            yield row

    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            if path.suffix == ".json":
                out.writelines(json_parts(counted()))
            else:
                csv.writer(out, lineterminator="\n").writerows(chain([header()], counted()))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return written
