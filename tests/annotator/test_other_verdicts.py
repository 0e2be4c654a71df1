"""Verdicts by another rule than the majority's, and probabilities, where they are asked for; what
goes out without being asked is what it always was."""

import json

import pyarrow.parquet as pq
import pytest
from django.core.management import CommandError

from annotator.models import Item
from annotator.queries.exported import Scope
from annotator.queries.other_verdicts import probabilities
from tests.annotator.exchanging import bring, take
from tests.annotator.saying import claim, label_all, say
from tests.annotator.test_export_labels import rows_of
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater, other_rater):
    """Twelve pairs, each twice, nobody to settle what differs: the first rater calls the videos v0
    relevant, the other besides these one more pair."""
    made = make_campaign(captions=6, raters=[rater, other_rater], double_share=1.0, label_limit=2)
    for person in (rater, other_rater):
        more = person == other_rater
        while slots := claim(person, made):
            item = Item.objects.get(slots__pk=slots[0].slot)
            relevant = item.video.key == "v0" or (more and item.query.number == 1)
            say(person, slots[0], "relevant" if relevant else "irrelevant")
    return made


def labels_in(path) -> dict[tuple[str, str], str]:
    return {(row["caption_id"], row["video_id"]): row["label"] for row in rows_of(path)}


def test_the_usual_verdict_is_the_majoritys(campaign, tmp_path):
    take(campaign.benchmark, tmp_path / "asked.csv", "triplets", verdict="majority")
    take(campaign.benchmark, tmp_path / "plain.csv", "triplets")
    assert (tmp_path / "asked.csv").read_bytes() == (tmp_path / "plain.csv").read_bytes()
    assert "disagreement" in labels_in(tmp_path / "plain.csv").values()


@pytest.mark.parametrize(("rule", "differing"), [("unanimous", "irrelevant"), ("any", "relevant")])
def test_another_rule_settles_what_differs(campaign, tmp_path, rule, differing):
    take(campaign.benchmark, tmp_path / "majority.csv", "triplets")
    take(campaign.benchmark, tmp_path / "other.csv", "triplets", verdict=rule)
    was, now = (labels_in(tmp_path / name) for name in ("majority.csv", "other.csv"))
    assert was.keys() == now.keys()
    assert {now[pair] for pair in was if was[pair] == "disagreement"} == {differing}
    assert all(now[pair] == was[pair] for pair in was if was[pair] != "disagreement")
    manifest = json.loads((tmp_path / "other.manifest.json").read_text())
    assert any("of its labels say" in one or "one of its labels" in one
               for one in manifest["conventions"])  # fmt: skip


def test_probabilities_stand_beside_the_majoritys_verdicts(campaign, tmp_path):
    take(campaign.benchmark, tmp_path / "likely.csv", "triplets", verdict="probability")
    rows = rows_of(tmp_path / "likely.csv")
    of = {label: [] for label in ("relevant", "irrelevant", "disagreement")}
    for row in rows:
        of[row["label"]].append(float(row["probability"]))
    assert max(of["irrelevant"]) < min(of["disagreement"]) <= max(of["disagreement"])
    assert max(of["disagreement"]) < min(of["relevant"]) <= 1
    take(campaign.benchmark, tmp_path / "likely.jsonl", "triplets", verdict="probability")
    lines = [json.loads(line) for line in (tmp_path / "likely.jsonl").read_text().splitlines()]
    assert [line["probability"] for line in lines] == [float(row["probability"]) for row in rows]


def test_parquets_own_column_is_filled(campaign, tmp_path):
    take(campaign.benchmark, tmp_path / "tables", "parquet", verdict="probability")
    found = pq.read_table(tmp_path / "tables" / "triplets.parquet").to_pylist()
    assert all(0 <= row["probability"] <= 1 for row in found)
    take(campaign.benchmark, tmp_path / "plain", "parquet")
    plain = pq.read_table(tmp_path / "plain" / "triplets.parquet").to_pylist()
    assert all(row["probability"] is None for row in plain)


def test_with_one_rater_there_are_none(rater, tmp_path):
    alone = make_campaign(raters=[rater], double_share=0.0)
    label_all(rater, alone)
    with pytest.raises(CommandError, match="all labels are one rater's"):
        take(alone.benchmark, tmp_path / "out.csv", "triplets", verdict="probability")


def test_a_decided_pair_is_certain(campaign):
    Item.objects.filter(verdict="disagreement").update(adjudicated=True, verdict="relevant")
    decided = Item.objects.filter(adjudicated=True).values_list("query_id", "video_id")
    likely = probabilities(Scope(campaign.benchmark, None))
    assert {likely[pair] for pair in decided} == {1.0}


@pytest.mark.parametrize("name", ["qrels", "log", "fire", "jsonl"])
def test_formats_of_labels_have_no_other_verdict(campaign, tmp_path, name):
    with pytest.raises(CommandError, match="verdict than the majority"):
        take(campaign.benchmark, tmp_path / "out.txt", name, verdict="any")


@pytest.mark.parametrize("name", ["likely.csv", "likely.jsonl"])
def test_triplets_with_probabilities_come_in_as_their_verdicts(campaign, tmp_path, name):
    take(campaign.benchmark, tmp_path / "plain.csv", "triplets")
    take(campaign.benchmark, tmp_path / name, "triplets", verdict="probability")
    told = bring(campaign.benchmark, tmp_path / name, "triplets")
    plain = bring(campaign.benchmark, tmp_path / "plain.csv", "triplets")
    for number in ("labels", "relevant", "irrelevant"):
        assert told.get(number) == plain.get(number)
    again = labels_in(tmp_path / "plain.csv")
    assert told["pairs"] == len(again)


def test_a_further_column_that_is_none_of_ours_is_refused(campaign, tmp_path, capsys):
    (tmp_path / "t.csv").write_text("caption_id,video_id,label,likely\nc0,v0,relevant,1\n")
    with pytest.raises(CommandError, match="nothing was imported"):
        bring(campaign.benchmark, tmp_path / "t.csv", "triplets")
    expected = "t.csv:1:1: expected the header caption_id,video_id,label, found 'likely'"
    assert expected in capsys.readouterr().err
