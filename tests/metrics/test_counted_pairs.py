"""Why each pair counts in agreement: the list has a row for each pair with a label, wherever it is
taken from, and as many rows of a reason as the figures say."""

import csv
import io
import json
from collections import Counter
from datetime import date
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from annotator.actions.ask_again import ask_again
from annotator.actions.change_label import change_label, undo_label
from annotator.models import Answer, Item, Label, Member
from metrics.labels import ALL, Filters
from metrics.queries.counted_pairs import as_object, counted_pairs, header
from metrics.queries.labels import read_labels
from metrics.studies.agreement import NothingMatches, agreement
from people.actor import Actor
from people.models import Role
from pooling.models import Run
from tests.annotator.exchanging import bring, fire_pair, small_benchmark, write_release
from tests.annotator.saying import ask_again_in_another, claim, label_all, say
from tests.factories import make_benchmark, make_campaign, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def third(db):
    return make_user(Role.RATER, username="tia", name="Tia Rater")


@pytest.fixture
def mixed(rater, other_rater, third, lead, tmp_path):
    """Eight pairs of all sorts, and one whose raters are not known.

    Rosa labelled all eight. Omar agrees on one, differs on one (Tia decides it), cannot judge one
    (nor can Tia), and answered one that he withdrew; of one his label was superseded. What Tia
    labelled in a second campaign was asked for again.
    """
    campaign = make_campaign(
        captions=4, videos=2, raters=[rater, other_rater, third], double_share=1.0
    )
    label_all(rater, campaign, "relevant")
    same, differs, unable, changed, undone = claim(other_rater, campaign, 5)
    say(other_rater, same, "relevant")
    say(other_rater, differs, "irrelevant")
    say(other_rater, unable, "cannot_judge")
    first = say(other_rater, changed, "irrelevant")
    change_label(
        rater=other_rater, label_id=first.label, answer=Answer.RELEVANT, request_id=uuid4()
    )
    undo_label(rater=other_rater, label_id=say(other_rater, undone, "relevant").label)
    for slot in claim(third, campaign, 2):
        item = Label.objects.filter(item__slots=slot.slot, rater=other_rater).latest("pk")
        say(third, slot, "cannot_judge" if item.answer == "cannot_judge" else "relevant")
    again = ask_again_in_another(campaign, third)
    label_all(third, again, "relevant")
    ask_again(Actor(lead, "page"), Member.objects.get(campaign=again, person=third).pk, "too fast")
    (tmp_path / "t.csv").write_text("caption_id,video_id,label\nc0,v0,relevant\n")
    bring(campaign.benchmark, tmp_path / "t.csv", "triplets")
    return campaign


def rows_of(benchmark, campaign=None, which="independent", filters=ALL):
    return [as_object(row) for row in counted_pairs(benchmark, campaign, which, filters).rows()]


def slow_labelled(benchmark) -> set[int]:
    kinds = ("first", "second", "third")
    labels = Label.objects.filter(campaign__benchmark=benchmark, slot__kind__in=kinds)
    return set(labels.values_list("item_id", flat=True))


def test_every_pair_with_a_label_has_one_row_and_one_reason(mixed):
    benchmark = mixed.benchmark
    rows = rows_of(benchmark)
    assert {row["pair"] for row in rows} == slow_labelled(benchmark)
    assert len(rows) == len({row["pair"] for row in rows})
    here = [row for row in rows if row["campaign"] == mixed.name]
    reasons = Counter(row["reason"] for row in here)
    assert reasons == {"counted": 3, "cannot_judge": 1, "withdrawn": 1, "one_label": 3}
    others = Counter(row["reason"] for row in rows if row["campaign"] != mixed.name)
    assert others == {"asked_again": 8, "no_raters": 1}
    whys = {row["reason"]: row["why"] for row in rows}
    assert whys["counted"] == "counted: 2 independent labels"
    assert whys["one_label"] == "one label only"
    assert whys["withdrawn"] == "withdrawn"
    assert whys["cannot_judge"] == "cannot judge"
    disputed = next(row for row in here if row["aside"]["third"])
    assert (disputed["labels"], disputed["compared"], disputed["reason"]) == (3, 2, "counted")
    texts = {item.pk: item for item in Item.objects.select_related("query", "video", "campaign")}
    for row in rows:
        item = texts[row["pair"]]
        assert (row["caption"], row["video"]) == (item.query.text, item.video.key)
        assert (row["campaign"], row["verdict"]) == (item.campaign.name, item.verdict or "open")


