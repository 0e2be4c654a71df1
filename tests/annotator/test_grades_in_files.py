"""Labels with grades come in and go out in every format that has them, to the byte; bad ones are
refused with their place, and nothing of their file is taken."""

import csv
import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from django.core.management import CommandError

from annotator.called import NAMED
from annotator.cards.columns import LOG, TRIPLETS
from annotator.formats.log_rows import GRADED
from annotator.models import Campaign, Item, Label
from pooling.models import JudgedPair
from tests.annotator.breaking import differing
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.test_gold_in_logs import row

pytestmark = pytest.mark.django_db
SCALE = {"scale": "0-4", "relevant_from": 3}
YES, NO = "relevant", "irrelevant"
WORDS = NAMED["0-4"]
SENTENCE = ", ".join(f"{value} {word}" for value, word in enumerate(WORDS)) + "; relevant from 3 on"
# c0: one label; c1: on one side, the lower counts; c2: on both sides of what is relevant, with
# nobody to ask; c3: the middle of three; c4: an adjudicator's word; c5: one cannot judge.
LABELS = [
    ("c0", "a", "first", 4),
    ("c1", "a", "first", 4),
    ("c1", "b", "second", 3),
    ("c2", "a", "first", 2),
    ("c2", "b", "second", 3),
    ("c3", "a", "first", 0),
    ("c3", "b", "second", 3),
    ("c3", "c", "third", 4),
    ("c4", "a", "first", 0),
    ("c4", "b", "second", 4),
    ("c4", "z", "adjudication", 2),
    ("c5", "a", "first", None),
    ("c5", "b", "second", 1),
]
GRADES = {"c0": 4, "c1": 3, "c2": None, "c3": 3, "c4": 2, "c5": 1}
TRIPLETS_CSV = (
    "caption_id,video_id,label,grade\nc0,v0,relevant,4\nc1,v0,relevant,3\nc2,v0,disagreement,\n"
    "c3,v0,relevant,3\nc4,v0,irrelevant,2\nc5,v0,irrelevant,1\n"
)


def log_rows() -> list[dict[str, str]]:
    rows = []
    for number, (caption, rater, kind, value) in enumerate(LABELS, start=1):
        answer = "cannot_judge" if value is None else YES if value >= 3 else NO
        said = {"value": ""} if value is None else {"value": str(value)}
        reason = "unclear_video" if value is None else ""
        facts = {"given_at": f"2026-03-01T10:00:{number:02d}.000000Z", "guideline_version": "0"}
        campaign = {"campaign": "import log.csv"}
        more = {"caption_id": caption, "reason": reason, **facts, **campaign, **said}
        rows.append(row(number, kind, answer, rater, **more))
    return rows


