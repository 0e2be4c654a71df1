"""Files of data sets as they were published: known by content, and what comes of their rows."""

import gzip
import io
import json
import zipfile

import pytest

from pooling.formats.captions import read_benchmark, read_video_list
from pooling.formats.guess import guess_format
from pooling.formats.layouts import LAYOUTS
from tests.pooling.formats.reading import file_of, the_error

EPIC = (
    "narration_id,participant_id,video_id,narration_timestamp,start_timestamp,stop_timestamp,"
    "start_frame,stop_frame,narration,verb,verb_class,noun,noun_class,all_nouns,all_noun_classes\n"
)
CHARADES = (
    "id,subject,scene,quality,relevance,verified,script,objects,descriptions,actions,length\n"
)
MSVD = "VideoID,Start,End,WorkerID,Source,AnnotationTime,Language,Description\n"
LABELS = "uid,participant_id,video_id,narration,start_timestamp,stop_timestamp\n"
NARRATIONS = "participant_id,video_id,start_timestamp,stop_timestamp,narration\n"
MOMENT = '{"vid_name": "f_1", "duration": 61, "ts": [0, 2.5], "desc": "Monica.", "desc_id": 9}\n'
IN_COCO = [{"image_id": "v0", "caption": "a"}, {"image_id": 7, "id": 1, "caption": "b"}]
RAW = "end,start,task,text,video_id\n"
GIF = "https://a.b/c.gif"
CLIP = "0001_A_Film_00.00.51.926-00.00.54.129"
COOT = {"v_a": {"duration": 9.5, "timestamps": [[0, 4.25], [4, 9]], "sentences": ["One.", " Two."]}}
# What a file says, its layout, and its captions: key, video, text.
FILES = [
    (
        {
            "database": {
                "f": {
                    "subset": "validation",
                    "recipe_type": "113",
                    "annotations": [{"segment": [90, 102], "id": 0, "sentence": "spread it"}],
                },
                "g": {"subset": "training", "annotations": []},
            }
        },
        "youcook2",
        [("f_90_102#0", "f_90_102", "spread it")],
    ),
    (
        RAW + "60,47,226,pick it,x_y\n60,47,226,cut it,x_y\n",
        "youcook2-csv",
        [("x_y_47_60#0", "x_y_47_60", "pick it"), ("x_y_47_60#1", "x_y_47_60", "cut it")],
    ),
    (
        COOT,
        "activitynet",
        [("v_a_0_4.25#0", "v_a_0_4.25", "One."), ("v_a_4_9#0", "v_a_4_9", "Two.")],
    ),
    (
        {"a": "All of it.", "b": "More."},
        "paragraphs",
        [("a", "a", "All of it."), ("b", "b", "More.")],
    ),
    (
        EPIC + "P01_11_0,P01,P01_11,0,00:00:01.50,01:00:01.89,1,2,take plate,take,0,plate,2,"
        "\"['plate', 'tap']\",\"[2, 0]\"\n",
        "epic100",
        [("P01_11_0", "P01_11_0", "take plate")],
    ),
    (
        "narration_id,narration\nP01_11_0,take plate\n",
        "epic100-sentences",
        [("P01_11_0", "P01_11_0", "take plate")],
    ),
    (
        LABELS + "7,P01,P01_01,open door,00:00:00.14,00:00:03.37\n",
        "epic55",
        [("7", "7", "open door")],
    ),
    (
        NARRATIONS + "P01,P01_01,00:00:01.089,00:00:02.629,open door\n",
        "epic55-narrations",
        [("P01_01_1.089_2.629#0", "P01_01_1.089_2.629", "open door")],
    ),
    (
        CHARADES + 'Y,C,Bedroom,,6,Yes,s,bed;tap,"One sits.;One, then, stands.",c1 0 2;c1 3 4,9\n',
        "charades",
        [("Y#0", "Y", "One sits."), ("Y#1", "Y", "One, then, stands.")],
    ),
    (
        "3MSZA 24.3 30.4##person turns a light on.\n",
        "charades-sta",
        [("3MSZA_24.3_30.4#0", "3MSZA_24.3_30.4", "person turns a light on.")],
    ),
    (
        [{"annotation_id": 4, "description": "a kick\n", "video": "1@N_2_h.", "times": [[4, 4]]}],
        "didemo",
        [("4", "1@N_2_h.", "a kick")],
    ),
    (
        f'{CLIP}\t00.00.51.926\t00.00.54.129\t00.00.51.926\t00.00.54.129\tSOMEONE "waits.\n',
        "lsmdc",
        [(f"{CLIP}#0", CLIP, 'SOMEONE "waits.')],
    ),
    (
        "https://a.b/c.gif\ta man, dancing\nhttps://a.b/c.gif\ta dance\n",
        "tgif",
        [
            ("https://a.b/c.gif#0", "https://a.b/c.gif", "a man, dancing"),
            ("https://a.b/c.gif#1", "https://a.b/c.gif", "a dance"),
        ],
    ),
    (
        [{"videoID": "-_x_000010_000020", "enCap": ["one", "two"], "chCap": ["一"]}],
        "vatex",
        [
            ("-_x_000010_000020#0", "-_x_000010_000020", "one"),
            ("-_x_000010_000020#1", "-_x_000010_000020", "two"),
        ],
    ),
    (
        {"v_000010_000020": {"enCap": ["one"]}},
        "vatex",
        [("v_000010_000020#0", "v_000010_000020", "one")],
    ),
    (
        MSVD + "a_b,5,15,1,clean,9,English,a dog\na_b,5,15,2,clean,9,German,ein Hund\n"
        "a_b,5,15,2,clean,9,English,\n",
        "msvd-csv",
        [("a_b_5_15#0", "a_b_5_15", "a dog")],
    ),
    (
        {"video1": {"text": ["a", "b"], "start": [0, 0], "end": [9, 9]}},
        "mdmmt",
        [("video1#0", "video1", "a"), ("video1#1", "video1", "b")],
    ),
    (
        [{"video": "v.mp4", "caption": ["a", "b"]}, {"image": "i.jpg", "caption": "c"}],
        "lavis",
        [("v.mp4#0", "v.mp4", "a"), ("v.mp4#1", "v.mp4", "b"), ("i.jpg#0", "i.jpg", "c")],
    ),
    (
        {"annotations": IN_COCO},
        "coco",
        [("v0#0", "v0", "a"), ("1", "7", "b")],
    ),
    (
        {
            "images": [
                {"filename": "i.jpg", "split": "test", "sentences": [{"raw": "a", "sentid": 3}]},
                {"filename": "j.jpg", "split": "test", "sentences": []},
                {"filename": "k.jpg", "split": "val", "sentences": [{"raw": "b", "sentid": 4}]},
            ],
            "dataset": "flickr8k",
        },
        "karpathy",
        [("3", "i.jpg", "a")],
    ),
    (
        MOMENT + '{"desc": "Ross.", "desc_id": 8}\n',
        "tvr",
        [("9", "f_1_0_2.5", "Monica."), ("8", None, "Ross.")],
    ),
    (
        '{"qid": 5, "query": "a pool", "duration": 150, "vid": "_x_60.0_210.0"}\n',
        "qvhighlights",
        [("5", "_x_60.0_210.0", "a pool")],
    ),
    (
        "audiocap_id,youtube_id,start_time,caption\r\n103,-7f,20,a rattle\r\n",
        "audiocaps",
        [("103", "-7f_20", "a rattle")],
    ),
    (
        'file_name,caption_1,caption_2\n"a, b.wav ",one,two\n',
        "clotho",
        [("a, b.wav#0", "a, b.wav", "one"), ("a, b.wav#1", "a, b.wav", "two")],
    ),
]


