"""Pickles of arrays come out as Python's own reader has them, and nothing that they name is
imported or called."""

import collections
import os
import pickle
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from pooling.formats.pickled_arrays import PickledArray
from pooling.formats.pickled_tables import read_pickled_tables
from pooling.formats.problem import Unreadable

KINDS = st.sampled_from(["<f4", ">f8", "<f2", "<i8", "|u1", "<U3", "|b1"])


@pytest.fixture
def read(tmp_path):
    def read(content: bytes):
        path = tmp_path / "f.pkl"
        path.write_bytes(content)
        return read_pickled_tables(path)

    return read


def the_error(read, content):
    with pytest.raises(Unreadable) as refused:
        read(content)
    (error,) = refused.value.problems.errors
    return error


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), protocol=st.integers(2, 5))
def test_arrays_come_out_as_they_went_in(read, data, protocol):
    shape = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)
    array = data.draw(arrays.arrays(data.draw(KINDS), shape))
    turned = np.asfortranarray(array)
    for found in read(pickle.dumps({"a": [array, turned]}, protocol))["a"]:
        assert isinstance(found, PickledArray)
        assert found.values().dtype == array.dtype
        np.testing.assert_array_equal(found.values(), array)


@pytest.mark.parametrize("protocol", range(2, 6))
def test_arrays_of_objects_come_out_as_lists(read, protocol):
    array = np.array([[None, "a", 2], [2.5, (1,), {}]], object)
    for turned in (array, np.asfortranarray(array), array[:, :0], array[:0]):
        expected = turned.tolist() if turned.size else []
        assert read(pickle.dumps(turned, protocol)) == expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.none() | st.text(max_size=5)), st.integers(2, 5), st.integers(0, 3))
def test_texts_of_pandas_come_out_as_they_went_in(read, texts, protocol, first):
    index = pd.Index([*texts, "a"], dtype="str")[first:]
    assert read(pickle.dumps(index, protocol)) == [*texts, "a"][first:]


def test_texts_that_overlap_are_refused(read):
    """Each would be as long as all of them."""
    ends, turned = (np.array(one, "<i8").tobytes() for one in ([0, 9, 9], [0, 9, 0]))
    content = pickle.dumps(pd.Index(["a" * 9, ""], dtype="str"), 4)
    assert content.count(ends) == 1
    assert "begin before" in the_error(read, content.replace(ends, turned)).message


@pytest.mark.parametrize("protocol", range(2, 6))
def test_numbers_and_containers_come_out_as_they_went_in(read, protocol):
    value = {"a": [1, 2.5, None, True, "é"], "b": (np.float32(2.5), np.int64(-3)), 7: {}}
    assert read(pickle.dumps(value, protocol)) == value
    ordered = collections.OrderedDict(a=1)
    assert read(pickle.dumps(ordered, protocol)) == {"a": 1}


def test_arrays_of_python_2_and_an_older_numpy_are_read(read):
    """Written by hand as Python 2 wrote them: the data are a string."""
    data = np.array([1.5, -2.0], "<f4").tobytes()
    content = (
        b"\x80\x02}U\x06video0cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85"
        b"U\x01b\x87R(K\x01K\x02\x85cnumpy\ndtype\nU\x02f4K\x00K\x01\x87R(K\x03U\x01<NNNJ\xff\xff"
        b"\xff\xffJ\xff\xff\xff\xffK\x00tb\x89U\x08" + data + b"tbs."
    )
    assert read(content)["video0"].values().tolist() == [1.5, -2.0]


class Acts:
    def __reduce__(self):
        return os.system, ("exit 1",)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (Acts(), "posix system"),
        ({"v": Acts()}, "posix system"),
        (collections.Counter("a"), "collections Counter"),
        (collections.deque(), "collections deque"),
    ],
)
@pytest.mark.parametrize("protocol", range(2, 6))
def test_what_could_act_is_refused_by_its_name(read, value, names, protocol):
    error = the_error(read, pickle.dumps(value, protocol))
    assert error.code == "pickle"
    assert f"asks for GLOBAL '{names}'" in error.message
    assert "only arrays, pandas's tables, numbers, strings" in error.message


CALLS = b"\x80\x02cnumpy\nndarray\n(tR."
OBJECTS = b"cnumpy\ndtype\n(X\x02\x00\x00\x00O8tR"
FOLLOWED = b"cnumpy._core.multiarray\n_reconstruct\n(tR(K\x01"
TYPE = b"cnumpy\ndtype\n(X\x02\x00\x00\x00f4tR"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(
            b"\x80\x02" + FOLLOWED + b"(K\x02t" + OBJECTS + b"\x89]tb.",
            "expected 2 objects of an array",
            id="fewer objects than promised",
        ),
        pytest.param(pickle.dumps(np.zeros(2, "f4,f4")), "type 'V8'", id="a structure"),
        pytest.param(CALLS, "cannot be called", id="a class that is called"),
        pytest.param(b"\x80\x02K\x01)R.", "cannot be called", id="a number that is called"),
        pytest.param(b"\x80\x02]}b.", "damaged", id="a list that is built"),
        pytest.param(pickle.dumps(np.ones(90))[:-200], "are claimed", id="a file cut short"),
        pytest.param(b"\x80\x05\x96" + b"\xff" * 8 + b"abc.", "are claimed", id="bytes claimed"),
        pytest.param(
            b"\x80\x02"
            + FOLLOWED
            + b"(J\xff\xff\xff\x7fJ\xff\xff\xff\x7ft"
            + TYPE
            + b"\x89U\x00tb.",
            "has 18,446,744,056,529,682,436 bytes, found 0",
            id="a shape that promises more",
        ),
        pytest.param(
            b"\x80\x02" + FOLLOWED + b"(J\xff\xff\xff\xfft" + TYPE + b"\x89U\x00tb.",
            "whole numbers from 0",
            id="a side below 0",
        ),
    ],
)
def test_what_is_no_array_is_refused(read, content, says):
    assert says in the_error(read, content).message


def test_an_array_is_not_copied_to_be_read(read):
    content = pickle.dumps({"a": np.zeros(2**23, "f4")}, 5)
    tracemalloc.start()
    found = read(content)["a"].values()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.shape == (2**23,)
    assert most < 2**22
