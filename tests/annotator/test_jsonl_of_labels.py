"""The log as JSON Lines with typed values: what it says, and that it comes in as it went out."""

import json

import pytest
from django.core.management import CommandError

from annotator.formats.log_rows import COLUMNS
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.test_export_labels import lively_campaign

pytestmark = pytest.mark.django_db


def rows_of(path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_label_is_a_line_with_typed_values(tmp_path, rater, other_rater, adjudicator, lead):
    campaign = lively_campaign(rater, other_rater, adjudicator, lead)
    made = take(campaign.benchmark, tmp_path / "out", "jsonl")
    rows = rows_of(tmp_path / "out" / "labels.jsonl")
    assert [file["name"] for file in made["files"]] == ["labels.jsonl"]
    assert made["files"][0]["rows"] == len(rows) > 5
    assert all(list(row) == list(COLUMNS) for row in rows)
    first, second = rows[:2]
    assert (first["label"], first["superseded"], first["supersedes"]) == (1, True, None)
    assert (second["label"], second["supersedes"], second["disregarded"]) == (2, 1, False)
    assert (first["guideline_version"], first["plays"], first["reason"]) == (1, None, "")
    assert first["comment"] == 'she says "yes", twice\nand more'
    assert first["rater"] != rater.username


def test_it_says_the_same_as_the_log(tmp_path, rater, other_rater, adjudicator, lead):
    campaign = lively_campaign(rater, other_rater, adjudicator, lead)
    take(campaign.benchmark, tmp_path / "typed.jsonl", "jsonl", release="one")
    take(campaign.benchmark, tmp_path / "log.jsonl", "log", release="one")
    shown = [
        {
            name: "" if value is None else str(value).lower() if value in (True, False) else value
            for name, value in row.items()
        }
        for row in rows_of(tmp_path / "typed.jsonl")
    ]
    plain = rows_of(tmp_path / "log.jsonl")
    numbers = ("label", "supersedes", "guideline_version", "active_ms", "plays")
    for typed, text in zip(shown, plain, strict=True):
        for name in numbers:
            assert str(typed.pop(name)).replace("true", "1").replace("false", "0") == text.pop(name)
        assert typed == text


def test_what_went_out_comes_in_and_goes_out_byte_for_byte(
    tmp_path, rater, other_rater, adjudicator, lead
):
    campaign = lively_campaign(rater, other_rater, adjudicator, lead)
    take(campaign.benchmark, tmp_path / "out.jsonl", "jsonl", campaign=campaign.name)
    first = (tmp_path / "out.jsonl").read_text()
    other = small_benchmark(queries=3, videos=2)
    captions = dict.fromkeys(row["caption_id"] for row in rows_of(tmp_path / "out.jsonl"))
    assert all(key in other.captions.values_list("key", flat=True) for key in captions)
    brought = bring(other, tmp_path / "out.jsonl", "jsonl")
    take(other, tmp_path / "again.jsonl", "jsonl", campaign=brought["campaign"])
    assert (tmp_path / "again.jsonl").read_text() == first.replace(
        f'"campaign": "{campaign.name}"', f'"campaign": "{brought["campaign"]}"'
    )


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("label", "1", ":1:1: /label: expected a whole number, found a string"),
        ("too_fast", 0, ":1:1: /too_fast: expected true or false, found the number 0"),
        (
            "guideline_version",
            None,
            ":1:1: /guideline_version: expected a whole number, found null",
        ),
        ("plays", -1, ":1:11: plays: expected a whole number of at most nine digits"),
        ("answer", "perhaps", ":1:6: answer: expected relevant"),
    ],
)
def test_a_value_of_another_type_is_refused_with_its_place(tmp_path, capsys, name, value, expected):
    row = dict.fromkeys(COLUMNS, "") | {
        "label": 1, "caption_id": "c0", "video_id": "v0", "rater": "a", "kind": "first",
        "answer": "relevant", "active_ms": None, "plays": None, "too_fast": False,
        "guideline_version": 1, "supersedes": None, "superseded": False, "campaign": "x",
        "disregarded": False,
    }  # fmt: skip
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(row | {name: value}) + "\n")
    with pytest.raises(CommandError, match="nothing was imported"):
        bring(small_benchmark(), path, "jsonl")
    assert expected in capsys.readouterr().err
