"""Formats are told by content."""

import gzip
import json
import pickle

import numpy as np
import pytest

from pooling.formats.guess import guess_format, guess_run_format
from tests.pooling.formats.reading import file_of, the_error
from tests.pooling.formats.test_npy import saved

JSONL = '{"caption_id": "1", "video_id": "v", "caption": "a"}\n'


@pytest.mark.parametrize(
    ("content", "guess"),
    [
        pytest.param("caption_id,video_id,caption\n", "csv", id="csv"),
        pytest.param(
            "\ufeffcaption_id,video_id,caption\r\n", "csv", id="csv with a byte order mark"
        ),
        pytest.param(
            "caption_id;video_id;caption\n",
            "csv",
            id="csv with semicolons, for its reader to explain",
        ),
        pytest.param("1,v,a\n", "csv", id="csv without a header, for its reader to explain"),
        pytest.param(JSONL * 2, "jsonl", id="jsonl"),
        pytest.param(
            JSONL.replace('"a"', '"' + "a" * 9000 + '"'), "jsonl", id="jsonl with a long line"
        ),
        pytest.param("key,vid_key,video_id,sentence\n", "msrvtt", id="the 1k-A table"),
        pytest.param('{"info": {"a": [1]}, "videos": [{}]}', "msrvtt", id="msrvtt"),
        pytest.param(
            '{"sentences": [{}], "videos": []}', "msrvtt", id="msrvtt with its sentences first"
        ),
        pytest.param('{"v1": [], "v2": ["a"]}', "msvd", id="msvd"),
        pytest.param('{"videos": ["a video of that name"]}', "msvd", id="msvd with an odd name"),
        pytest.param(pickle.dumps({"v": [["a"]]}, 0), "msvd", id="msvd as an old pickle"),
        pytest.param(pickle.dumps({"v": [["a"]]}, 4), "msvd", id="msvd as a pickle"),
        pytest.param('{"source_ds": "x", "annotations": [{}]}', "fire", id="fire"),
        pytest.param(
            json.dumps({"license": "x" * 100_000, "disagreements": [{}]}),
            "fire",
            id="fire after long words",
        ),
    ],
)
def test_a_benchmark_is_recognised_and_the_file_left_at_its_beginning(content, guess):
    file = file_of(content)
    assert guess_format(file) == guess
    assert file.tell() == 0


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param("just words\n", "format", id="prose"),
        pytest.param('{"a": 1}', "format", id="another JSON"),
        pytest.param("[1, 2]", "format", id="an array"),
        pytest.param(b"PK\x03\x04", "zip", id="a zip"),
        pytest.param(b"", "empty", id="nothing"),
    ],
)
def test_what_is_no_benchmark_is_said(content, code):
    assert the_error(guess_format, content).code == code


@pytest.mark.parametrize(
    ("content", "guess"),
    [
        pytest.param(saved(np.zeros((2, 2))), "npy", id="npy"),
        pytest.param(b"PK\x03\x04arr_0.npy", "npy", id="npz, for the reader of npy to explain"),
        pytest.param("c1 Q0 v1 1 0.5 t\n", "trec", id="trec"),
        pytest.param("c1,a Q0 v1 1 0.5 t\n", "trec", id="trec with a comma in a key"),
        pytest.param(gzip.compress(b"c1 Q0 v1 1 0.5 t\n"), "trec", id="trec within gzip"),
        pytest.param("caption_id,video_id,score\n", "csv", id="csv"),
        pytest.param("\ufeffcaption_id,video_id,score\n", "csv", id="csv with a byte order mark"),
        pytest.param(gzip.compress(b"caption_id,video_id,score\n"), "csv", id="csv within gzip"),
        pytest.param('{"caption_id": "c1"}\n', "jsonl", id="jsonl"),
        pytest.param("", "trec", id="nothing, for a reader to explain"),
    ],
)
def test_a_run_is_recognised_and_the_file_left_at_its_beginning(content, guess):
    file = file_of(content)
    assert guess_run_format(file) == guess
    assert file.tell() == 0


def test_text_that_passes_for_a_matrix_by_its_name_is_refused_in_one_line():
    text = "".join(f"c{n} Q0 v{n} one 0.5 t\n" for n in range(60))
    error = the_error(lambda file: guess_run_format(file, "uploads/Run.NPY"), text)
    assert (error.line, error.code) == (1, "npy")
    assert "this is not a NumPy file, though its name ends in .npy" in error.message
    assert guess_run_format(file_of(text), "run.trec") == "trec"
    assert guess_run_format(file_of(saved(np.zeros((2, 2)))), "run.npy") == "npy"
