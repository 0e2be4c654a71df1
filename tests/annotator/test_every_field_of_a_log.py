"""Whatever stands in a field of a log, its labels come in, or its place is told; the database is
never the first to object."""

import csv
import io
import itertools
import json
import re

import pytest
from django.core.management import CommandError
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from annotator.formats.collected import MOST_LABELS_OF_A_PAIR
from annotator.formats.log_rows import COLUMNS
from annotator.models import Campaign, Label, LabelImport
from foundation.integrity import differences
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.test_gold_in_logs import row

pytestmark = pytest.mark.django_db
YES, NO = "relevant", "irrelevant"
_files = itertools.count(1)

TIMES = [
    "2026-13-45T00:00:00Z",
    "2026-02-29T10:00:00Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
    "10000-01-01T00:00:00Z",
    "2026-03-01T24:00:00Z",
    "2026-12-31T23:59:60Z",
    "2026-03-01T10:00:00+99:99",
    "2026-03-01T10:00:00+24:00",
    "2026-03-01T10:00:00",
    "٢٠٢٦-٠٣-٠١T١٠:٠٠:٠٠Z",
    "2026-03-01T10:00:00.0000001Z",
    "infinity",
    "now",
]
VALUES = st.one_of(
    st.sampled_from(
        [
            *TIMES,
            "",
            "0",
            "-1",
            "99999999999",
            "2147483648",
            "１",
            "1e3",
            "t",
            "TRUE",
            "gold",
            "training",
            "withdrawn",
        ]
    ),
    st.sampled_from(
        [
            "first",
            "third",
            "adjudication",
            "cannot_judge",
            "does_not_play",
            "2",
            "x" * 101,
            "y" * 2001,
            "\\N",
            "\\.",
            "\ud800",
        ]
    ),
    st.text(st.characters(exclude_characters="\0"), max_size=12),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}+00:00"),
    st.text("0123456789-:TZ+. ", max_size=30),
)


def log_of(path, rows: list[dict[str, str]]) -> None:
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(said) + "\n" for said in rows))
        return
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(out.getvalue().encode("utf-8", "surrogatepass"))


def a_valid_log() -> list[dict[str, str]]:
    known = {
        "given_at": "2026-03-01T10:00:00Z",
        "active_ms": "900",
        "plays": "2",
        "guideline_version": "1",
    }
    return [
        row(1, "first", YES, "a", superseded="true", **known),
        row(2, "first", NO, "a", supersedes="1", **known),
        row(3, "second", "cannot_judge", "b", reason="unclear_video", comment="too dark", **known),
        row(4, "gold", YES, "a", video_id="v1", **known),
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.integers(0, 3), st.sampled_from(COLUMNS), VALUES, st.sampled_from([".csv", ".jsonl"]))
@example(1, "given_at", "2026-13-45T00:00:00Z", ".csv")
@example(1, "given_at", "0001-01-01T00:00:00+14:00", ".csv")
@example(3, "rater", "\ud800", ".jsonl")
def test_whatever_stands_in_a_field_it_is_taken_or_refused_with_its_place(
    tmp_path, capsys, number, column, value, ending
):
    benchmark, rows = small_benchmark(), a_valid_log()
    rows[number][column] = value
    path = tmp_path / f"log{next(_files)}{ending}"
    log_of(path, rows)
    capsys.readouterr()
    try:
        told = bring(benchmark, path, "log")
    except CommandError:
        said = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("{")]
        assert said
        assert all(re.match(rf"{re.escape(str(path))}:\d+:\d+: ", line) for line in said)
        assert not LabelImport.objects.filter(benchmark=benchmark).exists()
    else:
        assert list(
            Label.objects.filter(campaign=told["id"]).values_list("given_at", flat=True)
        )  # which Python can read
        take(benchmark, tmp_path / "out.csv", "log")


@pytest.mark.parametrize("written", TIMES)
def test_a_time_that_no_calendar_has_is_refused_in_its_line_and_column(tmp_path, capsys, written):
    rows = a_valid_log()
    rows[1]["given_at"] = written
    log_of(tmp_path / "log.csv", rows)
    with pytest.raises(CommandError):
        bring(small_benchmark(), tmp_path / "log.csv", "log")
    assert (
        "log.csv:3:9: given_at: expected a time of the years 1 to 9999 with its zone"
        in capsys.readouterr().err
    )
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00+00:00"),
        ("2026-03-01 10:00:00.25+02", "2026-03-01T08:00:00.250000+00:00"),
        ("2026-03-01T00:00:00+0530", "2026-02-28T18:30:00+00:00"),
        ("2024-02-29T23:59:59.999999-12:00", "2024-03-01T11:59:59.999999+00:00"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:00"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59+00:00"),
    ],
)
def test_a_time_is_kept_as_the_moment_it_names(tmp_path, written, meant):
    log_of(tmp_path / "log.csv", [row(1, "first", YES, "a", given_at=written)])
    bring(small_benchmark(), tmp_path / "log.csv", "log")
    assert Label.objects.get().given_at.isoformat() == meant
    assert list(differences()) == []


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        (
            {"active_ms": "2147483648"},
            "2:10",
            "active_ms: expected a whole number of at most nine digits",
        ),
        ({"plays": "-1"}, "2:11", "plays: expected a whole number"),
        ({"guideline_version": "１"}, "2:13", "guideline_version: expected a whole number"),
        ({"superseded": "yes"}, "2:15", "superseded: expected true or false"),
        ({"label": ""}, "2:1", "label: expected its number in this file"),
    ],
)
def test_what_a_field_cannot_hold_is_refused_with_its_place(tmp_path, capsys, change, place, said):
    log_of(tmp_path / "log.csv", [row(1, "first", YES, "a") | change])
    with pytest.raises(CommandError):
        bring(small_benchmark(), tmp_path / "log.csv", "log")
    assert f"log.csv:{place}: {said}" in capsys.readouterr().err


def test_more_labels_of_a_pair_than_can_be_counted_are_refused(tmp_path, capsys):
    log_of(
        tmp_path / "log.csv",
        [row(n, "third", YES, f"r{n}") for n in range(1, MOST_LABELS_OF_A_PAIR + 2)],
    )
    with pytest.raises(CommandError):
        bring(small_benchmark(), tmp_path / "log.csv", "log")
    assert (
        "log.csv:2:1: this pair has 32,768 labels; expected at most 32,767 of a pair"
        in capsys.readouterr().err
    )
