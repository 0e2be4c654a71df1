"""Qrels of five columns: the stratum stands before the relevance, as in NIST's files, on the way
out and on the way in."""

import io
import json
from collections import Counter

import pytest
from django.core.management import CommandError

from annotator.formats.collected import KnownBenchmark
from annotator.formats.registry import read_labels
from annotator.models import Item
from metrics.standalone.command import run
from pooling.formats.keys import Axis
from pooling.formats.problem import Unreadable
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.saying import claim, say
from tests.factories import make_campaign
from tests.published import published

YES, NO = "relevant", "irrelevant"


def known(captions, videos) -> KnownBenchmark:
    return KnownBenchmark(
        Axis("caption", tuple(captions)),
        Axis("video", tuple(videos)),
        list(range(len(captions))),
        {},
    )


def read(content: str):
    return read_labels(
        io.BytesIO(content.encode()), "q", "qrels", known(["a", "b"], ["v", "w", "x"])
    )


def answers(file) -> list[str]:
    return [label.answer for label in file.labels]


def test_the_fifth_column_is_the_relevance():
    file = read("a 0 v 3 1\na 0 w 3 0\nb 0 x 1 -1\n")
    assert answers(file) == [YES, NO]
    assert file.notes == [
        "1 pairs are marked -1, not judged, and were left out",
        "strata were read and not kept; rows: 1 of stratum 1, 2 of stratum 3",
    ]


def test_where_either_column_could_be_the_relevance_a_note_tells_the_order():
    file = read("a 0 v 1 0\na 0 w 1 1\n")
    assert answers(file) == [NO, YES]
    assert "they were read in NIST's order, qid 0 docid stratum rel" in file.notes[-1]
    assert not any("NIST" in note for note in read("a 0 v 1 0\na 0 w 101 1\n").notes)


@pytest.mark.parametrize(
    ("content", "place", "said"),
    [
        ("a 0 v 1 1\na 0 w -1 1\n", "q:2:7", "the fourth column is '-1', which is no stratum"),
        ("a 0 v 1 1\na 0  w high 1\n", "q:2:8", "the fourth column is 'high'"),
        (f"a 0 v {'1' * 5000} 1\n", "q:1:7", "the fourth column is '1111"),
        ("a 0 v 1 1\na 0 w 1 -3\n", "q:2:9", "the fifth column is '-3', which is no relevance"),
        ("a 0 v 1 1\na 0 w 1 101\n", "q:2:9", "the fifth column is '101'"),
    ],
)
def test_another_order_is_refused_with_its_place_and_the_order_expected(content, place, said):
    with pytest.raises(Unreadable) as refused:
        read(content)
    (line,) = refused.value.lines()
    assert line.startswith(f"{place}: {said}")
    assert line.endswith(
        "expected qid 0 docid stratum rel: the stratum stands before the relevance"
    )


@pytest.mark.parametrize(
    ("content", "place", "said"),
    [
        ("a 0 v 1 1\nb 0 x 1\n", "q:2:7", "4 columns, after rows of 5"),
        ("a 0 v 1\n\nb 0 x 2 1\n", "q:3:9", "5 columns, after rows of 4"),
        ("a 0 v 1 1\nb 0 x -1 1\n", "q:2:7", "the fourth column is '-1'"),
    ],
)
def test_rows_in_two_orders_are_refused_at_the_first_of_the_second(content, place, said):
    with pytest.raises(Unreadable) as refused:
        read(content)
    (line,) = refused.value.lines()
    assert line.startswith(f"{place}: {said}")


def test_what_was_not_judged_is_left_out_and_what_was_not_decided_is_a_disagreement():
    file = read("a 0 v -1\na 0 w 1\nb 0 x -2\n")
    assert answers(file) == [YES, YES, NO]
    assert file.notes == [
        "1 pairs are marked -2 and were read as disagreements",
        "1 pairs are marked -1, not judged, and were left out",
    ]


@pytest.mark.parametrize("space", ["\u00a0", "\u3000", "\u2003", "\x1f", "\x85"])
def test_a_key_with_a_space_that_is_not_ascii_stays_whole_as_in_runs(space):
    key = f"a{space}b"
    content = f"{key} 0\tv 1\n"
    file = read_labels(io.BytesIO(content.encode()), "q", "qrels", known([key], ["v"]))
    assert answers(file) == [YES]


EXCHANGED = "\na 0 v 1 3\na 0 w 0 3\nb 0 x 0 1\n"
SAID = (
    "no row is irrelevant by the fifth column, and by the fourth some are: they seem to be"
    " exchanged; expected qid 0 docid "
)


