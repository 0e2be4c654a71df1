"""Labels that were asked for again, in logs: marked on their way out, and out of verdicts on their
way in."""

import csv
import json

import pytest
from django.core.management import CommandError

from annotator.actions.ask_again import ask_again
from annotator.formats.log_rows import BEFORE_DISREGARDED, COLUMNS
from annotator.models import DisregardedLabel, Item, Label, Member
from foundation.integrity import differences
from people.actor import SYSTEM
from pooling.models import JudgedPair
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.saying import claim, label_all, say
from tests.annotator.test_gold_in_logs import row, verdicts_of, write_log
from tests.factories import make_benchmark, make_campaign

pytestmark = pytest.mark.django_db
YES, NO = "relevant", "irrelevant"


def asked_again(rater, other_rater):
    """Four pairs by one rater, asked for again; somebody else has answered three of them
    otherwise."""
    campaign = make_campaign(captions=2, videos=2, raters=[rater, other_rater], double_share=0.0)
    label_all(rater, campaign, YES)
    ask_again(SYSTEM, Member.objects.get(person=rater).pk, "half asleep")
    for slot in claim(other_rater, campaign, 3):
        say(other_rater, slot, NO)
    return campaign


def twin_of_two():
    return make_benchmark([(f"caption {n}", f"v{n % 2}") for n in range(2)], videos=["v0", "v1"])


def rows_of(path) -> list[dict[str, str]]:
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", ["log.csv", "log.jsonl"])
def test_what_was_asked_for_again_goes_out_marked_comes_in_uncounted_and_goes_out_the_same(
    tmp_path, rater, other_rater, name
):
    campaign = asked_again(rater, other_rater)
    take(campaign.benchmark, tmp_path / name, "log")
    assert [said["disregarded"] for said in rows_of(tmp_path / name)] == ["true"] * 4 + [
        "false"
    ] * 3
    twin = twin_of_two()
    told = bring(twin, tmp_path / name, "log")
    assert (told["labels"], Label.objects.filter(campaign=told["id"]).count()) == (7, 7)
    assert verdicts_of(told["id"]) == verdicts_of(campaign.pk)
    assert sorted(map(str, verdicts_of(told["id"]).values())) == ["None", NO, NO, NO]
    assert DisregardedLabel.objects.filter(label__campaign=told["id"]).count() == 4
    assert JudgedPair.objects.filter(video__benchmark=twin).count() == 3
    assert list(differences()) == []
    (tmp_path / "again").mkdir()
    take(twin, tmp_path / "again" / name, "log")
    assert (tmp_path / "again" / name).read_text() == (tmp_path / name).read_text().replace(
        campaign.name, told["campaign"]
    )


@pytest.mark.parametrize("name", ["log.csv", "log.jsonl"])
def test_a_log_from_before_there_was_the_column_comes_in_with_all_its_labels_counted(
    tmp_path, name
):
    benchmark = small_benchmark()
    rows = [
        {column: said[column] for column in BEFORE_DISREGARDED}
        for said in (row(1, "first", YES, "b"),)
    ]
    if name == "log.csv":
        write_log(tmp_path / name, rows)
    else:
        (tmp_path / name).write_text("\n" + "".join(f"{json.dumps(said)}\n" for said in rows))
    bring(benchmark, tmp_path / name, "log")
    assert Item.objects.get().verdict == YES
    assert not DisregardedLabel.objects.exists()
    assert COLUMNS[:-2] == BEFORE_DISREGARDED


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [row(1, "first", YES, "a", disregarded="perhaps")],
            "log.csv:2:17: disregarded: expected true or false, found 'perhaps'",
        ),
        (
            [row(1, "adjudication", YES, "a", disregarded="true")],
            "only a first, second or third label",
        ),
        ([row(1, "gold", YES, "a", disregarded="true")], "only a first, second or third label"),
        (
            [
                row(1, "first", YES, "a"),
                row(2, "first", "withdrawn", "a", supersedes="1", disregarded="true"),
            ],
            "only a first, second or third label",
        ),
        (
            [
                row(1, "first", YES, "a", disregarded="true"),
                row(2, "first", NO, "a", supersedes="1"),
            ],
            "log.csv:3:14: supersedes: expected the number of a standing label",
        ),
    ],
)
def test_a_mark_where_none_can_be_is_refused_with_its_place(tmp_path, capsys, rows, said):
    write_log(tmp_path / "log.csv", rows)
    with pytest.raises(CommandError):
        bring(small_benchmark(), tmp_path / "log.csv", "log")
    assert said in capsys.readouterr().err
    assert not Label.objects.exists()


def test_a_header_that_lacks_another_column_is_told_what_is_missed(tmp_path, capsys):
    rows = [{name: said for name, said in row(1, "first", YES, "a").items() if name != "campaign"}]
    write_log(tmp_path / "log.csv", rows)
    with pytest.raises(CommandError):
        bring(small_benchmark(), tmp_path / "log.csv", "log")
    assert "missed campaign" in capsys.readouterr().err