def log_of(rows: list[dict[str, str]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, GRADED, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


@pytest.fixture
def campaign(tmp_path) -> Campaign:
    (tmp_path / "log.csv").write_text(log_of(log_rows()))
    told = bring(small_benchmark(), tmp_path / "log.csv", "log", **SCALE)
    return Campaign.objects.get(pk=told["id"])


def test_an_imported_campaign_has_the_scale_and_its_labels_their_values(campaign):
    assert (campaign.scale, campaign.relevant_from, campaign.far) == (list(WORDS), 3, 2)
    found = Label.objects.order_by("pk").values_list("value", "answer")
    answers = [None if value is None else YES if value >= 3 else NO for *_, value in LABELS]
    assert list(found) == [
        (value, answer or "cannot_judge")
        for (*_, value), answer in zip(LABELS, answers, strict=True)
    ]
    assert differing() == []


def test_verdicts_of_an_import_follow_by_the_rule_of_consensus(campaign):
    found = Item.objects.values_list("query__number", "grade", "verdict")
    expected = {
        (int(caption[1:]), grade, "disagreement" if grade is None else YES if grade >= 3 else NO)
        for caption, grade in GRADES.items()
    }
    assert set(found) == expected
    judged = JudgedPair.objects.values_list("query__number", "grade", "verdict")
    assert set(judged) == expected


@pytest.mark.parametrize(
    ("file_format", "name"),
    [
        ("triplets", "t.csv"),
        ("triplets", "t.jsonl"),
        ("log", "log.csv"),
        ("log", "log.jsonl"),
        ("jsonl", "labels.jsonl"),
        ("qrels", "q.txt"),
    ],
)
def test_what_went_out_comes_in_and_goes_out_again_to_the_byte(
    campaign, tmp_path, file_format, name
):
    """Once around gives the campaign the name of the file; from then on nothing changes."""
    before, of = tmp_path / "1" / name, campaign.benchmark
    take(of, before, file_format, campaign=campaign.name)
    written = []
    for number in (2, 3):
        again = small_benchmark()
        told = bring(again, tmp_path / str(number - 1) / name, file_format, **SCALE)
        take(again, tmp_path / str(number) / name, file_format, campaign=told["campaign"])
        written.append((tmp_path / str(number) / name).read_bytes())
        assert grades_of(told["id"]) == GRADES
    assert written[0] == written[1]
    assert differing() == []
    if file_format in ("triplets", "qrels"):
        assert before.read_bytes() == written[0]
    if name == "t.csv":
        assert before.read_text() == TRIPLETS_CSV


def grades_of(campaign: int) -> dict[str, int | None]:
    rows = Item.objects.filter(campaign=campaign).values_list("query__number", "grade")
    return {f"c{number}": grade for number, grade in rows}


@pytest.mark.parametrize("table", ["log", "triplets"])
def test_parquet_says_its_scale_and_comes_in_without_being_told(campaign, tmp_path, table):
    folder, of = tmp_path / "1", campaign.benchmark
    take(of, folder, "parquet", campaign=campaign.name)
    for number in (2, 3):
        again = small_benchmark()
        told = bring(again, tmp_path / str(number - 1) / f"{table}.parquet", "parquet")
        assert grades_of(told["id"]) == GRADES
        assert Campaign.objects.get(pk=told["id"]).relevant_from == 3
        take(again, tmp_path / str(number), "parquet", campaign=told["campaign"])
    written = [(tmp_path / str(number) / f"{table}.parquet").read_bytes() for number in (2, 3)]
    assert written[0] == written[1]
    if table == "triplets":
        assert (folder / "triplets.parquet").read_bytes() == written[0]
    found = pq.read_table(folder / "triplets.parquet").to_pylist()
    assert [one["grade"] for one in found] == list(GRADES.values())


def test_a_scale_beside_parquet_may_not_contradict_it(campaign, tmp_path, capsys):
    take(campaign.benchmark, tmp_path / "1", "parquet", campaign=campaign.name)
    other = {"scale": "0-4", "relevant_from": 2}
    refused(tmp_path / "1" / "log.parquet", "parquet", other)
    said = capsys.readouterr().err
    assert f"log.parquet:1:1: the file is of the scale {SENTENCE}" in said


def test_what_is_said_of_the_files_names_the_scale(tmp_path):
    (tmp_path / "t.csv").write_text(TRIPLETS_CSV)
    words = {"scale": "none, hardly, some, mostly, all", "relevant_from": 3}
    of = small_benchmark()
    bring(of, tmp_path / "t.csv", "triplets", **words)
    take(of, tmp_path / "out", "parquet")
    sentence = "0 none, 1 hardly, 2 some, 3 mostly, 4 all; relevant from 3 on"
    for name in ("README.md", "croissant.json", "manifest.json"):
        assert sentence in (tmp_path / "out" / name).read_text()
    (said,) = json.loads((tmp_path / "out/manifest.json").read_text())["campaigns"]
    assert said["scale"] == ["none", "hardly", "some", "mostly", "all"]
    assert (said["relevant_from"], said["far"]) == (3, 2)


def test_a_fire_release_is_binary_at_the_level_and_says_so(campaign, tmp_path):
    take(campaign.benchmark, tmp_path / "out", "fire", campaign=campaign.name, release="r")
    found = json.loads((tmp_path / "out/fire.json").read_text())
    labels = {one["query"]: one["label"] for one in found["annotations"]}
    assert labels == {
        f"a person does {number}": YES if number in (0, 1, 3) else NO for number in (0, 1, 3, 4, 5)
    }
    assert [one["query"] for one in found["disagreements"]] == ["a person does 2"]
    answers = {one["query"]: one["annotator_labels"] for one in found["annotations"]}
    assert answers["a person does 3"] == [NO, YES, YES]
    conventions = json.loads((tmp_path / "out/manifest.json").read_text())["conventions"]
    assert any(f"{SENTENCE}, which is where" in one for one in conventions)


def test_far_answers_on_one_side_are_decided_in_a_fire_release(tmp_path):
    """More than half say relevant, and no two lie within a grade."""
    (tmp_path / "log.csv").write_text(
        log_of(
            [
                row(number, kind, YES, rater, value=str(value))
                for number, (rater, kind, value) in enumerate(
                    [("a", "first", 5), ("b", "second", 10)], start=1
                )
            ]
        )
    )
    of = small_benchmark()
    bring(of, tmp_path / "log.csv", "log", scale="0-10", relevant_from=5)
    assert list(Item.objects.values_list("verdict", flat=True)) == ["disagreement"]
    take(of, tmp_path / "fire.json", "fire", release="r")
    found = json.loads((tmp_path / "fire.json").read_text())
    assert [one["label"] for one in found["annotations"]] == [YES]
    assert found["disagreements"] == []


def refused(path, file_format: str, options: dict) -> str:
    of = small_benchmark()
    with pytest.raises(CommandError) as why:
        bring(of, path, file_format, **options)
    assert not Campaign.objects.filter(benchmark=of).exists()
    assert not JudgedPair.objects.filter(query__benchmark=of).exists()
    return str(why.value)


BAD = ["2.5", "-1", "3\u00a0", "5", "３", "1_0", "", "x", "+1", "0x1"]


@pytest.mark.parametrize("bad", BAD)
def test_a_value_that_is_none_is_refused_in_triplets(tmp_path, capsys, bad):
    (tmp_path / "t.csv").write_text(
        f"caption_id,video_id,label,grade\nc0,v0,relevant,4\nc1,v0,irrelevant,{bad}\n"
    )
    refused(tmp_path / "t.csv", "triplets", SCALE)
    said = capsys.readouterr().err
    assert "t.csv:3:4: grade: expected a grade of the scale, 0 to 4, as plain digits" in said


@pytest.mark.parametrize("bad", BAD)
def test_a_value_that_is_none_is_refused_in_labels_of_others(tmp_path, capsys, bad):
    (tmp_path / "t.csv").write_text(f"caption_id,video_id,label\nc0,v0,4\nc1,v0,{bad}\n")
    refused(tmp_path / "t.csv", "triplets", SCALE)
    assert "t.csv:3:3: label: expected a grade of the scale" in capsys.readouterr().err


@pytest.mark.parametrize("bad", BAD)
def test_a_value_that_is_none_is_refused_in_a_log(tmp_path, capsys, bad):
    rows = [row(1, "first", YES, "a", value="4"), row(2, "first", NO, "b", value=bad)]
    (tmp_path / "log.csv").write_text(log_of(rows))
    refused(tmp_path / "log.csv", "log", SCALE)
    assert "log.csv:3:19: value: expected a grade of the scale" in capsys.readouterr().err


# -1 is what TREC's tools call not judged, and spaces part the columns.
@pytest.mark.parametrize("bad", ["2.5", "-3", "3\u00a0", "5", "３", "1_0", "+1", "1e0"])
def test_a_value_that_is_none_is_refused_in_qrels(tmp_path, capsys, bad):
    (tmp_path / "q.txt").write_text(f"c0 0 v0 4\nc1 0  v0 {bad}\n")
    refused(tmp_path / "q.txt", "qrels", SCALE)
    assert "q.txt:2:10: the relevance" in capsys.readouterr().err


@pytest.mark.parametrize("bad", ["2.5", "-1", "5", '"3"', "true", "1_0", "３"])
def test_a_value_that_is_none_is_refused_in_json(tmp_path, capsys, bad):
    good = row(1, "first", YES, "a", value="4")
    typed = json.loads(json.dumps(good)) | {
        "label": 1,
        "active_ms": None,
        "plays": None,
        "supersedes": None,
        "guideline_version": 0,
        "too_fast": False,
        "superseded": False,
        "disregarded": False,
        "value": 4,
    }
    other = typed | {"label": 2, "caption_id": "c1", "answer": NO}
    line = json.dumps(other).replace('"value": 4', f'"value": {bad}')
    (tmp_path / "l.jsonl").write_text(f"{json.dumps(typed)}\n{line}\n")
    refused(tmp_path / "l.jsonl", "jsonl", SCALE)
    assert "l.jsonl:2:" in capsys.readouterr().err


@pytest.mark.parametrize("bad", [2.5, -1.0, 5.0])
def test_a_value_that_is_none_is_refused_in_parquet(tmp_path, capsys, bad):
    table = {"caption_id": ["c0", "c1"], "video_id": ["v0", "v0"], "label": [4.0, bad]}
    pq.write_table(pa.table(table), tmp_path / "t.parquet")
    refused(tmp_path / "t.parquet", "parquet", SCALE)
    assert "t.parquet:2:3: label: expected a grade of the scale" in capsys.readouterr().err


def test_whole_numbers_that_became_floats_in_other_hands_are_whole_numbers(tmp_path):
    table = {"caption_id": ["c0", "c1"], "video_id": ["v0", "v0"], "label": np.array([4.0, 0.0])}
    pq.write_table(pa.table(table), tmp_path / "t.parquet")
    told = bring(small_benchmark(), tmp_path / "t.parquet", "parquet", **SCALE)
    assert grades_of(told["id"]) == {"c0": 4, "c1": 0}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PAR1 and no more", "this is no Parquet, or it is damaged or cut off"),
        (b"", "this is no Parquet, or it is damaged or cut off"),
    ],
)
def test_what_is_no_parquet_is_refused(tmp_path, capsys, content, said):
    (tmp_path / "t.parquet").write_bytes(content)
    refused(tmp_path / "t.parquet", "parquet", SCALE)
    assert said in capsys.readouterr().err


