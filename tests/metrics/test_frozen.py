"""Frozen content: one spelling, and back again without loss."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.quantity import Quantity, undefined
from metrics.frozen import (
    PackedArray,
    canonical,
    digest,
    keys_as_deltas,
    pack_array,
    pack_table,
    pairs_of_deltas,
    unpack_array,
    unpack_table,
)
from metrics.table import Column, Corrected, Percent, Span, Table
from metrics.table_files import as_csv, as_json, as_latex
from metrics.words import as_text

CELLS = [
    "a word", 3, 0.25, None, float("nan"), float("inf"), np.float64(0.1),
    Corrected(0.9, 0.5), Corrected(None, 0.5), Corrected(12.5, float("inf"), ranks=True),
    Span(0.1, 0.2), Span(float("nan"), 1.0),
    Percent(0.5), Percent(None), Quantity(0.5), undefined("no caption has a positive"),
]  # fmt: skip
TABLE = Table(
    "t",
    "A table",
    [Column(f"c{n}", f"Column {n}") for n in range(len(CELLS))],
    [CELLS],
    ["how to read it"],
)


def test_a_part_of_a_wide_table_has_as_many_names_as_tell_its_rows_apart():
    """Where the names of rows leave little room for the rest, those that are not needed are left
    out of every part but never one by which two rows differ."""
    long = "the third label says relevant where two of them differ"
    columns = [Column(name, name) for name in ("label", "pairs", "one", "two", "three")]
    rows = [(long, band, "x" * 24, 0.5, 0.25) for band in ("high", "low")]
    text = as_text(Table("t", "A table", columns, rows))
    parts = text.split("\n\n")[1:]
    assert len(parts) > 1
    for part in parts:
        assert len(set(part.splitlines()[1:])) == 2


def test_how_far_a_flat_prior_moves_reads_as_other_points_do():
    columns = [Column("label_flat_moves", "Moves by")]
    cells = [Percent(-0.0000347), Percent(0.012), Percent(None)]
    table = Table("label_errors", "A table", columns, [(cell,) for cell in cells])
    assert [line.strip() for line in as_text(table).splitlines()[3:]] == [
        "0.0 points", "1.2 points", "–",
    ]  # fmt: skip


def test_the_same_content_has_one_spelling():
    assert (
        canonical({"b": 1, "a": ["ü", None, 0.1]})
        == canonical({"a": ["ü", None, 0.1], "b": 1})
        == '{"a":["ü",null,0.1],"b":1}'.encode()
    )


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_json_does_not_know_is_refused(number):
    with pytest.raises(ValueError, match="JSON"):
        canonical({"score": number})


@pytest.mark.parametrize("shown", [as_text, as_csv, as_latex, as_json])
def test_a_table_reads_the_same_after_it_was_frozen(shown):
    packed = pack_table(TABLE)
    thawed = unpack_table(packed)
    assert shown(thawed) == shown(TABLE)
    assert canonical(pack_table(thawed)) == canonical(packed)


@given(st.lists(st.floats(), max_size=30))
def test_scores_come_back_bit_by_bit(scores):
    array = np.array(scores, float)
    assert unpack_array(pack_array(array)).tobytes() == array.tobytes()


def test_bytes_do_not_depend_on_the_machines_order():
    swapped = np.array([1.5, -2.0]).astype(">f8")
    assert pack_array(swapped) == pack_array(np.array([1.5, -2.0]))


def test_a_damaged_array_says_so():
    packed = pack_array(np.arange(4))
    with pytest.raises(ValueError, match="damaged"):
        unpack_array(PackedArray(packed.dtype, packed.shape, packed.content[:-3]))


@given(st.sets(st.integers(0, 10**15), max_size=40))
def test_pairs_survive_as_steps(keys):
    ordered = np.array(sorted(keys), np.int64)
    pairs = pairs_of_deltas(keys_as_deltas(ordered), (10**6, 10**9 + 1), "judged")
    assert pairs.keys.tolist() == ordered.tolist()
    assert (len(pairs.gains), pairs.rule) == (len(keys), "judged")


def test_the_digest_changes_with_whatever_changes():
    base = ({"seed": 0}, b"{}", {"a": np.zeros(2), "b": np.ones(2)})
    others = [
        ({"seed": 1}, base[1], base[2]),
        (base[0], b"[]", base[2]),
        (base[0], base[1], {"a": np.zeros(2)}),
        (base[0], base[1], {"a": np.ones(2), "b": np.zeros(2)}),
        (base[0], base[1], {"a": np.zeros((2, 1)), "b": np.ones(2)}),
        (base[0], base[1], {"a": np.zeros(2, np.int64), "b": np.ones(2)}),
    ]
    assert len({digest(*base), *(digest(*other) for other in others)}) == 1 + len(others)
    assert digest(*base) == digest(base[0], base[1], dict(reversed(base[2].items())))
