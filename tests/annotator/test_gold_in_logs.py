"""A log with checks and training in it, brought in: they are kept or left out, and count for
nothing."""

import csv
import json

import pytest
from django.core.management import call_command

from annotator.formats.log_rows import COLUMNS
from annotator.models import Campaign, Item, Label
from pooling.models import JudgedPair
from tests.annotator.exchanging import bring, small_benchmark, take
from tests.annotator.saying import label_all
from tests.annotator.test_gold import with_gold
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db
YES, NO = "relevant", "irrelevant"


def row(number: int, kind: str, answer: str, rater: str, **more) -> dict[str, str]:
    plain = {
        "label": str(number),
        "caption_id": "c0",
        "video_id": "v0",
        "rater": rater,
        "kind": kind,
        "answer": answer,
    }
    marks = {"disregarded": "false"}
    return {
        **dict.fromkeys(COLUMNS, ""),
        **plain,
        "too_fast": "false",
        "superseded": "false",
        "campaign": "away",
        **marks,
        **more,
    }


def write_log(path, rows: list[dict[str, str]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def nothing_differs() -> bool:
    return json.loads(call_command("check_integrity", json=True))["differences"] == []


def verdicts_of(campaign_id: int) -> dict[tuple[str, str], str | None]:
    rows = Item.objects.filter(campaign=campaign_id, gold=False).values_list(
        "query__text", "video__key", "verdict"
    )
    return {(text, video): verdict for text, video, verdict in rows}


def test_a_log_with_hidden_gold_comes_in_with_the_same_verdicts_and_goes_out_the_same(
    tmp_path, rater, other_rater
):
    campaign = with_gold(raters=[rater, other_rater], double_share=0.5, label_limit=2)
    label_all(rater, campaign, YES)
    label_all(other_rater, campaign, NO)
    checks = Label.objects.filter(campaign=campaign, slot__kind="gold").count()
    take(campaign.benchmark, tmp_path / "log.csv", "log")
    assert checks > 4

    twin = make_benchmark(
        [(f"caption {n}", f"v{n % 2}") for n in range(10)],
        videos=["v0", "v1", "g0", "g1", "g2", "g3"],
    )
    told = bring(twin, tmp_path / "log.csv", "log")

    assert told["pairs"] == Campaign.objects.get(pk=told["id"]).items_count == campaign.items_count
    assert Label.objects.filter(campaign=told["id"], slot__kind="gold").count() == checks
    assert verdicts_of(told["id"]) == verdicts_of(campaign.pk)
    assert set(
        Item.objects.filter(campaign=told["id"], gold=True).values_list(
            "verdict", "labels_used__len"
        )
    ) == {(None, 0)}
    assert not JudgedPair.objects.filter(video__benchmark=twin, video__key__startswith="g").exists()
    assert nothing_differs()
    (tmp_path / "again").mkdir()
    take(twin, tmp_path / "again" / "log.csv", "log")
    assert (tmp_path / "again" / "log.csv").read_text() == (
        tmp_path / "log.csv"
    ).read_text().replace(campaign.name, told["campaign"])


def test_a_check_on_a_pair_that_is_also_asked_about_is_no_vote(tmp_path):
    benchmark = small_benchmark()
    write_log(
        tmp_path / "log.csv",
        [row(1, "gold", NO, "a"), row(2, "first", YES, "b"), row(3, "gold", NO, "c")],
    )
    told = bring(benchmark, tmp_path / "log.csv", "log")
    item = Item.objects.get(campaign=told["id"])
    assert (item.verdict, item.gold) == (YES, False)
    assert list(
        Label.objects.filter(pk__in=item.labels_used).values_list("slot__kind", flat=True)
    ) == ["first"]
    take(benchmark, tmp_path / "fire.json", "fire")
    [pair] = json.loads((tmp_path / "fire.json").read_text())["annotations"]
    assert pair["annotator_labels"] == [YES]
    assert nothing_differs()


def test_a_check_that_was_answered_anew_stays_a_check(tmp_path):
    benchmark = small_benchmark()
    rows = [
        row(1, "gold", NO, "a", superseded="true"),
        row(2, "gold", YES, "a", supersedes="1"),
        row(3, "first", NO, "b"),
    ]
    write_log(tmp_path / "log.csv", rows)
    bring(benchmark, tmp_path / "log.csv", "log")
    assert Item.objects.get().verdict == NO
    assert nothing_differs()


def test_training_is_left_out_and_this_is_said(tmp_path):
    benchmark = small_benchmark()
    rows = [
        row(1, "training", NO, "b"),
        row(2, "training", NO, "a", video_id="somewhere else"),
        row(3, "first", YES, "b"),
    ]
    write_log(tmp_path / "log.csv", rows)
    told = bring(benchmark, tmp_path / "log.csv", "log")
    assert (told["labels"], told["warnings"]) == (1, ["2 labels given in training were left out"])
    assert Item.objects.get().verdict == YES