def test_parquet_of_another_table_is_refused(campaign, tmp_path, capsys):
    take(campaign.benchmark, tmp_path / "1", "parquet", campaign=campaign.name)
    refused(tmp_path / "1" / "captions.parquet", "parquet", SCALE)
    assert "expected the columns of one of our tables" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scale": "0-4", "relevant_from": 5}, "Expected a grade of the scale, 1 to 4."),
        ({"scale": "0-4", "relevant_from": 0}, "Expected a grade of the scale, 1 to 4."),
        ({"scale": "0-11"}, "A scale has 2 to 11 values"),
        ({"scale": "0-0"}, "A scale has 2 to 11 values"),
        ({"scale": "0-4", "highest_grade": 4}, "The scale says what the highest grade is"),
        ({"highest_grade": 11}, "A scale has 2 to 11 values"),
        ({"scale": "bad,good,bad"}, "Two values of the scale are called bad."),
        ({"scale": "bad,,good"}, "Value 1 of the scale has no word."),
        ({"scale": "good"}, "A scale has 2 to 11 values"),
    ],
)
def test_a_scale_that_is_none_is_refused(tmp_path, capsys, options, said):
    (tmp_path / "t.csv").write_text(TRIPLETS_CSV)
    why = refused(tmp_path / "t.csv", "triplets", options)
    assert said in f"{why}{capsys.readouterr().err}"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        # Grades, and then words of two values.
        ("caption_id,video_id,label\nc0,v0,4\nc1,v0,relevant\n", "t.csv:3:3: label: expected"),
        # A label that the scale contradicts.
        (
            "caption_id,video_id,label,grade\nc0,v0,relevant,4\nc1,v0,relevant,2\n",
            "t.csv:3:4: grade: 2 is irrelevant where pairs are relevant from 3 on",
        ),
        ("caption_id,video_id,label,grade\nc0,v0,relevant,\n", "t.csv:2:4: grade: expected"),
    ],
)
def test_two_scales_in_one_file_are_refused(tmp_path, capsys, content, place):
    (tmp_path / "t.csv").write_text(content)
    refused(tmp_path / "t.csv", "triplets", SCALE)
    assert place in capsys.readouterr().err