def test_exchanged_columns_are_refused_at_the_first_row_where_only_relevant_ones_would_be_left():
    with pytest.raises(Unreadable) as refused:
        read(EXCHANGED)
    (line,) = refused.value.lines()
    assert line.startswith(f"q:2:7: {SAID}")


def test_scores_without_a_database_refuse_exchanged_columns_too(tmp_path, capsys):
    (tmp_path / "r.trec").write_text("a Q0 v 1 2 t\na Q0 w 2 1 t\n")
    (tmp_path / "q").write_text(EXCHANGED)
    for option in ("--original", "--collected"):
        assert run([str(tmp_path / "r.trec"), option, str(tmp_path / "q")]) == 1
        assert f"q:2:7: {SAID}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content",
    [
        "a 0 v 0 1\n",
        "a 0 v 1 1\na 0 w 2 1\n",
        "a 0 v 0 1\na 0 w 1 0\n",
        "a 0 v 0 1\na 0 w 1 -1\n",
        "a 0 v 0 1\na 0 w 101 1\n",
    ],
)
def test_what_may_stand_in_that_order_is_taken(content):
    assert answers(read(content))


def test_the_judgements_of_trecvid_2021_with_columns_exchanged_are_refused():
    rows = [
        line.split() for line in published("avs2021/avs.qrels.main.tv21").read_text().splitlines()
    ]
    exchanged = "".join(
        f"{a} {b} {c} {rel} {layer}\n" for a, b, c, layer, rel in rows if rel != "-1"
    )
    captions, videos = (tuple(dict.fromkeys(row[place] for row in rows)) for place in (0, 2))
    with pytest.raises(Unreadable, match="seem to be exchanged"):
        read_labels(io.BytesIO(exchanged.encode()), "q", "qrels", known(captions, videos))


@pytest.mark.django_db
def test_what_is_exported_with_strata_comes_back_with_the_same_verdicts(tmp_path, rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    for slot, answer in zip(claim(rater, campaign, 3), (YES, NO, YES), strict=True):
        say(rater, slot, answer)
    take(campaign.benchmark, tmp_path / "q.txt", "qrels", stratum=True)
    rows = [line.split() for line in (tmp_path / "q.txt").read_text().splitlines()]
    assert {row[3] for row in rows} == {"0"}
    assert sorted(row[4] for row in rows) == ["-1", "0", "1", "1"]
    told = bring(campaign.benchmark, tmp_path / "q.txt", "qrels")
    back = Item.objects.filter(campaign=told["id"]).values_list("query_id", "video_id", "verdict")
    given = Item.objects.filter(campaign=campaign, verdict__isnull=False).values_list(
        "query_id", "video_id", "verdict"
    )
    assert sorted(back) == sorted(given)


@pytest.mark.django_db
def test_a_file_in_the_other_order_brings_nothing(tmp_path, capsys):
    (tmp_path / "q.txt").write_text("c0 0 v0 1 2\nc1 0 v0 -1 2\n")
    with pytest.raises(CommandError):
        bring(small_benchmark(), tmp_path / "q.txt", "qrels")
    assert "q.txt:2:9: the fourth column is '-1'" in capsys.readouterr().err
    assert not Item.objects.exists()


def test_scores_without_a_database_take_the_fifth_column_too(tmp_path, capsys):
    (tmp_path / "r.trec").write_text("a Q0 v 1 2 t\na Q0 w 2 1 t\n")
    (tmp_path / "q").write_text("a 0 v 2 0\na 0 w 1 1\n")
    run(
        [
            str(tmp_path / "r.trec"),
            "--original",
            str(tmp_path / "q"),
            "--measures",
            "C@1,RR",
            "--json",
        ]
    )
    said = capsys.readouterr()
    assert [row["original"] for row in json.loads(said.out)["rows"]] == [0, 0.5]
    assert "NIST's order" in said.err


def test_the_judgements_of_trecvid_2021_are_counted_as_nist_counts_them():
    path = published("avs2021/avs.qrels.main.tv21")
    rows = [line.split() for line in path.read_text().splitlines()]
    captions, videos = (tuple(dict.fromkeys(row[place] for row in rows)) for place in (0, 2))
    with path.open("rb") as file:
        found = read_labels(file, path.name, "qrels", known(captions, videos))
    assert Counter(answers(found)) == {YES: 15_649, NO: 42_769}
    assert found.notes == [
        "66,013 pairs are marked -1, not judged, and were left out",
        (
            "strata were read and not kept; rows: 15,822 of stratum 1, 19,727 of stratum 2, 88,882"
            " of stratum 3"
        ),
    ]
