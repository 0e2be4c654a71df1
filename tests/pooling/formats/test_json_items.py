"""Large JSON, read piece by piece, is what Python's own reader finds; its faults have their line
and column."""

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.formats.json_items import VALUE_LIMIT, read_items
from pooling.formats.problem import Problems
from pooling.formats.text import Text, open_text
from tests.pooling.formats.reading import file_of, the_error


def read(file):
    return list(read_items(open_text(file, Problems(), line_limit=None), "an object"))


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("ab/~", max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
).map(lambda value: json.loads(json.dumps(value).replace("\\u0000", "")))
KEYS = st.text("abé", max_size=3)


def together(items):
    whole = {}
    for item in items:
        if item.index is None:
            whole[item.key] = item.value
        else:
            assert item.index == len(whole.setdefault(item.key, []))
            whole[item.key].append(item.value)
    return whole


@given(
    document=st.dictionaries(KEYS, VALUES, max_size=5),
    indent=st.sampled_from([None, 1]),
    size=st.integers(1, 9),
)
def test_the_pieces_make_the_whole_wherever_the_window_ends(document, indent, size):
    written = json.dumps(document, indent=indent)
    text = open_text(file_of(written), Problems())
    small = Text.pieces
    try:
        Text.pieces = lambda self: small(self, size)
        assert together(read_items(text, "an object")) == document
    finally:
        Text.pieces = small


@given(document=st.dictionaries(KEYS, st.lists(st.integers(0, 99), max_size=3), max_size=4))
def test_an_item_knows_its_line(document):
    for item in read(file_of(json.dumps(document, indent=0))):
        line = json.dumps(document, indent=0).splitlines()[item.line - 1]
        assert line[item.column - 1 :].startswith(str(item.value))


def test_an_item_knows_its_pointer():
    assert [item.pointer for item in read(file_of('{"a/b": [1, 2], "c~": 3}'))] == [
        "/a~1b/0",
        "/a~1b/1",
        "/c~0",
    ]


@pytest.mark.parametrize(
    ("content", "place", "code", "said"),
    [
        pytest.param(
            "[1]", (1, 1), "shape", "expected an object, found an array", id="an array at the top"
        ),
        pytest.param('"x"', (1, 1), "shape", "found a string", id="a string at the top"),
        pytest.param(
            '{"a": 1}\n{"a": 2}',
            (2, 1),
            "json",
            "are these several documents",
            id="several documents",
        ),
        pytest.param(
            '{\n"a": [1,\n2,]}',
            (3, 3),
            "json",
            "a comma before ']'",
            id="a trailing comma in an array",
        ),
        pytest.param(
            '{"a": 1,}', (1, 9), "json", "a comma before '}'", id="a trailing comma in an object"
        ),
        pytest.param('{"a": [1 2]}', (1, 10), "json", "expected ',' or ']'", id="a missing comma"),
        pytest.param('{"a" 1}', (1, 6), "json", "expected ':'", id="a missing colon"),
        pytest.param("{'a': 1}", (1, 2), "json", "Expecting value", id="single quotes"),
        pytest.param(
            "{1: 1}", (1, 2), "json", "expected a key in double quotes", id="a number as a key"
        ),
        pytest.param('{"a": 1 // x\n}', (1, 9), "json", "expected ','", id="a comment"),
        pytest.param(
            '{"a": [1', (1, 9), "json", "is it cut off", id="a file cut off after a number"
        ),
        pytest.param(
            '{"a": ["x', (1, 8), "json", "Unterminated string", id="a file cut off in a string"
        ),
        pytest.param('{"a": NaN}', (1, 7), "number", "NaN is no JSON", id="NaN"),
        pytest.param(
            '{"a": [-Infinity]}', (1, 8), "number", "-Infinity is no JSON", id="an infinity"
        ),
        pytest.param(
            '{"a": 1e999}', (1, 7), "number", "too large", id="a number that becomes infinite"
        ),
        pytest.param(
            '{"a": ' + "9" * 5000 + "}", (1, 7), "number", "too long", id="a number of 5,000 digits"
        ),
        pytest.param(
            '{"a": 1,\n"a": 2}', (2, 1), "duplicate", "'a' stands twice", id="a key twice"
        ),
        pytest.param(
            '{"a": [{"b": 1, "b": 2}]}',
            (1, 8),
            "duplicate",
            "'b' stands twice",
            id="a key twice within",
        ),
        pytest.param(
            '{"a": ' + "[" * 50_000, (1, 8), "depth", "nested too deeply", id="a deep nest"
        ),
        pytest.param(
            '{"\\ud800": 1}',
            (1, 2),
            "character",
            "half of a surrogate pair",
            id="half a pair as a key",
        ),
    ],
)
def test_a_fault_ends_the_reading_with_its_place(content, place, code, said):
    error = the_error(read, content)
    assert (error.line, error.column, error.code) == (*place, code)
    assert said in error.message


def test_a_value_without_end_is_given_up_in_bounded_memory():
    content = b'{"a": "' + b"x" * (4 * VALUE_LIMIT)
    tracemalloc.start()
    assert the_error(read, content).code == "json"
    assert tracemalloc.get_traced_memory()[1] < 6 * VALUE_LIMIT
    tracemalloc.stop()
