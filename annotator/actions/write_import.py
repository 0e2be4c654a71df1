"""The rows of a file of labels, as COPY takes them: text, a block of lines at a time.

No row is an object here. A block is a slice of columns; its lines are made by one format, which
runs in C, while the database writes those of the block before.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from annotator.formats.collected import LabelFile
from annotator.formats.label_columns import NOT_GIVEN, as_array, moment
from annotator.labels.copy import copying_labels
from annotator.slotting import KINDS, NO_ONE, Slotted
from foundation.database.rows import row_of, rows_of
from foundation.frozen import frozen
from pooling.queries.axes import Axes

DISREGARDED = "asked for again where it was given"  # the log does not tell who did, when, and why
ITEM = (
    "id, campaign_id, query_id, video_id, position, doubled, verdict, grade, labels_used,"
    " adjudicated, dispute, gold"
)
SLOT = "id, campaign_id, item_id, kind, turn, place, state, rater_id"
RUNS_OF_NUMBERS = """
SELECT min(number), count(*) FROM (
  SELECT number, number - row_number() OVER (ORDER BY number) AS run
  FROM (SELECT nextval(%s::regclass) AS number FROM generate_series(1, %s)) taken
) numbered GROUP BY run ORDER BY run
"""
AT_ONCE = 10_000  # rows of a block
NULL = r"\N"
# What a field of COPY's text format cannot hold as it is.
ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})

Numbers = NDArray[np.int64]


@frozen
class ImportedRows:
    """A file's rows with the numbers that they will have. raters: (raters,) the accounts of the
    file's raters."""

    campaign: int
    file: LabelFile
    slotted: Slotted
    raters: Numbers
    items: Numbers
    slots: Numbers
    labels: Numbers

    @classmethod
    def begin(
        cls, campaign: int, file: LabelFile, slotted: Slotted, raters: list[int]
    ) -> "ImportedRows":
        return cls(
            campaign,
            file,
            slotted,
            np.array(raters, np.int64),
            items=_numbers("item", len(file.pairs)),
            slots=_numbers("slot", len(slotted.slots)),
            labels=_numbers("label", len(file.labels)),
        )

    def write_pairs(self, axes: Axes) -> None:
        _copy("annotator_item", ITEM, self._item_lines(axes))
        _copy("annotator_slot", SLOT, self._slot_lines())
        _copy("annotator_foreignpair", "item_id, facts", self._fact_lines())

    def write_labels(self, cursor: Any, by: int | None) -> None:
        """Writes the labels; by: who imports them."""
        # The transaction's time, the same for all rows.
        (now,) = row_of("SELECT now()::text")
        with copying_labels(cursor) as copy:
            for block in self._label_lines(now):
                copy.write(block)
        again = self.labels[as_array(self.file.labels.disregarded) > 0]
        line = f"%d\t{DISREGARDED}\t{NULL if by is None else by}\t{now}\n"
        lines = (_lines(line, again[rows]) for rows in _blocks(len(again)))
        _copy("annotator_disregardedlabel", "label_id, reason, by_id, at", lines)

    def _item_lines(self, axes: Axes) -> Iterator[str]:
        query = axes.query_ids[as_array(self.file.pairs.query)]
        video = axes.video_ids[as_array(self.file.pairs.video)]
        found = self.slotted.outcomes
        line = f"%d\t{self.campaign}\t%d\t%d\t%d\tf\t%s\t%s\t{{%s}}\t%s\t%d\t%s\n"
        for rows in _blocks(len(query)):
            outcomes = [found.distinct[number] for number in found.of_pair[rows].tolist()]
            yield _lines(
                line,
                self.items[rows],
                query[rows],
                video[rows],
                np.arange(rows.start, rows.stop),
                [outcome.verdict or NULL for outcome in outcomes],
                [NULL if outcome.grade is None else outcome.grade for outcome in outcomes],
                self._used(rows),
                [outcome.adjudicated for outcome in outcomes],
                [outcome.dispute for outcome in outcomes],
                self.slotted.gold[rows],
            )

    def _used(self, rows: slice) -> list[str]:
        """The numbers of the labels that each pair's verdict rests on."""
        # Each label's number becomes a text once; then every pair picks its own by their places.
        found = self.slotted.outcomes
        begins = found.begins[rows.start : rows.stop + 1]
        first = int(begins[0])
        numbers = list(map(str, self.labels[found.counting[first : begins[-1]]].tolist()))
        used = [outcome.used for outcome in found.distinct]
        pairs = zip((begins[:-1] - first).tolist(), found.of_pair[rows].tolist(), strict=True)
        return [",".join([numbers[begin + n] for n in used[number]]) for begin, number in pairs]

    def _slot_lines(self) -> Iterator[str]:
        slots = self.slotted.slots
        line = f"%d\t{self.campaign}\t%d\t%s\t%d\t%d\t%s\t%s\n"
        for rows in _blocks(len(slots)):
            filled = slots.rater[rows] != NO_ONE
            rater = np.where(filled, self.raters[slots.rater[rows]], NOT_GIVEN)
            yield _lines(
                line,
                self.slots[rows],
                self.items[slots.pair[rows]],
                [KINDS[kind] for kind in slots.kind[rows].tolist()],
                slots.turn[rows],
                slots.pair[rows],
                np.where(filled, "filled", "waiting"),
                _or_null(rater),
            )

    def _label_lines(self, now: str) -> Iterator[str]:
        """A label whose file tells no time was given, as far as is known here, when it was
        imported."""
        # A request's id is half drawn for this import and half the label's place in it.
        labels, request = self.file.labels, secrets.token_hex(8)
        values = self.file.values()
        line = (
            f"%d\t{self.campaign}\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t{request}%016x"
            "\t%s\t%s\t%s\t%s\t%s\t%d\timport\t%s\n"
        )
        for rows in _blocks(len(labels)):
            places = range(rows.start, rows.stop)
            # NOT_GIVEN, as a place, picks the last label; the choice below leaves it out again.
            old = as_array(labels.supersedes[rows])
            yield _lines(
                line,
                self.labels[rows],
                self.items[as_array(labels.pair[rows])],
                self.slots[self.slotted.slot_of_label[rows]],
                self.raters[as_array(labels.rater.codes[rows])],
                labels.answer[rows],
                _or_null(values[rows]),
                labels.reason[rows],
                [labels.comments.get(place, "").translate(ESCAPES) for place in places],
                places,
                _or_null(np.where(old == NOT_GIVEN, NOT_GIVEN, self.labels[old])),
                [moment(given) or now for given in labels.given_at[rows]],
                _or_null(as_array(labels.active_ms[rows])),
                _or_null(as_array(labels.plays[rows])),
                as_array(labels.too_fast[rows]) > 0,
                as_array(labels.version[rows]),
                labels.mistake[rows],
            )

    def _fact_lines(self) -> Iterator[str]:
        first = 0
        for piece in self.file.facts:
            facts = piece.decode().replace("\\", r"\\").splitlines()
            items = self.items[first : first + len(facts)]
            yield _lines("%d\t%s\n", items, facts)
            first += len(facts)


def _numbers(table: str, count: int) -> Numbers:
    """Taken from the table's own sequence: nobody else will get them. Half a million follow each
    other but for a few that others take meanwhile, so runs of them are read, and not each."""
    runs = rows_of(RUNS_OF_NUMBERS, [f"annotator_{table}_id_seq", count])
    parts = [np.arange(first, first + length, dtype=np.int64) for first, length in runs]
    return np.concatenate([np.empty(0, np.int64), *parts])


def _blocks(count: int) -> Iterator[slice]:
    return (slice(first, min(first + AT_ONCE, count)) for first in range(0, count, AT_ONCE))


def _lines(line: str, *columns: Sequence[Any] | NDArray[Any]) -> str:
    values = (one.tolist() if isinstance(one, np.ndarray) else one for one in columns)
    return "".join(map(line.__mod__, zip(*values, strict=True)))


def _or_null(numbers: Numbers) -> list[Any]:
    return [NULL if number == NOT_GIVEN else number for number in numbers.tolist()]


def _copy(table: str, columns: str, blocks: Iterable[str]) -> None:
    statement = f"COPY {table} ({columns}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for block in blocks:
            copy.write(block)