def written(content):
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def read(file, **options):
    return read_benchmark(file, "a file", **options)


def found_in(content, **options):
    return read(file_of(written(content)), **options)


def rows_of(found):
    return [(row.key, row.video, row.text) for row in found.captions]


@pytest.mark.parametrize(("content", "layout", "captions"), FILES)
def test_a_file_is_known_by_its_content_and_its_rows_become_captions(content, layout, captions):
    assert guess_format(file_of(written(content))) == layout
    found = found_in(content)
    assert (found.format, rows_of(found)) == (layout, captions)


def test_each_layout_has_its_row_here():
    assert {layout for _, layout, _ in FILES} == set(LAYOUTS)


def test_pieces_know_their_film_and_their_times():
    clips = found_in(FILES[4][0]).clips
    assert [(one.film, one.start, one.stop) for one in clips.values()] == [("P01_11", 1.5, 3601.89)]
    (clip,) = found_in(FILES[11][0]).clips.values()
    assert (clip.film, clip.start, clip.stop) == ("0001_A_Film", 51.926, 54.129)


def test_columns_are_kept_beside_captions():
    assert found_in(FILES[4][0]).captions[0].groups["all_noun_classes"] == "[2, 0]"
    found = found_in(FILES[8][0])
    assert found.captions[1].groups == {"scene": "Bedroom", "action_classes": "c1"}
    own = "caption_id,video_id,caption,seen\n1,v,a dog,yes\n2,v,a cat,no\n"
    assert found_in(own).values_by_column() == {"seen": ["no", "yes"]}
    category = {
        "videos": [{"video_id": "v", "split": "test", "category": 9}],
        "sentences": [{"sen_id": 1, "video_id": "v", "caption": "a"}],
    }
    assert found_in(category).values_by_column() == {"category": ["9"]}