@pytest.mark.parametrize("which", ["independent", "all"])
@pytest.mark.parametrize("chosen", ["all", "days", "raters", "one campaign"])
def test_there_are_as_many_rows_of_a_reason_as_the_figures_say(
    mixed, rater, other_rater, third, which, chosen
):
    campaign = mixed if chosen == "one campaign" else None
    filters = {
        "days": Filters(since=date(2020, 1, 1), until=date(2090, 1, 1)),
        "raters": Filters(raters=(rater.pk, third.pk)),
    }.get(chosen, ALL)
    study = agreement(read_labels(mixed.benchmark, campaign, filters), which, resamples=20)
    told = {row["reason"]: row["pairs"] for row in study.as_json()["why"] if row["pairs"]}
    rows = rows_of(mixed.benchmark, campaign, which, filters)
    assert told == Counter(row["reason"] for row in rows)
    assert study.as_json()["labelled_pairs"] == len(rows)
    assert told.get("counted", 0) == study.as_json()["multiply_labelled"]


def test_days_and_raters_leave_labels_out(mixed, rater, third):
    day = Label.objects.latest("pk").given_at.date()
    late = Filters(since=date.fromordinal(day.toordinal() + 1))
    labels = read_labels(mixed.benchmark, None, late)
    assert (len(labels.pair), len(labels.gold.truth)) == (0, 0)
    with pytest.raises(NothingMatches, match=r"no label of .* matches: 17 pairs have labels"):
        agreement(labels)
    assert {row["reason"] for row in rows_of(mixed.benchmark, mixed, filters=late)} == {
        "dates",
        "withdrawn",
    }
    same_day = read_labels(mixed.benchmark, None, Filters(since=day, until=day))
    assert len(same_day.pair) == len(read_labels(mixed.benchmark).pair)
    of_two = read_labels(mixed.benchmark, mixed, Filters(raters=(rater.pk, third.pk)))
    assert set(of_two.rater.tolist()) == {rater.pk, third.pk}
    told = agreement(of_two, resamples=20).as_json()
    assert told["filters"] == {"from": None, "to": None, "raters": ["Rosa Rater", "Tia Rater"]}
    reasons = {row["reason"]: row["pairs"] for row in told["why"]}
    assert (reasons["counted"], reasons["third"]) == (0, 1)
    by_two = agreement(of_two, "all", resamples=20).as_json()
    assert by_two["multiply_labelled"] == 1


def test_the_command_writes_the_list_and_takes_the_same_filters(mixed, tmp_path):
    name, rows = mixed.benchmark.name, rows_of(mixed.benchmark)
    paths = tmp_path / "pairs.csv", tmp_path / "pairs.json"
    for path in paths:
        told = json.loads(
            call_command("agreement", name, "--pairs", str(path), "--resamples", "20", "--json")
        )
    as_csv = list(csv.DictReader(io.StringIO(paths[0].read_text())))
    assert tuple(as_csv[0]) == header()
    assert json.loads(paths[1].read_text())["pairs"] == rows
    assert [(row["pair"], row["why"]) for row in as_csv] == [
        (str(row["pair"]), row["why"]) for row in rows
    ]
    counts = {row["reason"]: row["pairs"] for row in told["why"] if row["pairs"]}
    assert counts == Counter(row["reason"] for row in as_csv)
    words = ["--raters", "rosa,Omar Rater", "--from", "2020-01-01", "--to", "2090-01-01"]
    told = json.loads(call_command("agreement", name, *words, "--resamples", "20", "--json"))
    chosen = told["filters"]
    assert (chosen["from"], chosen["to"]) == ("2020-01-01", "2090-01-01")
    assert set(chosen["raters"]) == {"Omar Rater", "Rosa Rater"}
    assert {row["rater"] for row in told["raters"]} == {"Rosa Rater", "Omar Rater"}
    for wrong, message in (
        (["--raters", "rose"], "did you mean rosa"),
        (["--from", "yesterday"], "expected a day"),
        (["--from", "2026-02-01", "--to", "2026-01-01"], "last day is before the first"),
        (["--pairs", str(tmp_path / "pairs.txt")], "ends in .csv or .json"),
        (["--from", "2090-01-01"], "no label of"),
    ):
        with pytest.raises(CommandError, match=message):
            call_command("agreement", name, *wrong)
    assert not list(tmp_path.glob("*.part"))


