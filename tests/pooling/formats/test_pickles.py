"""Pickles of plain data come out as Python's own reader has them; anything that could act does not
exist."""

import collections
import os
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.formats import msvd, pickles
from pooling.formats.captions import read_benchmark
from pooling.formats.pickles import read_pickle
from tests.pooling.formats.reading import file_of, the_error

PLAIN = st.recursive(
    st.integers(-(2**70), 2**70) | st.text(st.characters(codec="utf-8"), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(value=PLAIN, protocol=st.integers(0, 5))
def test_plain_data_comes_out_as_it_went_in(value, protocol):
    assert read_pickle(file_of(pickle.dumps(value, protocol))) == value


def test_strings_of_python_2_are_utf_8():
    assert read_pickle(file_of(b"(dp0\nS'v1'\np1\n(lp2\nS'a cat'\np3\nas.")) == {"v1": ["a cat"]}
    assert read_pickle(file_of(b"\x80\x02U\x03\xe2\x82\xac.")) == "€"


class Acts:
    def __reduce__(self):
        return os.system, ("exit 1",)


SHARED = b"\x80\x02(]q\x00" + b"".join(b"](h%ch%ceq%c" % (n, n, n + 1) for n in range(60)) + b"t."


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        pytest.param(pickle.dumps(Acts()), "pickle", "asks for STACK_GLOBAL", id="a call"),
        pytest.param(
            pickle.dumps(Acts(), 0),
            "pickle",
            "asks for GLOBAL 'posix system'",
            id="a call in the old protocol",
        ),
        pytest.param(
            pickle.dumps(collections.OrderedDict(a=1)),
            "pickle",
            "STACK_GLOBAL",
            id="an ordered dict",
        ),
        pytest.param(pickle.dumps({"a"}), "pickle", "EMPTY_SET", id="a set"),
        pytest.param(pickle.dumps(b"bytes"), "pickle", "SHORT_BINBYTES", id="bytes"),
        pytest.param(pickle.dumps(1.5), "pickle", "BINFLOAT", id="a fraction"),
        pytest.param(pickle.dumps(None), "pickle", "NONE", id="nothing"),
        pytest.param(pickle.dumps(True), "pickle", "NEWTRUE", id="a truth value"),
        pytest.param(b"I01\n.", "pickle", "damaged", id="a truth value in the old protocol"),
        pytest.param(
            pickle.dumps(["a", "b"])[:-3],
            "pickle",
            "damaged at offset",
            id="a pickle that is cut off",
        ),
        pytest.param(b"\x80\x02a.", "pickle", "damaged", id="an append to nothing"),
        pytest.param(b"\x80\x02e.", "pickle", "damaged", id="a mark that is missing"),
        pytest.param(b"\x80\x02h\x05.", "pickle", "damaged", id="a memory that is missing"),
        pytest.param(b"\x80\x02K\x01K\x02.", "pickle", "damaged", id="two results"),
        pytest.param(b"\x80\x02U\x01\xe9.", "pickle", "damaged", id="a string that is no UTF-8"),
        pytest.param(
            b"\x80\x04\x8d" + b"\xff" * 7 + b"\x7f.",
            "pickle",
            "damaged",
            id="a string that claims exabytes",
        ),
        pytest.param(
            b"\x80\x02X\xff\xff\xff\x7f.", "pickle", "damaged", id="a string that claims gigabytes"
        ),
        pytest.param(b"\x80\x02(]](ls.", "pickle", "damaged", id="a list as a key"),
        pytest.param(
            b"\x80\x02" + b"(" * 100_000 + b".", "pickle", "damaged", id="nothing but marks"
        ),
    ],
)
def test_what_is_not_plain_data_is_refused(content, code, said):
    error = the_error(read_pickle, content)
    assert error.code == code
    assert said in error.message


def test_a_memo_that_claims_much_costs_little():
    assert read_pickle(file_of(b"\x80\x02Nr\xff\xff\xff\x7f.".replace(b"N", b"K\x01"))) == 1


def test_a_pickle_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(pickles, "VALUES_LIMIT", 1000)
    assert the_error(read_pickle, pickle.dumps(list(range(1000)))).code == "size"
    monkeypatch.setattr(pickles, "BYTES_LIMIT", 1000)
    assert the_error(read_pickle, pickle.dumps("x" * 1001)).code == "size"


# --- as msvd


def read(file):
    return read_benchmark(file, "raw-captions.pkl")


@pytest.mark.parametrize("protocol", range(6))
def test_the_data_sets_pickle_is_recognised_and_its_tokens_joined_by_one_space(protocol):
    found = read(
        file_of(
            pickle.dumps({"v2": [["a", "cat"], ("it", "'s", "off")], "v1": ["a dog"]}, protocol)
        )
    )
    assert found.format == "msvd"
    assert [(row.key, row.text) for row in found.captions] == [
        ("v2#0", "a cat"),
        ("v2#1", "it 's off"),
        ("v1#0", "a dog"),
    ]


@pytest.mark.parametrize(
    ("value", "code", "said"),
    [
        pytest.param(["a"], "shape", "found list", id="a list"),
        pytest.param({"v": "a"}, "type", "str with str", id="a caption without its list"),
        pytest.param({1: ["a"]}, "type", "int with list", id="a number as a video"),
        pytest.param({"v": [["a", ["b"]]]}, "type", "found list", id="tokens of tokens"),
        pytest.param(
            {"v": [["a"] * 6000]}, "length", "expected at most 10,000", id="a caption without end"
        ),
    ],
)
def test_another_shape_is_refused(value, code, said):
    error = the_error(read, pickle.dumps(value))
    assert error.code == code
    assert said in error.message


def test_lists_that_share_themselves_a_billion_times_are_not_walked(monkeypatch):
    assert the_error(read, SHARED).code == "shape"
    monkeypatch.setattr(msvd, "CAPTION_LIMIT", 5000)
    captions = [["a"]] * 1000
    assert (
        the_error(read, pickle.dumps({f"v{number}": captions for number in range(1000)})).code
        == "size"
    )