def test_the_evaluated_split_is_read_unless_another_is_named():
    content = {
        "images": [
            {"filename": split, "split": split, "sentences": [{"raw": split}]}
            for split in ("train", "restval", "val")
        ]
    }
    assert [row.text for row in found_in(content).captions] == ["val"]
    assert [row.text for row in found_in(content, split="train").captions] == ["train", "restval"]
    assert len(found_in(content, split="all").captions) == 3
    error = the_error(lambda file: read(file, split="tset"), written(content))
    assert "'tset'; the file has restval (1 sentences), train" in error.message


def test_whole_films_and_paragraphs_take_the_place_of_pieces():
    films = found_in(COOT, unit="films")
    assert rows_of(films) == [("v_a_0_4.25#0", "v_a", "One."), ("v_a_4_9#0", "v_a", "Two.")]
    assert (films.videos, films.clips) == (("v_a",), {})
    paragraphs = found_in(COOT, unit="paragraphs")
    assert rows_of(paragraphs) == [("v_a", "v_a", "One. Two.")]
    assert paragraphs.videos == ("v_a",)


def test_a_paragraph_keeps_a_column_in_which_all_its_parts_agree():
    content = "caption_id,video_id,caption,kitchen,verb\n1,v,a,P1,cut\n2,v,b,P1,put\n3,w,c,P2,cut\n"
    found = found_in(content, unit="paragraphs")
    assert [row.groups for row in found.captions] == [
        {"kitchen": "P1"},
        {"kitchen": "P2", "verb": "cut"},
    ]


def test_flaws_of_real_files_are_kept_counted_and_said_once():
    content = {
        "v": {
            "duration": 9,
            "timestamps": [[5, 5], [6, 2], [0, 9.5], [0, 9]],
            "sentences": ["a", " b\n", "c\nd", "e"],
        }
    }
    found = found_in(content)
    assert [row.text for row in found.captions] == ["a", "b", "c d", "e"]
    said = [one.message for one in found.problems.warnings if one.code == "segment"]
    assert [sentence.split(";")[0] for sentence in said] == [
        "2 segments do not end after their start",
        "1 segments end after the end of their film",
    ]
    assert any(note.startswith("in 2 rows white space") for note in found.notes)