def test_the_page_and_the_api_give_the_same_list(signed_in, lead, viewer, mixed, rater):
    rows = rows_of(mixed.benchmark)
    address = f"/agreement/{mixed.benchmark_id}/pairs"
    for person in (lead, viewer):
        browser = signed_in(person)
        table = b"".join(browser.get(f"{address}.csv").streaming_content).decode()
        found = list(csv.DictReader(io.StringIO(table.lstrip("\ufeff"))))
        assert [(int(row["pair"]), row["why"]) for row in found] == [
            (row["pair"], row["why"]) for row in rows
        ]
        parts = browser.get(f"{address}.json").streaming_content
        assert json.loads(b"".join(parts))["pairs"] == rows
        assert str(rater) not in table
        first = browser.get(
            "/api/v1/agreement/pairs", {"benchmark": mixed.benchmark_id, "limit": 10}
        ).json()
        second = browser.get(first["next"]).json()
        assert first["results"] + second["results"] == rows
        assert second["next"] is None
    assert signed_in(lead).get(f"{address}.exe").status_code == 404
    assert signed_in(rater).get(f"{address}.csv").status_code == 403


def test_an_empty_list_is_a_file_too(signed_in, lead):
    empty = make_benchmark([("one", "v0")])
    browser = signed_in(lead)
    parts = browser.get(f"/agreement/{empty.pk}/pairs.json").streaming_content
    assert json.loads(b"".join(parts)) == {"pairs": []}
    asked = {"benchmark": empty.pk}
    assert browser.get("/api/v1/agreement/pairs", asked).json()["results"] == []


def test_parts_of_the_list_join_without_a_seam(mixed, monkeypatch):
    whole = rows_of(mixed.benchmark)
    monkeypatch.setattr("metrics.queries.counted_pairs.AT_ONCE", 2)
    assert rows_of(mixed.benchmark) == whole


def test_one_person_who_labelled_twice_is_a_reason_of_its_own(tmp_path):
    benchmark = small_benchmark()
    pairs = [fire_pair("a person does 0", "v1", ["relevant", "relevant"], [4, 4])]
    pairs += [fire_pair("a person does 1", "v2", ["relevant", "relevant"], [4, 5])]
    write_release(tmp_path / "r.json", pairs)
    bring(benchmark, tmp_path / "r.json", "fire", dataset="MSVD")
    rows = rows_of(benchmark)
    assert sorted((row["caption"], row["why"]) for row in rows) == [
        ("a person does 0", "labels by one person"),
        ("a person does 1", "counted: 2 independent labels"),
    ]


def test_a_campaign_of_a_private_submission_is_in_no_count_of_a_viewer(
    signed_in, lead, viewer, mixed, rater
):
    """Its pool holds a run that only leads and its submitter know of."""
    other = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    type(other).objects.filter(pk=other.pk).update(benchmark=mixed.benchmark)
    label_all(rater, other)
    address, api = f"/agreement/{mixed.benchmark_id}/", "/api/v1/agreement"
    asked = {"benchmark": mixed.benchmark_id, "resamples": 20}
    counts = {}
    for state in ("published", "private"):
        for run in other.pool.parameters["runs"]:
            who = make_user(Role.SUBMITTER)
            Run.objects.filter(pk=run).update(submitted_by=who, state=state)
        for person in (lead, viewer):
            told = signed_in(person).get(api, asked).json()
            file = signed_in(person).get(f"{address}pairs.json").streaming_content
            rows = json.loads(b"".join(file))["pairs"]
            assert told["labelled_pairs"] == len(rows)
            counts[state, person.username] = (len(rows), other.name in told["campaigns"])
            shown = signed_in(person).get(address)
            assert (f'value="{other.pk}"' in shown.text) == counts[state, person.username][1]
    everything = counts["private", "lena"]
    assert everything == counts["published", "lena"] == counts["published", "vera"]
    assert counts["private", "vera"] == (everything[0] - 4, False)
    chosen = signed_in(viewer).get(api, asked | {"campaign": other.pk})
    assert chosen.status_code == 400