def test_two_scales_in_one_log_are_refused(tmp_path, capsys):
    rows = [row(1, "first", YES, "a", value="4"), row(2, "first", YES, "b", value="2")]
    (tmp_path / "log.csv").write_text(log_of(rows))
    refused(tmp_path / "log.csv", "log", SCALE)
    said = capsys.readouterr().err
    assert "log.csv:3:6: answer: expected irrelevant beside 2, as relevant begins at 3" in said


@pytest.mark.parametrize(
    ("name", "file_format"), [("t.csv", "triplets"), ("log.csv", "log"), ("t.jsonl", "triplets")]
)
def test_grades_without_their_scale_are_not_left_out(tmp_path, capsys, name, file_format):
    graded = {"caption_id": "c0", "video_id": "v0", "label": YES, "grade": 4}
    content = {
        "t.csv": TRIPLETS_CSV,
        "log.csv": log_of(log_rows()),
        "t.jsonl": json.dumps(graded) + "\n",
    }
    (tmp_path / name).write_text(content[name])
    refused(tmp_path / name, file_format, {})
    assert "expected their scale to be named beside the file" in capsys.readouterr().err


def test_a_fire_release_has_no_grades(tmp_path):
    (tmp_path / "fire.json").write_text("{}")
    why = refused(tmp_path / "fire.json", "fire", SCALE)
    assert "Files of the format fire have no grades." in why


