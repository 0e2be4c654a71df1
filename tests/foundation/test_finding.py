"""What is found is described once: the JSON and the serializer that follow from a dataclass."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Literal

import numpy as np
import pytest
from rest_framework import serializers

from foundation.finding.fields import (
    SPREAD,
    Found,
    Part,
    always,
    computed,
    derived,
    describe,
    found,
    plain_of,
)
from foundation.finding.schema import FoundSerializer, serializer_of
from foundation.plain import from_plain, to_plain


class Way(Enum):
    THERE = "t2v"
    BACK = "v2t"


def ends(key: str) -> tuple[Part, ...]:
    return (
        Part(key, lambda pair: pair[0], float),
        Part(f"{key}_high", lambda pair: pair[1], float | None, "The upper end."),
    )


@dataclass(frozen=True, slots=True)
class Row(Found, called="RowFound"):
    """One of them."""

    name: str = found("What it is called.")
    value: float | None = found("Its score.", key="score")


@dataclass(frozen=True, slots=True)
class Result(Found):
    title: str = found("The title.")

    @property
    @derived("How many rows there are.")
    def number(self) -> int:
        return len(self.rows)

    rows: tuple[Row, ...] = found()
    hidden: tuple[int, ...]
    way: Way = found()
    kind: Literal["a", "b"] = found()
    span: tuple[float, float | None] = found("From and to.", parts=ends, key="low")
    counts: Mapping[str, int] = found("By their names.")
    seen_at: datetime = found()
    ties = always("by key", "How ties are broken.")
    first: Row | None = found("The first.", default=None)
    names: Sequence[str] = found(default=())
    why: str = found("Why not.", or_none=True, default="")


SEEN = datetime(2026, 3, 1, tzinfo=UTC)
RESULT = Result(
    "A", (Row("x", 0.5), Row("y", None)), (1,), Way.BACK, "b", (0.1, None), {"p": 2}, SEEN
)
JSON = {
    "title": "A",
    "number": 2,
    "rows": [{"name": "x", "score": 0.5}, {"name": "y", "score": None}],
    "way": "v2t",
    "kind": "b",
    "low": 0.1,
    "low_high": None,
    "counts": {"p": 2},
    "seen_at": SEEN,
    "ties": "by key",
    "first": None,
    "names": [],
    "why": None,
}


def test_json_has_what_is_described_in_the_order_of_the_class():
    assert RESULT.as_json() == JSON
    assert list(RESULT.as_json()) == list(JSON)


def test_what_inherits_has_its_bases_fields_first():
    @dataclass(frozen=True, slots=True)
    class Longer(Row):
        rank: int = found()

    assert list(Longer("x", None, 3).as_json()) == ["name", "score", "rank"]


def test_numbers_of_numpy_become_numbers_and_arrays_become_lists():
    shown = plain_of({"n": np.int64(3), "share": np.float64(0.5), "all": np.array([1, 2])})
    assert json.dumps(shown) == '{"n": 3, "share": 0.5, "all": [1, 2]}'


def test_what_is_kept_has_all_fields_and_comes_back():
    row = Row("x", 0.5)
    assert to_plain(row) == {"name": "x", "value": 0.5}
    assert from_plain(Row, to_plain(row)) == row


def test_the_serializer_describes_every_key():
    fields = serializer_of(Result)().fields
    assert list(fields) == list(JSON)
    kinds = {name: type(one) for name, one in fields.items()}
    assert kinds["number"] is serializers.IntegerField
    assert kinds["way"] is kinds["kind"] is serializers.ChoiceField
    assert kinds["seen_at"] is serializers.DateTimeField
    assert (kinds["rows"], kinds["ties"]) == (serializers.ListSerializer, serializers.CharField)
    assert isinstance(fields["counts"].child, serializers.IntegerField)
    assert isinstance(fields["names"].child, serializers.CharField)
    assert list(fields["kind"].choices) == ["a", "b"]
    assert list(fields["way"].choices) == ["t2v", "v2t"]


@pytest.mark.parametrize("name", ["low_high", "first", "why"])
def test_what_may_be_absent_may_be_null(name):
    fields = serializer_of(Result)().fields
    assert fields[name].allow_null
    assert not fields["title"].allow_null


def test_sentences_and_docstrings_are_the_help():
    fields = serializer_of(Result)().fields
    assert fields["title"].help_text == "The title."
    assert fields["number"].help_text == "How many rows there are."
    assert fields["low_high"].help_text == "The upper end."
    assert fields["first"].help_text == "The first."
    assert serializer_of(Row).__doc__ == "One of them."
    assert (serializer_of(Row).__name__, serializer_of(Result).__doc__) == (
        "RowFoundSerializer",
        None,
    )


def test_a_serializer_may_add_fields_of_its_own():
    class Shown(FoundSerializer):
        finds = Row
        length = serializers.SerializerMethodField()

        def get_length(self, row) -> int:
            return len(row.name)

    assert Shown(Row("abc", 1.0)).data == {"name": "abc", "score": 1.0, "length": 3}
    assert Shown([Row("a", None)], many=True).data == [{"name": "a", "score": None, "length": 1}]


@dataclass(frozen=True, slots=True)
class Whole(Found):
    before: int = found()
    row: Row = found(key=SPREAD)
    ends: tuple[float, float] | None = found()
    anything: str | int = found()
    twice = computed(int, lambda whole: 2 * whole.before, "Twice as much.", key="doubled")


def test_what_is_spread_has_its_keys_among_those_of_the_class():
    whole = Whole(2, Row("x", 0.5), (0.0, 1.0), "y")
    shown = {"before": 2, "name": "x", "score": 0.5, "ends": [0.0, 1.0], "anything": "y"}
    assert whole.as_json() == shown | {"doubled": 4}
    assert whole.twice == 4
    fields = serializer_of(Whole)().fields
    assert list(fields) == list(whole.as_json())
    assert fields["name"].help_text == "What it is called."


def test_what_is_computed_and_what_has_so_many_parts_is_described():
    fields = serializer_of(Whole)().fields
    assert (type(fields["doubled"]), fields["doubled"].help_text) == (
        serializers.IntegerField,
        "Twice as much.",
    )
    assert (fields["ends"].min_length, fields["ends"].max_length) == (2, 2)
    assert fields["ends"].allow_null
    assert type(fields["anything"]) is serializers.JSONField


@dataclass(frozen=True, slots=True)
class Far:
    """Of a package that knows nothing of `Found`."""

    right: int
    n: int

    @property
    def share(self) -> float | None:
        return self.right / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Near(Found):
    far: Far = found("How good it is.")
    all: list[Far] = found()


def test_what_knows_nothing_of_it_is_described_from_outside():
    describe(Far, "FarFound", "By answers that are known.", n="", share="Of all.")
    assert Near(Far(1, 2), [Far(0, 0)]).as_json() == {
        "far": {"n": 2, "share": 0.5},
        "all": [{"n": 0, "share": None}],
    }
    fields = serializer_of(Near)().fields
    assert type(fields["far"]).__name__ == "FarFoundSerializer"
    assert fields["far"].__doc__ == "By answers that are known."
    assert fields["far"].fields["share"].help_text == "Of all."
    assert fields["far"].fields["share"].allow_null
    assert type(fields["all"].child) is type(fields["far"])