def test_videos_without_a_sentence_are_named():
    found = found_in(FILES[19][0])
    assert found.videos == ("i.jpg", "j.jpg")
    (said,) = [one.message for one in found.problems.warnings if one.code == "empty"]
    assert said == "1 videos have no sentence; the first is 'j.jpg'"


@pytest.mark.parametrize(
    ("content", "code", "line", "words"),
    [
        pytest.param(
            CHARADES.rstrip("\n") + ",,\n", "header", 1, "2 columns have no name", id="spreadsheet"
        ),
        pytest.param(CHARADES + "Y,C,Bedroom\n", "columns", 2, "11 columns, found 3", id="row"),
        pytest.param(
            "end,start,task,text,video_id\nnan,47,1,a,x\n",
            "number",
            2,
            "end: expected seconds",
            id="nan",
        ),
        pytest.param(
            EPIC + "P,P,P,0,1.5,00:00:02.0,1,2,a,b,0,c,2,[],[]\n",
            "number",
            2,
            "start_timestamp: expected HH:MM:SS",
            id="clock",
        ),
        pytest.param(
            {"a": {"timestamps": [[0, 1]], "sentences": ["x", "y"]}},
            "shape",
            1,
            "as many sentences as timestamps, found 2 and 1",
            id="parallel",
        ),
        pytest.param(
            {"a": {"timestamps": [[0, True]], "sentences": ["x"]}},
            "type",
            1,
            "/a/timestamps/0: expected [start, stop]",
            id="times",
        ),
        pytest.param(
            [{"annotation_id": 4, "description": "a", "video": "v"}] * 2,
            "duplicate",
            1,
            "'4' stands in line 1 and again",
            id="twice",
        ),
        pytest.param(
            "3MSZA 24.3 30.4##a\n3MSZA 24,3 30.4##a\n", "columns", 2, "expected ID", id="lines"
        ),
        pytest.param(
            "https://a.b/c.gif\ta\nhttps://a.b/c.gif\ta\tb\n", "columns", 2, "3 fields", id="tabs"
        ),
    ],
)
def test_what_is_wrong_has_its_place(content, code, line, words):
    error = the_error(read, written(content))
    assert (error.code, error.line) == (code, line)
    assert words in error.message


def zipped(*members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file.getvalue()


def test_packed_files_are_opened():
    content = written(COOT)
    expected = rows_of(found_in(COOT))
    assert rows_of(read(file_of(gzip.compress(content.encode())))) == expected
    archive = zipped(("val_1.json", content), ("__MACOSX/._val_1.json", "x"))
    assert rows_of(read(file_of(archive))) == expected


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (zipped(("a.json", "{}"), ("b.json", "{}")), "zip", "found 2: 'a.json', 'b.json'"),
        (gzip.compress(b"x" * 4000)[:-9], "gzip", "damaged or cut off"),
        (gzip.compress(b"\n" * 200_000_000), "size", "unpacks to more than"),
    ],
    ids=["two", "cut", "bomb"],
)
def test_what_cannot_be_unpacked_is_said(content, code, words):
    error = the_error(read, content)
    assert error.code == code
    assert words in error.message


def test_lists_of_videos_come_in_three_forms():
    assert read_video_list(file_of("video_id\nv1\nv2\n"), "l") == ("v1", "v2")
    assert read_video_list(file_of('["v1", "v2"]'), "l") == ("v1", "v2")
    error = the_error(lambda file: read_video_list(file, "l"), '["v1", 2]')
    assert error.message == "/1: expected a video's id, found the number 2"
    found = found_in(
        [{"video": "v.mp4", "caption": "a"}, {"video": "w.mp4", "caption": "b"}], keep=("w",)
    )
    assert found.videos == ("w.mp4",)