def test_a_benchmark_of_both_kinds_goes_out_with_what_is_known(campaign, tmp_path):
    """c0, judged again on two values, and later, is relevant and no more."""
    (tmp_path / "two.csv").write_text(
        "caption_id,video_id,label\nc0,v0,relevant\nc1,v1,irrelevant\n"
    )
    of = campaign.benchmark
    bring(of, tmp_path / "two.csv", "triplets")
    take(of, tmp_path / "out.csv", "triplets")
    rows = (tmp_path / "out.csv").read_text().splitlines()
    assert rows[1] == "c0,v0,relevant,"
    assert "c1,v1,irrelevant," in rows
    take(of, tmp_path / "q.txt", "qrels")
    qrels = (tmp_path / "q.txt").read_text().splitlines()
    assert {"c0 0 v0 3", "c1 0 v1 0", "c1 0 v0 3", "c2 0 v0 -2"} <= set(qrels)
    take(of, tmp_path / "graded.csv", "triplets", campaign=campaign.name)
    assert (tmp_path / "graded.csv").read_text() == TRIPLETS_CSV
    assert differing() == []


def test_tables_of_two_values_have_the_columns_that_they_had():
    assert [one.name for one in TRIPLETS.columns] == [
        "caption_id",
        "video_id",
        "label",
        "probability",
    ]
    assert "value" not in {one.name for one in LOG.columns}
