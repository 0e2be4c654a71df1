"""Benchmarks from csv, jsonl, msrvtt, msvd and fire: texts byte for byte, every fault with its
place."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.formats.captions import read_benchmark, read_video_list
from pooling.formats.fire import query_key
from tests.pooling.formats.reading import file_of, problems_of, the_error, warned

HEADER = "caption_id,video_id,caption\n"


def read(file, **options):
    return read_benchmark(file, "a file", **options)


def rows_of(content, **options):
    return [(row.key, row.video, row.text) for row in read(file_of(content), **options).captions]


# --- csv


def test_a_table_becomes_captions_and_videos_in_the_order_of_the_file():
    found = read(file_of(HEADER + "c2,v2,a dog\nc1,v1,a cat\nc3,v2,a hog\n"))
    assert found.format == "csv"
    assert [(row.line, row.key, row.video, row.text) for row in found.captions] == [
        (2, "c2", "v2", "a dog"),
        (3, "c1", "v1", "a cat"),
        (4, "c3", "v2", "a hog"),
    ]
    assert found.videos == ("v2", "v1")


def test_columns_may_stand_in_another_order():
    assert rows_of("video_id,caption,caption_id\nv1,a cat,c1\n") == [("c1", "v1", "a cat")]


@pytest.mark.parametrize(
    ("character", "named"),
    [
        ("\x07", "U+0007 (BEL)"),
        ("\x1b", "U+001B (ESC)"),
        ("\x0b", "U+000B (VT)"),
        ("\x0c", "U+000C (FF)"),
        ("\x7f", "U+007F (DEL)"),
        ("\x85", "U+0085 (a C1 control character)"),
        ("\x9b", "U+009B (a C1 control character)"),
        ("\u202e", "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("\u2066", "U+2066 (LEFT-TO-RIGHT ISOLATE)"),
    ],
)
def test_controls_and_what_turns_the_direction_are_refused_in_captions_and_keys(character, named):
    error = the_error(read, f"{HEADER}1,v,a cat\n2,v,a {character}dog\n")
    assert (error.line, error.column, error.code) == (3, 1, "character")
    assert f"has {named} at its character 3" in error.message
    error = the_error(read, f"{HEADER}1,v,a cat\nk{character}2,v,a dog\n")
    assert (error.line, error.code) == (3, "character")
    assert named in error.message


def test_a_row_is_known_by_the_line_on_which_it_starts():
    content = HEADER + 'c1,v1,"two\nlines"\nc2,v1,next\nc2,v1,again\n'
    assert "line 4 and again" in the_error(read, content).message
    assert the_error(read, content).line == 5


DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ALLOWED = st.characters(
    blacklist_characters=DIRECTIONS, blacklist_categories=("Cs", "Cc")
) | st.sampled_from("\t\n\r")
TEXTS = st.text(ALLOWED, min_size=1, max_size=20).filter(str.strip)


@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_texts_come_out_byte_for_byte(texts):
    quoted = [f'c{n},v1,"{text.replace(chr(34), chr(34) * 2)}"\n' for n, text in enumerate(texts)]
    assert [text for _, _, text in rows_of(HEADER + "".join(quoted), file_format="csv")] == texts
    lines = [
        json.dumps({"caption_id": f"c{n}", "video_id": "v1", "caption": text}) + "\n"
        for n, text in enumerate(texts)
    ]
    assert [text for _, _, text in rows_of("".join(lines), file_format="jsonl")] == texts


@pytest.mark.parametrize(
    ("rows", "line", "column", "code", "said"),
    [
        pytest.param(
            '1,v,"a\n2,v,b\n3,v,c\n',
            2,
            5,
            "quote",
            "the quote opened at line 2 is never closed",
            id="an unclosed quote",
        ),
        pytest.param(
            '1,v,"a"b\n2,v,b\n', 2, 8, "quote", "after a closing quote", id="a letter after a quote"
        ),
        pytest.param(
            '1,v,"a\n2,v,"b"\n',
            3,
            6,
            "quote",
            "after a closing quote",
            id="an unclosed quote that another closes",
        ),
        pytest.param(
            "1,v\n", 2, 1, "columns", "expected 3 columns, found 2", id="a missing column"
        ),
        pytest.param(
            "1,v,a cat, a dog\n",
            2,
            1,
            "columns",
            "found 4; a field with a comma in it must be quoted",
            id="an extra column",
        ),
        pytest.param(
            "1,v,a\n1,v,a\n",
            3,
            1,
            "duplicate",
            "line 2 and again, with the same caption, in line 3",
            id="a row twice",
        ),
        pytest.param("1,v,a\n1,v,b\n", 3, 1, "duplicate", "with another caption", id="a key twice"),
        pytest.param(",v,a\n", 2, 1, "empty", "caption_id is empty", id="an empty key"),
        pytest.param("1,,a\n", 2, 1, "empty", "video_id is empty", id="an empty video"),
        pytest.param("1,v,\n", 2, 1, "empty", "the caption is empty", id="an empty caption"),
        pytest.param(
            "1,v,\u3000 \n", 2, 1, "empty", "the caption is empty", id="a caption of white space"
        ),
        pytest.param(
            " 1,v,a\n", 2, 1, "space", "' 1' has white space around it", id="space around a key"
        ),
        pytest.param(
            "1\u200b,v,a\n",
            2,
            1,
            "character",
            "U+200B, which nobody can see",
            id="an invisible character in a key",
        ),
        pytest.param(
            "\u202e1,v,a\n", 2, 1, "character", "U+202E", id="a right-to-left override in a key"
        ),
        pytest.param("k" * 201 + ",v,a\n", 2, 1, "length", "expected at most 200", id="a long key"),
        pytest.param(
            "1,v," + "😀" * 10_001 + "\n",
            2,
            1,
            "length",
            "10,001 characters; expected at most 10,000",
            id="ten thousand emoji",
        ),
        pytest.param(
            "1,v," + "x" * 140_000 + "\n",
            2,
            0,
            "length",
            "a field longer than 131,072",
            id="a field beyond all bounds",
        ),
        pytest.param(
            "é1,v,a\n" + unicodedata.normalize("NFD", "é1") + ",v,b\n",
            3,
            1,
            "alike",
            "spelled otherwise",
            id="NFC beside NFD",
        ),
    ],
)
def test_a_faulty_table_is_refused_with_the_place(rows, line, column, code, said):
    error = the_error(read, HEADER + rows)
    assert (error.line, error.column, error.code) == (line, column, code)
    assert said in error.message


@pytest.mark.parametrize(
    ("header", "code", "said"),
    [
        pytest.param(
            "caption_id;video_id;caption", "delimiter", "separated by semicolons", id="semicolons"
        ),
        pytest.param("caption_id\tvideo_id\tcaption", "delimiter", "separated by tabs", id="tabs"),
        pytest.param("caption_id,video_id", "header", "missed caption", id="a missing column"),
        pytest.param(
            "caption_id,video_id,caption,score", "header", "found 'score'", id="an unknown column"
        ),
        pytest.param(
            "caption_id,video_id,caption,caption",
            "header",
            "found caption 2 times",
            id="a column twice",
        ),
        pytest.param(
            "Caption_ID,video_id,caption",
            "header",
            "found 'Caption_ID' (write caption_id)",
            id="another case",
        ),
        pytest.param(
            "c1,v1,a cat",
            "header",
            "expected the header caption_id,video_id,caption",
            id="no header",
        ),
    ],
)
def test_a_header_that_does_not_fit_is_explained(header, code, said):
    error = the_error(read, header + "\nc1,v1,a cat\n")
    assert error.code == code
    assert said in error.message


@pytest.mark.parametrize(
    ("rows", "warnings"),
    [
        pytest.param("1,v, a cat\n", {"space": 1}, id="space before a caption"),
        pytest.param("a b,v,a cat\n", {"space": 1}, id="space within a key"),
        pytest.param("1,v,a\n2,w,a\n3,v,a\n", {"same-text": 1}, id="captions that share a text"),
        pytest.param("k,v,a\nK,v,b\n", {"alike": 1}, id="keys that differ by case"),
        pytest.param("1E+05,v,a\n", {"excel": 1}, id="a rounded number"),
        pytest.param("MAR-1,v,a\n", {"excel": 1}, id="a date"),
        pytest.param("123456789012345000,v,a\n", {"excel": 1}, id="digits cut to fifteen"),
        pytest.param("00123,v,a\n124,v,b\n", {"excel": 1}, id="leading zeros lost"),
        pytest.param("1,v,#REF!\n", {"excel": 1}, id="a broken reference"),
        pytest.param("1,v,a\u200bb\n", {"character": 1}, id="a space without width"),
        pytest.param('1,v,"a\nb"\n', {"line-break": 1}, id="a line break"),
        pytest.param("1,v,a\n\n2,v,b\n", {"blank": 1}, id="a blank line"),
        pytest.param("1,v,=SUM(A1)\n", {}, id="nothing of a formula"),
        pytest.param("1,v,👩\u200d👩\u200d👧 family\n", {}, id="nothing of joined emoji"),
        pytest.param("1,v,a\n\n", {}, id="nothing of a blank line at the end"),
    ],
)
def test_what_is_odd_is_kept_and_said(rows, warnings):
    found = read(file_of(HEADER + rows))
    assert warned(found.problems) == warnings


def test_a_file_without_captions_is_empty():
    assert the_error(read, HEADER).code == "empty"


def test_the_file_that_is_at_fault_is_named():
    with pytest.raises(Exception, match="2 errors") as unreadable:
        read(file_of(HEADER + "1,v\n2,v\n"))
    assert unreadable.value.lines() == [
        f"a file:{line}:1: expected 3 columns, found 2" for line in (2, 3)
    ]


# --- jsonl


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        pytest.param(
            '{"caption_id": "1", "video_id": "v", "caption": "a",}',
            "json",
            "expected one JSON object",
            id="a trailing comma",
        ),
        pytest.param("{'caption_id': '1'}", "json", "Expecting property name", id="single quotes"),
        pytest.param('{"caption_id": "1"} // x', "json", "Extra data", id="a comment"),
        pytest.param(
            '{"caption_id": "1", "vid', "json", "Unterminated string", id="a line that is cut off"
        ),
        pytest.param(
            '{"caption_id": "1", "video_id": "v", "caption": NaN}',
            "number",
            "NaN is no JSON",
            id="NaN",
        ),
        pytest.param(
            '{"caption_id": "1", "caption_id": "2"}',
            "duplicate",
            "'caption_id' stands twice",
            id="a key twice",
        ),
        pytest.param("[" * 100_000, "depth", "nested too deeply", id="a deep nest"),
        pytest.param(
            '{"caption_id": ' + "9" * 5000 + "}",
            "number",
            "too long",
            id="a number of 5,000 digits",
        ),
        pytest.param(
            '{"caption_id": "1\\u0000", "video_id": "v", "caption": "a"}',
            "character",
            "/caption_id: the character",
            id="NUL",
        ),
        pytest.param(
            '{"caption_id": "1", "video_id": "v", "caption": "\\ud800"}',
            "character",
            "/caption: half",
            id="half a pair",
        ),
        pytest.param(
            '["1", "v", "a"]', "type", "expected an object, found an array", id="an array"
        ),
        pytest.param('"1"', "type", "expected an object, found a string", id="a string"),
        pytest.param(
            '{"caption_id": 1, "video_id": "v", "caption": "a"}',
            "type",
            "/caption_id: expected a string, found the number 1",
            id="a number",
        ),
        pytest.param(
            '{"caption_id": true, "video_id": "v", "caption": "a"}',
            "type",
            "found true",
            id="a truth value",
        ),
        pytest.param(
            '{"caption_id": null, "video_id": "v", "caption": "a"}', "type", "found null", id="null"
        ),
        pytest.param(
            '{"caption_id": "1", "video_id": "v"}',
            "fields",
            "'/caption': expected a string, found nothing",
            id="a missing field",
        ),
        pytest.param(
            '{"caption_id": "1", "video_id": "v", "caption": "a", "x": 1}',
            "fields",
            "'/x': unknown",
            id="an unknown field",
        ),
    ],
)
def test_one_bad_line_of_json_is_found_among_good_ones(line, code, said):
    good = '{"caption_id": "0", "video_id": "v", "caption": "a cat"}\n'
    error = the_error(lambda file: read(file, file_format="jsonl"), good + line + "\n")
    assert (error.line, error.code) == (2, code)
    assert said in error.message


# --- msrvtt

MSRVTT = {
    "info": {"year": "2016"},
    "sentences": [
        {"caption": "a man talks", "video_id": "video1", "sen_id": 10},
        {"caption": "a train", "video_id": "video0", "sen_id": 11},
        {"caption": "a woman talks", "video_id": "video1", "sen_id": 12},
    ],
    "videos": [
        {
            "category": 9,
            "url": "x",
            "video_id": "video2",
            "start time": 1.5,
            "end time": 2,
            "split": "test",
            "id": 0,
        },
        {
            "category": 9,
            "url": "x",
            "video_id": "video1",
            "start time": 1.5,
            "end time": 2,
            "split": "test",
            "id": 1,
        },
        {
            "category": 9,
            "url": "x",
            "video_id": "video0",
            "start time": 1.5,
            "end time": 2,
            "split": "train",
            "id": 2,
        },
    ],
}


def test_msrvtt_gives_its_test_split_with_the_videos_in_their_own_order():
    found = read(file_of(json.dumps(MSRVTT)))
    assert found.format == "msrvtt"
    assert [(row.key, row.video, row.text) for row in found.captions] == [
        ("10", "video1", "a man talks"),
        ("12", "video1", "a woman talks"),
    ]
    assert found.videos == ("video2", "video1")
    assert found.notes == ("splits in the file: test (2 videos), train (1 videos); read: test",)
    assert warned(found.problems) == {"no-caption": 1}


def test_msrvtt_gives_another_split_or_all():
    assert [key for key, _, _ in rows_of(json.dumps(MSRVTT), split="train")] == ["11"]
    assert [key for key, _, _ in rows_of(json.dumps(MSRVTT), split="all")] == ["10", "11", "12"]


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        pytest.param(
            {"videos": MSRVTT["videos"][2:]},
            "split",
            "the file has train (1 videos)",
            id="no such split",
        ),
        pytest.param(
            {"videos": MSRVTT["videos"][:1]},
            "unknown-video",
            "not a video here",
            id="a sentence of no video",
        ),
        pytest.param(
            {"videos": [*MSRVTT["videos"], MSRVTT["videos"][0]]},
            "duplicate",
            "stands in line 1",
            id="a video twice",
        ),
        pytest.param(
            {"sentences": [{**MSRVTT["sentences"][0], "sen_id": True}]},
            "type",
            "/sentences/0/sen_id",
            id="true for a number",
        ),
        pytest.param(
            {"sentences": [{**MSRVTT["sentences"][0], "sen_id": 1.0}]},
            "type",
            "found the number 1.0",
            id="a fraction",
        ),
        pytest.param(
            {"sentences": [{**MSRVTT["sentences"][0], "caption": None}]},
            "type",
            "/sentences/0/caption",
            id="no text",
        ),
        pytest.param(
            {"sentences": [MSRVTT["sentences"][0]] * 2},
            "duplicate",
            "sen_id '10'",
            id="a sentence twice",
        ),
        pytest.param({"sentences": []}, "empty", "no captions", id="no sentences"),
    ],
)
def test_a_faulty_msrvtt_is_refused_by_pointer(change, code, said):
    problems = problems_of(
        lambda file: read(file, file_format="msrvtt"), json.dumps({**MSRVTT, **change})
    )
    assert problems.errors[0].code == code
    assert said in problems.errors[0].message


def test_what_is_not_known_of_msrvtt_is_listed():
    found = read(file_of(json.dumps({**MSRVTT, "extra": [1, 2, 3]})))
    assert warned(found.problems) == {"no-caption": 1, "fields": 1}


def test_the_1k_a_split_is_read_from_its_table():
    found = read(
        file_of(
            "key,vid_key,video_id,sentence\nret0,msr9770,video9770,a"
            " person\nret1,msr9771,video9771,a cat\n"
        )
    )
    assert found.format == "msrvtt"
    assert [(row.key, row.video) for row in found.captions] == [
        ("ret0", "video9770"),
        ("ret1", "video9771"),
    ]


# --- msvd (its pickle: test_pickles.py)


def test_msvd_keys_are_made_from_the_video_and_the_captions_number():
    found = read(file_of(json.dumps({"v2": ["a", "b"], "v1": ["c"], "v3": []})))
    assert found.format == "msvd"
    assert [(row.key, row.video, row.text) for row in found.captions] == [
        ("v2#0", "v2", "a"),
        ("v2#1", "v2", "b"),
        ("v1#0", "v1", "c"),
    ]
    assert found.videos == ("v2", "v1", "v3")


def test_a_list_of_videos_chooses_and_orders():
    listed = read_video_list(file_of("v1\r\nv2\r\n\r\n"), "test_list.txt")
    found = read(file_of(json.dumps({"v0": ["x"], "v2": ["a", "b"], "v1": ["c"]})), keep=listed)
    assert [row.key for row in found.captions] == ["v1#0", "v2#0", "v2#1"]
    assert found.videos == ("v1", "v2")
    assert found.notes == ("1 videos are not in the list and were left out",)


def test_a_list_that_does_not_fit_is_refused_and_one_that_fits_in_part_is_said():
    content = json.dumps({"v1": ["a"]})
    assert the_error(lambda file: read(file, keep=("w1", "w2")), content).code == "list"
    assert warned(read(file_of(content), keep=("v1", "w2")).problems) == {"list": 1}


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        pytest.param(
            "v1\nv2\nv1\n", "duplicate", "stands in line 1 and again in line 3", id="twice"
        ),
        pytest.param("\n\n", "empty", "names nothing", id="not at all"),
    ],
)
def test_a_list_names_each_video_once(content, code, said):
    error = the_error(lambda file: read_video_list(file, "test_list.txt"), content)
    assert error.code == code
    assert said in error.message


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        pytest.param(
            '{"v1": "a"}',
            "type",
            "expected an array of captions, found a string",
            id="a bare string",
        ),
        pytest.param(
            '{"v1": [1]}', "type", "expected a caption or its tokens, found int", id="a number"
        ),
        pytest.param('{"v1": [""]}', "empty", "the caption is empty", id="an empty caption"),
        pytest.param('{"v1": ["a\\u0000"]}', "character", "'v1#0': the character", id="NUL"),
        pytest.param(
            '{"v1": ["a"], "v1": ["b"]}', "duplicate", "'v1' stands twice", id="a video twice"
        ),
    ],
)
def test_a_faulty_msvd_is_refused(content, code, said):
    error = the_error(lambda file: read(file, file_format="msvd"), content)
    assert error.code == code
    assert said in error.message


# --- fire


def judged(query, video, dataset="MSVD", **more):
    return {
        "query": query,
        "video_id": video,
        "dataset": dataset,
        "label": "relevant",
        "annotator_ids": [1],
        **more,
    }


def release(annotations, disagreements=()):
    return json.dumps(
        {
            "annotations": annotations,
            "disagreements": list(disagreements),
            "license": "CC BY-NC 4.0",
        }
    )


def test_a_release_gives_distinct_queries_and_videos_without_originals():
    found = read(
        file_of(
            release(
                [judged("a cat", "v2"), judged("a dog", "v1"), judged("a cat", "v1")],
                [judged("a hog", "v3")],
            )
        )
    )
    assert found.format == "fire"
    assert [(row.key, row.video, row.text) for row in found.captions] == [
        (query_key(text), None, text) for text in ("a cat", "a dog", "a hog")
    ]
    assert found.videos == ("v2", "v1", "v3")
    assert "no original positives" in found.notes[1]
    assert warned(found.problems) == {}


def test_a_query_has_the_same_key_in_every_release():
    assert query_key("a cat") == query_key("a cat") != query_key("a cat ")
    assert query_key("a cat") == "q51e4674156077982"


def test_a_release_of_several_data_sets_is_read_one_at_a_time():
    both = release([judged("a cat", "v2"), judged("a dog", "video1", "MSRVTT")])
    assert "MSRVTT (1 pairs), MSVD (1 pairs)" in the_error(read, both).message
    assert read(file_of(both), dataset="MSRVTT").videos == ("video1",)
    assert the_error(lambda file: read(file, dataset="VATEX"), both).code == "dataset"


@pytest.mark.parametrize(
    ("row", "code", "said"),
    [
        pytest.param({"query": "a"}, "fields", "'/annotations/0/video_id'", id="a missing field"),
        pytest.param(
            judged(7, "v"),
            "type",
            "/annotations/0/query: expected a string, found the number 7",
            id="a number",
        ),
        pytest.param("a cat", "type", "/annotations/0: expected an object", id="a string"),
    ],
)
def test_a_faulty_release_is_refused_by_pointer(row, code, said):
    problems = problems_of(lambda file: read(file, file_format="fire"), release([row]))
    assert problems.errors[0].code == code
    assert said in problems.errors[0].message
